package llmaz

import (
	"cmp"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
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
// [playgroundDifferences] say how it differs from the controllers on purpose.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/{playground,service}_controller.go@v0.1.4 and,
// for several hosts, @v0.1.0.
func RenderPlayground(in render.Input) (render.Output, field.ErrorList) {
	p, errs := resolvePlayground(in)
	if len(errs) > 0 {
		return render.Output{}, errs
	}
	if errs := p.check(); len(errs) > 0 {
		return render.Output{}, errs
	}
	args, errs := p.args()
	if len(errs) > 0 {
		return render.Output{}, errs
	}
	out, err := p.output(args)
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(field.NewPath("spec"), err)}
	}
	return out, nil
}

// resolvePlayground decodes the input and looks up what the playground refers to.
func resolvePlayground(in render.Input) (directPlayground, field.ErrorList) {
	object, err := render.Decode[inferencev1alpha1.Playground](in.Object.Object)
	if err != nil {
		return directPlayground{}, field.ErrorList{field.Invalid(field.NewPath("spec"), in.Object.GetName(), err.Error())}
	}
	p := directPlayground{spec: object.Spec}
	if p.options, err = render.Decode[direct.Llmaz](in.Options); err != nil {
		return p, field.ErrorList{field.Invalid(field.NewPath("direct"), in.Object.GetName(), err.Error())}
	}
	serving, errs := resolveServing(in, claimOfPlayground(&object, candidateOf(in)), field.Required(field.NewPath("spec"),
		"no model is claimed: set model_claim, or model_claims with at least one model (PG-W1)"), p.options.LlmazWeights)
	p.directServing = serving
	name := defaultBackendName
	if chosen := p.runtimeConfig().BackendName; chosen != nil {
		name = *chosen
	}
	defined, missing := findRuntime(in.Definitions, name)
	if missing != nil {
		errs = append(errs, missing)
	}
	if len(errs) > 0 {
		return p, errs
	}
	p.runtime.definedRuntime = defined
	return p, p.chooseConfig()
}

// chooseConfig takes the recommended configuration that the playground names, or the one that
// follows from its claim, once it is clear over how many hosts the model spreads.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/backendruntime.go@v0.1.0 and
// pkg/controller/inference/playground_controller.go@v0.1.4.
func (p *directPlayground) chooseConfig() field.ErrorList {
	hosts, err := p.countHosts()
	if err != nil {
		return field.ErrorList{err}
	}
	p.hosts = hosts
	name, origin := p.claim.detected(), ", which follows from the claimed models"
	if p.hosts > 0 {
		name, origin = configModelParallelism, ", which follows from params.PP of the flavor"
	}
	if chosen := p.runtimeConfig().ConfigName; chosen != nil {
		name, origin = *chosen, ""
	}
	if err := p.runtime.choose(name, origin); err != nil {
		return field.ErrorList{err}
	}
	return nil
}

// output builds the objects in the order in which they are applied.
func (p directPlayground) output(args []string) (render.Output, error) {
	workload, selector, err := p.workload(args)
	if err != nil {
		return render.Output{}, err
	}
	out, err := p.directServing.output(workload, selector, p.warnings(args))
	if err != nil {
		return render.Output{}, err
	}
	autoscaler, err := p.autoscaler(workload)
	if err != nil {
		return render.Output{}, err
	}
	if autoscaler != nil {
		out.Objects = append(out.Objects, autoscaler)
	}
	return out, nil
}

// runtimeConfig returns what the playground changes in its runtime; nothing when it says nothing.
func (p directPlayground) runtimeConfig() inferencev1alpha1.BackendRuntimeConfig {
	if p.spec.BackendRuntimeConfig == nil {
		return inferencev1alpha1.BackendRuntimeConfig{}
	}
	return *p.spec.BackendRuntimeConfig
}

// env returns the variables of the serving container.
func (p directPlayground) env() []corev1.EnvVar {
	return render.MergeEnv(p.runtime.spec.Envs, p.runtimeConfig().Envs)
}

// replicas returns the number of groups of pods to start with.
func (p directPlayground) replicas() int32 {
	if p.spec.Replicas == nil {
		return 1
	}
	return *p.spec.Replicas
}

// mostReplicas returns the number of groups that there may be once something scales them.
func (p directPlayground) mostReplicas() int32 {
	if p.spec.ElasticConfig == nil {
		return p.replicas()
	}
	return max(p.replicas(), p.spec.ElasticConfig.MaxReplicas)
}

// groupSize returns the number of pods in a group.
func (p directPlayground) groupSize() int32 {
	return cmp.Or(p.hosts, 1)
}
