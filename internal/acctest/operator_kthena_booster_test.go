//go:build unix

package acctest_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

var boosters = schema.GroupVersionResource{Group: "workload.serving.volcano.sh", Version: "v1alpha1", Resource: "modelboosters"}

// boosts configures a model that Kthena serves, or that direct mode does.
func boosts(c *acctest.Cluster, name, mode, backend string) string {
	return c.Provider(fmt.Sprintf("  mode = %q", mode)) + fmt.Sprintf(`
resource "inference_kthena_model_booster" "it" {
  metadata = { name = %q, namespace = "default" }
  spec     = { backend = { name = "b", model_uri = "hf://org/tiny", cache_uri = "hostpath:///models", replicas = 1, %s } }
  %s
}
`, name, backend, servingTimeouts)
}

// TestAccKthenaBoosts has Kthena make of models what it makes, and then hands them over to direct mode: their containers are the
// same, and nothing that Kthena made is left.
func TestAccKthenaBoosts(t *testing.T) {
	t.Parallel()
	const image = `image = "example.org/localcluster/good:1", replicas = 1`
	transfer := func(role string) string {
		return fmt.Sprintf(`kv-transfer-config = jsonencode({ kv_connector = "LMCacheConnectorV1", kv_role = %q })`, role)
	}
	for name, tc := range map[string]struct {
		backend string
		roles   []string
	}{
		"boosted": {
			`type = "vLLM", env = [{ name = "HF_ENDPOINT", value = "https://hub.test" }, { name = "A", value = "1" }]
			workers = [{ ` + image + `, pods = 1, config = jsonencode({ served-model-name = "tiny", max_model_len = 4096, gpu-memory-utilization = 0.9, enforce-eager = "" }) }]`,
			[]string{"leader"},
		},
		"paired": {
			`type = "vLLMDisaggregated", workers = [
				{ type = "prefill", ` + image + `, config = jsonencode({ ` + transfer("kv_producer") + ` }) },
				{ type = "decode", ` + image + `, config = jsonencode({ served-model-name = "tiny", ` + transfer("kv_consumer") + ` }) },
			]`,
			[]string{"prefill", "decode"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := acctest.Start(t, kthenaReal)
			tf := acctest.NewTerraform(t)
			tf.Configure(t, boosts(c, name, "operator", tc.backend))
			expectReady(t, tf)
			serving := modelServings
			serving.Name = name + "-b"
			made := map[string]corev1.PodSpec{}
			roles, _, _ := unstructured.NestedSlice(c.Get(t, serving).Object, "spec", "template", "roles")
			for _, item := range roles {
				role, _ := item.(map[string]any)
				made[fmt.Sprint(role["name"])] = podSpec(t, role, "entryTemplate", "spec")
			}

			tf.Configure(t, boosts(c, name, "direct", tc.backend))
			tf.MustApply(t)
			expectNothingToDo(t, tf)
			for _, role := range tc.roles {
				live := c.Get(t, acctest.Object{Resource: deploymentType, Namespace: "default", Name: name + "-b-0-" + role})
				sameContainers(t, made[role], podSpec(t, live.Object, "spec", "template", "spec"))
			}
			server, route, booster := ofRouter("modelservers"), ofRouter("modelroutes"), acctest.Object{Resource: boosters, Namespace: "default", Name: name}
			server.Name, route.Name = serving.Name, name
			for _, o := range []acctest.Object{booster, serving, server, route} {
				if c.Get(t, o) != nil {
					t.Errorf("%s %s is left", o.Resource.Resource, o.Name)
				}
			}
			if out := tf.Destroy(t); !out.OK {
				t.Error(out.Log)
			}
		})
	}
}

// podSpec reads what an object says of pods at a path.
func podSpec(t *testing.T, object map[string]any, path ...string) corev1.PodSpec {
	t.Helper()
	var spec corev1.PodSpec
	fields, found, err := unstructured.NestedMap(object, path...)
	if err == nil && found {
		err = runtime.DefaultUnstructuredConverter.FromUnstructured(fields, &spec)
	}
	if err != nil || !found {
		t.Fatalf("nothing of pods at %v: %v", path, err)
	}
	return spec
}

// sameContainers compares what containers of both pods run with. Direct mode gives some more, and knows the images of a release.
func sameContainers(t *testing.T, theirs, ours corev1.PodSpec) {
	t.Helper()
	type run struct {
		Command, Args []string
		Env           map[string]corev1.EnvVar
		Mounts        map[string]string
		Ready         *corev1.HTTPGetAction
	}
	runs := func(pod corev1.PodSpec, known map[string]run) map[string]run {
		all := map[string]run{}
		for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
			r := run{Command: container.Command, Args: container.Args, Env: map[string]corev1.EnvVar{}, Mounts: map[string]string{}}
			for _, variable := range container.Env {
				if variable.ValueFrom != nil && variable.ValueFrom.FieldRef != nil {
					variable.ValueFrom.FieldRef.APIVersion = ""
				}
				if _, also := known[container.Name].Env[variable.Name]; known == nil || also {
					r.Env[variable.Name] = variable
				}
			}
			for _, mount := range container.VolumeMounts {
				r.Mounts[mount.MountPath] = mount.Name
			}
			if container.ReadinessProbe != nil && container.ReadinessProbe.HTTPGet != nil {
				r.Ready = &corev1.HTTPGetAction{Path: container.ReadinessProbe.HTTPGet.Path, Port: container.ReadinessProbe.HTTPGet.Port}
			}
			all[container.Name] = r
		}
		return all
	}
	want := runs(theirs, nil)
	if diff := cmp.Diff(want, runs(ours, want)); diff != "" {
		t.Errorf("the containers differ (-Kthena +direct mode):\n%s", diff)
	}
	if names := slices.Sorted(maps.Keys(want)); len(names) < 3 {
		t.Errorf("Kthena makes only %v", names)
	}
}
