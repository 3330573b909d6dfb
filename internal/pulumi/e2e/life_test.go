package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// operated is a cluster with the definitions that are generated from our own types, and with
// somebody who plays every operator. Tests share it, and a plain one for direct mode.
var (
	operated = acctest.Options{
		CRDs: ".build/crds/llmaz.io_openmodels.yaml .build/crds/inference.llmaz.io_backendruntimes.yaml .build/crds/inference.llmaz.io_playgrounds.yaml .build/crds/inference.llmaz.io_services.yaml " +
			".build/crds/inference.llmkube.dev_inferenceservices.yaml .build/crds/inference.llmkube.dev_loraadapters.yaml .build/crds/inference.llmkube.dev_modelrouters.yaml .build/crds/inference.llmkube.dev_models.yaml " +
			".build/crds/ome.io_clusterbasemodels.yaml .build/crds/ome.io_clusterservingruntimes.yaml .build/crds/ome.io_inferenceservices.yaml .build/crds/ome.io_benchmarkjobs.yaml " +
			".build/crds/ome.io_basemodels.yaml .build/crds/ome.io_servingruntimes.yaml " +
			".build/crds/workload.serving.volcano.sh_modelservings.yaml .build/crds/workload.serving.volcano.sh_autoscalingpolicies.yaml .build/crds/workload.serving.volcano.sh_modelboosters.yaml .build/crds/networking.serving.volcano.sh_modelroutes.yaml " + gie,
		Operators: "llmaz llmkube ome kthena gie",
	}
	plain = acctest.Options{CRDs: gie, Operators: "gie"}
)

// gie are the definitions of the inference extension of the Gateway API, which direct mode has as well.
const gie = ".build/crds/inference.networking.x-k8s.io_inferenceobjectives.yaml .build/crds/inference.networking.k8s.io_inferencepools.yaml"

// clusterFor is the cluster on which a mode is tried.
func clusterFor(t *testing.T, mode string) *acctest.Cluster {
	t.Helper()
	if mode == "direct" {
		return acctest.Start(t, plain)
	}
	return acctest.Start(t, operated)
}

var (
	playgroundType = schema.GroupVersionResource{Group: "inference.llmaz.io", Version: "v1alpha1", Resource: "playgrounds"}
	deploymentType = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}
)

// chat is a program with a playground, its model and its runtime.
type chat struct {
	name, mode string
	replicas   int
	// gate keeps pods of direct mode from being scheduled.
	gate bool
	// imports takes up what is there, instead of making it.
	imports bool
	// fails makes a creation fail that does not become ready at once.
	fails bool
}

func (c chat) program() string {
	gate, imports, importsOthers := "", "", ""
	beside := `
      references: ["${model.manifest}", "${runtime.manifest}"]
      timeouts: {create: 5m, update: 5m, delete: 5m}`
	if c.fails {
		beside = strings.Replace(beside, "create: 5m", "create: 3s", 1) + "\n      wait: {onTimeout: error}"
	}
	if c.gate {
		gate = fmt.Sprintf("\n            nodeSelector: {acctest/open: %s}", c.name)
	}
	if c.imports {
		imports, beside = "\n      import: default/"+c.name, "" // which no object tells
		importsOthers = ", import: " + c.name
	}
	direct := ""
	if c.mode == "direct" {
		direct = "\n      direct: {workload: Deployment}"
	}
	return fmt.Sprintf(`name: %[1]s
runtime: yaml
resources:
  cluster:
    type: pulumi:providers:inference
    properties: {mode: %[2]s}
  model:
    type: inference:OpenModel
    properties:
      metadata: {name: %[1]s}
      spec:
        familyName: qwen2
        source: {modelHub: {modelId: Qwen/Qwen2.5-0.5B-Instruct}}
        inferenceConfig:
          flavors:
          - name: gpu
            limits: {nvidia.com/gpu: "1"}%[4]s
    options: {provider: "${cluster}"%[8]s}
  runtime:
    type: inference:BackendRuntime
    properties:
      metadata: {name: %[1]s}
      spec:
        image: example.org/server
        version: v1
        commands: [serve]
        recommendedConfigs:
        - name: default
          args: [--model, "{{ .ModelPath }}"]
    options: {provider: "${cluster}"%[8]s}
  chat:
    type: inference:Playground
    properties:
      metadata: {name: %[1]s, namespace: default}
      spec:
        replicas: %[3]d
        modelClaim: {modelName: %[1]s}
        backendRuntimeConfig:
          backendName: %[1]s
          args: ["--tokenizer={{ .ModelName }}"]
          envs: [{name: A, value: "1"}]%[6]s%[7]s
    options:
      provider: ${cluster}%[5]s
outputs:
  ready: ${chat.ready}
  drifts: ${chat.drifts}
  plannedDisruption: ${chat.plannedDisruption}
  warnings: ${chat.warnings}
`, c.name, c.mode, c.replicas, gate, imports, direct, beside, importsOthers)
}

// live is the object that the playground is seen by, and the field that an edit by hand changes.
func (c chat) live() acctest.Object {
	if c.mode == "direct" {
		return acctest.Object{Resource: deploymentType, Namespace: "default", Name: c.name}
	}
	return acctest.Object{Resource: playgroundType, Namespace: "default", Name: c.name}
}

// restored is what a preview shows of a drift of replicas: in direct mode it is in no input.
var restored = map[string]string{"operator": "~ replicas: 3 => 1", "direct": `"Deployment/life-direct loses 2 of 3 replicas"`}

// TestLife leads a stack through its whole life, in both modes.
func TestLife(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"operator", "direct"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			c := clusterFor(t, mode)
			p := chat{name: "life-" + mode, mode: mode, replicas: 1}
			s := yamlStack(t, c, p.program())
			s.expectPreview(t, map[apitype.OpType]int{apitype.OpCreate: 5}) // the stack and the provider are two of them
			made := s.up(t)
			if ready := made["ready"].Value; ready != true {
				t.Errorf("ready is %v", ready)
			}
			if told := fmt.Sprint(made["warnings"].Value); !strings.Contains(told, "args[0] of Playground default/"+p.name) || !strings.Contains(told, "the engine will get the braces as they stand") {
				t.Errorf("the output has no warning of the argument: %s", told)
			}
			s.expectPreview(t, nil)
			expectReplicas(t, c, p.live(), 1)

			c.Edit(t, p.live(), "kubectl-edit", `{"spec":{"replicas":3}}`)
			if printed := s.refresh(t, map[apitype.OpType]int{apitype.OpUpdate: 1}); !strings.Contains(printed, "kubectl-edit") {
				t.Errorf("a refresh does not tell who changed it: %s", printed)
			}
			expectDiff(t, s.expectPreview(t, map[apitype.OpType]int{apitype.OpUpdate: 1}), restored[mode])
			s.up(t)
			expectReplicas(t, c, p.live(), 1)
			s.expectPreview(t, nil)

			p.replicas = 2
			s.program(t, p.program())
			expectDiff(t, s.expectPreview(t, map[apitype.OpType]int{apitype.OpUpdate: 1}), "~ replicas: 1 => 2")
			s.up(t)
			expectReplicas(t, c, p.live(), 2)

			s.destroy(t)
			if c.Get(t, p.live()) != nil {
				t.Error("a destroy leaves it")
			}
		})
	}
}

// expectDiff expects a difference in what a preview prints, and none of an output.
func expectDiff(t *testing.T, printed, want string) {
	t.Helper()
	if !strings.Contains(printed, want) {
		t.Errorf("the preview does not show %q:\n%s", want, printed)
	}
	for _, output := range []string{"- manifest", "- manifests", "- drifts", "- endpoint", "- uid"} {
		if strings.Contains(printed, output) {
			t.Errorf("the preview shows %q", output)
		}
	}
}

func expectReplicas(t *testing.T, c *acctest.Cluster, o acctest.Object, want int64) {
	t.Helper()
	if got := c.Field(t, o, "spec", "replicas"); got != want {
		t.Errorf("the live object has %v replicas, not %d", got, want)
	}
}
