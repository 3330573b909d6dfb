package kinds_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// forEveryKind runs a test for each kind of the provider.
func forEveryKind(t *testing.T, test func(*testing.T, *kinds.Kind)) {
	t.Helper()
	for _, k := range provider.Kinds() {
		t.Run(k.TypeName, func(t *testing.T) { test(t, k) })
	}
}

func TestKindsAreUnique(t *testing.T) {
	names, gvks := map[string]bool{}, map[string]bool{}
	forEveryKind(t, func(t *testing.T, k *kinds.Kind) {
		if names[k.TypeName] || gvks[k.GVK.String()] {
			t.Errorf("the type name %s or the kind %s is taken", k.TypeName, k.GVK)
		}
		names[k.TypeName], gvks[k.GVK.String()] = true, true
		if !regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`).MatchString(k.TypeName) {
			t.Errorf("%q is not a Terraform type name in snake_case", k.TypeName)
		}
	})
}

// TestKindsAgreeWithTheTable proves that what a kind says of its API is what its Go type says.
func TestKindsAgreeWithTheTable(t *testing.T) {
	forEveryKind(t, func(t *testing.T, k *kinds.Kind) {
		r, ok := schema.Resources()[k.Definition]
		if !ok {
			t.Fatalf("the definitions table has no kind %s", k.Definition)
		}
		if r.Group != k.GVK.Group || r.Version != k.GVK.Version || r.Names.Kind != k.GVK.Kind || r.Names.Plural != k.Plural {
			t.Errorf("the kind is %s %s, the table has %s/%s %s %s", k.GVK, k.Plural, r.Group, r.Version, r.Names.Kind, r.Names.Plural)
		}
		if namespaced := r.Scope == "Namespaced"; namespaced != k.Namespaced {
			t.Errorf("the kind is namespaced: %t, the table says %t", k.Namespaced, namespaced)
		}
	})
}

func TestKindsAreComplete(t *testing.T) {
	forEveryKind(t, func(t *testing.T, k *kinds.Kind) {
		if k.Description == "" || k.System == "" || len(k.Releases) == 0 {
			t.Error("a kind needs a description, a system and a release")
		}
		if (k.Ready == nil) != (k.DirectOnly != "") {
			t.Error("a kind with a custom resource has a readiness rule, and only such a kind")
		}
		if k.DirectOnly != "" && (k.Render == nil || k.OperatorOnly != "" || k.Runs != nil || k.Endpoint != nil || len(k.References) > 0 || len(k.Controllers) > 0 || len(k.Releases) > 1) {
			t.Error("a kind without an operator mode renders, and has nothing of an operator")
		}
		if (k.Kept == nil) != (k.DirectOnly == "") {
			t.Error("a kind without a custom resource says how it is found in a cluster, and only such a kind")
		}
		if (k.Render == nil) != (k.DirectDefinition == "") {
			t.Error("a kind that renders has options of direct mode, and only such a kind")
		}
		if k.OperatorOnly != "" && k.Render != nil {
			t.Error("a kind that renders has a direct mode")
		}
		if k.DirectDefinition != "" {
			schema.Lookup(k.DirectDefinition)
		}
		for i, d := range k.Releases {
			if told := d.Marker != "" || d.Relaxes != "" || d.Accepts.Path != "" || !d.GVK.Empty(); told != (i > 0) {
				t.Errorf("release %s: every release but the oldest is told by a field, by a pattern or by its own name", d.Name)
			}
			if d.GVK.Empty() != (d.Plural == "") {
				t.Errorf("release %s: a name on the wire has a plural", d.Name)
			}
		}
		for _, at := range k.Immutable {
			if at.Why == "" || !resolves(schema.Lookup(k.Definition), at.Path) {
				t.Errorf("the immutable path %q is not a field, or has no reason", at.Path)
			}
			for _, name := range at.Releases {
				if _, ok := k.Release(name); !ok {
					t.Errorf("the immutable path %q: there is no release %s", at.Path, name)
				}
			}
		}
	})
}

// TestCredentials shows that every credential is complete: it has something secret, all that it has
// reaches the Secret, and a reader learns where the Secret is named.
func TestCredentials(t *testing.T) {
	forEveryKind(t, func(t *testing.T, k *kinds.Kind) {
		names := map[string]bool{"version": true}
		for _, c := range k.Credentials {
			if names[c.Name] || !regexp.MustCompile(`^[a-z0-9]+(_[a-z]+)*$`).MatchString(c.Name) || c.Description == "" || c.Type == "" {
				t.Errorf("%s: the name is taken or none, or it has no description or type", c.Name)
			}
			names[c.Name] = true
			values, secrets := map[string]string{}, 0
			for _, part := range c.Parts {
				if part.Description == "" {
					t.Errorf("%s.%s has no description", c.Name, part.Name)
				}
				values[part.Name] = "value-of-" + part.Name
				if part.Secret {
					secrets++
				}
			}
			data := strings.Join(slices.Collect(maps.Values(c.Data(values, kinds.CredentialPlace{Keys: []string{"key"}}))), " ")
			for name, value := range values {
				if name != kinds.SecretName && !strings.Contains(data, value) {
					t.Errorf("%s.%s does not reach the Secret", c.Name, name)
				}
			}
			if _, empty := c.Data(values, kinds.CredentialPlace{Keys: []string{"key"}})[""]; secrets == 0 || empty {
				t.Errorf("%s: nothing of it is secret, or a value has no key", c.Name)
			}
		}
	})
}

func TestRulesAreWhole(t *testing.T) {
	forEveryKind(t, func(t *testing.T, k *kinds.Kind) {
		for _, rule := range k.Rules() {
			if rule.ID == "" || rule.Decide == nil {
				t.Errorf("the rule %q needs an identifier and a check", rule.ID)
			}
			if rule.Says == "" || strings.HasSuffix(rule.Says, ".") || strings.Count(rule.Says, "`")%2 != 0 {
				t.Errorf("rule %s needs a clause that says what must hold, not %q", rule.ID, rule.Says)
			}
			for _, name := range []string{rule.Since, rule.Until} {
				if _, ok := k.Release(name); !ok && name != "" {
					t.Errorf("rule %s: there is no release %s", rule.ID, name)
				}
			}
		}
	})
}

// resolves reports whether a path of a rule leads to a field of the shape n, or to
// metadata that every object has.
func resolves(n *schema.Node, at string) bool {
	if at == "metadata" || strings.HasPrefix(at, "metadata.") {
		return true
	}
	for name := range strings.SplitSeq(at, ".") {
		name, _, item := strings.Cut(name, "[")
		f, ok := n.JSONField(name)
		switch {
		case n.Kind == schema.Map:
			n = n.Elem
			continue
		case !ok:
			return false
		}
		n = f.Node
		if item {
			if n.Elem == nil {
				return false
			}
			n = n.Elem
		}
	}
	return true
}

func TestEveryKindHasExamples(t *testing.T) {
	examples := filepath.Join("..", "..", "examples")
	forEveryKind(t, func(t *testing.T, k *kinds.Kind) {
		typeName := "inference_" + k.TypeName
		files := []string{
			filepath.Join("resources", typeName, "resource.tf"), filepath.Join("data-sources", typeName, "data-source.tf"),
			filepath.Join("resources", typeName, "import.sh"), filepath.Join("resources", typeName, "import-by-identity.tf"),
			filepath.Join("list-resources", typeName, "list-resource.tfquery.hcl"),
		}
		for _, file := range files {
			content, err := os.ReadFile(filepath.Join(examples, file))
			if err != nil {
				t.Error(err)
				continue
			}
			if !slices.Contains(strings.FieldsFunc(string(content), func(r rune) bool { return strings.ContainsRune(" .\"\n=", r) }), typeName) {
				t.Errorf("%s does not use %s", file, typeName)
			}
		}
	})
}

// TestEveryKindThatRunsPodsExplainsThem shows that whatever keeps pods from serving leads to a field, in every mode in
// which there are pods, and that what an explanation names exists.
func TestEveryKindThatRunsPodsExplainsThem(t *testing.T) {
	needed := []tree.Reason{tree.Image, tree.HostMemory, tree.NoNode, tree.CrashLoop}
	object := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{}}}
	forEveryKind(t, func(t *testing.T, k *kinds.Kind) {
		for _, b := range k.Explains.Blames {
			root, at := k.Definition, b.Field
			if below, direct := strings.CutPrefix(b.Field, "direct."); direct {
				if root, at = k.DirectDefinition, below; b.Modes != kinds.DirectMode {
					t.Errorf("%s decides in direct mode only", b.Field)
				}
			}
			if !resolves(schema.Lookup(root), at) || len(b.Reasons) == 0 {
				t.Errorf("%q is not a field, or decides about nothing", b.Field)
			}
		}
		for _, cause := range []tree.Cause{{Reason: tree.NoNode, Lacks: []string{"cpu", "nvidia.com/gpu"}}, {Reason: tree.NotScheduled, Unlabelled: true}} {
			for _, p := range k.Explains.Blamed(kinds.Candidate{Object: object}, cause) {
				root, at := k.Definition, p.Field
				if below, direct := strings.CutPrefix(p.Field, "direct."); direct {
					root, at = k.DirectDefinition, below
				}
				if !resolves(schema.Lookup(root), at) {
					t.Errorf("%q is not a field", p.Field)
				}
			}
		}
		for mode, runs := range map[bool]bool{false: k.Runs != nil, true: k.Render != nil} {
			blamed := 0
			for _, reason := range needed {
				// A container of the engine goes by many names; the loader is looked for by its own.
				for _, container := range []string{"", "model-runner", "ome-container"} {
					cause := tree.Cause{Reason: reason, Container: container, Lacks: []string{"cpu", "nvidia.com/gpu"}}
					if len(k.Explains.Blamed(kinds.Candidate{Object: object, Direct: mode}, cause)) > 0 {
						blamed++
						break
					}
				}
			}
			if runs && blamed < 2 {
				t.Errorf("direct %t: of the reasons %v, only %d lead to a field", mode, needed, blamed)
			}
		}
		if !slices.ContainsFunc(k.References, func(r kinds.Reference) bool { return r.Needed }) {
			return
		}
		referring := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{
			"modelClaim": map[string]any{"modelName": "m"}, "model": map[string]any{"name": "m"}, "modelRef": "m",
			"backends":    []any{map[string]any{"inferenceServiceRef": map[string]any{"name": "s"}}},
			"modelClaims": map[string]any{"models": []any{map[string]any{"name": "m"}}},
			"runtime":     map[string]any{"name": "r"}, "endpoint": map[string]any{"inferenceService": map[string]any{"name": "s"}},
			"rules": []any{map[string]any{"targetModels": []any{map[string]any{"modelServerName": "s"}}}},
		}}}
		found := k.Needs(referring)
		for _, need := range found {
			if !resolves(schema.Lookup(k.Definition), need.Field) || need.Name == "" || len(need.Of) == 0 {
				t.Errorf("the need %+v has no field, name or kind that the object refers to", need)
			}
		}
		if len(found) == 0 {
			t.Error("an object that refers to others needs them")
		}
	})
}
