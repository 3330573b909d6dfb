package ome

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// servingRuntimeRules and clusterServingRuntimeRules mirror sgl-project/ome
// pkg/webhook/admission/servingruntime and pkg/runtimeselector @v0.1.5.
var (
	servingRuntimeRules        = slices.Concat(runtimeRules(), runtimeComponentRules())
	clusterServingRuntimeRules = slices.Concat(runtimeRules(), runtimeComponentRules())
)

// runtimeConfigs are the parts of a runtime that have pods of the model.
var runtimeConfigs = []string{"spec.engineConfig", "spec.decoderConfig"}

// runtimeRules are about how a runtime runs and which models it takes.
func runtimeRules() []kinds.Rule {
	modes := append([]string{"spec.disabled", "spec.containers", "spec.workers"}, runtimeConfigs...)
	return []kinds.Rule{
		{
			ID: "SR-01", Says: "`workers.size` is more than 0",
			Reads: append([]string{"spec.disabled", "spec.workers"}, runtimeConfigs...), Check: ofRuntime(workersRule),
		},
		{
			ID: "SR-02", Says: "a container with `DEPLOYMENT_MODE` set to `MultiNode` comes with workers",
			Reads: modes, Check: ofRuntime(multiNodeRule),
		},
		{
			ID: "SR-03", Says: "a container with `DEPLOYMENT_MODE` set to `RawDeployment` comes without workers",
			Reads: modes, Check: ofRuntime(rawDeploymentRule),
		},
		{
			ID: "SR-05", Says: "formats of one `name`, or of none, that are selected automatically have one priority",
			Reads: []string{"spec.disabled", "spec.supportedModelFormats"}, Check: ofRuntime(priorityRule),
		},
		{
			ID: "SR-07", Says: "`model_size_range` has both ends",
			Reads: []string{"spec.modelSizeRange"}, Check: ofRuntime(sizeRangeRule),
		},
		{
			ID: "SR-08", Says: "the ends of `model_size_range` are sizes, the smaller one first",
			Reads: []string{"spec.modelSizeRange"}, Check: ofRuntime(sizeOrderRule),
		},
		{
			ID: "SR-09", Says: "`operator` of a version is `Equal`, `GreaterThan` or `GreaterThanOrEqual`",
			Reads: []string{"spec.supportedModelFormats"}, Check: ofRuntime(formatOperatorRule),
		},
		{
			ID: "SR-10", Says: "`supported_model_formats` is not empty",
			Reads: []string{"spec.supportedModelFormats"}, Check: ofRuntime(formatsRule),
		},
	}
}

// runtimeComponentRules are about the components of a runtime and what it says in vain.
func runtimeComponentRules() []kinds.Rule {
	all := append(slices.Clone(runtimeConfigs), "spec.routerConfig")
	return []kinds.Rule{
		{
			ID: "SR-11", Says: "`leader` and `worker` are set together, with a `worker.size` of at least 1, or every service adds what is missing",
			Reads: runtimeConfigs, Warn: true, Check: ofRuntimeComponents(runtimeGroupRule),
		},
		{
			ID: "SR-12", Says: "a `runner` has a name",
			Reads: all, Check: ofRuntimeComponents(runnerNameRule),
		},
		{
			ID: "SR-13", Says: "`protocol_versions` are those that OME knows",
			Reads: []string{"spec.protocolVersions"}, Warn: true, Check: ofRuntime(func(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
				return unknownNames(specPath.Child("protocolVersions"), s.ProtocolVersions, []string{"openAI", "openInference-v1", "openInference-v2"})
			}),
		},
		{
			ID: "SR-14", Says: "the name has at most 63 characters, because it becomes the value of a label",
			Reads: []string{"metadata.name"}, Check: runtimeNameRule,
		},
		{
			ID: "SR-15", Says: "the classes of `accelerator_config` are listed in `accelerator_requirements`",
			Reads: []string{"spec.supportedModelFormats", "spec.acceleratorRequirements"}, Warn: true, Check: ofRuntime(acceleratorConfigRule),
		},
		{
			ID: "SR-16", Says: "`decoder_config` comes with an `engine_config`",
			Reads: runtimeConfigs, Warn: true, Check: ofRuntime(decoderAloneRule),
		},
		{
			ID: "SR-17", Says: "fields of pods stand in the configurations of components, which alone are read",
			Reads: []string{"spec.volumes", "spec.affinity", "spec.tolerations", "spec.labels", "spec.annotations", "spec.imagePullSecrets"}, Warn: true, Check: ofRuntime(legacyPodRule),
		},
		{
			ID: "SR-18", Says: "`model_type` and `version` of a format are left out, because models are not matched by them",
			Reads: []string{"spec.supportedModelFormats"}, Warn: true, Check: ofRuntime(unmatchedFieldsRule),
		},
		{
			ID: "SR-19", Says: "the text of a `runner` is a Go template that works on the metadata of the service",
			Reads: all, Check: ofRuntimeComponents(templateRule),
		},
	}
}

// ofRuntime makes a rule of a check of the spec that both kinds of runtime share.
func ofRuntime(check func(*v1beta1.ServingRuntimeSpec) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return kinds.Typed(func(r *v1beta1.ServingRuntime, _ kinds.Candidate) field.ErrorList { return check(&r.Spec) })
}

func ofRuntimeComponents(check func(component) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return ofRuntime(func(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
		var errs field.ErrorList
		for _, c := range componentsOf(s.EngineConfig, s.DecoderConfig, s.RouterConfig, "Config") {
			errs = append(errs, check(c)...)
		}
		return errs
	})
}

func disabled(s *v1beta1.ServingRuntimeSpec) bool { return s.Disabled != nil && *s.Disabled }

var workersSizePath = specPath.Child("workers", "size")

func workersRule(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
	if disabled(s) || s.EngineConfig != nil && s.DecoderConfig != nil || s.WorkerPodSpec == nil || s.WorkerPodSpec.Size == nil || *s.WorkerPodSpec.Size > 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(workersSizePath, *s.WorkerPodSpec.Size, "must be more than 0; leave `workers` out to run on one host")}
}

// hasMode reports whether a legacy container of an engine without a decoder asks for a mode.
func hasMode(s *v1beta1.ServingRuntimeSpec, mode string) bool {
	return !disabled(s) && s.EngineConfig != nil && s.DecoderConfig == nil && slices.ContainsFunc(s.Containers, func(c corev1.Container) bool {
		return slices.ContainsFunc(c.Env, func(e corev1.EnvVar) bool { return e.Name == "DEPLOYMENT_MODE" && e.Value == mode })
	})
}

func works(s *v1beta1.ServingRuntimeSpec) bool {
	return s.WorkerPodSpec != nil && s.WorkerPodSpec.Size != nil && *s.WorkerPodSpec.Size > 0
}

func multiNodeRule(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
	if !hasMode(s, "MultiNode") || works(s) {
		return nil
	}
	return field.ErrorList{field.Required(workersSizePath, "a container sets `DEPLOYMENT_MODE` to `MultiNode`, which needs 1 or more workers; say how many, or remove the variable")}
}

func rawDeploymentRule(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
	if !hasMode(s, "RawDeployment") || !works(s) {
		return nil
	}
	return field.ErrorList{field.Forbidden(workersSizePath, "a container sets `DEPLOYMENT_MODE` to `RawDeployment`, which has no workers; remove them, or the variable")}
}

func priorityRule(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
	if disabled(s) {
		return nil
	}
	var errs field.ErrorList
	// The first entry of a name sets the priority, or leaves it open for all of them.
	first := map[string]*int32{}
	for i, f := range s.SupportedModelFormats {
		if f.AutoSelect == nil || !*f.AutoSelect {
			continue
		}
		priority, seen := first[f.Name]
		if !seen {
			first[f.Name] = f.Priority
			continue
		}
		if priority != nil && f.Priority != nil && *priority != *f.Priority {
			errs = append(errs, field.Invalid(specPath.Child("supportedModelFormats").Index(i).Child("priority"), *f.Priority, fmt.Sprintf(
				"an entry before it with `auto_select` and the same `name` has %d, and OME refuses different ones; use %d, or give the entries different names", *priority, *priority)))
		}
	}
	return errs
}

var sizeRangePath = specPath.Child("modelSizeRange")

// rangeEnd is one end of a range of model sizes, by its name in the API.
type rangeEnd struct {
	name string
	size *string
}

func rangeEnds(r *v1beta1.ModelSizeRangeSpec) []rangeEnd {
	return []rangeEnd{{"min", r.Min}, {"max", r.Max}}
}

func sizeRangeRule(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
	r := s.ModelSizeRange
	if r == nil {
		return nil
	}
	var errs field.ErrorList
	for _, end := range rangeEnds(r) {
		if end.size == nil {
			errs = append(errs, field.Required(sizeRangePath.Child(end.name), "half a range stops OME's choice of a runtime for every service; give both ends, or remove the range"))
		}
	}
	return errs
}

// parameters is the number that a size stands for.
func parameters(size string) float64 {
	factor := map[byte]float64{'T': 1e12, 'B': 1e9, 'M': 1e6}[size[len(size)-1]]
	if factor == 0 {
		factor = 1
	}
	number, _ := strconv.ParseFloat(strings.TrimRight(size, "TBM"), 64)
	return number * factor
}

func sizeOrderRule(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
	r := s.ModelSizeRange
	if r == nil {
		return nil
	}
	var errs field.ErrorList
	for _, end := range rangeEnds(r) {
		if end.size != nil && !modelSize.MatchString(*end.size) {
			errs = append(errs, field.Invalid(sizeRangePath.Child(end.name), *end.size, "counts as 0: must be a number, with `T`, `B` or `M` after it, such as `7B`"))
		}
	}
	if len(errs) == 0 && r.Min != nil && r.Max != nil && parameters(*r.Min) > parameters(*r.Max) {
		errs = append(errs, field.Invalid(sizeRangePath.Child("min"), *r.Min, fmt.Sprintf("must not be more than `max`, %s, or no model ever matches", *r.Max)))
	}
	return errs
}

func formatOperatorRule(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
	var errs field.ErrorList
	for i, f := range s.SupportedModelFormats {
		errs = append(errs, versionsOf(f.ModelFormat, f.ModelFramework, specPath.Child("supportedModelFormats").Index(i), operatorError)...)
	}
	return errs
}

func formatsRule(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
	if len(s.SupportedModelFormats) > 0 {
		return nil
	}
	return field.ErrorList{field.Required(specPath.Child("supportedModelFormats"), "without an entry the runtime fits no model; say which it serves")}
}

// runtimeGroupRule finds groups that only services can complete, which are merged with the runtime.
func runtimeGroupRule(c component) field.ErrorList {
	at := c.path.Child("worker", "size")
	switch {
	case c.worker == nil && c.leader == nil:
		return nil
	case c.worker == nil:
		return field.ErrorList{field.Required(c.path.Child("worker"), "a leader without workers stops OME's controller at every service that does not add `worker`; add it here")}
	case c.leader == nil && c.runner == nil:
		return field.ErrorList{field.Required(c.path.Child("leader"), "workers need a leader, which every service would have to add; add `leader` here")}
	case c.worker.Size == nil:
		return field.ErrorList{field.Required(at, "groups of services that do not say it have a leader and no workers; say how many there are, 1 at least")}
	case *c.worker.Size < 1:
		return field.ErrorList{field.Invalid(at, *c.worker.Size, "groups of services that do not say otherwise have a leader and no workers; say how many there are, 1 at least")}
	}
	return nil
}

func runtimeNameRule(c kinds.Candidate) field.ErrorList {
	name := c.Object.GetName()
	if len(validation.IsValidLabelValue(name)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("metadata", "name"), name, "becomes a label of pods, so it can have 63 characters at most")}
}

func acceleratorConfigRule(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
	var classes []string
	if s.AcceleratorRequirements != nil {
		classes = s.AcceleratorRequirements.AcceleratorClasses
	}
	var errs field.ErrorList
	for i, f := range s.SupportedModelFormats {
		for _, class := range slices.Sorted(maps.Keys(f.AcceleratorConfig)) {
			if !slices.Contains(classes, class) {
				errs = append(errs, withoutEffect(specPath.Child("supportedModelFormats").Index(i).Child("acceleratorConfig").Key(class),
					"`accelerator_requirements.accelerator_classes` does not list the class; add it there"))
			}
		}
	}
	return errs
}

func decoderAloneRule(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
	if s.DecoderConfig == nil || s.EngineConfig != nil {
		return nil
	}
	return field.ErrorList{field.Required(specPath.Child("engineConfig"), "only services that bring a complete engine of their own can use a runtime with a decoder alone")}
}

func legacyPodRule(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
	return idle(specPath, "OME reads it in `engine_config`, `decoder_config` and `router_config` only",
		presence{"affinity", s.Affinity != nil},
		presence{"annotations", len(s.Annotations) > 0},
		presence{"imagePullSecrets", len(s.ImagePullSecrets) > 0},
		presence{"labels", len(s.Labels) > 0},
		presence{"tolerations", len(s.Tolerations) > 0},
		presence{"volumes", len(s.Volumes) > 0},
	)
}

func unmatchedFieldsRule(s *v1beta1.ServingRuntimeSpec) field.ErrorList {
	var errs field.ErrorList
	for i, f := range s.SupportedModelFormats {
		at := specPath.Child("supportedModelFormats").Index(i)
		if f.ModelType != nil {
			errs = append(errs, withoutEffect(at.Child("modelType"), "models are matched by `model_architecture`"))
		}
		if f.Version != nil {
			errs = append(errs, withoutEffect(at.Child("version"), "models are matched by the versions in `model_format` and `model_framework`, and this one only tells entries of several runtimes with one `priority` apart"))
		}
	}
	return errs
}

var versionOperators = []string{"Equal", "GreaterThan", "GreaterThanOrEqual"}

func operatorError(path *field.Path, _, operator *string) *field.Error {
	if operator == nil || slices.Contains(versionOperators, *operator) {
		return nil
	}
	return field.Invalid(path.Child("operator"), *operator, "counts as `Equal`; must be one of `"+strings.Join(versionOperators, "`, `")+"`")
}

// versionsOf collects the verdicts on the versions of a format and a framework.
func versionsOf(format *v1beta1.ModelFormat, framework *v1beta1.ModelFrameworkSpec, path *field.Path, check func(path *field.Path, version, operator *string) *field.Error) field.ErrorList {
	var errs field.ErrorList
	if format != nil {
		if err := check(path.Child("modelFormat"), format.Version, format.Operator); err != nil {
			errs = append(errs, err)
		}
	}
	if framework != nil {
		if err := check(path.Child("modelFramework"), framework.Version, framework.Operator); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// unknownNames returns a warning for each name that OME does not know.
func unknownNames(path *field.Path, names, known []string) field.ErrorList {
	var errs field.ErrorList
	for i, name := range names {
		if !slices.Contains(known, name) {
			errs = append(errs, field.NotSupported(path.Index(i), name, known))
		}
	}
	return errs
}
