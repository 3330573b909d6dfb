package main

import (
	"maps"
	"slices"
	"strconv"

	facts "github.com/inferops/terraform-provider-inference/internal/checkpoint/table"
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
			e.Name, codes(e.Repositories), e.Known().Versions[0].Version + " to " + e.Known().Versions[len(e.Known().Versions)-1].Version, strconv.Itoa(len(e.Known().Arguments) + len(e.Known().Environment.Variables)),
		})
	}
	return table([]string{"Engine", "Images that end in", "Versions", "Arguments or variables"}, rows)
}

// families is a table of the models that the provider knows by their architecture, with the version of each engine from which on it
// serves them.
func families() string {
	var known []engines.Engine
	header := []string{"Architecture", "Models"}
	for _, e := range engines.All() {
		if len(e.ModelVersions()) > 0 {
			known, header = append(known, e), append(header, e.Name)
		}
	}
	models, types := map[string][]string{}, map[string]string{}
	for _, entry := range facts.Entries() {
		f, _ := facts.Of(entry.Names[0])
		models[f.Architecture] = append(models[f.Architecture], entry.Names[0])
		types[f.Architecture] = f.ModelType
	}
	var rows [][]string
	for _, architecture := range slices.Sorted(maps.Keys(models)) {
		row := []string{"`" + architecture + "`", codes(models[architecture])}
		for _, e := range known {
			row = append(row, servedSince(e, engines.Model{Architecture: architecture, Type: types[architecture]}))
		}
		rows = append(rows, row)
	}
	return table(header, rows)
}

func servedSince(e engines.Engine, m engines.Model) string {
	versions := e.ModelVersions()
	got := e.Supports(versions[len(versions)-1].Version, m)
	switch {
	case got.Until != "":
		return got.Since + " until " + got.Until
	case got.Since == "":
		return "-"
	case got.Since == versions[0].Version:
		return "≤ " + got.Since
	default:
		return got.Since
	}
}

// engineMetrics is a table of the metrics by which engines are scaled.
func engineMetrics() string {
	var rows [][]string
	for _, e := range engines.All() {
		if metric := e.Requests; metric != "" {
			rows = append(rows, []string{e.Name, codes([]string{metric})})
		}
	}
	return table([]string{"Engine", "Metric"}, rows)
}
