package hcl

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// lineWidth is how far a line may reach that holds a whole object or list.
	lineWidth = 100
	// lineDepth is how many objects may stand in one another on a line.
	lineDepth = 2
)

func indentation(level int) string {
	return strings.Repeat("  ", level)
}

// layout is the text of an expression that begins at a column of a line indented by level.
func (e Expression) layout(level, column int) string {
	if line, ok := e.line(lineDepth); ok && len(indentation(level))+column+utf8.RuneCountInString(line) <= lineWidth {
		return line
	}
	switch e.kind {
	case text:
		if isLong(e.scalar) {
			return heredoc(e.scalar, level)
		}
		return quote(e.scalar)
	case object:
		return e.lines(level)
	case list:
		return e.listLines(level, column)
	case encoded:
		const call = "jsonencode("
		return call + closing(e.items[0].layout(level, column+len(call)), ")")
	}
	return e.scalar
}

// line is the text on one line, and whether it may stand there: without long strings, and
// with no more objects in one another than depth.
func (e Expression) line(depth int) (string, bool) {
	switch e.kind {
	case text:
		return quote(e.scalar), !isLong(e.scalar)
	case object:
		if len(e.entries) == 0 {
			return "{}", true
		}
		parts := make([]string, len(e.entries))
		for i, entry := range e.entries {
			value, ok := entry.value.line(depth - 1)
			if !ok {
				return "", false
			}
			parts[i] = entry.key + " = " + value
		}
		return "{ " + strings.Join(parts, ", ") + " }", depth > 0 && !e.breaks
	case list:
		parts := make([]string, len(e.items))
		for i, item := range e.items {
			value, ok := item.line(depth)
			if !ok {
				return "", false
			}
			parts[i] = value
		}
		return "[" + strings.Join(parts, ", ") + "]", true
	case encoded:
		value, ok := e.items[0].line(depth)
		return "jsonencode(" + value + ")", ok
	}
	return e.scalar, true
}

func (e Expression) lines(level int) string {
	var out strings.Builder
	out.WriteString("{\n")
	for _, entry := range e.entries {
		out.WriteString(indentation(level+1) + entry.key + " = " + entry.value.layout(level+1, len(entry.key)+len(" = ")) + "\n")
	}
	return out.String() + indentation(level) + "}"
}

// listLines opens a list and its only object on the same line.
func (e Expression) listLines(level, column int) string {
	if len(e.items) == 1 && e.items[0].kind == object {
		return "[" + e.items[0].layout(level, column+1) + "]"
	}
	var out strings.Builder
	out.WriteString("[\n")
	for _, item := range e.items {
		out.WriteString(indentation(level+1) + closing(item.layout(level+1, 0), ",") + "\n")
	}
	return out.String() + indentation(level) + "]"
}

// closing puts an end behind a text, on a line of its own where a heredoc ends, which nothing
// may follow on its last line.
func closing(text, end string) string {
	if strings.HasPrefix(text, heredocMark) {
		return text + "\n" + end
	}
	return text + end
}

const heredocMark = "<<-"

// isLong reports whether a string is better read as a heredoc: it has several lines, one of
// which begins at the left margin, and nothing that a heredoc cannot show.
func isLong(s string) bool {
	if !strings.Contains(strings.TrimSuffix(s, "\n"), "\n") || !utf8.ValidString(s) {
		return false
	}
	atMargin := false
	for line := range strings.Lines(s) {
		if strings.ContainsFunc(strings.TrimSuffix(line, "\n"), func(r rune) bool { return r != '\t' && !unicode.IsPrint(r) }) {
			return false
		}
		first, _ := utf8.DecodeRuneInString(line)
		atMargin = atMargin || !unicode.IsSpace(first)
	}
	return atMargin
}

// heredocEscapes are the sequences that begin a template.
var heredocEscapes = strings.NewReplacer("${", "$${", "%{", "%%{")

// heredoc is a string of several lines. A heredoc ends in a line break, which is taken off
// where the string has none.
func heredoc(s string, level int) string {
	mark := "EOT"
	for strings.Contains(s, mark) {
		mark += "_"
	}
	var out strings.Builder
	out.WriteString(heredocMark + mark + "\n")
	for line := range strings.Lines(heredocEscapes.Replace(s)) {
		if strings.TrimSpace(line) != "" {
			out.WriteString(indentation(level + 1))
		}
		out.WriteString(strings.TrimSuffix(line, "\n") + "\n")
	}
	out.WriteString(indentation(level) + mark)
	if strings.HasSuffix(s, "\n") {
		return out.String()
	}
	return "chomp(" + out.String() + "\n" + indentation(level) + ")"
}
