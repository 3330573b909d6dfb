package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Flag is a flag of a command line, and what its value comes from. What is absent, an empty text and false make
// no flag; true makes one without a value.
type Flag[T any] struct {
	// Name has its dashes. The words of a flag without a name stand alone.
	Name string
	// Field is the field that has the value, dotted, and Of computes it where there is no such field.
	Field string
	Of    func(T) any
	// Default is the value of a field that is not set.
	Default any
	// When says whether there is the flag at all; nil means always.
	When func(T) bool
	// Yields makes the flag give way to the user's own.
	Yields bool
	// Repeats gives each item of a list the flag again, where others have all items behind one.
	Repeats bool
	// Least is the smallest number that makes a flag; 0 sets no limit.
	Least int64
}

// CommandLine writes the flags in their order. The fields are those of the tree, own are the arguments of the user.
func CommandLine[T any](of T, tree map[string]any, own []string, flags []Flag[T]) []string {
	var line []string
	for _, f := range flags {
		if f.Yields && HasFlag(own, f.Name) || f.When != nil && !f.When(of) {
			continue
		}
		value := any(true)
		switch {
		case f.Field != "":
			value = f.Default
			if set, found, _ := unstructured.NestedFieldNoCopy(tree, strings.Split(f.Field, ".")...); found {
				value = set
			}
		case f.Of != nil:
			value = f.Of(of)
		}
		line = append(line, f.words(value)...)
	}
	return line
}

// HasFlag reports whether arguments have a flag, by itself or with its value in one word.
func HasFlag(arguments []string, name string) bool {
	return slices.ContainsFunc(arguments, func(word string) bool { return word == name || strings.HasPrefix(word, name+"=") })
}

func (f Flag[T]) words(value any) []string {
	var values []string
	switch value := value.(type) {
	case bool:
		if value {
			return []string{f.Name}
		}
	case string:
		if value != "" {
			values = []string{value}
		}
	case int64:
		if f.Least == 0 || value >= f.Least {
			values = []string{strconv.FormatInt(value, 10)}
		}
	case float64: // with as few digits as tell it from others
		values = []string{strconv.FormatFloat(value, 'f', -1, 64)}
	case []string:
		values = value
	case []any:
		for _, item := range value {
			values = append(values, fmt.Sprint(item))
		}
	}
	switch {
	case len(values) == 0 || f.Name == "":
		return values
	case !f.Repeats:
		return append([]string{f.Name}, values...)
	}
	var words []string
	for _, value := range values {
		words = append(words, f.Name, value)
	}
	return words
}
