package main

import (
	"fmt"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// differences has a section for every system with kinds that render: how direct mode differs from its operator.
func differences() string {
	var out strings.Builder
	for _, s := range systems() {
		if rows := s.differences(); rows != "" {
			fmt.Fprintf(&out, "### %s\n\n%s\n\n", s.Title, rows)
		}
	}
	return strings.TrimSpace(out.String())
}

// differences is a table of what kinds say, the same of several kinds once. What does not hold for all kinds that
// render names those that it holds for.
func (s *system) differences() string {
	type said struct{ topic, operator, direct string }
	var order []said
	of := map[said][]string{}
	rendering := 0
	for _, k := range s.Kinds {
		if k.Render != nil {
			rendering++
		}
		for _, d := range k.Differences {
			row := said{d.Topic, d.Operator, d.Direct}
			if of[row] == nil {
				order = append(order, row)
			}
			of[row] = append(of[row], provider.TypeName+"_"+k.TypeName)
		}
	}
	var rows [][]string
	for _, row := range order {
		topic := row.topic
		if len(of[row]) < rendering {
			topic += " (" + codes(of[row]) + ")"
		}
		rows = append(rows, []string{topic, row.operator, row.direct})
	}
	return table([]string{"Topic", s.Title, "Direct mode"}, rows)
}
