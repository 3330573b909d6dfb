package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// TestSpecComesFirst is about the order of a resource's page: its own attributes before those that resources share, `spec`
// before every other object, and the table of rules at the end.
func TestSpecComesFirst(t *testing.T) {
	pages := pagesOf(t)
	for _, k := range provider.Kinds() {
		page := pages["resources/"+k.TypeName+".md"]
		root := sectionOf(t, page, "## Schema")
		if !strings.HasPrefix(sectionOf(t, root, "### Required"), "\n- `spec` ") {
			t.Errorf("%s: spec is not the first attribute", k.TypeName)
		}
		spec := regexp.MustCompile("- `spec` \\(Attributes, \\[\\w+\\]\\(#([^)]+)\\)").FindStringSubmatch(root)
		if _, after, _ := strings.Cut(root, "<a id="); spec == nil || !strings.HasPrefix(after, `"`+spec[1]+`"`) {
			t.Errorf("%s: the first object is not spec", k.TypeName)
		}
		rest := page[strings.LastIndex(page, "\n## ")+1:]
		if !strings.HasPrefix(rest, "## Rules\n") {
			t.Errorf("%s: after the rules stands something else: %.40q", k.TypeName, rest)
		}
	}
}

// TestSharedAttributesAreDescribedOnce has an attribute of every sort: in full in the guide and short on the page, and in full on
// the page where a resource says something else.
func TestSharedAttributesAreDescribedOnce(t *testing.T) {
	pages := pagesOf(t)
	guide, playground := pages["guides/resource-attributes.md"], pages["resources/playground.md"]
	for name, c := range map[string]struct{ page, text, reason string }{
		"short":   {playground, "- `force_destroy` (Boolean) Destroy the object even if others still point at it, such as a route or a service that uses it. [More](../guides/resource-attributes.md#nestedatt--force_destroy).\n", "the default is in the guide"},
		"whole":   {playground, "- `ready` (Boolean) Whether the object was ready when it was last read.\n", "there is no more to say"},
		"object":  {playground, "- `wait` (Attributes, [wait](../guides/resource-attributes.md#nestedatt--wait)) ", "the section is in the guide"},
		"plain":   {guide, "<a id=\"nestedatt--force_destroy\"></a>\n### force_destroy\n\n(Boolean, optional) Destroy", "one section for each"},
		"default": {guide, "such as a route or a service that uses it. The value of the last apply counts. Default `false`.\n", "nothing is lost"},
		"nested":  {guide, "### wait.phases\n", "objects below objects come along"},
		"other":   {pages["resources/endpoint.md"], "- `mode` (String) Always `direct`, whatever the provider's `mode`", "an endpoint has one mode"},
	} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(c.page, c.text) {
				t.Errorf("%s: want %q in\n%.9000s", c.reason, c.text, c.page)
			}
		})
	}
	if strings.Contains(playground, "<a id=\"nestedatt--wait\">") {
		t.Error("a page repeats what the guide says")
	}
}

func TestCommonAttributes(t *testing.T) {
	resource := func(attributes ...*tfprotov6.SchemaAttribute) *tfprotov6.Schema {
		return &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{Attributes: attributes}}
	}
	same := func() *tfprotov6.SchemaAttribute {
		return &tfprotov6.SchemaAttribute{Name: "a", NestedType: &tfprotov6.SchemaObject{Attributes: []*tfprotov6.SchemaAttribute{{Name: "b", Description: "B."}}}}
	}
	other := same()
	other.NestedType.Attributes[0].Description = "C."
	spec := &tfprotov6.SchemaAttribute{Name: "spec"}
	got := commonAttributes(map[string]*tfprotov6.Schema{
		"1": resource(same(), spec), "2": resource(same(), spec), "3": resource(other, spec), "4": resource(spec),
	})
	if len(got) != 1 || got["a"] == nil || got["a"].NestedType.Attributes[0].Description != "B." {
		t.Errorf("common are %v, want a with the words of two of four", got)
	}
}

func TestFirstSentence(t *testing.T) {
	for text, want := range map[string]string{
		"One sentence that is alone.":                          "One sentence that is alone.",
		"The first of two sentences. The second.":              "The first of two sentences.",
		"Any text. Changing it restarts the pods. And more.":   "Any text. Changing it restarts the pods.",
		"Paths such as `a. b` are taken as they are. Nothing.": "Paths such as `a. b` are taken as they are.",
	} {
		if got := firstSentence(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

var subcategories = regexp.MustCompile(`(?m)^subcategory: "([^"]+)"$`)

// TestGuidesAreGrouped shows that registries group the guides as the first page does.
func TestGuidesAreGrouped(t *testing.T) {
	pages := pagesOf(t)
	for name, text := range pages {
		if !strings.HasPrefix(name, "guides/") {
			continue
		}
		heading := "## Guides"
		if group := subcategories.FindStringSubmatch(text); group != nil {
			heading = "### " + group[1]
		}
		table, _, _ := strings.Cut(sectionOf(t, pages["index.md"], heading), "\n### ")
		if !strings.Contains(table, "]("+name+")") {
			t.Errorf("index.md has no row for %s below %q", name, heading)
		}
	}
}
