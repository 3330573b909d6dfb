package ruleset

import (
	"strings"
)

// formats are the functions of this package that the API server has under another name, with what is before and after their
// argument there.
var formats = map[string][2]string{
	"isDNS1035Label":     {"!format.dns1035Label().validate(", ").hasValue()"},
	"isDNS1123Label":     {"!format.dns1123Label().validate(", ").hasValue()"},
	"isDNS1123Subdomain": {"!format.dns1123Subdomain().validate(", ").hasValue()"},
	"isQualifiedName":    {"!format.qualifiedName().validate(", ").hasValue()"},
	"isLabelValue":       {"!format.labelValue().validate(", ").hasValue()"},
}

// rewrite returns an expression with other expressions for its variables, as names gives them, and with the API server's
// functions. Text in quotes, fields and what names does not know stay.
func rewrite(expression string, names func(name string) (string, bool)) string {
	var b strings.Builder
	for i := 0; i < len(expression); {
		switch c := expression[i]; {
		case c == '"' || c == '\'':
			end := quoted(expression, i)
			b.WriteString(expression[i:end])
			i = end
		case !isLetter(c):
			b.WriteByte(c)
			i++
		default:
			end := i
			for end < len(expression) && (isLetter(expression[end]) || expression[end] >= '0' && expression[end] <= '9') {
				end++
			}
			name, selected := expression[i:end], i > 0 && (expression[i-1] == '.' || strings.HasSuffix(expression[:i], ".?"))
			if name+"." == varPrefix && !selected {
				for end++; end < len(expression) && (isLetter(expression[end]) || expression[end] >= '0' && expression[end] <= '9'); end++ {
				}
				name = expression[i:end]
			}
			around, isFormat := formats[name]
			text, known := names(name)
			switch {
			case selected:
				b.WriteString(name)
			case isFormat && strings.HasPrefix(expression[end:], "("):
				closing := closed(expression, end)
				b.WriteString(around[0] + rewrite(expression[end+1:closing], names) + around[1])
				end = closing + 1
			case known:
				b.WriteString(text)
			default:
				b.WriteString(name)
			}
			i = end
		}
	}
	return b.String()
}

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// quoted is where the text ends whose quote is at i.
func quoted(expression string, i int) int {
	for end := i + 1; end < len(expression); end++ {
		switch expression[end] {
		case '\\':
			end++
		case expression[i]:
			return end + 1
		}
	}
	return len(expression)
}

// closed is where the parenthesis is that closes the one at i.
func closed(expression string, i int) int {
	for depth := 0; i < len(expression); i++ {
		switch expression[i] {
		case '"', '\'':
			i = quoted(expression, i) - 1
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(expression)
}
