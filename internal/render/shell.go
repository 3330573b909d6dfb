package render

import (
	"regexp"
	"strings"
)

// plainWord matches a word that means the same to a shell.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// ShellWords are words of a command line in one, quoted where a shell would read them otherwise. References to variables that
// Kubernetes fills in are filled in all the same.
func ShellWords(words []string) string {
	quoted := make([]string, 0, len(words))
	for _, word := range words {
		if !plainWord.MatchString(word) {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		quoted = append(quoted, word)
	}
	return strings.Join(quoted, " ")
}
