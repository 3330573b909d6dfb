package pulumi_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"sigs.k8s.io/yaml"

	inference "github.com/inferops/terraform-provider-inference/internal/pulumi"
)

// forEveryResource runs a test with the example of every resource.
func forEveryResource(t *testing.T, test func(t *testing.T, s server, token string, inputs resource.PropertyMap)) {
	t.Helper()
	info := inference.Info("0.1.0")
	s := serveInfo(t, info, map[string]any{"namespace": "llm"})
	for name, r := range info.Resources {
		t.Run(name, func(t *testing.T) {
			test(t, s, r.Tok.String(), example(t, name, info.P.ResourcesMap().Get(name)))
		})
	}
}

// TestPreview checks and previews the example of every resource: the object that is going to
// be applied is known, and has what was set.
func TestPreview(t *testing.T) {
	forEveryResource(t, func(t *testing.T, s server, token string, inputs resource.PropertyMap) {
		planned := s.preview(t, token, s.check(t, token, inputs))
		if !planned["manifest"].IsString() {
			t.Fatalf("the manifest is %v", planned["manifest"])
		}
		var object struct {
			Kind     string
			Metadata struct{ Name string }
			Spec     map[string]any
		}
		if err := yaml.Unmarshal([]byte(planned["manifest"].StringValue()), &object); err != nil {
			t.Fatal(err)
		}
		name := inputs["metadata"].ObjectValue()["name"].StringValue()
		if object.Metadata.Name != name || object.Kind == "" || len(object.Spec) != len(inputs["spec"].ObjectValue()) {
			t.Errorf("the object is %s, of %v", planned["manifest"].StringValue(), inputs)
		}
		for key, want := range inputs {
			if lost := missing(want, planned[key], string(key)); lost != "" && !want.ContainsUnknowns() {
				t.Errorf("the plan has lost %s", lost)
			}
		}
	})
}

// TestDiff finds nothing to do for what is there already, and tells a difference by the path
// of the one property that differs.
func TestDiff(t *testing.T) {
	next := serve(t, map[string]any{"namespace": "llm"}) // than the one that creates, as in another run
	forEveryResource(t, func(t *testing.T, s server, token string, inputs resource.PropertyMap) {
		delete(inputs, "references") // of which some are computed
		prior := stored(s.preview(t, token, inputs))
		diff := func(news resource.PropertyMap) *pulumirpc.DiffResponse {
			answer, err := next.Diff(t.Context(), &pulumirpc.DiffRequest{
				Id: prior["id"].StringValue(), Urn: urn(token), Olds: marshal(t, prior), OldInputs: marshal(t, inputs), News: marshal(t, news),
			})
			if err != nil {
				t.Fatal(err)
			}
			return answer
		}
		labels := inputs.Copy()
		metadata := inputs["metadata"].ObjectValue().Copy()
		metadata["labels"] = resource.NewObjectProperty(resource.PropertyMap{"team": resource.NewStringProperty("b")})
		labels["metadata"] = resource.NewObjectProperty(metadata)
		answer := diff(labels)
		changed := slices.Sorted(maps.Keys(answer.DetailedDiff))
		if len(changed) == 0 || slices.ContainsFunc(changed, func(path string) bool { return !strings.HasPrefix(path, "metadata.labels") }) || !slices.Equal(answer.Diffs, []string{"metadata"}) {
			t.Errorf("another label is shown as %v, of %v", changed, answer.Diffs)
		}
		renamed := inputs.Copy()
		metadata = inputs["metadata"].ObjectValue().Copy()
		metadata["name"] = resource.NewStringProperty("another")
		renamed["metadata"] = resource.NewObjectProperty(metadata)
		answer = diff(renamed)
		if answer.DetailedDiff["metadata.name"].GetKind() != pulumirpc.PropertyDiff_UPDATE_REPLACE {
			t.Errorf("another name is shown as %v", answer.DetailedDiff)
		}
		if !answer.DeleteBeforeReplace {
			t.Error("a replacement creates before it deletes")
		}
	})
}

// stored is what a creation would store: nothing of it is computed any more.
func stored(planned resource.PropertyMap) resource.PropertyMap {
	out := planned.Copy()
	for key, value := range out {
		if value.ContainsUnknowns() {
			delete(out, key)
		}
	}
	return out
}

// TestUnknownProperties refuses what a resource does not have, at any depth.
func TestUnknownProperties(t *testing.T) {
	const playground = "inference:index/playground:Playground"
	cases := map[string]struct {
		reason string
		inputs map[string]any
		want   string
	}{
		"root": {
			reason: "a property of the resource",
			inputs: map[string]any{"specc": map[string]any{}},
			want:   "specc: there is no such property. It is one of credentials, deletionProtection, direct,",
		},
		"nested": {
			reason: "a property of an object",
			inputs: map[string]any{"spec": map[string]any{"replica": 1}},
			want:   "spec.replica: there is no such property",
		},
		"in a list": {
			reason: "the singular, which Terraform has, of a list of an object in a list",
			inputs: map[string]any{"spec": map[string]any{"modelClaims": map[string]any{"models": []any{map[string]any{"name": "a"}, map[string]any{"nam": "b"}}}}},
			want:   "spec.modelClaims.models[1].nam: there is no such property. It is one of name, role",
		},
		"in a secret": {
			reason: "a secret object has properties too",
			inputs: map[string]any{"spec": resource.MakeSecret(resource.NewPropertyValue(map[string]any{"replica": 1}))},
			want:   "spec.replica: there is no such property",
		},
	}
	s := serve(t, nil)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			inputs := resource.NewPropertyMapFromMap(tc.inputs)
			_, err := s.Check(t.Context(), &pulumirpc.CheckRequest{Urn: urn(playground), News: marshal(t, inputs)})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s: it says %v, not %s", tc.reason, err, tc.want)
			}
		})
	}
	labels := resource.NewPropertyMapFromMap(map[string]any{
		"metadata": map[string]any{"name": "chat", "labels": map[string]any{"any.name/at-all": "x"}},
		"spec":     map[string]any{"modelClaim": map[string]any{"modelName": "m"}},
	})
	s.check(t, playground, labels)
}

// TestRulesFailTheCheck tells of a broken rule at the property, by Pulumi's name.
func TestRulesFailTheCheck(t *testing.T) {
	inputs := resource.NewPropertyMapFromMap(map[string]any{
		"metadata": map[string]any{"name": "chat"},
		"spec":     map[string]any{"replicas": -1, "modelClaim": map[string]any{"modelName": "m"}},
	})
	checked, err := serve(t, nil).Check(t.Context(), &pulumirpc.CheckRequest{Urn: urn("inference:index/playground:Playground"), News: marshal(t, inputs)})
	if err != nil {
		t.Fatal(err)
	}
	const want = "Invalid value. spec.replicas of Playground chat is -1: must be 0 or more (PG-C11)\n\nhttps://registry.terraform.io/providers/inferops/inference/latest/docs/resources/playground#rule-PG-C11. Examine values at 'it.spec.replicas'."
	if len(checked.Failures) != 1 || checked.Failures[0].Reason != want {
		t.Errorf("the failures are %v, not %s", checked.Failures, want)
	}
}

// TestCredentialsAreSecret: the engine encrypts what the schema says is secret.
func TestCredentialsAreSecret(t *testing.T) {
	spec := packageSchema(t)
	for _, name := range []string{"token", "password", "clientKey"} {
		if !spec.Provider.InputProperties[name].Secret || !spec.Config.Variables[name].Secret {
			t.Errorf("%s of the provider is no secret", name)
		}
	}
}

// TestInvokes calls the data sources that stand in for Terraform's functions, which ask no cluster.
func TestInvokes(t *testing.T) {
	definition := `{"apiVersion":"inference.llmaz.io/v1alpha1","kind":"Playground","metadata":{"name":"chat","namespace":"llm"},"spec":{"replicas":1,"modelClaim":{"modelName":"qwen"}}}`
	model := `{"apiVersion":"llmaz.io/v1alpha1","kind":"OpenModel","metadata":{"name":"qwen"},"spec":{"familyName":"qwen","source":{"modelHub":{"modelID":"Qwen/Qwen3-8B"}}}}`
	args := resource.NewPropertyMapFromMap(map[string]any{"manifest": definition, "references": []any{model}})
	answer, err := serve(t, nil).Invoke(t.Context(), &pulumirpc.InvokeRequest{Tok: "inference:index/getRender:getRender", Args: marshal(t, args)})
	if err != nil || len(answer.Failures) > 0 {
		t.Fatal(err, answer.GetFailures())
	}
	if yaml := unmarshal(t, answer.Return)["yaml"].StringValue(); !strings.Contains(yaml, "kind: LeaderWorkerSet") && !strings.Contains(yaml, "kind: Deployment") {
		t.Errorf("it renders %s", yaml)
	}
}

// TestInvokesFit shows that programs have what provider::inference::fit gives, in the arguments and results of one object.
func TestInvokesFit(t *testing.T) {
	args := resource.NewPropertyMapFromMap(map[string]any{
		"source": "table", "repository": "Qwen/Qwen2.5-7B-Instruct", "fit": map[string]any{"accelerator": "NVIDIA-L4", "context": 8192, "concurrency": 2},
	})
	answer, err := serve(t, nil).Invoke(t.Context(), &pulumirpc.InvokeRequest{Tok: "inference:index/getModel:getModel", Args: marshal(t, args)})
	if err != nil || len(answer.Failures) > 0 {
		t.Fatal(err, answer.GetFailures())
	}
	out := unmarshal(t, answer.Return)
	if facts := out["facts"].ObjectValue(); facts["attentionHeads"].NumberValue() != 28 || facts["repository"].StringValue() != "Qwen/Qwen2.5-7B-Instruct" {
		t.Errorf("the facts are %v", facts)
	}
	if fit := out["fit"].ObjectValue(); !fit["fits"].BoolValue() || fit["tensorParallel"].NumberValue() != 1 || fit["kvCacheBytesPerToken"].NumberValue() != 57344 {
		t.Errorf("the fit is %v", fit)
	}
}

// TestSecretsAreCarried has what repeats a secret of a program secret as well, in what the engine keeps of a creation, and
// nothing else; a credential is repeated nowhere.
func TestSecretsAreCarried(t *testing.T) {
	const token = "inference:index/playground:Playground"
	of := func(value resource.PropertyValue, credentials map[string]any) resource.PropertyMap {
		inputs := resource.NewPropertyMapFromMap(map[string]any{
			"metadata": map[string]any{"name": "chat", "namespace": "llm"},
			"spec":     map[string]any{"replicas": 1, "modelClaim": map[string]any{"modelName": "qwen"}},
		})
		inputs["spec"].ObjectValue()["backendRuntimeConfig"] = resource.NewObjectProperty(resource.PropertyMap{
			"args": resource.NewArrayProperty([]resource.PropertyValue{value}),
		})
		if credentials != nil {
			inputs["credentials"] = resource.MakeSecret(resource.NewPropertyValue(credentials))
		}
		return inputs
	}
	plain := resource.NewStringProperty("--api-key=hunter2")
	for name, c := range map[string]struct {
		inputs  resource.PropertyMap
		carried bool
	}{
		"a secret":     {of(resource.MakeSecret(plain), nil), true},
		"none":         {of(plain, nil), false},
		"a credential": {of(plain, map[string]any{"huggingFace": map[string]any{"token": "hf_x"}}), false},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, map[string]any{})
			planned := s.preview(t, token, s.check(t, token, c.inputs))
			for _, key := range []resource.PropertyKey{"manifest", "rendered"} {
				if planned[key].IsSecret() != c.carried {
					t.Errorf("%s is secret: %t, want %t", key, planned[key].IsSecret(), c.carried)
				}
			}
			spec := planned["spec"].ObjectValue()
			if args := spec["backendRuntimeConfig"].ObjectValue()["args"]; args.IsSecret() != c.carried {
				t.Errorf("the arguments are %v", args)
			}
			if planned["id"].IsSecret() || planned["ready"].IsSecret() || spec["replicas"].IsSecret() {
				t.Errorf("what no secret is in is secret: %v", planned)
			}
		})
	}
}
