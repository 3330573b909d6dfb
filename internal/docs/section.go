package main

import (
	"fmt"
	"strings"
)

// entry is one attribute in a list of a page.
type entry struct {
	name, typ string
	// texts are the sentences about it, in order.
	texts []string
	group group
}

// group is the list of a section that an attribute stands in.
type group int

const (
	isRequired group = iota
	isOptional
	isReadOnly
)

// groups are the headings of the lists, in order.
var groups = []struct {
	group   group
	heading string
}{{isRequired, "Required"}, {isOptional, "Optional"}, {isReadOnly, "Read-Only"}}

// section is one object with attributes.
type section struct {
	title, anchor string
	// intro stands above the attributes, closing below them.
	intro, closing string
	entries        []entry
	// plain is true of an attribute that is no object.
	plain bool
}

// attributeAnchor is where links to the section of an attribute lead.
func attributeAnchor(path string) string {
	return "nestedatt--" + strings.ReplaceAll(path, ".", "--")
}

// definitionAnchor is where links to the section of a definition lead.
func definitionAnchor(title string) string {
	return "type--" + strings.ToLower(title)
}

// sectionsMarkdown joins the sections below the root of a page.
func sectionsMarkdown(sections []section) string {
	var out strings.Builder
	for _, s := range sections {
		attributes := ""
		if !s.plain {
			attributes = entriesMarkdown(s.entries, "%s:")
		}
		fmt.Fprintf(&out, "<a id=%q></a>\n### %s\n\n%s\n\n%s\n\n%s\n\n", s.anchor, s.title, s.intro, attributes, s.closing)
	}
	return out.String()
}

// entriesMarkdown lists attributes by group. heading formats the name of a group.
func entriesMarkdown(entries []entry, heading string) string {
	var out strings.Builder
	for _, g := range groups {
		var lines []string
		for _, e := range entries {
			if e.group == g.group {
				lines = append(lines, e.line())
			}
		}
		if len(lines) > 0 {
			fmt.Fprintf(&out, heading+"\n\n%s\n\n", g.heading, strings.Join(lines, "\n"))
		}
	}
	if out.Len() == 0 {
		return "It has no attributes."
	}
	return strings.TrimSpace(out.String())
}

func (e entry) line() string {
	return strings.TrimSpace(fmt.Sprintf("- `%s` (%s) %s", e.name, e.typ, oneLine(strings.Join(e.texts, " "))))
}

// oneLine makes Markdown fit a line of a list, a cell of a table or a front matter: outside of code,
// angle brackets would be taken for tags.
func oneLine(text string) string {
	parts := strings.Split(strings.Join(strings.Fields(text), " "), "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(parts[i])
	}
	return strings.Join(parts, "`")
}

// codes lists names as code.
func codes(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "`" + strings.Join(names, "`, `") + "`"
}

// table is a Markdown table, empty when it has no rows.
func table(header []string, rows [][]string) string {
	if len(rows) == 0 {
		return ""
	}
	var out strings.Builder
	line := func(cells []string) {
		for _, cell := range cells {
			fmt.Fprintf(&out, "| %s ", strings.ReplaceAll(oneLine(cell), "|", `\|`))
		}
		out.WriteString("|\n")
	}
	line(header)
	out.WriteString(strings.Repeat("|---", len(header)) + "|\n")
	for _, row := range rows {
		line(row)
	}
	return strings.TrimSpace(out.String())
}
