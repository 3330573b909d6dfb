package engines

import (
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// Given is an argument in a command line.
type Given struct {
	// Word is the index of the word that names it, and Name is the name as the engine reads it.
	Word int
	Name string
	// Argument is nil where no version is known to have it.
	Argument *Argument
	// Value is what is given, with the index of its word; HasValue is false where there is none.
	Value    string
	ValueAt  int
	HasValue bool
	// Joined is true where the value stands in the same word.
	Joined bool
	// Loose is true where what is given cannot be told in full: an abbreviation, or part of a value.
	Loose bool
}

// First returns the index of the first word after those that start the server, in the words of command and arguments, and
// false where they do not start one.
func (e Engine) First(c *corev1.Container) (int, bool) {
	words := slices.Concat(c.Command, c.Args)
	if at, launched := e.launched(words); launched {
		return at, true
	}
	repository, _ := split(c.Image)
	return 0, e.Serves && len(c.Command) == 0 && e.has(repository)
}

func (e Engine) launched(words []string) (int, bool) {
	for i, word := range words {
		program := path.Base(word)
		switch {
		case !slices.Contains(e.Launchers, program), i+1 < len(words) && slices.Contains(e.Besides, words[i+1]):
		case program != e.Subcommand.Program:
			return i + 1, true
		case i+1 < len(words) && words[i+1] == e.Subcommand.Name:
			return i + 2, true
		}
	}
	return 0, false
}

// Read returns the arguments in words, the first of which has the index from. Words that the engine does not see as they stand
// here are passed over.
func (e Engine) Read(words []string, from int, versions []release) []Given {
	var all []Given
	for i := from; i < len(words); i++ {
		word := words[i]
		if word == "--" {
			break
		}
		if !strings.HasPrefix(word, "-") || word == "-" || undecided(word) && !strings.Contains(word, "=") || numeric(word) {
			continue
		}
		g := e.name(word, versions)
		g.Word, g.ValueAt = i, i
		i += e.value(&g, words[i+1:])
		all = append(all, g)
	}
	return all
}

// name reads the word that names an argument.
func (e Engine) name(word string, versions []release) Given {
	g := Given{Name: word}
	if e.Syntax.Joined {
		g.Name, g.Value, g.Joined = strings.Cut(word, "=")
		g.HasValue = g.Joined
	}
	if undecided(g.Name) {
		g.Loose = true
		return g
	}
	if e.Syntax.Dotted {
		if before, _, dotted := strings.Cut(g.Name, "."); dotted {
			g.Name, g.Loose = before, true
		}
	}
	if rest, long := cutLong(g.Name); long && e.Syntax.Underscores {
		g.Name = "--" + strings.ReplaceAll(rest, "_", "-")
	}
	g.Argument = e.find(g.Name, versions)
	if g.Argument != nil {
		return g
	}
	_, long := cutLong(g.Name)
	if e.Syntax.Abbreviations && (!long || e.abbreviates(g.Name, versions)) {
		g.Loose = true
	}
	return g
}

// find returns the argument of a name, that of one of the versions before others.
func (e Engine) find(name string, versions []release) *Argument {
	candidates := e.Known().named[name]
	for _, a := range candidates {
		if a.in(versions) {
			return a
		}
	}
	if len(candidates) > 0 {
		return candidates[len(candidates)-1]
	}
	return nil
}

// abbreviates reports whether an argument begins so, of one of the versions if they are given.
func (e Engine) abbreviates(name string, versions []release) bool {
	for i := range e.Known().Arguments {
		a := &e.Known().Arguments[i]
		if (len(versions) == 0 || a.in(versions)) && slices.ContainsFunc(a.names, func(full string) bool { return strings.HasPrefix(full, name) }) {
			return true
		}
	}
	return false
}

// value takes the value out of the words that follow, and returns how many of them it is.
func (e Engine) value(g *Given, rest []string) int {
	a := g.Argument
	if a == nil || g.Joined {
		return 0
	}
	if slices.Contains(a.Negations, g.Name) || a.Type == Flag {
		return 0
	}
	words := 0
	for words < len(rest) && (words == 0 || a.Values == "*") && !e.begins(rest[words], g, words) {
		words++
	}
	if words > 0 {
		g.Value, g.HasValue = rest[0], true
		g.ValueAt = g.Word + 1
	}
	return words
}

// begins reports whether a word begins the next argument rather than being a value of this one.
func (e Engine) begins(word string, g *Given, taken int) bool {
	if !strings.HasPrefix(word, "-") || numeric(word) || word == "-" {
		return false
	}
	// llama.cpp takes whatever follows.
	if !e.Syntax.Joined && taken == 0 && g.Argument.Type != AnyValue {
		return false
	}
	return true
}

// undecided reports whether a word is filled in later.
func undecided(word string) bool { return strings.Contains(word, "$") || strings.Contains(word, "{{") }

func numeric(word string) bool { return number.MatchString(word) }

func cutLong(name string) (string, bool) { return strings.CutPrefix(name, "--") }

// MayHave reports whether a version of the engine has an argument of the name, as far as its arguments are known.
func (e Engine) MayHave(name string) bool {
	return len(e.Known().Arguments) == 0 || e.name(name, nil).Argument != nil || e.Syntax.Abbreviations && e.abbreviates(name, nil)
}
