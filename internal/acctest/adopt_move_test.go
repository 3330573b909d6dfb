//go:build unix

package acctest_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"
	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// formers are the providers that objects come from: how each makes an object and what its state has of it.
var formers = map[string]func(t *testing.T, c *acctest.Cluster, s subject) acctest.Former{
	// The first apply has what is written, and every later one also all that the server answered.
	"kubernetes_manifest": func(t *testing.T, c *acctest.Cluster, s subject) acctest.Former {
		c.ApplyAs(t, s.object(), "Terraform", s.manifest.Object)
		answered := map[string]any{"spec": c.Get(t, s.object()).Object["spec"]}
		maps.Copy(answered, withoutSpec(s.manifest.Object))
		c.ApplyAs(t, s.object(), "Terraform", answered)
		return acctest.Former{
			Provider: "hashicorp/kubernetes", Type: "kubernetes_manifest", SchemaVersion: 1,
			Attributes: map[string]any{"manifest": dynamicValue(s.manifest.Object), "object": dynamicValue(answered)},
		}
	},
	"kubectl_manifest of gavinbunney": func(t *testing.T, c *acctest.Cluster, s subject) acctest.Former {
		body := string(yamlOf(t, s.manifest.Object))
		object := s.manifest.DeepCopy()
		object.SetAnnotations(map[string]string{corev1.LastAppliedConfigAnnotation: jsonOf(t, s.manifest.Object)})
		c.Create(t, s.object(), "kubectl-client-side-apply", object.Object)
		return acctest.Former{
			Provider: "gavinbunney/kubectl", Type: "kubectl_manifest", SchemaVersion: 1,
			Attributes: kubectlAttributes(t, c, s, body),
		}
	},
	"kubectl_manifest of alekc": func(t *testing.T, c *acctest.Cluster, s subject) acctest.Former {
		c.ApplyAs(t, s.object(), "kubectl", s.manifest.Object)
		return acctest.Former{
			Provider: "alekc/kubectl", Type: "kubectl_manifest", SchemaVersion: 1,
			Attributes: kubectlAttributes(t, c, s, jsonOf(t, s.manifest.Object)),
		}
	},
}

func kubectlAttributes(t *testing.T, c *acctest.Cluster, s subject, body string) map[string]any {
	t.Helper()
	live := c.Get(t, s.object())
	o := s.object()
	link := "/apis/" + live.GetAPIVersion() + "/" + o.Resource.Resource + "/" + o.Name
	if o.Namespace != "" {
		link = "/apis/" + live.GetAPIVersion() + "/namespaces/" + o.Namespace + "/" + o.Resource.Resource + "/" + o.Name
	}
	return map[string]any{
		"id": link, "uid": string(live.GetUID()), "yaml_body": body, "yaml_body_parsed": body,
		"api_version": live.GetAPIVersion(), "kind": live.GetKind(), "name": live.GetName(), "namespace": live.GetNamespace(),
	}
}

func withoutSpec(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	delete(out, "spec")
	return out
}

// dynamicValue is a value of a dynamic attribute as a state has it: beside its type.
func dynamicValue(value any) map[string]any {
	return map[string]any{"value": value, "type": typeOfValue(value)}
}

// typeOfValue is the type of a value in Terraform's JSON.
func typeOfValue(value any) any {
	switch value := value.(type) {
	case map[string]any:
		fields := map[string]any{}
		for name, entry := range value {
			fields[name] = typeOfValue(entry)
		}
		return []any{"object", fields}
	case []any:
		items := make([]any, len(value))
		for i, item := range value {
			items[i] = typeOfValue(item)
		}
		return []any{"tuple", items}
	case bool:
		return "bool"
	case string:
		return "string"
	}
	return "number"
}

// testMove moves an object of every kind from every generic provider: the plan says that they
// move and nothing else.
func testMove(t *testing.T, c *acctest.Cluster, subjects []subject) {
	tf := acctest.NewTerraform(t)
	var config strings.Builder
	config.WriteString(c.Provider(""))
	var brought []acctest.Former
	want := map[string]string{}
	for i, source := range slices.Sorted(maps.Keys(formers)) {
		label := fmt.Sprintf("from_%d", i)
		for _, s := range subjects {
			s.manifest = s.manifest.DeepCopy()
			s.manifest.SetName(fmt.Sprintf("move-%d-%s", i, kebabType(s.typeName)))
			former := formers[source](t, c, s)
			former.Name = strings.TrimPrefix(s.typeName, "inference_") + "_" + label
			brought = append(brought, former)
			address := s.typeName + "." + label
			want[address] = "move"
			fmt.Fprintf(&config, "moved {\n  from = %s.%s\n  to   = %s\n}\n%s", former.Type, former.Name, address, s.block(label, s.manifest.GetName(), ""))
		}
	}
	tf.PutState(t, brought...)
	tf.Configure(t, config.String())
	clashes := clashesOf(subjects)
	expectMoves(t, tf.Preview(t), want, clashes...)
	expectMoves(t, tf.MustApply(t), want, clashes...)
	expectMoves(t, tf.Preview(t), map[string]string{}, clashes...)
}

// clashesOf are the ends of the titles of what a plan warns of where it has several objects of each kind that are alike but for
// their names.
func clashesOf(subjects []subject) []string {
	var ends []string
	for _, s := range subjects {
		for _, rule := range s.kind.Claims.Rules {
			ends = append(ends, "("+rule.ID+")")
		}
	}
	return ends
}

// foreignOnly matches a drift in which nothing is to be restored. What an old release fills
// in by itself looks like that where the client claims it.
var foreignOnly = regexp.MustCompile(`^[^\n]+:(\n +- [^\n]+ \[foreign\][^\n]*)+\n[^\n]+$`)

// expectMoves checks what a command planned, and that it says nothing but warnings with such ends of their titles.
func expectMoves(t *testing.T, out acctest.Outcome, want map[string]string, warnings ...string) {
	t.Helper()
	if diff := cmp.Diff(want, out.Actions); diff != "" {
		t.Errorf("planned actions (-want +got):\n%s", diff)
	}
	for _, d := range out.Diagnostics {
		if d.Summary == drifted && foreignOnly.MatchString(d.Detail) {
			continue
		}
		if slices.ContainsFunc(warnings, func(end string) bool {
			return d.Severity == tfjson.DiagnosticSeverityWarning && strings.HasSuffix(d.Summary, end)
		}) {
			continue
		}
		t.Errorf("%s: %s: %s", d.Severity, d.Summary, d.Detail)
	}
}

// TestAccMoveOfWhatChanged moves objects that are no longer as their manifest says: one that
// somebody edited is restored and changes hands, and one that is gone is made anew.
func TestAccMoveOfWhatChanged(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	tf := acctest.NewTerraform(t)
	config := c.Provider("")
	var brought []acctest.Former
	for _, name := range []string{"move-edited", "move-gone"} {
		o := llmaz("playgrounds", "default", name)
		manifest := map[string]any{
			"apiVersion": "inference.llmaz.io/v1alpha1", "kind": "Playground", "metadata": map[string]any{"name": name, "namespace": "default"},
			"spec": map[string]any{"replicas": int64(1), "modelClaim": map[string]any{"modelName": "a"}},
		}
		label := strings.ReplaceAll(name, "-", "_")
		brought = append(brought, acctest.Former{
			Provider: "hashicorp/kubernetes", Type: "kubernetes_manifest", Name: label, SchemaVersion: 1,
			Attributes: map[string]any{"manifest": dynamicValue(manifest), "object": nil},
		})
		if name == "move-edited" {
			c.ApplyAs(t, o, "Terraform", manifest)
			c.Edit(t, o, "kubectl-edit", `{"spec":{"modelClaim":{"modelName":"b"}}}`)
		}
		config += fmt.Sprintf("moved {\n  from = kubernetes_manifest.%s\n  to = inference_playground.%s\n}\n", label, label) +
			fmt.Sprintf("resource \"inference_playground\" %q {\n  metadata = { name = %q, namespace = \"default\" }\n  spec = { replicas = 1, model_claim = { model_name = \"a\" } }\n  wait = { until = \"accepted\" }\n}\n", label, name)
	}
	tf.PutState(t, brought...)
	tf.Configure(t, config)
	out := tf.Preview(t)
	out.Find(t, tfjson.DiagnosticSeverityWarning, "Object changes hands")
	out.Diagnostics = slices.DeleteFunc(out.Diagnostics, func(d tfjson.Diagnostic) bool { return d.Summary == "Object changes hands" })
	expectMoves(t, out, map[string]string{"inference_playground.move_edited": "update", "inference_playground.move_gone": "create"})
	c.Delete(t, llmaz("playgrounds", "default", "move-edited"))
	tf.LoseState(t)
}
