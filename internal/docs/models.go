package main

import (
	"slices"
	"strconv"
	"strings"

	facts "github.com/inferops/terraform-provider-inference/internal/checkpoint/table"
	"github.com/inferops/terraform-provider-inference/internal/fit"
)

// fitContext is the longest context of the table of accelerators: a model may have a shorter one.
const fitContext = 32768

// fittedAccelerators are the columns of the table.
var fittedAccelerators = []string{"L4", "L40S", "A100-80GB", "H100", "H200", "B200", "MI300X"}

// fittingModels is a table of the smallest number of accelerators for each model that the provider knows.
func fittingModels() (string, error) {
	var rows [][]string
	for _, e := range facts.Entries() {
		f, _ := facts.Of(e.Names[0])
		all, active := f.Computed()
		row := []string{codes(e.Names), billions(all), billions(active), strconv.FormatInt(f.Context, 10)}
		for _, accelerator := range fittedAccelerators {
			answer, err := fit.Compute(f, fit.Question{Accelerator: accelerator, Context: min(f.Context, fitContext)})
			if err != nil {
				return "", err
			}
			count := strconv.FormatInt(answer.MinAccelerators, 10)
			if answer.MinAccelerators == 0 {
				count = "-"
			}
			row = append(row, count)
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(strings.ToLower(a[0]), strings.ToLower(b[0])) })
	return table(append([]string{"Models", "Parameters (10⁹)", "of a token", "Context"}, fittedAccelerators...), rows), nil
}

func billions(n int64) string { return strconv.FormatFloat(float64(n)/1e9, 'f', 1, 64) }

// knownAccelerators is a table of the accelerators that the provider knows.
func knownAccelerators() string {
	var rows [][]string
	for _, a := range fit.Accelerators() {
		capability := a.ComputeCapability
		if capability == "" {
			capability = "-"
		}
		rows = append(rows, []string{"`" + a.Label() + "`", codes(a.Short), strconv.FormatFloat(float64(a.MemoryMiB)/1024, 'f', 1, 64), a.Generation, capability, codes(a.DTypes)})
	}
	return table([]string{"Label of nodes", "Short", "Memory (GiB)", "Generation", "Compute capability", "Computes in"}, rows)
}
