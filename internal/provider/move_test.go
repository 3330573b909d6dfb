package provider

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The manifest of a Playground, plain and as a dynamic attribute keeps it.
const (
	movedManifest = `{"apiVersion":"inference.llmaz.io/v1alpha1","kind":"Playground","metadata":{"name":"chat"%s},"spec":{"replicas":2,"modelClaim":null}}`
	inNamespace   = `,"namespace":"llm"`
)

func manifestIn(metadata string) string { return strings.Replace(movedManifest, "%s", metadata, 1) }

func wrapped(value string) string { return `{"type":["object",{}],"value":` + value + `}` }

// TestMoveState shows what a move takes from the states of the generic providers: where the
// object is, and its manifest for the refresh that follows.
func TestMoveState(t *testing.T) {
	text := func(s string) string { return jsonOf(t, s) }
	cases := map[string]struct {
		reason, source, state string
		target                string
		id                    string
		// errors are a summary and parts of its detail.
		errors []string
	}{
		"dynamic": {
			reason: "a state keeps the values of dynamic attributes beside their types", source: "kubernetes_manifest", target: "inference_playground",
			state: `{"manifest":` + wrapped(manifestIn(inNamespace)) + `,"object":null}`, id: "llm/chat",
		},
		"plain": {
			reason: "values may also stand by themselves", source: "kubernetes_manifest", target: "inference_playground",
			state: `{"manifest":` + manifestIn(inNamespace) + `}`, id: "llm/chat",
		},
		"object only": {
			reason: "an imported kubernetes_manifest has no manifest", source: "kubernetes_manifest", target: "inference_playground",
			state: `{"manifest":null,"object":` + wrapped(manifestIn(inNamespace)) + `}`, id: "llm/chat",
		},
		"namespace of the object": {
			reason: "a manifest may leave the namespace to the provider", source: "kubernetes_manifest", target: "inference_playground",
			state: `{"manifest":` + wrapped(manifestIn("")) + `,"object":` + wrapped(manifestIn(inNamespace)) + `}`, id: "llm/chat",
		},
		"no namespace": {
			reason: "both providers take the default one", source: "kubernetes_manifest", target: "inference_playground",
			state: `{"manifest":` + wrapped(manifestIn("")) + `}`, id: "default/chat",
		},
		"kubectl": {
			reason: "attributes tell where the object is", source: "kubectl_manifest", target: "inference_playground",
			state: `{"yaml_body":` + text(manifestIn("")) + `,"namespace":"llm","api_version":"inference.llmaz.io/v1alpha1","kind":"Playground","name":"chat"}`, id: "llm/chat",
		},
		"kubectl link": {
			reason: "the link knows a namespace that is not written", source: "kubectl_manifest", target: "inference_playground",
			state: `{"id":"/apis/inference.llmaz.io/v1alpha1/namespaces/llm/playgrounds/chat","yaml_body":` + text(manifestIn("")) + `,"namespace":""}`, id: "llm/chat",
		},
		"another release": {
			reason: "a kind has other names in older releases", source: "kubernetes_manifest", target: "inference_model_infer",
			state: `{"manifest":{"apiVersion":"workload.serving.volcano.sh/v1alpha1","kind":"ModelServing","metadata":{"name":"chat","namespace":"llm"}}}`, id: "llm/chat",
		},
		"another kind": {
			reason: "the right type is named", source: "kubernetes_manifest", target: "inference_service",
			state:  `{"manifest":` + manifestIn(inNamespace) + `}`,
			errors: []string{"Moved object is of another kind", "Playground llm/chat (inference.llmaz.io/v1alpha1) cannot become a resource of type inference_service. Change the `moved` block and the resource to inference_playground."},
		},
		"foreign kind": {
			reason: "not every object has a resource", source: "kubectl_manifest", target: "inference_service",
			state:  `{"yaml_body":"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: chat, namespace: llm}"}`,
			errors: []string{"Moved object is of another kind", "Deployment llm/chat (apps/v1) cannot become", "This provider has no resource for its kind."},
		},
		"nothing": {
			reason: "a state may tell nothing", source: "kubernetes_manifest", target: "inference_service", state: `{"manifest":null}`,
			errors: []string{"Moved state cannot be read", "it has neither `manifest` nor `object`"},
		},
		"no name": {
			reason: "a body may be no object", source: "kubectl_manifest", target: "inference_service", state: `{"yaml_body":": ["}`,
			errors: []string{"Moved state cannot be read", "it does not have apiVersion, kind and name of the object"},
		},
		"another source": {
			reason: "nothing else is known", source: "helm_release", target: "inference_service", state: `{}`,
			errors: []string{"Resource cannot be moved", "A resource of type helm_release cannot become one of type inference_service, which takes resources of the types kubectl_manifest and kubernetes_manifest."},
		},
		"to an endpoint": {
			reason: "its pods are others", source: "inference_playground", target: "inference_endpoint", state: `{"id":"llm/chat"}`,
			errors: []string{"Resource cannot change its type", "inference_playground llm/chat cannot become a resource of type inference_endpoint", "add the new resource under another name, switch the traffic to it, and then remove the old resource"},
		},
		"from an endpoint": {
			reason: "the way back is the same", source: "inference_endpoint", target: "inference_playground", state: `{"id":"llm/chat"}`,
			errors: []string{"Resource cannot change its type", "inference_endpoint llm/chat cannot become a resource of type inference_playground"},
		},
		"nothing becomes an endpoint": {
			reason: "an import would not help either", source: "helm_release", target: "inference_endpoint", state: `{"id":"chat"}`,
			errors: []string{"Resource cannot change its type", "helm_release chat cannot become a resource of type inference_endpoint"},
		},
		"the same object": {
			reason: "an import goes on with it", source: "inference_model_serving", target: "inference_model_infer", state: `{"id":"llm/chat"}`,
			errors: []string{"Resource cannot be moved", "and import the object"},
		},
		"the same type": {
			reason: "a fork has the same types", source: "inference_playground", target: "inference_playground", state: `{"id":"llm/chat"}`,
			errors: []string{"Moved resource is of another provider", "provider registry.example.com/fork/inference.", "`terraform state replace-provider`"},
		},
	}
	s := newServer(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			resp, err := s.MoveResourceState(t.Context(), &tfprotov6.MoveResourceStateRequest{
				SourceProviderAddress: "registry.example.com/fork/inference", SourceTypeName: tc.source, SourceState: &tfprotov6.RawState{JSON: []byte(tc.state)}, TargetTypeName: tc.target,
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(tc.errors) > 0 {
				if len(resp.Diagnostics) != 1 || resp.Diagnostics[0].Summary != tc.errors[0] {
					t.Fatalf("%s: want %q, got %v", tc.reason, tc.errors[0], told(resp.Diagnostics))
				}
				for _, part := range tc.errors[1:] {
					if !strings.Contains(resp.Diagnostics[0].Detail, part) {
						t.Errorf("%s: want %q in %q", tc.reason, part, resp.Diagnostics[0].Detail)
					}
				}
				return
			}
			if len(resp.Diagnostics) > 0 {
				t.Fatalf("%s: %v", tc.reason, told(resp.Diagnostics))
			}
			if got := rootText(t, resp.TargetState, s.resourceType(t, tc.target), "id"); got != tc.id {
				t.Errorf("%s: the id is %q, want %q", tc.reason, got, tc.id)
			}
			var kept map[string][]byte
			if err := json.Unmarshal(resp.TargetPrivate, &kept); err != nil {
				t.Fatal(err)
			}
			var manifest struct{ Metadata struct{ Name string } }
			if err := json.Unmarshal(kept["moved"], &manifest); err != nil || manifest.Metadata.Name != "chat" {
				t.Errorf("%s: the private state keeps %s", tc.reason, kept["moved"])
			}
		})
	}
}

func jsonOf(t *testing.T, value any) string {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// rootText is a root attribute of a state.
func rootText(t *testing.T, state *tfprotov6.DynamicValue, kind tftypes.Object, attribute string) string {
	t.Helper()
	value, err := state.Unmarshal(kind)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]tftypes.Value
	if err := value.As(&fields); err != nil {
		t.Fatal(err)
	}
	var text string
	if err := fields[attribute].As(&text); err != nil {
		t.Fatal(err)
	}
	return text
}

// TestHCLFunction shows what is printed of an object that stands in a text, and what is refused.
func TestHCLFunction(t *testing.T) {
	cases := map[string]struct{ reason, object, typeName, hcl, imports, failure string }{
		"file": {
			reason: "without managed fields, defaults and the notes of kubectl are left out",
			object: `
apiVersion: inference.llmaz.io/v1alpha1
kind: Playground
metadata:
  name: chat-7b
  namespace: llm
  uid: 5c8b
  annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}"}
  labels: {team: search}
spec:
  replicas: 1
  modelClaim: {modelName: llama3-1-8b}
status: {}
`,
			hcl:     "resource \"inference_playground\" \"chat_7b\" {\n  metadata = { name = \"chat-7b\", namespace = \"llm\", labels = { team = \"search\" } }\n  spec = {\n    model_claim = { model_name = \"llama3-1-8b\" }\n  }\n}\n",
			imports: "import {\n  to = inference_playground.chat_7b\n  id = \"llm/chat-7b\"\n}\n",
		},
		"managed fields": {
			reason: "what a controller set is left out, and a default that somebody applied is not",
			object: `{"apiVersion":"inference.llmaz.io/v1alpha1","kind":"Playground","metadata":{"name":"chat","namespace":"llm","managedFields":[
				{"manager":"argocd","operation":"Apply","apiVersion":"inference.llmaz.io/v1alpha1","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:replicas":{}}}},
				{"manager":"manager","operation":"Update","apiVersion":"inference.llmaz.io/v1alpha1","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:modelClaim":{"f:modelName":{}}}}}]},
				"spec":{"replicas":1,"modelClaim":{"modelName":"a"}}}`,
			hcl:     "resource \"inference_playground\" \"chat\" {\n  metadata = { name = \"chat\", namespace = \"llm\" }\n  spec = {\n    replicas = 1\n  }\n}\n",
			imports: "import {\n  to = inference_playground.chat\n  id = \"llm/chat\"\n}\n",
		},
		"old release": {
			reason:  "an object of an old release is printed as the newest has it",
			object:  "apiVersion: inference.llmaz.io/v1alpha1\nkind: Playground\nmetadata: {name: chat, namespace: llm}\nspec: {modelClaim: {modelName: a}, backendRuntimeConfig: {name: sglang, args: {flags: [--x]}}, later: true}\n",
			hcl:     "# The object also has fields that this provider does not know: spec.later.\nresource \"inference_playground\" \"chat\" {\n  metadata = { name = \"chat\", namespace = \"llm\" }\n  spec = {\n    backend_runtime_config = { args = [\"--x\"], backend_name = \"sglang\" }\n    model_claim            = { model_name = \"a\" }\n  }\n}\n",
			imports: "import {\n  to = inference_playground.chat\n  id = \"llm/chat\"\n}\n",
		},
		"cluster-scoped": {
			reason: "such an object has no namespace", object: "apiVersion: llmaz.io/v1alpha1\nkind: OpenModel\nmetadata: {name: chat}\n",
			hcl:     "resource \"inference_open_model\" \"chat\" {\n  metadata = { name = \"chat\" }\n  spec     = {}\n}\n",
			imports: "import {\n  to = inference_open_model.chat\n  id = \"chat\"\n}\n",
		},
		"type": {
			reason: "a ModelServing may be that of the older resource", object: "apiVersion: workload.serving.volcano.sh/v1alpha1\nkind: ModelServing\nmetadata: {name: chat, namespace: llm}\n", typeName: "inference_model_infer",
			hcl:     "resource \"inference_model_infer\" \"chat\" {\n  metadata = { name = \"chat\", namespace = \"llm\" }\n  spec     = {}\n}\n",
			imports: "import {\n  to = inference_model_infer.chat\n  id = \"llm/chat\"\n}\n",
		},
		"another type": {
			reason: "a type must take the kind", object: "apiVersion: llmaz.io/v1alpha1\nkind: OpenModel\nmetadata: {name: chat}\n", typeName: "inference_service",
			failure: "The object cannot be printed: inference_service is no resource type that takes OpenModel of llmaz.io/v1alpha1. Give inference_open_model, or no type",
		},
		"another kind": {
			reason: "not every object has a resource", object: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: chat}\n",
			failure: "The object cannot be printed: the provider has no resource for the kind Deployment of apps/v1. Give an object of another kind",
		},
		"no group": {
			reason: "a kind alone is no type", object: "kind: Foo\n",
			failure: "The object cannot be printed: it has no apiVersion. Give one Kubernetes object as YAML or JSON",
		},
		"no kind": {
			reason: "nor is a group", object: "apiVersion: llmaz.io/v1alpha1\n",
			failure: "The object cannot be printed: it has no kind. Give one Kubernetes object as YAML or JSON",
		},
		"no name": {
			reason: "what has no name cannot be imported", object: "apiVersion: llmaz.io/v1alpha1\nkind: OpenModel\n",
			failure: "The object cannot be printed: it has no metadata.name. Give the object a name",
		},
		"no object": {
			reason: "a path is no object", object: "chat.yaml",
			failure: "The object cannot be printed: reading a manifest: it is a string, not an object. Give one Kubernetes object as YAML or JSON",
		},
	}
	s := newServer(t)
	result := s.schema.Functions["hcl"].Return.Type
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			arguments := []*tfprotov6.DynamicValue{dynamic(t, tftypes.String, tftypes.NewValue(tftypes.String, tc.object))}
			if tc.typeName != "" {
				arguments = append(arguments, dynamic(t, tftypes.String, tftypes.NewValue(tftypes.String, tc.typeName)))
			}
			resp, err := s.CallFunction(t.Context(), &tfprotov6.CallFunctionRequest{Name: "hcl", Arguments: arguments})
			if err != nil {
				t.Fatal(err)
			}
			failure := ""
			if resp.Error != nil {
				failure = resp.Error.Text
			}
			if failure != tc.failure {
				t.Fatalf("%s: the error is %q, want %q", tc.reason, failure, tc.failure)
			}
			if tc.failure != "" {
				return
			}
			got := map[string]string{}
			for _, attribute := range []string{"hcl", "import"} {
				got[attribute] = rootText(t, resp.Result, result.(tftypes.Object), attribute)
			}
			if diff := cmp.Diff(map[string]string{"hcl": tc.hcl, "import": tc.imports}, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
