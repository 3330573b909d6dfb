package object_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

func TestCheckRelease(t *testing.T) {
	release := object.Release{
		Name: "v9",
		Lacks: []string{
			"llmaz/inference/v1alpha1.BackendRuntimeSpec.lifecycle",
			"llmaz/inference/v1alpha1.RecommendedConfig.sharedMemorySize",
			"k8s.io/api/core/v1.EnvVarSource.fileKeyRef",
			"llmaz/inference/v1alpha1.ResourceRequirements.requests",
		},
		Requires: []string{"spec.resources", "spec.startupProbe.httpGet"},
	}
	const (
		lacks    = "the release v9 of the API does not have this field, which is there only in v8; remove it, or use a cluster with a release that has it"
		nowhere  = "the release v9 of the API does not have this field, which no other has either; remove it"
		requires = "the release v9 of the API requires it; set it, or use a cluster with a later release"
	)
	// A field of a release is there only when what holds it is, too.
	known := []object.Release{
		{Name: "v7", Lacks: []string{
			"llmaz/inference/v1alpha1.BackendRuntimeSpec.lifecycle", "llmaz/inference/v1alpha1.BackendRuntimeSpec.recommendedConfigs",
			"k8s.io/api/core/v1.EnvVarSource.fileKeyRef",
		}},
		{Name: "v8", Lacks: []string{"k8s.io/api/core/v1.EnvVarSource.fileKeyRef"}},
		release,
	}
	const complete = `resources: {limits: {cpu: "1"}}, startupProbe: {httpGet: {path: /}}`
	cases := map[string]struct {
		reason  string
		object  string
		unknown []string
		want    []string
	}{
		"Complete": {
			reason: "What the release has and requires is no error.",
			object: `{metadata: {labels: {lifecycle: x}}, spec: {image: i, ` + complete + `}}`,
		},
		"Lacks": {
			reason: "A field that the release lacks is named by its path.",
			object: `{spec: {lifecycle: {}, ` + complete + `}}`,
			want:   []string{"spec.lifecycle: Forbidden: " + lacks},
		},
		"LacksInItems": {
			reason: "Every item of a list that sets one is named.",
			object: `{spec: {recommendedConfigs: [{name: a, sharedMemorySize: 1Gi}, {name: b}, {name: c, sharedMemorySize: 1Gi}], ` + complete + `}}`,
			want: []string{
				"spec.recommendedConfigs[0].sharedMemorySize: Forbidden: " + lacks,
				"spec.recommendedConfigs[2].sharedMemorySize: Forbidden: " + lacks,
			},
		},
		"LacksInKubernetesType": {
			reason: "Types of Kubernetes count wherever they are; only the outermost field is named.",
			object: `{spec: {envs: [{name: A, valueFrom: {fileKeyRef: {key: k}}}], ` + complete + `}}`,
			want:   []string{"spec.envs[0].valueFrom.fileKeyRef: Forbidden: " + nowhere},
		},
		"SameNameElsewhere": {
			reason: "A map key or a field of another type with that name is none.",
			object: `{spec: {recommendedConfigs: [{name: a, resources: {limits: {sharedMemorySize: 1}}}], ` + complete + `}}`,
		},
		"Requires": {
			reason: "A field that the release requires, at any depth.",
			object: `{spec: {startupProbe: {periodSeconds: 3}}}`,
			want: []string{
				"spec.resources: Required value: " + requires,
				"spec.startupProbe.httpGet: Required value: " + requires,
			},
		},
		"UnknownItself": {
			reason:  "An unknown value may turn out to be there.",
			object:  `{spec: {startupProbe: {}}}`,
			unknown: []string{"spec.resources", "spec.startupProbe.httpGet"},
		},
		"UnknownBelow": {
			reason:  "What has an unknown part is there.",
			object:  `{spec: {}}`,
			unknown: []string{"spec.resources.limits[cpu]", "spec.startupProbe.httpGet.path"},
		},
		"UnknownAbove": {
			reason:  "An unknown object may have it.",
			object:  `{}`,
			unknown: []string{"spec"},
		},
		"UnknownElsewhere": {
			reason:  "An unknown value of another name defers nothing.",
			object:  `{spec: {startupProbe: {httpGet: {}}}}`,
			unknown: []string{"spec.resourcesOf", "spec.image"},
			want:    []string{"spec.resources: Required value: " + requires},
		},
		"TypeMismatch": {
			reason: "A tree that violates the schema is not this check's to judge.",
			object: `{spec: {image: [a], recommendedConfigs: {a: b}, envs: [1], ` + complete + `}}`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, err := range object.CheckRelease(schema.Lookup("llmaz/inference/v1alpha1.BackendRuntime"), release, known, tree(t, tc.object), tc.unknown) {
				got = append(got, err.Error())
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s\n-want +got:\n%s", tc.reason, diff)
			}
		})
	}
}

// TestCheckReleaseInText looks into what Terraform has as JSON text: a definition, a field, and a list in a field.
func TestCheckReleaseInText(t *testing.T) {
	const of = "the release old of the API does not have this field, which is there from new; remove it, or use a cluster with a release that has it"
	known := []object.Release{
		{Name: "old", Lacks: []string{
			"k8s.io/api/core/v1.AzureDiskVolumeSource.kind", "k8s.io/api/core/v1.Container.restartPolicyRules",
			"k8s.io/api/core/v1.EphemeralContainer.restartPolicyRules", "ome/v1beta1.KedaConfig.authModes",
		}},
		{Name: "new"},
	}
	obj := tree(t, `{spec: {
		predictor: {kedaConfig: {authModes: a, enableKeda: true}},
		engine: {
			containers: [{name: a}, {name: b, restartPolicyRules: []}], ephemeralContainers: [{name: c, restartPolicyRules: []}],
			volumes: [{name: v, azureDisk: {diskName: d, kind: Managed}}],
		}}}`)
	want := []string{
		"spec.engine.containers[1].restartPolicyRules: Forbidden: " + of,
		"spec.engine.ephemeralContainers[0].restartPolicyRules: Forbidden: " + of,
		"spec.engine.volumes[0].azureDisk.kind: Forbidden: " + of,
		"spec.predictor.kedaConfig.authModes: Forbidden: " + of,
	}
	var got []string
	for _, err := range object.CheckRelease(schema.Lookup("ome/v1beta1.InferenceService"), known[0], known, obj, nil) {
		got = append(got, err.Error())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if errs := object.CheckRelease(schema.Lookup("ome/v1beta1.InferenceService"), known[1], known, obj, nil); len(errs) > 0 {
		t.Errorf("the release that has them: %v", errs)
	}
}

func TestWithin(t *testing.T) {
	cases := map[string]struct {
		reason       string
		inner, outer string
		want         bool
	}{
		"Same":   {"A path is within itself.", "spec.a", "spec.a", true},
		"Field":  {"A field is within its object.", "spec.a.b", "spec.a", true},
		"Item":   {"An item is within its list.", `spec.a[name="x"].b`, "spec.a", true},
		"Above":  {"An object is not within its field.", "spec", "spec.a", false},
		"Prefix": {"A longer name is another field.", "spec.ab", "spec.a", false},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if got := object.Within(tc.inner, tc.outer); got != tc.want {
				t.Errorf("%s\nWithin(%s, %s) = %t, want %t", tc.reason, tc.inner, tc.outer, got, tc.want)
			}
		})
	}
}
