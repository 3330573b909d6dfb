package ome

import (
	"slices"
	"strconv"
	"strings"
)

// argument is a flag with its value, or a word that is neither.
type argument struct {
	key   string
	words []string
}

// splitArguments takes a command line apart. A flag and the word after it belong
// together unless the flag has its value in the same word or the word is a flag.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/utils@v0.1.5.
func splitArguments(words []string) []argument {
	var all []argument
	for i := 0; i < len(words); i++ {
		word := words[i]
		if !strings.HasPrefix(word, "-") {
			all = append(all, argument{key: word, words: []string{word}})
			continue
		}
		key := word
		if end := strings.IndexAny(word, "= "); end >= 0 {
			key = word[:end]
		}
		a := argument{key: key, words: []string{word}}
		if key == word && i+1 < len(words) && !strings.HasPrefix(words[i+1], "-") {
			i++
			a.words = append(a.words, words[i])
		}
		all = append(all, a)
	}
	return all
}

// mergeArguments puts each argument of the override in the place of that of the same
// flag, or after all others. A command line that stands in one word over several lines stays so.
func mergeArguments(base, override []string) []string {
	if len(override) == 0 {
		return base
	}
	if len(base) == 0 || !strings.ContainsAny(base[0], "\n\\") {
		return joinArguments(splitArguments(base), splitArguments(override))
	}
	var lines []string
	for _, word := range base {
		for line := range strings.SplitSeq(word, "\n") {
			if line = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line), `\`)); line != "" {
				lines = append(lines, line)
			}
		}
	}
	// A flag and its value share a line, so that each line is one argument.
	var flags []argument
	for _, line := range lines {
		flags = append(flags, splitArguments([]string{line})...)
	}
	var added []argument
	for _, a := range splitArguments(override) {
		added = append(added, argument{key: a.key, words: []string{strings.Join(a.words, " ")}})
	}
	return []string{strings.Join(joinArguments(flags, added), " \\\n")}
}

func joinArguments(base, override []argument) []string {
	for _, a := range override {
		if at := slices.IndexFunc(base, func(b argument) bool { return b.key == a.key }); at >= 0 {
			base[at] = a
		} else {
			base = append(base, a)
		}
	}
	var words []string
	for _, a := range base {
		words = append(words, a.words...)
	}
	return words
}

// setFlag gives the first of several names of a flag that a command line has another
// value, and reports whether it has any. The value stands after the flag or in its word.
func setFlag(words []string, names []string, value int64) ([]string, bool) {
	text := strconv.FormatInt(value, 10)
	for i, word := range words {
		for _, name := range names {
			if word == name && i+1 < len(words) {
				changed := slices.Clone(words)
				changed[i+1] = text
				return changed, true
			}
			if changed, ok := replaceValue(word, name, text); ok {
				return slices.Concat(words[:i], []string{changed}, words[i+1:]), true
			}
		}
	}
	return words, false
}

// replaceValue changes the value of a flag within one word, which may be a whole command line.
func replaceValue(word, name, value string) (string, bool) {
	for at := 0; ; at++ {
		next := strings.Index(word[at:], name)
		if next < 0 {
			return word, false
		}
		at += next
		rest := word[at+len(name):]
		begins := at == 0 || strings.ContainsRune(" \t\n", rune(word[at-1]))
		if !begins || rest == "" || !strings.ContainsRune("= ", rune(rest[0])) {
			continue
		}
		old := strings.TrimLeft(rest[1:], " ")
		skipped := len(rest) - len(old)
		if end := strings.IndexAny(old, " \t\n"); end >= 0 {
			return word[:at+len(name)] + rest[:skipped] + value + old[end:], true
		}
		return word[:at+len(name)] + rest[:skipped] + value, true
	}
}
