package object_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

func TestCanonical(t *testing.T) {
	const benchmark, class, service = "ome/v1beta1.BenchmarkJob", "ome/v1beta1.AcceleratorClass", "ome/v1beta1.InferenceService"
	cases := map[string]struct{ reason, definition, given, want string }{
		"fields": {
			"An operator that writes the object back writes them so.", class,
			`{spec: {vendor: "1000m", capabilities: {memoryGB: 49152Mi}, cost: {perHour: "2.5"}, resources: [{name: a, quantity: 1000m}]}}`,
			`{spec: {vendor: "1000m", capabilities: {memoryGB: 48Gi}, cost: {perHour: 2500m}, resources: [{name: a, quantity: "1"}]}}`,
		},
		"maps": {
			"Requests and limits are maps.", benchmark,
			`{spec: {podOverride: {resources: {limits: {cpu: "0.5", memory: 1024Mi}, requests: {cpu: 250m}}}}}`,
			`{spec: {podOverride: {resources: {limits: {cpu: 500m, memory: 1Gi}, requests: {cpu: 250m}}}}}`,
		},
		"JSON": {
			"What is configured as JSON has a shape, too.", service,
			`{spec: {engine: {containers: [{name: c, resources: {limits: {cpu: 1000m}}, args: [1000m]}]}}}`,
			`{spec: {engine: {containers: [{name: c, resources: {limits: {cpu: "1"}}, args: [1000m]}]}}}`,
		},
		"no amounts": {
			"The schema refuses them, and this does not.", class,
			`{spec: {capabilities: {memoryGB: many}, cost: {perHour: 1e99999999}, unknown: [{a: 1000m}]}}`,
			`{spec: {capabilities: {memoryGB: many}, cost: {perHour: 1e99999999}, unknown: [{a: 1000m}]}}`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			given := tree(t, tc.given)
			got := object.Canonical(schema.Lookup(tc.definition), given)
			if diff := cmp.Diff(any(tree(t, tc.want)), got); diff != "" {
				t.Errorf("%s\n-want +got:\n%s", tc.reason, diff)
			}
			if diff := cmp.Diff(tree(t, tc.given), given); diff != "" {
				t.Errorf("the argument changes:\n%s", diff)
			}
		})
	}
}
