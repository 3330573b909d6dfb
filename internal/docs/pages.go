package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// system is an upstream project, under which the registry groups the pages of its kinds.
type system struct {
	// Key is what the provider's `api_releases` calls it.
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
		{Key: "endpoint", Title: "Without an operator", URL: "https://github.com/inferops/terraform-provider-inference"},
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

// typePage is what the pages of a resource and of a data source have in common.
type typePage struct {
	// Kind and System are nil for a type that belongs to no kind.
	Kind   *kinds.Kind
	System *system
	// Type is the Terraform type, and Description what it is.
	Type, Description string
	Examples          []example
	// Schema lists the attributes of the root, Sections the objects below them.
	Schema, Sections string
}

// path is that of the page in a folder of docs.
func (p typePage) path(folder string) string {
	return folder + "/" + strings.TrimPrefix(p.Type, provider.TypeName+"_") + ".md"
}

// resourcePage is the data of a resource's page. Tables are empty when they have no rows.
type resourcePage struct {
	typePage
	Releases, Replacements, Rules, KubernetesLacks string
	// Refers lists the resources whose definitions the resource takes; empty when there are none.
	Refers                     string
	ImportCommand, ImportBlock example
}

func (s *site) resourcePage(name string) (resourcePage, error) {
	k := kindOf(name)
	if k == nil {
		return resourcePage{}, fmt.Errorf("the resource %s belongs to no kind", name)
	}
	c := newCollection(k, false)
	page, err := s.typePage(name, "resources/"+name+"/resource*.tf", s.served.ResourceSchemas[name], c)
	if err != nil {
		return resourcePage{}, err
	}
	out := resourcePage{
		typePage: page, Releases: generations(k), Replacements: replacements(k), Rules: rules(k),
		KubernetesLacks: kubernetesLacks(k, c.kubernetes), Refers: refers(k),
	}
	folder := filepath.Join(s.root, "examples", "resources", name)
	if out.ImportCommand, err = s.read(filepath.Join(folder, "import.sh")); err != nil {
		return out, err
	}
	out.ImportBlock, err = s.read(filepath.Join(folder, "import-by-identity.tf"))
	return out, err
}

// refers lists the resources that objects of the kind refer to by name.
func refers(k *kinds.Kind) string {
	links := make([]string, len(k.Refers))
	for i, other := range k.Refers {
		links[i] = fmt.Sprintf("[`%s_%s`](%s.md)", provider.TypeName, other.TypeName, other.TypeName)
	}
	return strings.Join(links, ", ")
}

func (s *site) dataSourcePage(name string) (typePage, error) {
	return s.typePage(name, "data-sources/"+name+"/data-source*.tf", s.served.DataSourceSchemas[name], newCollection(kindOf(name), true))
}

// kindOf is the kind of a Terraform type, nil when it belongs to none.
func kindOf(name string) *kinds.Kind {
	for _, k := range provider.Kinds() {
		if name == provider.TypeName+"_"+k.TypeName {
			return k
		}
	}
	return nil
}

// typePage describes a served type. pattern is that of its examples; c takes up the
// definitions of its kind.
func (s *site) typePage(name, pattern string, served *tfprotov6.Schema, c *collection) (typePage, error) {
	page := typePage{Kind: c.kind, Type: name, Description: served.Block.Description}
	var err error
	if page.Examples, err = s.examples(pattern); err != nil {
		return page, err
	}
	typed := map[string]*schema.Node{}
	if c.kind != nil {
		if page.System, err = systemOf(c.kind); err != nil {
			return page, err
		}
		typed = typedAttributes(c.kind)
	}
	entries, sections := servedAttributes(served.Block.Attributes, "", typed)
	for _, attribute := range []string{"spec", "direct", "status"} {
		if n, ok := typed[attribute]; ok && slices.ContainsFunc(entries, func(e entry) bool { return e.name == attribute }) {
			props := schema.Expand(c.kind.Definition).Properties[attribute]
			c.add(n, &props, place{attribute, attribute})
		}
	}
	if s.served.ResourceSchemas[name] == served {
		entries, sections = s.withoutCommon(served.Block.Attributes, entries, sections)
	}
	sections = append(c.sections(), sections...)
	if err := uniqueAnchors(sections); err != nil {
		return page, fmt.Errorf("%s: %w", name, err)
	}
	page.Schema, page.Sections = entriesMarkdown(entries, "### %s"), sectionsMarkdown(sections)
	return page, nil
}

// typedAttributes are the root attributes that have a definition, each with its shape.
func typedAttributes(k *kinds.Kind) map[string]*schema.Node {
	typed := map[string]*schema.Node{}
	for _, name := range []string{"spec", "status"} {
		if f, ok := schema.Lookup(k.Definition).JSONField(name); ok {
			typed[name] = f.Node
		}
	}
	if k.DirectDefinition != "" {
		typed["direct"] = schema.Lookup(k.DirectDefinition)
	}
	return typed
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
