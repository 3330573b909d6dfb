package schema

import (
	"strings"
	"unicode"
)

// AttributeName returns the Terraform name of a JSON field: snake_case in which a run
// of capitals is one word, with the plural s that may follow it ("modelID" is
// "model_id", "podIPs" is "pod_ips", "scaleIO" is "scale_io"). A unit of measure is one
// word too, however it is written ("clockSpeedMHz" is "clock_speed_mhz").
func AttributeName(json string) string {
	runes := []rune(units.Replace(json))
	var out strings.Builder
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && startsWord(runes, i) {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}

// units spells units of measure with one capital.
var units = strings.NewReplacer("MHz", "Mhz", "GBps", "Gbps", "GiB", "Gib")

// startsWord reports whether the capital at i begins a word: after a lower-case letter
// or digit, or as the last of a run that goes on in lower case.
func startsWord(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i-1]) {
		return true
	}
	if i+1 == len(runes) || unicode.IsUpper(runes[i+1]) || !unicode.IsLetter(runes[i+1]) {
		return false
	}
	plural := runes[i+1] == 's' && (i+2 == len(runes) || unicode.IsUpper(runes[i+2]))
	return !plural
}
