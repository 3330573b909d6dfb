package schema_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/kinds/llmaz"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// TestConformance compares the table, as each generation spells it, with the
// CustomResourceDefinition that upstream ships for that generation. Every difference
// has a reason in testdata/differences.yaml.
func TestConformance(t *testing.T) {
	crdFolder(t)
	known := readDifferences(t)
	for name, resource := range schema.Resources() {
		for _, dialect := range llmaz.Dialects(name) {
			file := crdFile(name, dialect, resource)
			t.Run(file, func(t *testing.T) {
				upstream := readCRD(t, file)
				compareResources(t, resource, upstream)
				ours, err := schema.ExpandWithout(name, dialect.Lacks)
				if err != nil {
					t.Fatal(err)
				}
				if err := toWire(ours, dialect); err != nil {
					t.Fatal(err)
				}
				for _, d := range compareSchemas(ours, upstream.Spec.Versions[0].Schema.OpenAPIV3Schema) {
					if !known.explain(file, d) {
						t.Errorf("unexplained: %s", d)
					}
				}
			})
		}
	}
	known.reportUnused(t)
}

// TestMarkers proves that a cluster's generation can be told from the fields of its
// CustomResourceDefinition: each generation and those after it have its marker, those before it do not.
func TestMarkers(t *testing.T) {
	for name, resource := range schema.Resources() {
		dialects := llmaz.Dialects(name)
		for i, marked := range dialects {
			if marked.Marker == "" && i > 0 {
				t.Errorf("%s %s: only the oldest generation needs no marker", name, marked.Name)
			}
			for j, served := range dialects {
				upstream := readCRD(t, crdFile(name, served, resource))
				if got, want := hasField(upstream.Spec.Versions[0].Schema.OpenAPIV3Schema, marked.Marker), j >= i; got != want {
					t.Errorf("%s: %s having %q, the marker of %s, is %v, want %v", name, served.Name, marked.Marker, marked.Name, got, want)
				}
			}
		}
	}
}

// hasField looks up a path without list brackets.
func hasField(props *apiextensionsv1.JSONSchemaProps, path string) bool {
	for _, name := range strings.Split(path, ".") {
		if props.Items != nil {
			props = props.Items.Schema
		}
		next, ok := props.Properties[name]
		if !ok {
			return path == ""
		}
		props = &next
	}
	return true
}

// TestLeaderWorkerSetConformance compares the workload of direct mode, and with it the
// Kubernetes types as the table has them, with its CustomResourceDefinition.
func TestLeaderWorkerSetConformance(t *testing.T) {
	upstream := readCRD(t, "lws/v0.9.0/leaderworkerset.x-k8s.io_leaderworkersets.yaml")
	ours := schema.Expand("workload.LeaderWorkerSet").Properties["spec"]
	theirs := upstream.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties["spec"]
	for _, d := range compareSchemas(&ours, &theirs) {
		t.Errorf("unexplained: %s", d)
	}
}

// crdFile is where the CustomResourceDefinition of a generation is, below the folder of them all.
func crdFile(definition string, dialect object.Dialect, resource schema.Resource) string {
	system, _, _ := strings.Cut(definition, "/")
	return fmt.Sprintf("%s/%s/%s_%s.yaml", system, dialect.Name, resource.Group, resource.Names.Plural)
}

// crdFolder is the folder of upstream CustomResourceDefinitions in the reference
// material beside the repository. The test is skipped where it is absent.
func crdFolder(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(repositoryRoot(t), "..", "shared", "crds")
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("the upstream CustomResourceDefinitions are not at %s", folder)
	}
	return folder
}

func readCRD(t *testing.T, file string) *apiextensionsv1.CustomResourceDefinition {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(crdFolder(t), file))
	if err != nil {
		t.Fatal(err)
	}
	var crd apiextensionsv1.CustomResourceDefinition
	if err := yaml.UnmarshalStrict(data, &crd); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return &crd
}

// repositoryRoot is the folder above this file that has the main module's go.mod.
func repositoryRoot(t *testing.T) string {
	t.Helper()
	_, file, _, ok := runtime.Caller(0)
	if !ok {
		t.Fatal("no source location")
	}
	for dir := filepath.Dir(file); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	t.Fatal("no go.mod above " + file)
	return ""
}

// compareResources compares what the API server knows of a kind beside its schema.
func compareResources(t *testing.T, ours schema.Resource, upstream *apiextensionsv1.CustomResourceDefinition) {
	t.Helper()
	version := upstream.Spec.Versions[0]
	theirs := schema.Resource{
		Group: upstream.Spec.Group, Version: version.Name, Names: upstream.Spec.Names,
		Scope: upstream.Spec.Scope, Subresources: version.Subresources,
	}
	if a, b := encode(ours), encode(theirs); a != b {
		t.Errorf("names, scope and subresources\nours   %s\ntheirs %s", a, b)
	}
}

// toWire changes a schema in the vocabulary of the table into that of a generation, as
// [object.Dialect.ToWire] changes an object.
func toWire(props *apiextensionsv1.JSONSchemaProps, dialect object.Dialect) error {
	for _, path := range dialect.Requires {
		steps := strings.Split(path, ".")
		edit(props, steps[:len(steps)-1], func(holder *apiextensionsv1.JSONSchemaProps) {
			holder.Required = append(holder.Required, steps[len(steps)-1])
		})
	}
	for _, m := range dialect.Moves {
		moved, required, found := take(props, steps(m.From))
		if !found {
			return fmt.Errorf("move from %s: the schema has no such field", m.From)
		}
		place(props, steps(m.To), moved, required)
	}
	return nil
}

// steps are the names of a path; "[]" stands for the items of a list.
func steps(path string) []string {
	return strings.Split(strings.ReplaceAll(path, "[]", ".[]"), ".")
}

// edit calls change on the schema at a path and writes it back. Objects that are
// missing on the way are created.
func edit(props *apiextensionsv1.JSONSchemaProps, path []string, change func(*apiextensionsv1.JSONSchemaProps)) {
	if len(path) == 0 {
		change(props)
		return
	}
	if path[0] == "[]" {
		edit(props.Items.Schema, path[1:], change)
		return
	}
	next, ok := props.Properties[path[0]]
	if !ok {
		next = apiextensionsv1.JSONSchemaProps{Type: "object"}
	}
	edit(&next, path[1:], change)
	if props.Properties == nil {
		props.Properties = map[string]apiextensionsv1.JSONSchemaProps{}
	}
	props.Properties[path[0]] = next
}

func take(props *apiextensionsv1.JSONSchemaProps, path []string) (taken apiextensionsv1.JSONSchemaProps, required, found bool) {
	name := path[len(path)-1]
	edit(props, path[:len(path)-1], func(holder *apiextensionsv1.JSONSchemaProps) {
		taken, found = holder.Properties[name]
		delete(holder.Properties, name)
		required = slices.Contains(holder.Required, name)
		holder.Required = slices.DeleteFunc(holder.Required, func(r string) bool { return r == name })
	})
	return taken, required, found
}

// place puts a field at a path. What holds a required field is required itself.
func place(props *apiextensionsv1.JSONSchemaProps, path []string, field apiextensionsv1.JSONSchemaProps, required bool) {
	edit(props, path[:len(path)-1], func(holder *apiextensionsv1.JSONSchemaProps) {
		if holder.Properties == nil {
			holder.Properties = map[string]apiextensionsv1.JSONSchemaProps{}
		}
		holder.Properties[path[len(path)-1]] = field
	})
	for i := len(path); required && i > 1; i-- {
		edit(props, path[:i-1], func(holder *apiextensionsv1.JSONSchemaProps) {
			if path[i-1] != "[]" && !slices.Contains(holder.Required, path[i-1]) {
				holder.Required = append(holder.Required, path[i-1])
			}
		})
	}
}

// difference is one fact that two schemas do not share.
type difference struct {
	path, keyword, ours, theirs string
}

func (d difference) String() string {
	return fmt.Sprintf("%s %s: ours %s, theirs %s", d.path, d.keyword, d.ours, d.theirs)
}

// compareSchemas returns the differences in path order. A field that only one side has
// is one difference, whatever lies below it.
func compareSchemas(ours, theirs *apiextensionsv1.JSONSchemaProps) []difference {
	var all []difference
	compareNodes("", ours, theirs, &all)
	return all
}

func compareNodes(path string, ours, theirs *apiextensionsv1.JSONSchemaProps, all *[]difference) {
	a, b := facts(ours), facts(theirs)
	for _, keyword := range slices.Sorted(maps.Keys(merge(a, b))) {
		if a[keyword] != b[keyword] {
			*all = append(*all, difference{path, keyword, orNone(a[keyword]), orNone(b[keyword])})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(merge(ours.Properties, theirs.Properties))) {
		left, has := ours.Properties[name]
		right, theyHave := theirs.Properties[name]
		below := strings.TrimPrefix(path+"."+name, ".")
		if !has || !theyHave {
			*all = append(*all, difference{below, "field", presence(has), presence(theyHave)})
			continue
		}
		compareNodes(below, &left, &right, all)
	}
	if left, right := items(ours), items(theirs); left != nil && right != nil {
		compareNodes(path+"[]", left, right, all)
	}
	if left, right := values(ours), values(theirs); left != nil && right != nil {
		compareNodes(path+"{}", left, right, all)
	}
}

// facts are the keywords of one schema without its children and words, each as JSON.
func facts(props *apiextensionsv1.JSONSchemaProps) map[string]string {
	own := props.DeepCopy()
	own.Description, own.Title, own.Example, own.ExternalDocs = "", "", nil, nil
	if own.XIntOrString {
		own.AnyOf = nil
	}
	own.Properties = nil
	own.Items = nil
	own.AdditionalProperties = nil
	slices.Sort(own.Required)
	slices.SortFunc(own.Enum, func(a, b apiextensionsv1.JSON) int { return strings.Compare(string(a.Raw), string(b.Raw)) })
	var keywords map[string]json.RawMessage
	if err := json.Unmarshal([]byte(encode(own)), &keywords); err != nil {
		panic(err)
	}
	result := map[string]string{}
	for keyword, value := range keywords {
		result[keyword] = canonical(value)
	}
	if items(props) != nil {
		result["items"] = "yes"
	}
	if values(props) != nil {
		result["additionalProperties"] = "yes"
	}
	return result
}

func items(props *apiextensionsv1.JSONSchemaProps) *apiextensionsv1.JSONSchemaProps {
	if props.Items == nil {
		return nil
	}
	return props.Items.Schema
}

func values(props *apiextensionsv1.JSONSchemaProps) *apiextensionsv1.JSONSchemaProps {
	if props.AdditionalProperties == nil {
		return nil
	}
	return props.AdditionalProperties.Schema
}

// canonical is JSON with sorted keys and without spaces.
func canonical(raw json.RawMessage) string {
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		panic(err)
	}
	return encode(value)
}

func encode(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func merge[V any](a, b map[string]V) map[string]V {
	both := maps.Clone(a)
	if both == nil {
		both = map[string]V{}
	}
	maps.Copy(both, b)
	return both
}

func presence(has bool) string {
	if has {
		return "has it"
	}
	return "none"
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// explained is one entry of testdata/differences.yaml.
type explained struct {
	// CRD, Path and Keyword are regular expressions for the whole text.
	CRD     string `json:"crd"`
	Path    string `json:"path"`
	Keyword string `json:"keyword"`
	Ours    string `json:"ours"`
	Theirs  string `json:"theirs"`
	Reason  string `json:"reason"`

	used bool
}

type differences []*explained

func readDifferences(t *testing.T) differences {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "differences.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var all differences
	if err := yaml.UnmarshalStrict(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if e.Reason == "" {
			t.Errorf("differences.yaml: %s %s has no reason", e.CRD, e.Path)
		}
	}
	return all
}

func (all differences) explain(file string, d difference) bool {
	found := false
	for _, e := range all {
		if matches(e.CRD, file) && matches(e.Path, d.path) && matches(e.Keyword, d.keyword) && e.Ours == d.ours && e.Theirs == d.theirs {
			e.used, found = true, true
		}
	}
	return found
}

func matches(pattern, text string) bool {
	return regexp.MustCompile("^(?:" + pattern + ")$").MatchString(text)
}

func (all differences) reportUnused(t *testing.T) {
	t.Helper()
	for _, e := range all {
		if !e.used {
			t.Errorf("differences.yaml: nothing differs at %s %s %s any more, remove the entry", e.CRD, e.Path, e.Keyword)
		}
	}
}
