package gie

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

func TestRenderPool(t *testing.T) {
	rendertest.Run(t, "testdata/render/pool", RenderPool)
}

func TestRenderPoolErrors(t *testing.T) {
	long := strings.Repeat("a", 60)
	cases := map[string]struct {
		reason              string
		name, spec, options string
		want                []string
	}{
		"LongName": {
			reason: "A name that is cut could meet another one.",
			name:   long, options: "{}",
			want: []string{`metadata.name: Invalid value: "` + long + "\": the endpoint picker has the Service " + long + "-epp: a name has at most 59 lower-case letters, digits and `-`, begins with a letter and does not end with `-` (EP-05)"},
		},
		"Digit": {
			reason: "Not every cluster takes a Service whose name begins with a digit.",
			name:   "7b", options: "{}",
			want: []string{"metadata.name: Invalid value: \"7b\": the endpoint picker has the Service 7b-epp: a name has at most 59 lower-case letters, digits and `-`, begins with a letter and does not end with `-` (EP-05)"},
		},
		"OtherPicker": {
			reason: "Two endpoint pickers of one pool would each know a part of the requests.",
			spec:   "endpointPickerRef: {name: mine, port: {number: 9002}}", options: "{}",
			want: []string{`spec.endpointPickerRef: Invalid value: "mine": direct mode makes the endpoint picker of the pool itself, the Service llama-epp with the port 9002: leave the reference out, write these for the sake of failure_mode, or set mode = "operator" for a pool with an endpoint picker of your own (DR-10)`},
		},
		"OtherPort": {
			reason: "Nothing listens there.",
			spec:   "endpointPickerRef: {name: llama-epp, port: {number: 9000}}", options: "{}",
			want: []string{`spec.endpointPickerRef: Invalid value: "llama-epp": direct mode makes the endpoint picker of the pool itself, the Service llama-epp with the port 9002: leave the reference out, write these for the sake of failure_mode, or set mode = "operator" for a pool with an endpoint picker of your own (DR-10)`},
		},
		"SelectsPicker": {
			reason:  "The endpoint picker would choose itself.",
			options: "{}",
			name:    "picker",
			want:    []string{"spec.selector.matchLabels[inferencepool]: Invalid value: \"picker-epp\": these are the pods of the endpoint picker: select the pods of the model servers (IP-07)"},
		},
		"ConfigAndEngine": {
			reason:  "The engine is a part of the configuration, so it would be lost.",
			options: "{config: 'kind: EndpointPickerConfig', engine: sglang}",
			want:    []string{`direct.engine: Forbidden: config says which metrics are read: remove engine, and set the parameter defaultEngine of the plugin core-metrics-extractor (DR-11)`},
		},
		"ConfigNotYAML": {
			reason:  "The endpoint picker would be restarted for ever.",
			options: "{config: 'kind: [}'}",
			want:    []string{`direct.config: Invalid value: must be YAML: error converting YAML to JSON: yaml: did not find expected node content (DR-12)`},
		},
		"ConfigKind": {
			reason:  "A file of another kind is refused when the endpoint picker starts.",
			options: "{config: 'kind: ConfigMap'}",
			want:    []string{"direct.config: Invalid value: \"ConfigMap\": the endpoint picker reads a file of the kind `EndpointPickerConfig`: write that as its kind (DR-12)"},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			pool, selector := "llama", "{app: llama}"
			if tc.name != "" {
				pool = tc.name
			}
			if tc.name == "picker" {
				selector = "{inferencepool: picker-epp}"
			}
			text := "apiVersion: inference.networking.k8s.io/v1\nkind: InferencePool\nmetadata: {name: " + pool + ", namespace: llm}\nspec:\n  selector: {matchLabels: " +
				selector + "}\n  targetPorts: [{number: 8000}]\n  " + tc.spec + "\n---\nkind: Direct\noptions: " + tc.options + "\n"
			if diff := cmp.Diff(tc.want, rendertest.Errors(t, RenderPool, text)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
