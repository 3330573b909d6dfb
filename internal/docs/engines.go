package main

import (
	"strconv"

	"github.com/inferops/terraform-provider-inference/internal/engines"
)

// knownEngines is a table of the engines whose arguments are known.
func knownEngines() string {
	var rows [][]string
	for _, e := range engines.All() {
		if len(e.Versions) == 0 {
			continue
		}
		rows = append(rows, []string{
			e.Name, codes(e.Repositories), e.Versions[0].Version + " to " + e.Versions[len(e.Versions)-1].Version, strconv.Itoa(len(e.Arguments)),
		})
	}
	return table([]string{"Engine", "Images that end in", "Versions", "Arguments"}, rows)
}
