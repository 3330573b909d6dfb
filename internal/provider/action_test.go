package provider

import (
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
