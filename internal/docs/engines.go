package main

import (
	"strconv"

	"github.com/inferops/terraform-provider-inference/internal/engines"
)

// knownEngines is a table of the engines whose arguments are known.
func knownEngines() string {
	var rows [][]string
	for _, e := range engines.All() {
		if len(e.Known().Versions) == 0 {
			continue
		}
		rows = append(rows, []string{
			e.Name, codes(e.Repositories), e.Known().Versions[0].Version + " to " + e.Known().Versions[len(e.Known().Versions)-1].Version, strconv.Itoa(len(e.Known().Arguments)),
		})
	}
	return table([]string{"Engine", "Images that end in", "Versions", "Arguments"}, rows)
}
