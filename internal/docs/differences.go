package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/differences"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// operatorDifferences has a section for every system with kinds that render: how direct mode differs from its operator.
func operatorDifferences() (string, error) {
	var out strings.Builder
	for _, s := range systems() {
		if len(kinds.WithCustomResource(s.Kinds)) == 0 {
			continue // there is no operator to differ from
		}
		all, err := differences.Of(s.Key)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "### %s\n\n%s\n\n", s.Title, s.differences(all))
	}
	return strings.TrimSpace(out.String()), nil
}

// differences is a table, the same of several kinds once. What does not hold for all kinds that
// render names those that it holds for.
func (s *system) differences(all []differences.Difference) string {
	type said struct{ topic, operator, direct string }
	var order []said
	of := map[said][]string{}
	for _, d := range all {
		row := said{d.Topic, d.Operator, d.Direct}
		if of[row] == nil {
			order = append(order, row)
		}
		of[row] = append(of[row], d.Kinds...)
	}
	var rendering []string
	for _, k := range s.Kinds {
		if k.Render != nil {
			rendering = append(rendering, k.TypeName)
		}
	}
	var rows [][]string
	for _, row := range order {
		topic := row.topic
		if len(of[row]) < len(rendering) {
			var names []string
			for _, name := range rendering {
				if slices.Contains(of[row], name) {
					names = append(names, provider.TypeName+"_"+name)
				}
			}
			topic += " (" + codes(names) + ")"
		}
		rows = append(rows, []string{topic, row.operator, row.direct})
	}
	return table([]string{"Topic", s.Title, "Direct mode"}, rows)
}
