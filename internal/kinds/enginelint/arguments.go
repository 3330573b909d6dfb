package enginelint

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/engines"
)

// commandLine is what a known engine reads.
type commandLine struct {
	engines.Engine
	// words are command and arguments, of which those that the engine reads start at from.
	words []string
	from  int
	// version is that of the image, "" where it does not tell.
	version string
}

// commandLine returns the command line of a container, and false where its engine or what it reads is not known.
func (e Engine) commandLine() (commandLine, bool) {
	line := commandLine{words: slices.Concat(e.Container.Command, e.Container.Args)}
	var known bool
	if e.Runs != "" {
		line.Engine, known = engines.Named(e.Runs)
	} else if line.Engine, known = engines.Of(e.Container); known {
		line.from, known = line.First(e.Container)
	}
	line.version = line.VersionOf(e.Container.Image)
	return line, known
}

// word is the path of a word of the command line.
func (e Engine) word(i int) *field.Path {
	if i < len(e.Container.Command) {
		return e.command().Index(i)
	}
	if i -= len(e.Container.Command); i < len(e.Places) {
		return e.Places[i]
	}
	return e.args().Index(i)
}

func (e Engine) mistakes(found []engines.Finding) field.ErrorList {
	var errs field.ErrorList
	for _, f := range found {
		errs = append(errs, field.Invalid(e.word(f.Word), f.Value, f.Detail))
	}
	return errs
}

// unknown finds arguments that the version of an engine does not have.
func unknown(e Engine) field.ErrorList {
	line, known := e.commandLine()
	if !known {
		return nil
	}
	return e.mistakes(line.Unknown(line.words, line.from, line.version))
}

// misspelt finds arguments that no version has, where it is not known which one reads them.
func misspelt(e Engine) field.ErrorList {
	line, known := e.commandLine()
	if !known || line.version != "" || e.filledIn {
		return nil
	}
	return e.mistakes(line.Misspelt(line.words, line.from))
}

// values finds values that the version of an engine does not take.
func values(e Engine) field.ErrorList {
	line, known := e.commandLine()
	if !known {
		return nil
	}
	return e.mistakes(line.Values(line.words, line.from, line.version))
}

// repeated finds arguments that are given twice with different values.
func repeated(e Engine) field.ErrorList {
	line, known := e.commandLine()
	if !known || len(line.Known().Arguments) == 0 {
		return repeatedSettings(e)
	}
	var errs field.ErrorList
	for _, pair := range line.Repeated(line.words, line.from, line.version) {
		errs = append(errs, again(e.word(pair[1].Word), pair[1].Name, pair[1].Name, pair[1].Value, pair[0].Value, e.word(pair[0].Word)))
	}
	return errs
}

func again(at *field.Path, flag, what, value, before string, first *field.Path) *field.Error {
	return field.Invalid(at, flag, fmt.Sprintf("%s is %q here and %q in %s: the engine takes one of them; remove the other", what, value, before, first))
}
