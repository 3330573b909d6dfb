package acctest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// llmkubeAddress is the service of [llmkubeService.config].
const llmkubeAddress = "inference_llmkube_service.it"

// llmkubeService configures a service of LLMKube in direct mode, and its model.
type llmkubeService struct {
	name     string
	replicas int
	context  int
	// model, spec and direct are further lines of the model's `spec`, the service's `spec` and `direct`.
	model, spec, direct string
}

func (s llmkubeService) config(c *acctest.Cluster) string {
	return c.Provider(`mode = "direct"`) + fmt.Sprintf(`
resource "inference_llmkube_model" "it" {
  metadata = { name = %[1]q, namespace = "default" }
  spec = {
    source = "https://example.com/m.gguf"
    %[4]s
  }
}

resource "inference_llmkube_service" "it" {
  metadata = { name = %[1]q, namespace = "default" }
  spec = {
    model_ref    = inference_llmkube_model.it.metadata.name
    replicas     = %[2]d
    context_size = %[3]d
    %[5]s
  }
  references = [inference_llmkube_model.it.manifest]
  direct = {
    %[6]s
  }
  timeouts = { create = "60s", update = "60s", delete = "60s" }
}
`, s.name, s.replicas, s.context, s.model, s.spec, s.direct)
}

// of returns the place of one of the service's objects.
func (s llmkubeService) of(resource schema.GroupVersionResource) acctest.Object {
	name := s.name
	if resource == claimType {
		name += "-model-cache"
	}
	return acctest.Object{Resource: resource, Namespace: "default", Name: name}
}

// serves checks that as many pods as are configured run llama.cpp with the configured context.
func (s llmkubeService) serves(t *testing.T, c *acctest.Cluster) resource.TestCheckFunc {
	return func(*terraform.State) error {
		pods := c.List(t, podType, "default", "inference.llmkube.dev/service="+s.name)
		if len(pods) != s.replicas {
			return fmt.Errorf("%d pods of %s run, not %d", len(pods), s.name, s.replicas)
		}
		for _, pod := range pods {
			containers, _, err := unstructured.NestedSlice(pod.Object, "spec", "containers")
			if err != nil {
				return err
			}
			if args, want := fmt.Sprint(containers[0]), fmt.Sprintf("--ctx-size %d", s.context); !strings.Contains(args, want) {
				return fmt.Errorf("pod %s runs without %s: %s", pod.GetName(), want, args)
			}
		}
		return nil
	}
}

// gone checks that the destroyed service leaves nothing.
func (s llmkubeService) gone(t *testing.T, c *acctest.Cluster) resource.TestCheckFunc {
	return goneWithoutTrace(t, c, playground{name: s.name})
}

// TestAccDirectLLMKube takes a service of LLMKube through its life without LLMKube: it
// serves, has nothing to plan, rolls out a change, scales, is repaired, gets a GPU, whose
// strategy of replacement is another, leaves its replicas to an autoscaler, and goes without a trace.
func TestAccDirectLLMKube(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	first := llmkubeService{name: "llmkube", replicas: 1, context: 4096, spec: `model_cache = { persistence = "Ephemeral" }`}
	changed := first
	changed.context = 8192
	scaled := changed
	scaled.replicas = 3
	onGPU := scaled
	onGPU.replicas, onGPU.model = 1, "hardware = { gpu = { enabled = true, count = 1 } }"
	elastic := onGPU
	elastic.spec += "\n    autoscaling = { max_replicas = 4 }"
	elasticAtTwo := elastic
	elasticAtTwo.replicas = 2 // which run, whatever is configured
	deployment := first.of(deploymentType)
	updated := resource.ConfigPlanChecks{
		PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(llmkubeAddress, plancheck.ResourceActionUpdate)},
		PostApplyPostRefresh: nothingPlanned,
	}
	ready := []statecheck.StateCheck{
		statecheck.ExpectKnownValue(llmkubeAddress, tfjsonpath.New("ready"), knownvalue.Bool(true)),
		statecheck.ExpectKnownValue(llmkubeAddress, tfjsonpath.New("endpoint"), knownvalue.StringExact("http://llmkube.default.svc:8080")),
		statecheck.ExpectKnownValue("inference_llmkube_model.it", tfjsonpath.New("rendered"), knownvalue.MapSizeExact(0)),
	}
	edited := acctest.ExpectDrift(llmkubeAddress, acctest.Drift{
		Object: "Deployment/llmkube", Path: `spec.template.spec.containers[name="llama-server"].image`, Class: "changed",
		Manager: "kubectl-edit", Operation: "Update", Applied: `"ghcr.io/ggml-org/llama.cpp:server-b10068"`, Live: `"example.org/other"`,
	})
	acctest.Test(t, resource.TestCase{
		CheckDestroy: first.gone(t, c),
		Steps: []resource.TestStep{
			{
				Config: first.config(c), ConfigStateChecks: ready, Check: first.serves(t, c),
				ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
			},
			{Config: changed.config(c), ConfigPlanChecks: updated, ConfigStateChecks: ready, Check: changed.serves(t, c)},
			{Config: scaled.config(c), ConfigPlanChecks: updated, ConfigStateChecks: ready, Check: scaled.serves(t, c)},
			{
				PreConfig: func() {
					editLLMKube(t, c, deployment)
					c.Delete(t, first.of(serviceType))
				},
				Config: scaled.config(c), ConfigStateChecks: ready,
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{edited, plancheck.ExpectResourceAction(llmkubeAddress, plancheck.ResourceActionUpdate)}, PostApplyPostRefresh: nothingPlanned,
				},
				Check: resource.ComposeAggregateTestCheckFunc(scaled.serves(t, c), func(*terraform.State) error {
					ports := c.Field(t, first.of(serviceType), "spec", "ports")
					want := []any{map[string]any{"name": "http", "port": int64(8080), "protocol": "TCP", "targetPort": "http"}}
					return differs("ports of the Service", want, ports)
				}),
			},
			{
				Config: onGPU.config(c), ConfigPlanChecks: updated, ConfigStateChecks: ready,
				Check: resource.ComposeAggregateTestCheckFunc(onGPU.serves(t, c),
					fieldIs(t, c, deployment, map[string]any{"type": "Recreate"}, []string{"spec", "strategy"})),
			},
			{
				Config: elastic.config(c), ConfigPlanChecks: updated,
				Check: fieldIs(t, c, elastic.of(autoscalerType), int64(4), []string{"spec", "maxReplicas"}),
			},
			{
				PreConfig:        func() { c.Scale(t, deployment, "kube-controller-manager", 2) },
				Config:           elastic.config(c),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: nothingPlanned},
				Check:            resource.ComposeAggregateTestCheckFunc(fieldIs(t, c, deployment, int64(2), []string{"spec", "replicas"}), elasticAtTwo.serves(t, c)),
			},
		},
	})
}

// editLLMKube changes the image of the engine by hand.
func editLLMKube(t *testing.T, c *acctest.Cluster, deployment acctest.Object) {
	t.Helper()
	c.Update(t, deployment, "kubectl-edit", func(live *unstructured.Unstructured) error {
		path := []string{"spec", "template", "spec", "containers"}
		containers, _, err := unstructured.NestedSlice(live.Object, path...)
		if err != nil {
			return err
		}
		engine, ok := containers[0].(map[string]any)
		if !ok {
			return fmt.Errorf("the Deployment has no containers: %v", containers)
		}
		engine["image"] = "example.org/other"
		return unstructured.SetNestedSlice(live.Object, containers, path...)
	})
}

// TestAccDirectLLMKubeCache keeps the weights of a service on its claim, which goes with it.
func TestAccDirectLLMKubeCache(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	s := llmkubeService{name: "llmkube-cached", replicas: 1, context: 4096, direct: `cache = { size = "1Gi" }`}
	volume := acctest.Object{Resource: volumeType, Name: s.name}
	c.Create(t, volume, "acctest", map[string]any{
		"apiVersion": "v1", "kind": "PersistentVolume", "metadata": map[string]any{"name": s.name},
		"spec": map[string]any{
			"capacity": map[string]any{"storage": "1Gi"}, "accessModes": []any{"ReadWriteOnce"},
			"persistentVolumeReclaimPolicy": "Retain", "hostPath": map[string]any{"path": "/cache"},
			"claimRef": map[string]any{"namespace": "default", "name": s.of(claimType).Name},
		},
	})
	defer c.Delete(t, volume)
	changed := s
	changed.context = 8192
	acctest.Test(t, resource.TestCase{
		CheckDestroy: s.gone(t, c),
		Steps: []resource.TestStep{
			{
				Config:           s.config(c),
				ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPostRefresh: nothingPlanned},
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(llmkubeAddress, tfjsonpath.New("ready"), knownvalue.Bool(true)),
				},
				Check: resource.ComposeAggregateTestCheckFunc(s.serves(t, c), fieldIs(t, c, s.of(claimType), "Bound", []string{"status", "phase"})),
			},
			{
				Config: changed.config(c),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(llmkubeAddress, plancheck.ResourceActionUpdate)},
					PostApplyPostRefresh: nothingPlanned,
				},
				Check: changed.serves(t, c),
			},
		},
	})
}
