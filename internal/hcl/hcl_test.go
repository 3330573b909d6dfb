package hcl

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"k8s.io/apimachinery/pkg/util/json"
	"pgregory.net/rapid"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

var update = flag.Bool("update", false, "write the golden files")

// functions are those of Terraform that printed configuration calls.
var functions = map[string]function.Function{"jsonencode": stdlib.JSONEncodeFunc, "chomp": stdlib.ChompFunc}

// evaluate reads the argument `value` of a block as Terraform does, as a JSON tree.
func evaluate(t interface{ Fatalf(string, ...any) }, src string) any {
	file, diags := hclsyntax.ParseConfig([]byte(src), "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%s\n%s", diags, src)
	}
	attributes := file.Body.(*hclsyntax.Body).Blocks[0].Body.Attributes
	value, diags := attributes["value"].Expr.Value(&hcl.EvalContext{Functions: functions})
	if diags.HasErrors() {
		t.Fatalf("%s\n%s", diags, src)
	}
	raw, err := ctyjson.Marshal(value, value.Type())
	if err != nil {
		t.Fatalf("%v", err)
	}
	var tree any
	if err := json.Unmarshal(raw, &tree); err != nil {
		t.Fatalf("%v", err)
	}
	return tree
}

func printed(value Expression) string {
	return Resource{Type: "inference_playground", Label: "chat", Arguments: []Argument{{"value", value}}}.String()
}

// texts are made of what means something in a string, a heredoc or a template.
var texts = rapid.Custom(func(t *rapid.T) string {
	out := ""
	for _, part := range rapid.SliceOfN(rapid.SampledFrom([]string{
		"a", "for", "null", "EOT", "EOT_", " ", "  ", "\n", "\n", "\n\n", "\t", "\r", "\"", "\\", "\\n", "$", "${", "$${", "%", "%{", "%%{", "}", "#", "//", "ö", "\u00a0", "\u2028", "1",
	}), 0, 8).Draw(t, "parts") {
		out += part
	}
	return out
})

func trees(depth int) *rapid.Generator[any] {
	options := []*rapid.Generator[any]{
		rapid.Map(texts, func(s string) any { return s }), rapid.Map(rapid.Int64(), func(i int64) any { return i }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }), rapid.Just[any](nil), rapid.Just[any](0.25),
	}
	if depth > 0 {
		options = append(options,
			rapid.Map(rapid.SliceOfN(trees(depth-1), 0, 3), func(items []any) any { return append([]any{}, items...) }),
			rapid.Map(rapid.MapOfN(texts, trees(depth-1), 0, 3), func(entries map[string]any) any { return entries }))
	}
	return rapid.OneOf(options...)
}

// TestEveryValueIsReadAsItWas shows that whatever is printed means what was to be printed, also
// inside of jsonencode, and that `terraform fmt` would leave it as it is.
func TestEveryValueIsReadAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := trees(3).Draw(t, "tree")
		src := printed(Free(tree))
		if diff := cmp.Diff(tree, evaluate(t, src)); diff != "" {
			t.Fatalf("the value (-printed +read):\n%s\n%s", diff, src)
		}
		if again := string(hclwrite.Format([]byte(src))); again != src {
			t.Fatalf("it is formatted otherwise:\n%s", cmp.Diff(src, again))
		}
		src = printed(Typed(&schema.Node{Kind: schema.JSON}, tree))
		var decoded any
		text, _ := evaluate(t, src).(string)
		if tree != nil {
			if err := json.Unmarshal([]byte(text), &decoded); err != nil {
				t.Fatalf("%v\n%s", err, src)
			}
		}
		if diff := cmp.Diff(tree, decoded); diff != "" {
			t.Fatalf("the JSON (-printed +read):\n%s\n%s", diff, src)
		}
	})
}

// TestLayout shows a resource as it is pasted.
func TestLayout(t *testing.T) {
	spec := map[string]any{
		"replicas":   int64(2),
		"foreign":    true,
		"modelClaim": map[string]any{"modelName": "llama3-1-8b", "inferenceFlavors": []any{"h100"}},
		"backendRuntimeConfig": map[string]any{
			"backendName": "vllm",
			"args":        []any{"--max-model-len", "16384", "--chat-template", "{% for m in messages %}\n  {{ m.content }}\n{% endfor %}\n"},
			"envs": []any{
				map[string]any{"value": "INFO", "name": "VLLM_LOGGING_LEVEL"},
				map[string]any{"name": "START", "value": "set -e\n  echo ${HOME}"},
			},
			"resources": map[string]any{"limits": map[string]any{"nvidia.com/gpu": "1", "cpu": "8"}},
		},
	}
	n := schema.Lookup("llmaz/inference/v1alpha1.Playground")
	f, _ := n.JSONField("spec")
	r := Resource{
		Type: "inference_playground", Label: Label("chat-7b"), Comments: []string{"As it is in the cluster."},
		Arguments: []Argument{
			{"metadata", Object(Argument{"name", Text("chat-7b")}, Argument{"namespace", Text("llm")}, Argument{"labels", Free(map[string]any{"app.kubernetes.io/name": "chat"})})},
			{"spec", Typed(f.Node, spec).Broken()},
		},
	}
	got := r.Import("llm/chat-7b") + "\n" + r.String()
	golden := filepath.Join("testdata", "playground.tf")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", golden, diff)
	}
}

// TestLabel shows which names resources get.
func TestLabel(t *testing.T) {
	for name, want := range map[string]string{"chat": "chat", "qwen2-5-0.5b": "qwen2_5_0_5b", "7b-chat": "_7b_chat", "": "_"} {
		if got := Label(name); got != want {
			t.Errorf("the label of %q is %q, want %q", name, got, want)
		}
	}
}
