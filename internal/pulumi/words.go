package pulumi

import (
	"regexp"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
)

// words puts what the provider says in the names of Terraform into those of Pulumi: paths and
// attributes, types, assignments, and the few things that only one of the two has.
type words struct {
	names *lexicon
	info  tfbridge.ProviderInfo
}

func newWords(info tfbridge.ProviderInfo) *words {
	return &words{names: newLexicon(info.P), info: info}
}

// Translator returns what puts a text about a resource, a data source (`data.<type>`) or, of "", the provider into the
// names of the package.
func Translator(info tfbridge.ProviderInfo) func(of, text string) string {
	w := newWords(info)
	return func(of, text string) string { return w.text(of, text, nil) }
}

var (
	// imports are a command and a block that import an object: type, name and ID of the resource.
	imports = regexp.MustCompile("(?:terraform|tofu) import (?P<type>\\w+)\\.(?P<name>[^\\s.]+) (?P<id>[^\\s`]+)" +
		`|import \{\s*to\s*=\s*(\w+)\.([^\s.]+)\s+id\s*=\s*"([^"]*)"\s*\}`)
	// spoken is a quoted text, which is a value and stays, or what may be a name: an attribute, a path of
	// attributes with keys of entries and items, or the address of a resource.
	spoken = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*(?:\[[^\]\s]*\]|\.<?[A-Za-z_]\w*>?)*`)
	// evidence is a line that repeats what the cluster has, such as one of a log; an item of a list is none.
	evidence = regexp.MustCompile(`^ {2}[^- ]`)
)

// phrases are what only one of the two has.
var phrases = strings.NewReplacer(
	"provider block", "provider",
	"remove create_before_destroy", "set the option deleteBeforeReplace: true",
)

// sentence is a diagnostic as one text, with its path where the text does not have it.
func (w *words) sentence(of string, d *tfprotov6.Diagnostic) string {
	text := w.text(of, d.Summary, d.Attribute)
	if d.Detail != "" && d.Detail != d.Summary {
		text += ": " + w.text(of, d.Detail, d.Attribute)
	}
	if at := w.names.path(of, d.Attribute); at != "" && !strings.Contains(text, at) {
		text = at + ": " + text
	}
	return text
}

// text is a text of a diagnostic at an attribute of a resource, of a data source or, where of is "", of the provider.
func (w *words) text(of, text string, at *tftypes.AttributePath) string {
	text = imports.ReplaceAllStringFunc(text, w.imported)
	text = phrases.Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !evidence.MatchString(line) {
			lines[i] = w.line(of, line, at)
		}
	}
	return strings.Join(lines, "\n")
}

func (w *words) imported(text string) string {
	found := imports.FindStringSubmatch(text)
	for _, of := range [][]string{found[1:4], found[4:7]} {
		if r, ok := w.info.Resources[of[0]]; ok {
			return "pulumi import " + r.Tok.String() + " " + of[1] + " " + of[2]
		}
	}
	return text
}

// line translates the names of a line, and its assignments: `name = value` is `name: value`.
func (w *words) line(of, line string, at *tftypes.AttributePath) string {
	var out strings.Builder
	done, inside := 0, false // inside the braces of a value that is assigned
	for _, span := range spoken.FindAllStringIndex(line, -1) {
		between, token, rest := line[done:span[0]], line[span[0]:span[1]], line[span[1]:]
		out.WriteString(between)
		inside = inside && !strings.Contains(between, "}")
		done = span[1]
		assigned := strings.HasPrefix(rest, " = ")
		name, known := w.name(of, token, at, standsOut(line, span) || assigned)
		if isPartOfMore(line, span) {
			name, known = token, false
		}
		out.WriteString(name)
		if assigned && (inside || known && !strings.Contains(token, "[")) {
			out.WriteString(": ")
			done += len(" = ")
			inside = inside || strings.HasPrefix(line[done:], "{")
		}
	}
	return out.String() + line[done:]
}

// name is a name in Pulumi's, and whether it is one that the package has. A plain word counts as a name only
// where it stands out from the text.
func (w *words) name(of, token string, at *tftypes.AttributePath, standsOut bool) (string, bool) {
	if strings.HasPrefix(token, `"`) || !standsOut && !strings.ContainsAny(token, "_.[") {
		return token, false
	}
	name, known := w.names.find(of, token, at)
	if known || name != token {
		return name, known
	}
	if name, known = w.address(token); known || !strings.Contains(token, "_") {
		return name, known
	}
	return w.names.elsewhere(of, token)
}

// address is a type, a resource of it, or an attribute of one.
func (w *words) address(token string) (string, bool) {
	token, isData := strings.CutPrefix(token, "data.")
	steps := strings.SplitN(token, ".", 3)
	var name string
	if r, ok := w.info.Resources[steps[0]]; ok && !isData {
		name = Name + ":" + r.Tok.Name().String()
	} else if d, ok := w.info.DataSources[steps[0]]; ok && isData {
		name = Name + ":" + d.Tok.Name().String()
	} else {
		return token, false
	}
	switch len(steps) {
	case 1:
		return name, true
	case 2:
		return name + " " + steps[1], true
	}
	attribute, _ := w.names.find(steps[0], steps[2], nil)
	return "the " + attribute + " of an " + name, true
}

// standsOut reports whether a part of a line is marked as code.
func standsOut(line string, span []int) bool {
	return span[0] > 0 && line[span[0]-1] == '`' || span[1] < len(line) && line[span[1]] == '`'
}

// isPartOfMore reports whether a part of a line belongs to something else than a name, such as a command line, an address
// or a file.
func isPartOfMore(line string, span []int) bool {
	return span[0] > 0 && strings.ContainsRune("-/$@%\\", rune(line[span[0]-1])) ||
		span[1] < len(line) && (strings.ContainsRune("/@=\\", rune(line[span[1]])) || strings.HasPrefix(line[span[1]:], "-"))
}
