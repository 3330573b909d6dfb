package provider

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/msgpack"

	"github.com/inferops/terraform-provider-inference/internal/acctest/core"
)

func actionServer(t *testing.T) tfprotov6.ActionServer {
	t.Helper()
	s, ok := NewServer("test").(tfprotov6.ActionServer)
	if !ok {
		t.Fatal("the provider has no actions")
	}
	return s
}

// TestActionConfig shows what the config block of an action may have.
func TestActionConfig(t *testing.T) {
	s := actionServer(t)
	for name, tc := range map[string]struct{ reason, action, config, attribute, want string }{
		"whole":      {reason: "what an action needs", action: "inference_scale", config: `{"type":"inference_playground","name":"chat","namespace":"llm","mode":"direct","timeout":"20m","replicas":0,"workload":"chat"}`},
		"type":       {reason: "a model runs nothing", action: "inference_restart", config: `{"type":"inference_open_model","name":"chat"}`, attribute: "type", want: `type of the action is "inference_open_model": must be one of "inference_playground", "inference_service"`},
		"benchmark":  {reason: "a Job runs once", action: "inference_restart", config: `{"type":"inference_benchmark_job","name":"chat"}`, attribute: "type", want: `is "inference_benchmark_job": must be one of`},
		"cancelling": {reason: "what serves has no end", action: "inference_cancel_benchmark", config: `{"type":"inference_playground","name":"chat"}`, attribute: "type", want: `must be "inference_benchmark_job"`},
		"name":       {reason: "an object has a name", action: "inference_restart", config: `{"type":"inference_playground","name":""}`, attribute: "name", want: "must not be empty: use that of the resource"},
		"mode":       {reason: "there are two modes", action: "inference_restart", config: `{"type":"inference_playground","name":"chat","mode":"rendered"}`, attribute: "mode", want: `must be one of "operator", "direct"`},
		"timeout":    {reason: "a duration has a unit", action: "inference_restart", config: `{"type":"inference_playground","name":"chat","timeout":"20"}`, attribute: "timeout", want: "must be a positive duration"},
		"replicas":   {reason: "less than none is nothing", action: "inference_scale", config: `{"type":"inference_playground","name":"chat","replicas":-1}`, attribute: "replicas", want: "replicas of the action is -1: must be at least 0."},
	} {
		t.Run(name, func(t *testing.T) {
			resp, err := s.ValidateActionConfig(t.Context(), &tfprotov6.ValidateActionConfigRequest{
				ActionType: tc.action, Config: &tfprotov6.DynamicValue{JSON: []byte(tc.config)},
			})
			if err != nil {
				t.Fatal(err)
			}
			if tc.want == "" {
				if len(resp.Diagnostics) > 0 {
					t.Errorf("%s: %v", tc.reason, told(resp.Diagnostics))
				}
				return
			}
			if len(resp.Diagnostics) != 1 || !strings.Contains(resp.Diagnostics[0].Detail, tc.want) || pathText(resp.Diagnostics[0].Attribute) != tc.attribute {
				t.Errorf("%s: want %q at %s, got %v", tc.reason, tc.want, tc.attribute, told(resp.Diagnostics))
			}
		})
	}
}

// TestActionWithoutCluster shows that an action is planned without a cluster, and says what it lacks when it is invoked.
func TestActionWithoutCluster(t *testing.T) {
	emptyEnvironment(t)
	schema, err := wholeSchema()
	if err != nil {
		t.Fatal(err)
	}
	c, err := core.New(t.Context(), NewServer("test"), schema, map[string]any{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Invoke(t.Context(), "inference_restart", map[string]any{"type": "inference_playground", "name": "chat"})
	if err == nil || !strings.Contains(err.Error(), "No cluster to talk to: inference_playground chat was not touched") {
		t.Errorf("got %v", err)
	}
}

// TestActionOutOfTime has an API server that answers nothing, or nothing to a change, within the time of an action.
func TestActionOutOfTime(t *testing.T) {
	schema, err := wholeSchema()
	if err != nil {
		t.Fatal(err)
	}
	// A Deployment as direct mode applies it, as far as the action looks at it.
	deployment := map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{
			"name": "chat", "namespace": "llm", "uid": "1", "resourceVersion": "1",
			"managedFields": []any{map[string]any{"manager": "terraform-provider-inference", "operation": "Apply", "apiVersion": "apps/v1", "fieldsType": "FieldsV1", "fieldsV1": map[string]any{"f:spec": map[string]any{"f:replicas": map[string]any{}}}}},
		},
		"spec": map[string]any{"replicas": 1, "selector": map[string]any{}, "template": map[string]any{"metadata": map[string]any{}, "spec": map[string]any{"containers": []any{}}}},
	}
	found, err := json.Marshal(map[string]any{"kind": "DeploymentList", "apiVersion": "apps/v1", "metadata": map[string]any{"resourceVersion": "1"}, "items": []any{deployment}})
	if err != nil {
		t.Fatal(err)
	}
	one, err := json.Marshal(deployment)
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		action, mode string
		answers      map[string][]byte
		want         string
	}{
		"scale, nothing answered":   {"inference_scale", "direct", nil, "the request to list the workloads of Playground llm/chat:"},
		"restart, nothing answered": {"inference_restart", "direct", nil, "the request to list the workloads of Playground llm/chat:"},
		"scale, operated":           {"inference_scale", "operator", nil, "the request to read the release of Playground llm/chat:"},
		"scale, change unanswered": {
			"inference_scale", "direct",
			map[string][]byte{"/apis/apps/v1/namespaces/llm/deployments": found, "/apis/apps/v1/namespaces/llm/deployments/chat": one},
			"the request to change Deployment llm/chat:",
		},
	} {
		t.Run(name, func(t *testing.T) {
			emptyEnvironment(t)
			api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch answer, ok := tc.answers[r.URL.Path]; {
				case ok && r.Method == http.MethodGet:
					w.Header().Set("Content-Type", "application/json")
					_, _ = w.Write(answer)
				case tc.answers != nil && r.Method == http.MethodGet:
					http.NotFound(w, r)
				default:
					_, _ = io.Copy(io.Discard, r.Body) // else the server does not see that the client has gone
					<-r.Context().Done()
				}
			}))
			defer api.Close()
			c, err := core.New(t.Context(), NewServer("test"), schema, map[string]any{"host": api.URL, "mode": tc.mode})
			if err != nil {
				t.Fatal(err)
			}
			config := map[string]any{"type": "inference_playground", "name": "chat", "namespace": "llm", "timeout": "1s"}
			if tc.answers != nil {
				config["timeout"] = "5s" // which leaves a busy machine the time to answer what is answered
			}
			if tc.action == "inference_scale" {
				config["replicas"] = 2
			}
			_, err = c.Invoke(t.Context(), tc.action, config)
			if err == nil || !strings.Contains(err.Error(), "Action did not finish: ") || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), "raise timeout") {
				t.Errorf("want that the action did not finish, at %q: %v", tc.want, err)
			}
		})
	}
}

// TestActionExamples decodes the examples of actions as Terraform 1.14 does: an older one does not know the block.
func TestActionExamples(t *testing.T) {
	schema, err := wholeSchema()
	if err != nil {
		t.Fatal(err)
	}
	s, shown := actionServer(t), map[string]bool{}
	for _, file := range examples(t, "actions/*/action.tf") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed, diags := hclsyntax.ParseConfig(text, file, hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		body, ok := parsed.Body.(*hclsyntax.Body)
		if !ok {
			t.Fatalf("%s is no HCL of Terraform", file)
		}
		for _, block := range body.Blocks {
			if block.Type != "action" {
				continue
			}
			name := block.Labels[0]
			served, ok := schema.ActionSchemas[name]
			if !ok || filepath.Base(filepath.Dir(file)) != name {
				t.Fatalf("%s has an action %s", file, name)
			}
			i := slices.IndexFunc(block.Body.Blocks, func(b *hclsyntax.Block) bool { return b.Type == "config" })
			if i < 0 {
				t.Fatalf("the action of %s has no config", file)
			}
			shown[name] = true
			resp, err := s.ValidateActionConfig(t.Context(), &tfprotov6.ValidateActionConfigRequest{ActionType: name, Config: decodeConfig(t, served.Schema, block.Body.Blocks[i].Body)})
			if err != nil || len(resp.Diagnostics) > 0 {
				t.Errorf("%s: %v %v", file, err, told(resp.Diagnostics))
			}
		}
	}
	if len(shown) != len(schema.ActionSchemas) {
		t.Errorf("there are examples of %v only", shown)
	}
}

// decodeConfig decodes a body against a schema; what it refers to is not known.
func decodeConfig(t *testing.T, of *tfprotov6.Schema, body hcl.Body) *tfprotov6.DynamicValue {
	t.Helper()
	spec, kinds := hcldec.ObjectSpec{}, map[string]cty.Type{}
	for _, a := range of.Block.Attributes {
		kinds[a.Name] = cty.String
		if a.Type.Is(tftypes.Number) {
			kinds[a.Name] = cty.Number
		}
		spec[a.Name] = &hcldec.AttrSpec{Name: a.Name, Type: kinds[a.Name], Required: a.Required}
	}
	value, diags := hcldec.Decode(body, spec, &hcl.EvalContext{Variables: map[string]cty.Value{"inference_playground": cty.DynamicVal}})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	packed, err := msgpack.Marshal(value, cty.Object(kinds))
	if err != nil {
		t.Fatal(err)
	}
	return &tfprotov6.DynamicValue{MsgPack: packed}
}
