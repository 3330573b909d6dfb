package engine

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
	"github.com/inferops/terraform-provider-inference/internal/kinds/llmaz"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

func TestFieldPathsLeadToAttributes(t *testing.T) {
	cases := map[string]struct {
		reason     string
		kind       string
		field      string
		path, name string
	}{
		"field": {
			reason: "names become those of Terraform", kind: "playground",
			field: "spec.elasticConfig.minReplicas",
			path:  "spec.elastic_config.min_replicas", name: "spec.elastic_config.min_replicas",
		},
		"item": {
			reason: "items are numbered in both", kind: "service",
			field: "spec.workloadTemplate.workerTemplate.spec.containers[1].volumeMounts[0].mountPath",
			path:  "spec.workload_template.worker_template.spec.containers[1].volume_mounts[0].mount_path",
			name:  "spec.workload_template.worker_template.spec.containers[1].volume_mounts[0].mount_path",
		},
		"key of a map": {
			reason: "a key may have dots and slashes", kind: "open_model",
			field: "spec.inferenceConfig.flavors[0].limits[nvidia.com/gpu]",
			path:  `spec.inference_config.flavors[0].limits["nvidia.com/gpu"]`, name: `spec.inference_config.flavors[0].limits["nvidia.com/gpu"]`,
		},
		"item by its key": {
			reason: "the number of the item is not known, so the list is the deepest attribute", kind: "service",
			field: `spec.workloadTemplate.workerTemplate.spec.containers[name="model-runner"].image`,
			path:  "spec.workload_template.worker_template.spec.containers",
			name:  `spec.workload_template.worker_template.spec.containers[name="model-runner"].image`,
		},
		"below JSON text": {
			reason: "nothing is an attribute below JSON, and what is there is spelled as it is written", kind: "service",
			field: "spec.workloadTemplate.workerTemplate.spec.volumes[0].rbd.monitors[2]",
			path:  "spec.workload_template.worker_template.spec.volumes[0].rbd",
			name:  "spec.workload_template.worker_template.spec.volumes[0].rbd.monitors[2]",
		},
		"option of direct mode": {
			reason: "options have a schema of their own", kind: "playground",
			field: "direct.cache.storageClassName", path: "direct.cache.storage_class_name", name: "direct.cache.storage_class_name",
		},
		"options of a kind without any": {
			reason: "there is no such attribute", kind: "open_model",
			field: "direct.cache", path: "", name: "direct.cache",
		},
		"name":         {reason: "of the metadata", kind: "playground", field: "metadata.name", path: "metadata.name", name: "metadata.name"},
		"label":        {reason: "of the metadata", kind: "playground", field: "metadata.labels[a.b/c]", path: `metadata.labels["a.b/c"]`, name: `metadata.labels["a.b/c"]`},
		"finalizers":   {reason: "not configurable", kind: "playground", field: "metadata.finalizers", path: "metadata", name: "metadata.finalizers"},
		"unknown root": {reason: "the status is not configured", kind: "playground", field: "status.replicas", path: "", name: "status.replicas"},
		"no path":      {reason: "a broken path is shown as it is", kind: "playground", field: "spec[", path: "", name: "spec["},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := model.New(kindstest.Named(t, llmaz.Kinds(), tc.kind))
			got := map[string]string{"path": s.AttributePath(tc.field).String(), "name": s.Spell(tc.field)}
			if diff := cmp.Diff(map[string]string{"path": tc.path, "name": tc.name}, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

func TestIsUnknown(t *testing.T) {
	v := model.Values{Unknown: []string{"metadata.namespace", "spec.source.modelHub", "spec.flavors[0].limits[nvidia.com/gpu]"}}
	cases := map[string]struct {
		reason string
		at     string
		want   bool
	}{
		"itself":             {"the value is not known", "metadata.namespace", true},
		"above":              {"a part of it is not known", "spec.source", true},
		"below":              {"it is a part of something that is not known", "spec.source.modelHub.modelID", true},
		"beginning of words": {"a name that begins another is another name", "metadata.name", false},
		"list above":         {"an item of it is not known", "spec.flavors", true},
		"sibling":            {"what is beside it is known", "spec.source.uri", false},
	}
	for name, tc := range cases {
		if got := v.IsUnknown(tc.at); got != tc.want {
			t.Errorf("%s: isUnknown(%s) = %v: %s", name, tc.at, got, tc.reason)
		}
	}
}

// TestEveryImmutablePathExists keeps the paths of the kinds from going stale.
func TestEveryImmutablePathExists(t *testing.T) {
	for _, k := range llmaz.Kinds() {
		s := model.New(k)
		for _, immutable := range k.Immutable {
			if s.AttributePath(immutable.Path).String() == "" {
				t.Errorf("%s has no attribute for %s", k.TypeName, immutable.Path)
			}
		}
		checkReleasesOf(t, k)
	}
}

func checkReleasesOf(t *testing.T, k *kinds.Kind) {
	t.Helper()
	if len(k.Releases) == 0 || k.Releases[0].Marker != "" {
		t.Errorf("%s: the oldest release has no marker, and there is at least one release", k.TypeName)
	}
}
