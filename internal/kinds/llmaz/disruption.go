package llmaz

import (
	"maps"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// oldest is the release that spreads models over hosts and hands no strategy on.
const oldest = "v0.1.0"

// workerSet is the name of the one workload that llmaz makes.
const workerSet = "LeaderWorkerSet"

// playgroundRuns says what llmaz runs of a playground: one LeaderWorkerSet, which it
// renders anew from all of the spec but the numbers of replicas. A change of the model or the runtime alone does
// not reach it: llmaz looks at them when the playground changes.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/playground_controller.go@v0.1.4.
func playgroundRuns(c kinds.Candidate) []podset.Set {
	p, err := render.Decode[inferencev1alpha1.Playground](c.Object.Object)
	if err != nil {
		return nil
	}
	spec, _ := c.Object.Object["spec"].(map[string]any)
	s := oneSet(p.Spec.Replicas)
	if e := p.Spec.ElasticConfig; e != nil {
		s.Min, s.Max = min(s.Min, podset.Replicas(e.MinReplicas)), max(s.Max, int64(e.MaxReplicas))
	}
	s.Template = map[string]any{
		"claim": spec["modelClaim"], "claims": spec["modelClaims"], "runtime": spec["backendRuntimeConfig"],
		"loader": c.Object.GetAnnotations()[annotationSkipModelLoader],
	}
	if known, ok := c.Rendered(RenderPlayground); ok && len(known) == 1 {
		s.Min, s.Max, s.Size, s.Devices, s.Parts = known[0].Min, known[0].Max, known[0].Size, known[0].Devices, podset.Sketched(known[0].Parts)
		s.onOneHost(c.Release)
	}
	return []podset.Set{s.Set}
}

// serviceRuns says what llmaz runs of a service: one LeaderWorkerSet of its templates.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/service_controller.go@v0.1.4.
func serviceRuns(c kinds.Candidate) []podset.Set {
	service, err := render.Decode[inferencev1alpha1.Service](c.Object.Object)
	if err != nil {
		return nil
	}
	spec, _ := c.Object.Object["spec"].(map[string]any)
	workload, _ := spec["workloadTemplate"].(map[string]any)
	template := maps.Clone(workload)
	unstructured.RemoveNestedField(template, "size")
	s := oneSet(service.Spec.Replicas)
	s.Size = podset.Replicas(service.Spec.WorkloadTemplate.Size)
	s.Template = map[string]any{
		"claims": spec["modelClaims"], "pods": template, "loader": c.Object.GetAnnotations()[annotationSkipModelLoader],
	}
	// Before v0.1.2 the strategy is not handed on.
	if r := service.Spec.RolloutStrategy; r != nil && r.RollingUpdateConfiguration != nil && c.Release != oldest {
		if n := r.RollingUpdateConfiguration.MaxUnavailable; n != nil {
			s.Rollout.MaxUnavailable = *n
		}
		if n := r.RollingUpdateConfiguration.MaxSurge; n != nil {
			s.Rollout.MaxSurge = *n
		}
	}
	if known, ok := c.Rendered(RenderService); ok && len(known) == 1 {
		s.Devices, s.Parts = known[0].Devices, podset.Sketched(known[0].Parts)
	}
	return []podset.Set{s.Set}
}

// groups are the pods of one LeaderWorkerSet of llmaz.
type groups struct{ podset.Set }

// oneSet is what llmaz leaves to the defaults of LeaderWorkerSet: one group at a time is replaced.
func oneSet(replicas *int32) groups {
	n := podset.Replicas(replicas)
	return groups{podset.Set{Name: workerSet, Min: n, Max: n, Size: 1, Rollout: podset.Steps(1, 0)}}
}

// onOneHost is about a flavor that spreads a model over hosts, which only v0.1.0 does.
func (g *groups) onOneHost(release string) {
	if g.Size == 1 || release == oldest {
		return
	}
	devices := map[string]int64{}
	for name, amount := range g.Devices {
		devices[name] = amount / g.Size
	}
	g.Size, g.Devices, g.Parts = 1, devices, nil
	if release == "" {
		g.Devices = nil // either release may be installed
	}
}
