package render

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// drawn has a renderer draw one thing beside what every resource gets.
func drawn(options map[string]any, draw func(*Builder)) (Output, field.ErrorList) {
	return Typed(func(b *Builder, object *corev1.ConfigMap, _ struct {
		Known string `json:"known"`
	},
	) {
		b.Endpoint = "http://" + object.Data["host"]
		b.Warnf("R-1", "%s is small", object.Name)
		b.Add(ConfigMap(b.Owner, "first", nil), nil, ConfigMap(b.Owner, "second", nil))
		draw(b)
	})(Input{Options: options, Object: &unstructured.Unstructured{Object: map[string]any{
		"metadata": map[string]any{"name": "it"}, "data": map[string]any{"host": "here"},
	}}})
}

func TestTyped(t *testing.T) {
	cases := map[string]struct {
		reason  string
		options map[string]any
		draw    func(*Builder)
		want    string
		// of ends the message.
		of string
	}{
		"Drawn":           {reason: "What is collected is given, and nothing is no object.", draw: func(b *Builder) { b.Fail(nil) }},
		"UnknownOption":   {reason: "An option that nobody knows must not be dropped.", options: map[string]any{"knwon": "x"}, want: `direct: Invalid value: "it": decoding`, of: " (DR-2)"},
		"Failed":          {reason: "What is wrong leaves nothing.", draw: func(b *Builder) { b.Fail(field.Required(field.NewPath("spec", "x"), "say it")) }, want: "spec.x: Required value: say it"},
		"ConversionFails": {reason: "A fault of the program is an error of the plan and no crash.", draw: func(*Builder) { object(struct{}{}) }, want: "spec: Internal error: encoding struct {}"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			out, errs := drawn(tc.options, tc.draw)
			if tc.want != "" {
				if len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), tc.want) || !strings.HasSuffix(errs[0].Error(), tc.of) {
					t.Errorf("%s got %v, want %s", tc.reason, errs, tc.want)
				}
				if diff := cmp.Diff(Output{}, out); diff != "" {
					t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
				}
				return
			}
			var names []string
			for _, obj := range out.Objects {
				names = append(names, obj.GetName())
			}
			if diff := cmp.Diff([]any{[]string{"first", "second"}, "http://here", []string{"it is small (R-1)"}}, []any{names, out.Endpoint, out.Warnings}); diff != "" || len(errs) > 0 {
				t.Errorf("%s %v (-want +got):\n%s", tc.reason, errs, diff)
			}
		})
	}
	t.Run("OtherPanics", func(t *testing.T) {
		defer func() {
			if recover() != "mine" {
				t.Error("a panic of anything else is not ours to hide")
			}
		}()
		_, _ = drawn(nil, func(*Builder) { panic("mine") })
	})
}
