package llmaz

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// directPlayground is a configured playground with everything it refers to.
type directPlayground struct {
	directServing
	spec    inferencev1alpha1.PlaygroundSpec
	options direct.Llmaz
	runtime directRuntime
	// hosts is how many hosts the chosen flavor spreads the model over with the commands that the
	// runtime has for that; 0 when the runtime serves the model as it does on one host.
	hosts int32
}

// RenderPlayground renders what llmaz's controllers make of a playground: a workload
// that serves the claimed models, the core Service in front of it and, with elastic_config, its
// autoscaler. Errors name the reference or option at fault.
// The differences of the kind say how it differs from the controllers on purpose.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/{playground,service}_controller.go@v0.1.4 and,
// for several hosts, @v0.1.0.
var RenderPlayground = render.Typed(func(b *render.Builder, object *inferencev1alpha1.Playground, options direct.Llmaz) {
	p := directPlayground{spec: object.Spec, options: options}
	p.directServing = serve(b, claimOfPlayground(object, candidateOf(b.Input)), render.Breaks("PG-W1", field.Required(field.NewPath("spec"),
		"no model is claimed: set model_claim, or model_claims with at least one model")), options.LlmazWeights)
	defined, missing := findRuntime(b.References, ptr.Deref(p.runtimeConfig().BackendName, defaultBackendName))
	p.Fail(missing)
	if p.Failed() {
		return
	}
	p.runtime.definedRuntime = defined
	if err := p.chooseConfig(); err != nil {
		p.Fail(err)
		return
	}
	p.check()
	if p.Failed() {
		return
	}
	args := p.args()
	if p.Failed() {
		return
	}
	workload, selector := p.workload(args)
	p.draw(workload, selector)
	p.Add(p.autoscaler(workload))
	p.warn(args)
})

// chooseConfig takes the recommended configuration that the playground names, or the one that
// follows from its claim, once it is clear over how many hosts the model spreads.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/backendruntime.go@v0.1.0 and
// pkg/controller/inference/playground_controller.go@v0.1.4.
func (p *directPlayground) chooseConfig() *field.Error {
	hosts, err := p.countHosts()
	if err != nil {
		return err
	}
	p.hosts = hosts
	name, origin := p.claim.detected(), ", which follows from the claimed models"
	if p.hosts > 0 {
		name, origin = configModelParallelism, ", which follows from params.PP of the flavor"
	}
	if chosen := p.runtimeConfig().ConfigName; chosen != nil {
		name, origin = *chosen, ""
	}
	return p.runtime.choose(name, origin)
}

// runtimeConfig returns what the playground changes in its runtime; nothing when it says nothing.
func (p directPlayground) runtimeConfig() inferencev1alpha1.BackendRuntimeConfig {
	return ptr.Deref(p.spec.BackendRuntimeConfig, inferencev1alpha1.BackendRuntimeConfig{})
}

// env returns the variables of the serving container.
func (p directPlayground) env() []corev1.EnvVar {
	return render.MergeEnv(p.runtime.spec.Envs, p.runtimeConfig().Envs)
}

// replicas returns the number of groups of pods to start with.
func (p directPlayground) replicas() int32 { return ptr.Deref(p.spec.Replicas, 1) }

// mostReplicas returns the number of groups that there may be once something scales them.
func (p directPlayground) mostReplicas() int32 {
	if p.spec.ElasticConfig == nil {
		return p.replicas()
	}
	return max(p.replicas(), p.spec.ElasticConfig.MaxReplicas)
}

// groupSize returns the number of pods in a group.
func (p directPlayground) groupSize() int32 { return cmp.Or(p.hosts, 1) }

// workload returns the object that runs the pods, and the labels its serving pods are selected by.
func (p directPlayground) workload(args []string) (*unstructured.Unstructured, map[string]string) {
	template := render.PodTemplate(p.leaderLabels(), p.leaderAnnotations(), p.serverPod(args))
	switch {
	case !p.inGroups():
		return render.Deployment(p.Owner, p.replicas(), render.DeleteFirst(), template), p.Owner.Selector()
	case p.groupSize() > 1:
		return p.multiHostSet(template), render.LeaderSelector(p.Owner.Name)
	}
	return render.SingleHostSet(p.Owner, p.replicas(), template), render.LeaderSelector(p.Owner.Name)
}

// autoscaler returns what scales the workload, nil when nothing does.
func (p directPlayground) autoscaler(workload *unstructured.Unstructured) *unstructured.Unstructured {
	trigger, _ := p.scaleTrigger()
	if trigger == nil {
		return nil
	}
	return render.HorizontalPodAutoscaler(p.Owner, workload, autoscalingv2.HorizontalPodAutoscalerSpec{
		MinReplicas: p.spec.ElasticConfig.MinReplicas,
		MaxReplicas: p.spec.ElasticConfig.MaxReplicas,
		Metrics:     trigger.Metrics,
		Behavior:    trigger.Behavior,
	})
}

// scaleTrigger returns what scales the workload, in this order: the trigger of the
// playground, the one it refers to, that of the runtime's configuration for the claimed
// models, the first of the runtime. It is nil when nothing scales it.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/playground_controller.go@v0.1.4 and, for
// references and the triggers of a runtime, @v0.1.0.
func (p directPlayground) scaleTrigger() (*inferencev1alpha1.HPATrigger, *field.Error) {
	elastic := p.spec.ElasticConfig
	if elastic == nil {
		return nil, nil
	}
	if elastic.ScaleTrigger != nil && elastic.ScaleTrigger.HPA != nil {
		return elastic.ScaleTrigger.HPA, nil
	}
	triggers := p.runtime.spec.ScaleTriggers
	if ref := elastic.ScaleTriggerRef; ref != nil {
		var names []string
		for _, t := range triggers {
			if t.Name == ref.Name {
				return t.HPA, nil
			}
			names = append(names, t.Name)
		}
		return nil, render.Missing("DR-16", field.NewPath("spec", "elasticConfig", "scaleTriggerRef", "name"), ref.Name, fmt.Sprintf(
			"BackendRuntime %s has no scale trigger of this name (it has: %s): refer to one of them or set scale_trigger",
			p.runtime.name, render.List(slices.Values(names))))
	}
	if c, ok := p.runtime.recommendedConfig(p.claim.detected()); ok && c.ScaleTrigger != nil && c.ScaleTrigger.HPA != nil {
		return c.ScaleTrigger.HPA, nil
	}
	if len(triggers) > 0 {
		return triggers[0].HPA, nil
	}
	return nil, nil
}

// check finds what keeps the playground from being rendered or from running.
func (p directPlayground) check() {
	if p.inGroups() {
		fault := statefulSetLength(p.Owner.Name)
		p.checkName(fault, "N-3")
		if fault == "" && p.groupSize() > 1 {
			p.checkName(groupNameLength(p.Owner.Name, int(max(p.mostReplicas()-1, 0))), "N-4")
		}
	}
	p.checkWorkload(p.options.Workload, p.groupsFor())
	if p.inGroups() {
		p.checkTopology(false)
	}
	p.directServing.check()
	p.checkHosts()
	p.checkResources()
	if p.options.StartupSeconds != nil && p.runtime.spec.StartupProbe == nil {
		p.Fail(render.Breaks("DR-17", field.Invalid(field.NewPath("direct", "startupSeconds"), *p.options.StartupSeconds, fmt.Sprintf(
			"BackendRuntime %s has no startup probe, so nothing bounds the start of its container: remove startup_seconds", p.runtime.name))))
	}
	_, err := p.scaleTrigger()
	p.Fail(err)
}

// checkHosts finds what is missing for a model that spans several hosts, or of no use
// for one that does not.
func (p directPlayground) checkHosts() {
	if policy := p.options.StartupPolicy; policy != "" && p.groupSize() == 1 {
		p.Fail(render.Breaks("DR-18", field.Invalid(field.NewPath("direct", "startupPolicy"), policy,
			"the model is served by one host, where no worker could wait for a leader: remove startup_policy")))
	}
	if len(p.flavors) > 0 {
		if size, set := p.flavors[0].Params[tokenTensorParallel]; set && p.askedTensorSize() < 1 {
			p.Fail(render.Breaks("DR-19", field.Invalid(p.models[0].defined, p.models[0].name, fmt.Sprintf(
				"params.TP of flavor %s is %q: write the number of accelerators that share a layer, 1 or more", p.flavors[0].Name, size))))
		}
	}
	if p.groupSize() == 1 {
		return
	}
	const remedy = "and flavor %s of OpenModel %s spreads the model over %d hosts (params.PP): set it, or claim a flavor without PP"
	commands := p.runtime.spec.MultiHostCommands
	missing := func(what string) {
		p.Fail(render.Breaks("DR-20", field.Required(p.runtime.path, fmt.Sprintf("BackendRuntime %s has no spec.multiHostCommands.%s, "+remedy,
			p.runtime.name, what, p.flavors[0].Name, p.models[0].name, p.hosts))))
	}
	if len(commands.Leader) == 0 {
		missing("leader")
	}
	if len(commands.Worker) == 0 {
		missing("worker")
	}
}

// checkResources refuses limits below requests, which the API server refuses in pods only.
func (p directPlayground) checkResources() {
	resources, _ := p.resources()
	if len(p.flavors) > 0 {
		resources = render.DedicateResources(resources, p.flavors[0].Limits)
	}
	for _, name := range slices.Sorted(maps.Keys(resources.Limits)) {
		limit, request := resources.Limits[name], resources.Requests[name]
		if request.Cmp(limit) > 0 {
			p.Fail(render.Breaks("DR-21", field.Invalid(field.NewPath("spec", "backendRuntimeConfig", "resources", "limits").Key(string(name)), limit.String(),
				fmt.Sprintf("is below the request of %s, which configuration %s of BackendRuntime %s may have set: raise the limit or lower the request",
					request.String(), p.runtime.config.Name, p.runtime.name))))
		}
	}
}

// warn tells what is rendered but will not do what its author may expect.
func (p directPlayground) warn(args []string) {
	p.directServing.warn(p.env(), int64(p.mostReplicas())*int64(p.groupSize()))
	for i, m := range p.models {
		token := []string{tokenModelPath, tokenDraftModelPath}[min(i, 1)]
		if m.source.kind == sourceOllama && p.runtime.uses(token) {
			p.Warnf("OM-C7", "OpenModel %s is pulled by Ollama, but configuration %s of BackendRuntime %s looks for its weights in a directory, where there are none: use the runtime ollama",
				m.name, p.runtime.config.Name, p.runtime.name)
		}
	}
	if size, ok := p.pipelineSize(); ok && p.hosts == 0 && size != "1" {
		p.Warnf("DR-22", "Flavor %s of OpenModel %s has the param PP, but BackendRuntime %s has no multi_host_commands: each pod serves the model on one host. Use a runtime that has them, such as vllm",
			p.flavors[0].Name, p.models[0].name, p.runtime.name)
	}
	resources, raised := p.resources()
	for _, name := range raised {
		request := resources.Requests[name]
		p.Warnf("DR-23", "spec.backend_runtime_config.resources.limits[%q] is below the request of %s and is raised to it: lower the request too",
			string(name), request.String())
	}
	if trigger, _ := p.scaleTrigger(); p.spec.ElasticConfig != nil && trigger == nil {
		p.Warnf("PG-C9", "spec.elastic_config scales nothing: it has no scale_trigger, and neither has configuration %s of BackendRuntime %s: set scale_trigger",
			p.claim.detected(), p.runtime.name)
	}
	p.warnOfEngine(args)
}

// warnOfEngine points out what keeps the engine from serving.
func (p directPlayground) warnOfEngine(args []string) {
	pod := p.serverPod(args)
	runner := slices.IndexFunc(pod.Containers, isRunner)
	server := pod.Containers[runner]
	if p.groupSize() > 1 {
		server.Command, server.Args = p.runtime.spec.Command, args // as they were before they became a script
	}
	p.Warn(render.RuleAccelerator, engines.Warn(nil, &pod, runner)...)
	if why := enginelint.Mismatch(enginelint.Engine{
		Container: &server, At: field.NewPath("args"), Accelerators: p.accelerators() * int64(p.groupSize()),
	}); why != "" {
		p.Warnf("EL-1", "BackendRuntime %s is given a %s", p.runtime.name, why)
	}
}
