package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// generationNotes say which releases of the API lack a field, require it or write it otherwise.
func generationNotes(k *kinds.Kind, s *shape, f *schema.Field) []string {
	var out []string
	name := s.node.Definition + "." + f.JSON
	if note := availability(k, func(d object.Release) bool { return !lacks(d, name) }); note != "" {
		out = append(out, note)
	}
	for _, d := range k.Releases {
		for _, holder := range s.places {
			at := holder.field(f)
			if slices.Contains(d.Requires, at.api) {
				out = append(out, fmt.Sprintf("Required in %s.", d.Name))
			}
			if lacks(d, name) {
				continue
			}
			if wire := d.WirePath(at.api); wire != d.WirePath(holder.api)+"."+f.JSON {
				out = append(out, fmt.Sprintf("In %s it is `%s`.", d.Name, wire))
			}
			for _, r := range d.Renames {
				if r.At == at.api {
					out = append(out, fmt.Sprintf("In %s, `%s` is written as `%s`.", d.Name, r.Table, r.Wire))
				}
			}
		}
	}
	return out
}

func lacks(d object.Release, field string) bool {
	return slices.Contains(d.Lacks, field)
}

// availability says in which releases something is; empty when it is in all.
func availability(k *kinds.Kind, has func(object.Release) bool) string {
	switch where := object.Availability(k.Releases, has); {
	case where == "":
		return "Not available here: the API does not have it."
	case !slices.ContainsFunc(k.Releases, func(d object.Release) bool { return !has(d) }):
		return ""
	default:
		return strings.ToUpper(where[:1]) + where[1:] + "."
	}
}

// replacementNotes say that a change of a field replaces the object.
func replacementNotes(k *kinds.Kind, s *shape, f *schema.Field) []string {
	var out []string
	for _, holder := range s.places {
		for _, at := range k.Immutable {
			if keysOfItems.ReplaceAllString(at.Path, "") == holder.field(f).api {
				out = append(out, "[Some changes replace the object](#changes-that-replace-the-object).")
			}
		}
	}
	return out
}

// releases is a table of the releases of the kind's API.
func generations(k *kinds.Kind) string {
	var rows [][]string
	for _, d := range k.Releases {
		gvk := k.GVK
		if !d.GVK.Empty() {
			gvk = d.GVK
		}
		told := "the definition being installed"
		switch {
		case d.Marker != "":
			told = "the field `" + d.Marker + "`"
		case d.Accepts.Path != "":
			told = "`" + d.Accepts.Path + "` matching `" + d.Accepts.Text + "`"
		case d.Relaxes != "":
			told = "`" + d.Relaxes + "` being optional"
		}
		rows = append(rows, []string{"`" + d.Name + "`", "`" + gvk.GroupVersion().String() + "`", "`" + gvk.Kind + "`", told})
	}
	return table([]string{"Release", "API version", "Kind", "A cluster shows it by"}, rows)
}

// kubernetesLacks is a table of the attributes of Kubernetes' definitions that a release
// of the API was built without.
func kubernetesLacks(k *kinds.Kind, reached map[string]*schema.Node) string {
	var rows [][]string
	within := map[string]map[string]*schema.Node{}
	for _, d := range k.Releases {
		within[d.Name] = map[string]*schema.Node{}
		spec, _ := schema.Lookup(k.Definition).JSONField("spec")
		reach(within[d.Name], spec.Node, d.Lacks)
	}
	for _, definition := range sortedKeys(reached) {
		for _, f := range reached[definition].Fields {
			name := definition + "." + f.JSON
			if !slices.ContainsFunc(k.Releases, func(d object.Release) bool { return lacks(d, name) }) {
				continue
			}
			link := fmt.Sprintf("[%s](%s#%s)", shortName(definition), kubernetesPage, definitionAnchor(shortName(definition)))
			rows = append(rows, []string{link, "`" + f.Name + "`", availability(k, func(d object.Release) bool {
				return within[d.Name][definition] != nil && !lacks(d, name)
			})})
		}
	}
	return table([]string{"Definition", "Attribute", "Available"}, rows)
}

// replacements is a table of the changes that replace an object of the kind.
func replacements(k *kinds.Kind) string {
	rows := [][]string{{"`metadata.name`", "every change", "it is another object"}}
	if k.Namespaced {
		rows = append(rows, []string{"`metadata.namespace`", "every change", "it is another object"})
	}
	if slices.ContainsFunc(k.Releases, func(d object.Release) bool { return !d.GVK.Empty() }) {
		rows = append(rows, []string{"`api_release`", "a pin of a release with another API group", "it is another object"})
	}
	for _, at := range k.Immutable {
		change := "every change"
		switch at.On {
		case kinds.Removal:
			change = "removing it"
		case kinds.Revision:
			change = "another value than it has"
		}
		if len(at.Releases) > 0 {
			change += ", in " + strings.Join(at.Releases, " and ")
		}
		rows = append(rows, []string{"`" + attributePath(at.Path) + "`", change, at.Why})
	}
	return table([]string{"Attribute", "What replaces", "Because"}, rows)
}

// keysOfItems are the parts of a path that tell the items of a list apart.
var keysOfItems = regexp.MustCompile(`\[[^]]*]`)

// attributePath is a dotted path of JSON names as the attributes are called.
func attributePath(api string) string {
	names := strings.Split(keysOfItems.ReplaceAllString(api, ""), ".")
	for i, name := range names {
		names[i] = schema.AttributeName(name)
	}
	return strings.Join(names, ".")
}

// rules is a table of the kind's rules.
func rules(k *kinds.Kind) string {
	var rows [][]string
	for _, r := range k.Rules() {
		level := "error"
		if r.Warn {
			level = "warning"
		}
		modes := map[kinds.Mode]string{kinds.BothModes: "both", kinds.OperatorMode: "operator", kinds.DirectMode: "direct"}
		where := "all"
		if holds := k.ReleasesOf(r); len(holds) < len(k.Releases) {
			where = strings.Join(holds, ", ")
		}
		row := []string{r.ID, r.Says, modes[r.Modes], where, level}
		if slices.ContainsFunc(rows, func(other []string) bool { return slices.Equal(row, other) }) {
			continue
		}
		rows = append(rows, row)
	}
	for _, r := range k.Renders {
		level := "error"
		if r.Warn {
			level = "warning"
		}
		rows = append(rows, []string{r.ID, r.Says, "direct", "all", level})
	}
	for _, r := range k.Claims.Rules {
		rows = append(rows, []string{r.ID, r.Says, "operator", "all", "warning"})
	}
	text := table([]string{"Rule", "What must hold", "Mode", "Releases", "Otherwise"}, rows)
	anchored := map[string]bool{}
	for _, row := range rows {
		if rule := row[0]; !anchored[rule] {
			anchored[rule] = true
			text = strings.Replace(text, "\n| "+rule+" |", fmt.Sprintf("\n| <a id=%q></a>%s |", diagnostic.RuleAnchor(rule), rule), 1)
		}
	}
	return text
}
