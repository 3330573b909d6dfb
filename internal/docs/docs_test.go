package main

import (
	"context"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/differences"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// made are the pages, which all tests share.
var made = sync.OnceValues(func() (map[string]string, error) {
	return Pages(context.Background(), filepath.Join("..", ".."))
})

func pagesOf(t *testing.T) map[string]string {
	t.Helper()
	pages, err := made()
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// sectionOf returns what stands below a heading, up to the next one of its level or above.
func sectionOf(t *testing.T, page, heading string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, "\n"+heading+"\n")
	if !ok {
		t.Fatalf("the page has no heading %q", heading)
	}
	level := strings.Index(heading, " ")
	end := regexp.MustCompile(`(?m)^#{1,` + string(rune('0'+level)) + `} `).FindStringIndex(rest)
	if end != nil {
		rest = rest[:end[0]]
	}
	return rest
}

// TestPagesFitTheRegistry is about the size at which registries cut a page off.
func TestPagesFitTheRegistry(t *testing.T) {
	for name, text := range pagesOf(t) {
		if limit := 500 * 1000; len(text) > limit {
			t.Errorf("%s has %d bytes, a registry shows %d", name, len(text), limit)
		}
		front, _, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
		if !ok || !strings.Contains(front, "page_title: \"") || !strings.Contains(front, "description: |-\n  ") {
			t.Errorf("%s has no front matter with a title and a description", name)
		}
		folder, file := path.Split(name)
		inKind := kindOf(provider.TypeName+"_"+strings.TrimSuffix(file, ".md")) != nil && folder != "guides/"
		if folder != "guides/" && inKind != strings.Contains(front, "subcategory: \"") {
			t.Errorf("%s: a page of a kind, and no other of a type, has its system as subcategory", name)
		}
	}
}

// TestTypesWithoutKindHavePages is about what is served beside the kinds.
func TestTypesWithoutKindHavePages(t *testing.T) {
	pages := pagesOf(t)
	for page, want := range map[string][]string{
		"data-sources/render.md": {"- `manifest` (String)", "- `yaml` (String)", "```terraform\ndata \"inference_render\""},
		"data-sources/hcl.md":    {"- `type` (String)", "- `hcl` (String)", "```terraform\ndata \"inference_hcl\""},
		"actions/scale.md":       {"- `replicas` (Number)", "- `workload` (String)", "```terraform\naction \"inference_scale\""},
		"actions/restart.md":     {"Actions need Terraform 1.14", "- `type` (String)", "- `mode` (String)"},
		"functions/hcl.md":       {"provider::inference::hcl(object string, type string...) object", "1. `object` (String) ", "2. `type` (String, any number of them) "},
		"functions/render.md":    {"provider::inference::render(manifest string, references list of string, options string) object", "2. `references` (List of String) ", "3. `options` (String, nullable)"},
	} {
		for _, text := range want {
			if !strings.Contains(pages[page], text) {
				t.Errorf("%s: want %q", page, text)
			}
		}
	}
}

func TestEveryKindHasItsPages(t *testing.T) {
	pages := pagesOf(t)
	for _, k := range provider.Kinds() {
		folders := map[string][]string{"resources": {"## Example Usage", "## Schema", "## Changes that replace the object", "## Import", "## Rules"}, "data-sources": {"## Example Usage", "## Schema"}, "list-resources": {"## Example Usage", "## Schema"}}
		if k.DirectOnly == "" {
			folders["resources"] = append(folders["resources"], "## Releases")
		}
		for folder, headings := range folders {
			page := pages[folder+"/"+k.TypeName+".md"]
			for _, heading := range headings {
				if strings.TrimSpace(sectionOf(t, page, heading)) == "" {
					t.Errorf("%s of %s has nothing below %q", folder, k.TypeName, heading)
				}
			}
		}
		if !strings.Contains(pages["index.md"], "(resources/"+k.TypeName+".md)") {
			t.Errorf("the first page does not lead to %s", k.TypeName)
		}
		all := k.Renders
		for _, rule := range k.Rules() {
			all = append(all, kinds.RenderRule{ID: rule.ID, Says: rule.Says})
		}
		for _, rule := range k.Claims.Rules {
			all = append(all, kinds.RenderRule{ID: rule.ID, Says: rule.Says})
		}
		for _, rule := range all {
			if want := rule.ID + " | " + strings.ReplaceAll(oneLine(rule.Says), "|", `\|`) + " |"; !strings.Contains(pages["resources/"+k.TypeName+".md"], want) {
				t.Errorf("%s: want the rule %q", k.TypeName, want)
			}
			if link := `<a id="` + diagnostic.RuleAnchor(rule.ID) + `">`; !strings.Contains(pages["resources/"+k.TypeName+".md"], link) {
				t.Errorf("%s: no place of the page is %s", k.TypeName, link)
			}
		}
	}
}

var (
	fences   = regexp.MustCompile("(?ms)^```.*?^```$")
	codeText = regexp.MustCompile("`[^`\n]*`")
	links    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	anchors  = regexp.MustCompile(`<a id="([^"]+)">(?:</a>)?`)
	headings = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notSlug  = regexp.MustCompile(`[^a-z0-9_ -]`)
)

// anchorsOf are the places of a page that links may lead to.
func anchorsOf(text string) map[string]bool {
	out := map[string]bool{"": true}
	text = fences.ReplaceAllString(text, "")
	for _, match := range anchors.FindAllStringSubmatch(text, -1) {
		out[match[1]] = true
	}
	for _, match := range headings.FindAllStringSubmatch(text, -1) {
		out[strings.ReplaceAll(notSlug.ReplaceAllString(strings.ToLower(match[1]), ""), " ", "-")] = true
	}
	return out
}

// TestAttributesSayWhatTheAPISays has one attribute for each thing that can be said of one.
func TestAttributesSayWhatTheAPISays(t *testing.T) {
	for name, c := range map[string]struct{ page, section, line, reason string }{
		"move": {
			"resources/playground.md", "### BackendRuntimeConfig", "- `backend_name` (String) The BackendRuntime to use. Default `vllm`. In v0.1.0 it is `spec.backendRuntimeConfig.name`.",
			"the releases spell it differently",
		},
		"from a release on": {
			"resources/playground.md", "### BackendRuntimeConfig", "Default `1`. From v0.1.4.|instead of the recommended configuration's. From v0.1.4.",
			"the oldest release lacks it",
		},
		"only in a release": {"resources/playground.md", "### ElasticConfig", "Only in v0.1.0.", "the newest release lacks it"},
		"in no release":     {"resources/ome_service.md", "### EngineSpec", "Not available here: the API does not have it.", "the definition is shared with a kind that has it"},
		"required in one":   {"resources/backend_runtime.md", "### BackendRuntimeSpec", "Required in v0.1.0.", "the release requires more than the table"},
		"rename": {
			"resources/model_infer.md", "### ModelInferSpec", "In v1.0.0, `InferGroupRecreate` is written as `ServingGroupRecreate`.",
			"a value is spelled differently",
		},
		"replacement": {"resources/llmkube_model.md", "### ModelSpec", "[Some changes replace the object](#changes-that-replace-the-object).", "the source is immutable"},
		"pattern":     {"resources/model_serving.md", "### Role", "At most 12 characters. Must match `^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$`.", "the API checks the name of a role"},
		"enum":        {"resources/playground.md", "### ModelRef", "One of `main`, `draft`. Default `main`.", "a role is one of two"},
		"list keys":   {"guides/pod-types.md", "### Container", "- `ports` (Attributes List, [ContainerPort](#type--containerport)) Merge key: `container_port`, `protocol`.", "ports are a keyed list"},
		"spelling":    {"resources/open_model.md", "### ModelHub", "`modelID` in the API.", "model_id would lead back to modelId"},
		"JSON text":   {"resources/ome_service.md", "### EngineSpec", "- `containers` (String, JSON)", "they stand beside the runner"},
		"rule":        {"resources/playground.md", "### Cache", "- set exactly one of claim_name, to use an existing claim, and size, to create one.", "the schema has it as CEL"},
		"bounds":      {"resources/playground.md", "### ElasticConfig", "At least 1.", "no autoscaler scales to none"},
		"quantity":    {"resources/playground.md", "### ResourceRequirements", "- `limits` (Map of String, a quantity)", "text stands for an amount"},
	} {
		t.Run(name, func(t *testing.T) {
			section := sectionOf(t, pagesOf(t)[c.page], c.section)
			for want := range strings.SplitSeq(c.line, "|") {
				if strings.Contains(section, want) {
					return
				}
			}
			t.Errorf("%s: want %q in %s of %s:\n%s", c.reason, c.line, c.section, c.page, section)
		})
	}
}

func TestPagesSayWhatReplacesAnObject(t *testing.T) {
	for name, c := range map[string]struct{ kind, row, reason string }{
		"name":       {"open_model", "| `metadata.name` | every change | it is another object |", "a name cannot change"},
		"pin":        {"objective", "| `api_release` | a pin of a release with another API group | it is another object |", "the releases differ in their group"},
		"field":      {"benchmark_job", "| `spec` | every change | a benchmark is one measurement: its Job is made once and never changed |", "the whole spec is immutable"},
		"transition": {"model_infer", "| `spec.template.gang_schedule` | removing it, in v1.0.0 |", "one release refuses one transition"},
	} {
		t.Run(name, func(t *testing.T) {
			section := sectionOf(t, pagesOf(t)["resources/"+c.kind+".md"], "## Changes that replace the object")
			if !strings.Contains(section, c.row) {
				t.Errorf("%s: want %s in\n%s", c.reason, c.row, section)
			}
		})
	}
}

func TestPagesSayWhatTheyReferTo(t *testing.T) {
	pages := pagesOf(t)
	want := "these resources: [`inference_open_model`](open_model.md), [`inference_backend_runtime`](backend_runtime.md)."
	if !strings.Contains(pages["resources/playground.md"], want) {
		t.Errorf("a playground takes definitions: want %s", want)
	}
	if strings.Contains(pages["resources/open_model.md"], "these resources:") {
		t.Error("a model refers to nothing")
	}
}

// TestKubernetesFieldsThatAnAPILacks is about the release of Kubernetes that an upstream
// system was built against.
func TestKubernetesFieldsThatAnAPILacks(t *testing.T) {
	page := pagesOf(t)["resources/model_infer.md"]
	for _, want := range []string{
		"| [Container](../guides/pod-types.md#type--container) | `restart_policy_rules` | From v1.0.0. |",
		"| [PodSpec](../guides/pod-types.md#type--podspec) | `scheduling_group` | Not available here: the API does not have it. |",
		// The older release has the definition nowhere.
		"| [PodCertificateProjection](../guides/pod-types.md#type--podcertificateprojection) | `user_annotations` | Not available here: the API does not have it. |",
	} {
		if !strings.Contains(sectionOf(t, page, "## Releases"), want) {
			t.Errorf("want %s", want)
		}
	}
}

// TestGuideShowsDifferences shows that all that kinds say of direct mode stands under their system.
func TestGuideShowsDifferences(t *testing.T) {
	guide := pagesOf(t)["guides/direct-mode.md"]
	for _, s := range systems() {
		if len(kinds.WithCustomResource(s.Kinds)) == 0 {
			continue
		}
		rows := strings.Split(sectionOf(t, guide, "### "+s.Title), "\n")
		all, err := differences.Of(s.Key)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range all {
			told := func(row string) bool {
				return strings.HasPrefix(row, "| "+oneLine(d.Topic)+" ") && strings.HasSuffix(row, " | "+oneLine(d.Operator)+" | "+oneLine(d.Direct)+" |")
			}
			if !slices.ContainsFunc(rows, told) {
				t.Errorf("%s: there is no row about %q", s.Key, d.Topic)
			}
		}
	}
}

func TestDifferencesSayWhereTheyHold(t *testing.T) {
	renders := func(render.Input) (render.Output, field.ErrorList) { return render.Output{}, nil }
	s := &system{Title: "Op", Kinds: []*kinds.Kind{{TypeName: "a", Render: renders}, {TypeName: "definition"}, {TypeName: "b", Render: renders}}}
	all := []differences.Difference{
		{Kinds: []string{"a"}, Topic: "A", Operator: "Makes <two>.", Direct: "Makes one.", Golden: "x"},
		{Kinds: []string{"b"}, Topic: "A", Operator: "Makes <two>.", Direct: "Makes one.", Rule: "X-1"},
		{Kinds: []string{"a"}, Topic: "B", Operator: "Waits.", Direct: "Does `x|y`."},
		{Kinds: []string{"b"}, Topic: "B", Operator: "Runs.", Direct: "Waits."},
	}
	want := "| Topic | Op | Direct mode |\n|---|---|---|\n" +
		"| A | Makes &lt;two&gt;. | Makes one. |\n" +
		"| B (`inference_a`) | Waits. | Does `x\\|y`. |\n" +
		"| B (`inference_b`) | Runs. | Waits. |"
	if got := s.differences(all); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRulesSayWhereTheyHold(t *testing.T) {
	k := &kinds.Kind{Releases: []object.Release{{Name: "v1"}, {Name: "v2"}, {Name: "v3"}}, Rules: func() []kinds.Rule {
		return []kinds.Rule{
			{ID: "A-1", Says: "a <name> is `x|y`"},
			{ID: "A-2", Says: "b", Modes: kinds.OperatorMode, Until: "v2", Warn: true},
			{ID: "A-1", Says: "a <name> is `x|y`"},
			{ID: "A-1", Says: "c"},
		}
	}, Renders: []kinds.RenderRule{{ID: "A-3", Says: "d", Warn: true}}, Claims: kinds.Claims{Rules: []kinds.ClaimRule{{ID: "A-4", Says: "e"}}}}
	want := "| Rule | What must hold | Mode | Releases | Otherwise |\n|---|---|---|---|---|\n" +
		"| <a id=\"rule-A-1\"></a>A-1 | a &lt;name&gt; is `x\\|y` | both | all | error |\n" +
		"| <a id=\"rule-A-2\"></a>A-2 | b | operator | v1, v2 | warning |\n" +
		"| A-1 | c | both | all | error |\n" +
		"| <a id=\"rule-A-3\"></a>A-3 | d | direct | all | warning |\n" +
		"| <a id=\"rule-A-4\"></a>A-4 | e | operator | all | warning |"
	if got := rules(k); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
