package main

import (
	"fmt"
	"maps"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// indexPage is the data of the first page.
type indexPage struct {
	Description string
	// Schema lists the attributes of the provider block, Sections the objects below them.
	Schema, Sections string
	// Resources is a table of the resources, Pins one of the values of `api_releases`.
	Resources, Pins string
}

func (s *site) index() indexPage {
	block := s.served.Provider.Block
	entries, sections := servedAttributes(block.Attributes, "", nil)
	page := indexPage{
		Description: block.Description,
		Schema:      entriesMarkdown(entries, "### %s"), Sections: sectionsMarkdown(sections),
	}
	var resources, pins [][]string
	for _, system := range systems() {
		names := map[string]bool{}
		var order []string
		for _, k := range system.Kinds {
			source := fmt.Sprintf("[data source](data-sources/%s.md)", k.TypeName)
			resources = append(resources, []string{
				fmt.Sprintf("[%s](%s)", system.Title, system.URL), "`" + k.GVK.Kind + "`",
				fmt.Sprintf("[`%s_%s`](resources/%s.md)", provider.TypeName, k.TypeName, k.TypeName), source, modes(k),
			})
			for _, d := range k.Releases {
				for _, name := range append([]string{d.Name}, d.Also...) {
					if !names[name] {
						names[name] = true
						order = append(order, name)
					}
				}
			}
		}
		if len(kinds.WithCustomResource(system.Kinds)) == 0 {
			continue // nothing of it is written for a release
		}
		pins = append(pins, []string{"`" + system.Key + "`", codes(order)})
	}
	page.Resources = table([]string{"System", "Kind", "Resource", "Data source", "Modes"}, resources)
	page.Pins = table([]string{"System", "Releases, oldest first"}, pins)
	return page
}

// modes says in which modes a kind can be.
func modes(k *kinds.Kind) string {
	switch {
	case k.OperatorOnly != "":
		return "operator"
	case k.DirectOnly != "":
		return "direct"
	case k.Render == nil:
		return "operator; direct as a manifest"
	default:
		return "operator, direct"
	}
}

// kubernetesTypes describes the definitions of Kubernetes that resources use, each once.
func kubernetesTypes() (string, error) {
	reached := map[string]*schema.Node{}
	for _, k := range provider.Kinds() {
		for _, name := range []string{"spec", "status"} {
			f, ok := schema.Lookup(k.Definition).JSONField(name)
			if !ok {
				continue
			}
			own := newCollection(k, false)
			props := schema.Expand(k.Definition).Properties[name]
			own.add(f.Node, &props, place{name, name})
			maps.Copy(reached, own.kubernetes)
		}
	}
	c := newCollection(nil, false)
	for _, definition := range sortedKeys(reached) {
		if isKubernetes(definition) {
			c.shapes[definition] = &shape{
				title: shortName(definition), anchor: definitionAnchor(shortName(definition)),
				node: reached[definition], props: schema.Expand(definition),
			}
			c.order = append(c.order, definition)
		}
	}
	sections := c.sections()
	if err := uniqueAnchors(sections); err != nil {
		return "", err
	}
	return strings.TrimSpace(sectionsMarkdown(sections)), nil
}
