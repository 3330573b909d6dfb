package tree

import "regexp"

// hidden stands for what must not be shown.
const hidden = "(hidden)"

// secretName ends the names of what is a secret.
const secretName = `(?:token|secret|passw(?:or)?d|passwd|api[_-]?key|access[_-]?key(?:[_-]?id)?|credentials?|signature|sig)`

// secrets are what tokens and passwords look like; what follows the first group is hidden.
var secrets = []*regexp.Regexp{
	regexp.MustCompile(`(?i)(\bbearer\s+|\bbasic\s+)[A-Za-z0-9+/_.~=-]{6,}`),
	regexp.MustCompile(`(?i)(` + secretName + `["']?\s*(?:=\s*["']?|:\s*["']))[^\s"'&,;()]+`),
	regexp.MustCompile(`(?i)(` + secretName + `:\s*)[^\s"'&,;()]*[0-9][^\s"'&,;()]*`), // A word behind a colon may be a part of a sentence.
	regexp.MustCompile(`()\bhf_[A-Za-z0-9]{6,}`),
	regexp.MustCompile(`()\b(?:AKIA|ASIA)[A-Z0-9]{12,}`),
	regexp.MustCompile(`()\b(?:sk|nvapi|ghp|gho|ghs|glpat|xox[bp])[-_][A-Za-z0-9_-]{12,}`),
	regexp.MustCompile(`()\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*`),
	regexp.MustCompile(`(://)[^/\s@]+:[^/\s@]+@`),
	regexp.MustCompile(`(?s)(-----BEGIN [A-Z ]*PRIVATE KEY-----).*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)`),
}

// Redact hides what looks like a secret.
func Redact(text string) string {
	for _, secret := range secrets {
		text = secret.ReplaceAllString(text, "${1}"+hidden)
	}
	return text
}
