// Package standin fills in what configurations leave to their reader.
package standin

import (
	"fmt"
	"regexp"
	"strings"
)

var variableBlock = regexp.MustCompile(`(?ms)^variable "([^"]+)" \{( [^\n]+|$.*?^)\}$`)

// Variables is a file of variables with a value for each that a configuration declares
// without a default.
func Variables(config string) string {
	var lines strings.Builder
	for _, match := range variableBlock.FindAllStringSubmatch(config, -1) {
		if !strings.Contains(match[2], "default ") {
			fmt.Fprintf(&lines, "%s = \"stand-in\"\n", match[1])
		}
	}
	return lines.String()
}
