package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// system is an upstream project, under which the registry groups the pages of its kinds.
type system struct {
	// Key is what the provider's `dialects` calls it.
	Key string
	// Title is its name, URL its home.
	Title, URL string
	Kinds      []*kinds.Kind
}

// systems are the upstream projects, in the order of their kinds.
func systems() []*system {
	all := []*system{
		{Key: "llmaz", Title: "llmaz", URL: "https://github.com/InftyAI/llmaz"},
		{Key: "ome", Title: "OME", URL: "https://github.com/sgl-project/ome"},
		{Key: "llmkube", Title: "LLMKube", URL: "https://github.com/defilantech/LLMKube"},
		{Key: "gie", Title: "Gateway API Inference Extension", URL: "https://github.com/kubernetes-sigs/gateway-api-inference-extension"},
		{Key: "kthena", Title: "Kthena", URL: "https://github.com/volcano-sh/kthena"},
	}
	for _, k := range provider.Kinds() {
		for _, s := range all {
			if s.Key == k.System {
				s.Kinds = append(s.Kinds, k)
			}
		}
	}
	return all
}

func systemOf(k *kinds.Kind) (*system, error) {
	for _, s := range systems() {
		if s.Key == k.System {
			return s, nil
		}
	}
	return nil, fmt.Errorf("the system %s of %s has no title in the documentation", k.System, k.TypeName)
}

// kindPage is what the pages of a resource and of a data source have in common.
type kindPage struct {
	Kind   *kinds.Kind
	System *system
	// Type is the Terraform type, and Description what it is.
	Type, Description string
	Examples          []example
	// Schema lists the attributes of the root, Sections the objects below them.
	Schema, Sections string
	// Generations is a table of those of the API.
	Generations string
}

// resourcePage is the data of a resource's page. Tables are empty when they have no rows.
type resourcePage struct {
	kindPage
	Replacements, Rules, KubernetesLacks string
	ImportCommand, ImportBlock           example
}

func (s *site) resourcePage(k *kinds.Kind) (resourcePage, error) {
	c := newCollection(k, false)
	page, err := s.kindPage(k, "resources", "resource*.tf", s.served.ResourceSchemas, c)
	if err != nil {
		return resourcePage{}, err
	}
	out := resourcePage{kindPage: page, Replacements: replacements(k), Rules: rules(k), KubernetesLacks: kubernetesLacks(k, c.kubernetes)}
	folder := filepath.Join(s.root, "examples", "resources", page.Type)
	if out.ImportCommand, err = s.read(filepath.Join(folder, "import.sh")); err != nil {
		return out, err
	}
	out.ImportBlock, err = s.read(filepath.Join(folder, "import-by-identity.tf"))
	return out, err
}

func (s *site) dataSourcePage(k *kinds.Kind) (kindPage, error) {
	return s.kindPage(k, "data-sources", "data-source*.tf", s.served.DataSourceSchemas, newCollection(k, true))
}

// kindPage describes the type of a kind among the served schemas of the resources or the data
// sources, whose examples stand in a folder of that name.
func (s *site) kindPage(k *kinds.Kind, folder, pattern string, served map[string]*tfprotov6.Schema, c *collection) (kindPage, error) {
	page := kindPage{Kind: k, Type: provider.TypeName + "_" + k.TypeName, Generations: generations(k)}
	var err error
	if page.System, err = systemOf(k); err != nil {
		return page, err
	}
	schemaOf, ok := served[page.Type]
	if !ok {
		return page, fmt.Errorf("the provider serves no %s among its %s", page.Type, folder)
	}
	page.Description = schemaOf.Block.Description
	if page.Examples, err = s.examples(folder + "/" + page.Type + "/" + pattern); err != nil {
		return page, err
	}
	root := schema.Lookup(k.Definition)
	typed := map[string]*schema.Node{}
	for _, name := range []string{"spec", "status"} {
		if f, ok := root.JSONField(name); ok {
			typed[name] = f.Node
		}
	}
	if k.DirectDefinition != "" {
		typed["direct"] = schema.Lookup(k.DirectDefinition)
	}
	entries, sections := servedAttributes(schemaOf.Block.Attributes, "", typed)
	for _, name := range []string{"spec", "direct", "status"} {
		if n, ok := typed[name]; ok && slices.ContainsFunc(schemaOf.Block.Attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == name }) {
			props := schema.Expand(k.Definition).Properties[name]
			c.add(n, &props, place{name, name})
		}
	}
	sections = append(sections, c.sections()...)
	if err := uniqueAnchors(sections); err != nil {
		return page, fmt.Errorf("%s: %w", page.Type, err)
	}
	page.Schema, page.Sections = entriesMarkdown(entries, "### %s"), sectionsMarkdown(sections)
	return page, nil
}

func uniqueAnchors(sections []section) error {
	seen := map[string]bool{}
	for _, s := range sections {
		if seen[s.anchor] {
			return fmt.Errorf("two definitions are called %s", s.title)
		}
		seen[s.anchor] = true
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
