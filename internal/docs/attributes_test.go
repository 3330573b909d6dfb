package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// sectionsByAnchor are the sections of every page.
func sectionsByAnchor(t *testing.T) map[string]map[string]string {
	t.Helper()
	sections := map[string]map[string]string{}
	for name, text := range pagesOf(t) {
		sections[name] = map[string]string{}
		for _, part := range strings.Split(text, "\n<a id=\"")[1:] {
			anchor, rest, _ := strings.Cut(part, "\"></a>\n")
			rest, _, _ = strings.Cut(rest, "\n## ")
			sections[name][anchor] = rest
		}
	}
	return sections
}

// lineOf returns the line about an attribute, without its name.
func lineOf(section, attribute string) (string, bool) {
	_, rest, ok := strings.Cut(section, "\n- `"+attribute+"` ")
	line, _, _ := strings.Cut(rest, "\n")
	return line, ok
}

// described is what the walk over the shape of a kind has seen.
type described struct {
	kind     *kinds.Kind
	sections map[string]map[string]string
	seen     map[string]bool
	fields   int
}

// TestEveryAttributeSaysWhatItIs walks the shape of every kind, and finds of each of its fields the type, a
// description, the default, what the API allows, the field of the API and the releases that have it.
func TestEveryAttributeSaysWhatItIs(t *testing.T) {
	sections := sectionsByAnchor(t)
	fields := 0
	for _, k := range provider.Kinds() {
		d := &described{kind: k, sections: sections, seen: map[string]bool{}}
		spec, _ := schema.Lookup(k.Definition).JSONField("spec")
		d.visit(t, spec.Node)
		if k.DirectDefinition != "" {
			d.visit(t, schema.Lookup(k.DirectDefinition))
		}
		fields += d.fields
	}
	if fields < 2000 {
		t.Errorf("%d fields only: the walk is broken", fields)
	}
}

func (d *described) visit(t *testing.T, n *schema.Node) {
	t.Helper()
	n = objectOf(n)
	if n == nil || n.Definition == "" || d.seen[n.Definition] {
		return
	}
	d.seen[n.Definition] = true
	page := "resources/" + d.kind.TypeName + ".md"
	if isKubernetes(n.Definition) {
		page = "guides/pod-types.md"
	}
	section := d.sections[page][definitionAnchor(shortName(n.Definition))]
	props := schema.Expand(n.Definition)
	for i := range n.Fields {
		f := &n.Fields[i]
		d.fields++
		line, ok := lineOf(section, f.Name)
		if !ok {
			t.Errorf("%s does not describe %s of %s", page, f.Name, n.Definition)
			continue
		}
		p := props.Properties[f.JSON]
		for _, want := range d.wanted(n, f, &p) {
			if !strings.Contains(line, want) {
				t.Errorf("%s, %s of %s: want %q in %q", page, f.Name, n.Definition, want, line)
			}
		}
		if _, text, _ := strings.Cut(line, ") "); text == "" && upstreamReference(n.Definition) == "" {
			t.Errorf("%s, %s of %s has no description", page, f.Name, n.Definition)
		}
		d.visit(t, f.Node)
	}
}

// wanted is what the line about a field has to say, by the definition of the API alone.
func (d *described) wanted(n *schema.Node, f *schema.Field, p *apiextensionsv1.JSONSchemaProps) []string {
	want := []string{"("}
	if f.Default != nil && f.Default != "" {
		raw, _ := json.Marshal(f.Default)
		want = append(want, "Default", strings.Trim(string(raw), `"`))
	}
	for _, value := range p.Enum {
		want = append(want, "`"+strings.Trim(string(value.Raw), `"`)+"`")
	}
	if p.Pattern != "" && f.Node.Kind != schema.Quantity {
		want = append(want, p.Pattern)
	}
	for _, bound := range []*int64{p.MinLength, p.MaxLength, p.MinItems, p.MaxItems, p.MinProperties, p.MaxProperties} {
		if bound != nil {
			want = append(want, fmt.Sprint(*bound))
		}
	}
	for _, bound := range []*float64{p.Minimum, p.Maximum} {
		if bound != nil {
			want = append(want, fmt.Sprint(int64(*bound)))
		}
	}
	words := strings.Split(f.Name, "_")
	for i := 1; i < len(words); i++ {
		words[i] = strings.ToUpper(words[i][:min(1, len(words[i]))]) + words[i][min(1, len(words[i])):]
	}
	if !strings.HasPrefix(n.Definition, "direct.") && strings.Join(words, "") != f.JSON {
		want = append(want, "`"+f.JSON+"` in the API.")
	}
	if isKubernetes(n.Definition) {
		return want // the pages of the kinds have a table of what releases lack
	}
	for _, release := range d.kind.Releases {
		if !slices.Contains(release.Lacks, n.Definition+"."+f.JSON) {
			continue
		}
		// A field is in later releases, in some, or in none.
		named := availability(d.kind, func(other object.Release) bool { return !lacks(other, n.Definition+"."+f.JSON) })
		want = append(want, named)
	}
	return want
}

// TestEveryServedAttributeIsDescribed walks what is served beside the types of the APIs: the root of every resource,
// data source and list resource, and the provider block.
func TestEveryServedAttributeIsDescribed(t *testing.T) {
	served, err := provider.NewServer("docs").GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	pages, sections := pagesOf(t), sectionsByAnchor(t)
	count := 0
	var visit func(page, at string, attributes []*tfprotov6.SchemaAttribute)
	visit = func(page, at string, attributes []*tfprotov6.SchemaAttribute) {
		section := sections[page][attributeAnchor(at)]
		if at == "" {
			_, section, _ = strings.Cut(pages[page], "\n## Schema\n")
			section, _, _ = strings.Cut(section, "\n<a id=")
		} else if section == "" && strings.HasPrefix(page, "resources/") {
			section = sections["guides/resource-attributes.md"][attributeAnchor(at)]
		}
		for _, a := range attributes {
			count++
			line, ok := lineOf(section, a.Name)
			if _, text, _ := strings.Cut(line, ") "); !ok || text == "" {
				t.Errorf("%s does not describe %s", page, strings.TrimPrefix(at+"."+a.Name, "."))
			}
			typed := at == "" && slices.Contains([]string{"spec", "status", "direct"}, a.Name)
			if a.NestedType != nil && !typed {
				visit(page, strings.TrimPrefix(at+"."+a.Name, "."), a.NestedType.Attributes)
			}
		}
	}
	visit("index.md", "", served.Provider.Block.Attributes)
	for folder, schemas := range map[string]map[string]*tfprotov6.Schema{
		"resources": served.ResourceSchemas, "data-sources": served.DataSourceSchemas, "list-resources": served.ListResourceSchemas,
	} {
		for name, s := range schemas {
			visit(typePage{Type: name}.path(folder), "", s.Block.Attributes)
		}
	}
	if count < 500 {
		t.Errorf("%d attributes only: the walk is broken", count)
	}
}

// TestObjectsSayWhereTheyAreInTheAPI has a definition of every sort.
func TestObjectsSayWhereTheyAreInTheAPI(t *testing.T) {
	for name, c := range map[string]struct{ page, section, want, reason string }{
		"list":   {"resources/open_model.md", "### Flavor", "In `spec.inference_config.flavors` (`spec.inferenceConfig.flavors[]`).", "snake case alone does not tell lists"},
		"same":   {"resources/open_model.md", "### OpenModelSpec", "In `spec`.", "one path for both"},
		"direct": {"resources/playground.md", "### Cache", "In `direct.cache`.", "options of direct mode are in no API"},
		"status": {"data-sources/ome_service.md", "### ModelStatus", "(`status.modelStatus`)", "a status is read"},
	} {
		t.Run(name, func(t *testing.T) {
			if section := sectionOf(t, pagesOf(t)[c.page], c.section); !strings.Contains(section, c.want) {
				t.Errorf("%s: want %q in\n%s", c.reason, c.want, section)
			}
		})
	}
}
