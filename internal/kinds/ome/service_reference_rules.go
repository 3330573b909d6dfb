package ome

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// serviceReferenceRules compare a service with the definitions of its model and its
// runtime. In direct mode the renderer reports them, because it needs the definitions.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice and pkg/runtimeselector @v0.1.5.
var serviceReferenceRules = []kinds.Rule{
	referenceRule("IS-12", "`model.kind` is the kind of the model that is named",
		modelKindRule, "spec.model"),
	referenceRule("IS-14", "the model is not disabled",
		disabledModelRule, "spec.model"),
	referenceRule("IS-15", "the runtime is not disabled and fits the model",
		runtimeFitRule, "spec.runtime", "spec.model"),
	referenceRule("IS-19", "a component with a `leader` has a `worker`, from the service or from the runtime",
		leaderAloneRule, append(groupReads("leader", "worker"), "spec.runtime")...),
	advice(referenceRule("IS-20", "the number of workers of a group comes from the service or from the runtime",
		unsizedGroupRule, append(groupReads("worker"), "spec.runtime")...)),
	referenceRule("IS-21", "every component has a container, from the service or from the runtime",
		containerlessRule, "spec.runtime", "spec.engine", "spec.decoder", "spec.router"),
	advice(referenceRule("IS-22", "a `runner` has the name of the runtime's, or both containers run",
		runnerOfRuntimeRule, append(componentReads("runner.name"), "spec.runtime")...)),
	referenceRule("IS-36", "nothing is mounted where the model is",
		modelMountRule, append(groupReads("runner.volumeMounts", "leader.runner.volumeMounts", "worker.runner.volumeMounts"), "spec.model")...),
	referenceRule("IS-39", "the accelerator class is one that the runtime takes",
		requestedClassRule, "spec.runtime", "metadata.annotations", "spec.acceleratorSelector.acceleratorClass",
		"spec.engine.acceleratorOverride.acceleratorClass", "spec.decoder.acceleratorOverride.acceleratorClass"),
	advice(referenceRule("IS-44", "components that the runtime has are not left out",
		leftOutRule, "spec.runtime", "spec.engine", "spec.decoder", "spec.router")),
	referenceRule("FT-07", "the container that gets fine-tuned weights exists",
		adapterContainerRule, "spec.model", "spec.runtime", "spec.engine.runner.name"),
}

func advice(rule kinds.Rule) kinds.Rule {
	rule.Warn = true
	return rule
}

// referring is a service with what is known of what it refers to.
type referring struct {
	v1beta1.InferenceServiceSpec
	annotations map[string]string
	// model is nil when its definition is not given. modelKind is its kind.
	model     *v1beta1.BaseModelSpec
	modelKind string
	// runtime is nil when its definition is not given.
	runtime *v1beta1.ServingRuntimeSpec
}

// referenceRule is a rule on a service and its definitions. says is what must hold.
func referenceRule(id, says string, check func(referring) field.ErrorList, reads ...string) kinds.Rule {
	return kinds.Rule{
		ID: id, Says: says, Modes: kinds.OperatorMode, Reads: append([]string{"definitions", "metadata.namespace"}, reads...),
		Check: kinds.Typed(func(s *v1beta1.InferenceService, c kinds.Candidate) field.ErrorList { return check(lookUp(s, c)) }),
	}
}

// lookUp finds a service's model and runtime as OME does: in the namespace first.
func lookUp(s *v1beta1.InferenceService, c kinds.Candidate) referring {
	r := referring{InferenceServiceSpec: s.Spec, annotations: s.Annotations}
	if s.Spec.Model != nil {
		r.model, r.modelKind = definedModel(c, s.Namespace, s.Spec.Model.Name)
	}
	if s.Spec.Runtime == nil {
		return r
	}
	name := s.Spec.Runtime.Name
	if own, found := definition[v1beta1.ServingRuntime](c, "ServingRuntime", s.Namespace, name); found {
		r.runtime = &own.Spec
	} else if shared, found := definition[v1beta1.ServingRuntime](c, "ClusterServingRuntime", "", name); found {
		r.runtime = &shared.Spec
	}
	return r
}

// definedModel returns the spec and the kind of the model that services of a namespace
// get by a name, nil when its definition is not given.
func definedModel(c kinds.Candidate, namespace, name string) (*v1beta1.BaseModelSpec, string) {
	if own, found := definition[v1beta1.BaseModel](c, "BaseModel", namespace, name); found {
		return &own.Spec, "BaseModel"
	}
	if shared, found := definition[v1beta1.BaseModel](c, "ClusterBaseModel", "", name); found {
		return &shared.Spec, "ClusterBaseModel"
	}
	return nil, ""
}

// definition returns a defined object as T, and false when it is not given. What does
// not fit T is reported by the schema.
func definition[T any](c kinds.Candidate, kind, namespace, name string) (object T, found bool) {
	if given := c.Find(kind, namespace, name); given != nil {
		decoded, err := render.Decode[T](given.Object)
		return decoded, err == nil
	}
	return object, false
}

var (
	annotationsPath = field.NewPath("metadata", "annotations")
	modelPath       = specPath.Child("model")
	runtimeNamePath = specPath.Child("runtime", "name")
)

func modelKindRule(r referring) field.ErrorList {
	kind := "ClusterBaseModel"
	if r.model != nil && r.Model.Kind != nil {
		kind = *r.Model.Kind
	}
	if r.model == nil || kind == r.modelKind || kind == "FineTunedWeight" {
		return nil
	}
	return field.ErrorList{field.Invalid(modelPath.Child("kind"), kind, fmt.Sprintf(
		"`%s` is a %s, and OME stops at a service that calls it otherwise; write `kind = \"%s\"`", r.Model.Name, r.modelKind, r.modelKind))}
}

func disabledModelRule(r referring) field.ErrorList {
	if r.model == nil || r.model.Disabled == nil || !*r.model.Disabled {
		return nil
	}
	return field.ErrorList{field.Invalid(modelPath.Child("name"), r.Model.Name, "the model is disabled; name another one, or remove `disabled` there")}
}

// runtimeFitRule says nothing of what the model leaves open, because OME fills that in.
func runtimeFitRule(r referring) field.ErrorList {
	if r.runtime == nil {
		return nil
	}
	if disabled(r.runtime) {
		return field.ErrorList{field.Invalid(runtimeNamePath, r.Runtime.Name, "the runtime is disabled; name another one, or remove `disabled` there")}
	}
	if r.model == nil {
		return nil
	}
	fit := directRuntime{spec: *r.runtime}.fits(*r.model, nil)
	if fit.obstacle == "" {
		return nil
	}
	return field.ErrorList{field.Invalid(runtimeNamePath, r.Runtime.Name, fmt.Sprintf(
		"the runtime does not fit the %s `%s`: %s; name another runtime, or correct the model or the runtime", r.modelKind, r.Model.Name, fit.obstacle))}
}

// pairs returns the components of the service, each with that of the runtime, which is
// the zero value when the runtime has none.
func (r referring) pairs() [][2]component {
	if r.runtime == nil {
		return nil
	}
	var pairs [][2]component
	theirs := componentsOf(r.runtime.EngineConfig, r.runtime.DecoderConfig, r.runtime.RouterConfig, "Config")
	for _, own := range componentsOf(r.Engine, r.Decoder, r.Router, "") {
		pair := [2]component{own, {}}
		if i := slices.IndexFunc(theirs, func(c component) bool { return c.name == own.name }); i >= 0 {
			pair[1] = theirs[i]
		}
		pairs = append(pairs, pair)
	}
	return pairs
}

// leaderAloneRule judges a component as OME does, merged with that of the runtime.
func leaderAloneRule(r referring) field.ErrorList {
	var errs field.ErrorList
	for _, pair := range r.pairs() {
		if (pair[0].leader != nil || pair[1].leader != nil) && pair[0].worker == nil && pair[1].worker == nil {
			errs = append(errs, field.Required(pair[0].path.Child("worker"), fmt.Sprintf(
				"with the runtime `%s` the component has a leader without workers, which stops OME's controller; add `worker`, or remove `leader`", r.Runtime.Name)))
		}
	}
	return errs
}

// unsizedGroupRule leaves a number that the service gives to the rule on the service alone.
func unsizedGroupRule(r referring) field.ErrorList {
	var errs field.ErrorList
	for _, pair := range r.pairs() {
		own, theirs := pair[0].worker, pair[1].worker
		if own == nil && theirs == nil || own != nil && own.Size != nil || theirs != nil && theirs.Size != nil && *theirs.Size >= 1 {
			continue
		}
		errs = append(errs, field.Required(pair[0].path.Child("worker", "size"), fmt.Sprintf(
			"the runtime `%s` gives none either, so a group has a leader and no workers; say how many there are, 1 at least", r.Runtime.Name)))
	}
	return errs
}

// contained reports whether a component brings a container for what answers requests: its
// leader, or the component itself.
func (c component) contained() bool {
	return c.runner != nil || c.leader != nil || c.pod != nil && len(c.pod.Containers) > 0
}

func containerlessRule(r referring) field.ErrorList {
	var errs field.ErrorList
	for _, pair := range r.pairs() {
		if !pair[0].contained() && !pair[1].contained() {
			errs = append(errs, field.Required(pair[0].path.Child("runner"), fmt.Sprintf(
				"neither the service nor the runtime `%s` has a container for this component; describe it, or name another runtime", r.Runtime.Name)))
		}
	}
	return errs
}

func runnerOfRuntimeRule(r referring) field.ErrorList {
	var errs field.ErrorList
	for _, pair := range r.pairs() {
		own, theirs := pair[0].runner, pair[1].runner
		if own != nil && theirs != nil && own.Name != "" && own.Name != theirs.Name {
			errs = append(errs, field.Invalid(pair[0].path.Child("runner", "name"), own.Name, fmt.Sprintf(
				"the runtime `%s` calls the container `%s`, and the name here replaces that, so that other parts of the runtime no longer find it; write `%s`", r.Runtime.Name, theirs.Name, theirs.Name)))
		}
	}
	return errs
}

// modelMountRule looks at the components that OME mounts the model in.
func modelMountRule(r referring) field.ErrorList {
	if r.model == nil || r.model.Storage == nil || r.model.Storage.Path == nil {
		return nil
	}
	taken := *r.model.Storage.Path
	var errs field.ErrorList
	for _, c := range componentsOf(r.Engine, r.Decoder, nil, "") {
		for _, runner := range c.runners() {
			if i := slices.IndexFunc(runner.VolumeMounts, func(m corev1.VolumeMount) bool { return m.MountPath == taken }); i >= 0 {
				errs = append(errs, field.Invalid(runner.path.Child("volumeMounts").Index(i).Child("mountPath"), taken, fmt.Sprintf(
					"OME mounts the model `%s` there, and a container cannot have two mounts at one place; mount at another one", r.Model.Name)))
			}
		}
	}
	slices.SortFunc(errs, func(a, b *field.Error) int { return strings.Compare(a.Field, b.Field) })
	return errs
}

// classAnnotation names an AcceleratorClass.
const classAnnotation = "ome.io/accelerator-class"

func requestedClassRule(r referring) field.ErrorList {
	if r.runtime == nil {
		return nil
	}
	var listed []string
	if r.runtime.AcceleratorRequirements != nil {
		listed = r.runtime.AcceleratorRequirements.AcceleratorClasses
	}
	var errs field.ErrorList
	check := func(at *field.Path, class string) {
		if class != "" && !slices.Contains(listed, class) {
			errs = append(errs, field.Invalid(at, class, fmt.Sprintf(
				"the runtime `%s` does not list the accelerator class (it has: %s), so OME finds that it does not fit; name one of them, or add it to the runtime", r.Runtime.Name, render.List(slices.Values(listed)))))
		}
	}
	check(annotationsPath.Key(classAnnotation), r.annotations[classAnnotation])
	named := func(at *field.Path, selector *v1beta1.AcceleratorSelector) {
		if selector != nil && selector.AcceleratorClass != nil {
			check(at.Child("acceleratorClass"), *selector.AcceleratorClass)
		}
	}
	named(specPath.Child("acceleratorSelector"), r.AcceleratorSelector)
	if r.Engine != nil {
		named(specPath.Child("engine", "acceleratorOverride"), r.Engine.AcceleratorOverride)
	}
	if r.Decoder != nil {
		named(specPath.Child("decoder", "acceleratorOverride"), r.Decoder.AcceleratorOverride)
	}
	return errs
}

func leftOutRule(r referring) field.ErrorList {
	if r.runtime == nil || r.Engine == nil {
		return nil
	}
	var errs field.ErrorList
	left := func(name string, out bool) {
		if out {
			errs = append(errs, field.Required(specPath.Child(name), fmt.Sprintf(
				"the runtime `%s` has a %s, and none is made unless the service has one; write `%s = {}` to take everything from the runtime", r.Runtime.Name, name, name)))
		}
	}
	left("decoder", r.runtime.DecoderConfig != nil && r.Decoder == nil)
	left("router", r.runtime.RouterConfig != nil && r.Router == nil)
	return errs
}

// adapterContainerRule holds the container that fine-tuned weights are added to, whose
// name comes from the service or else from the runtime, to the one name that OME looks for.
func adapterContainerRule(r referring) field.ErrorList {
	const adapted = "ome-container"
	if r.Model == nil || len(r.Model.FineTunedWeights) == 0 {
		return nil
	}
	detail := fmt.Sprintf("fine-tuned weights are added to a container named `%s` only, and OME refuses the pods without one; call it so", adapted)
	if r.Engine != nil && r.Engine.Runner != nil {
		if name := r.Engine.Runner.Name; name != "" && name != adapted {
			return field.ErrorList{field.Invalid(specPath.Child("engine", "runner", "name"), name, detail)}
		}
		return nil
	}
	if r.runtime != nil && r.runtime.EngineConfig != nil && r.runtime.EngineConfig.Runner != nil && r.runtime.EngineConfig.Runner.Name != adapted {
		return field.ErrorList{field.Invalid(runtimeNamePath, r.Runtime.Name, detail)}
	}
	return nil
}
