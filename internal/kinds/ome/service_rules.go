package ome

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// inferenceServiceRules mirror sgl-project/ome pkg/webhook/admission/isvc and
// pkg/controller/v1beta1/inferenceservice @v0.1.5.
var inferenceServiceRules = slices.Concat([]kinds.Rule{
	{
		ID: "IS-01", Says: "the name is a DNS-1035 label",
		Reads: []string{"metadata.name"}, Check: serviceNameRule,
	},
	{
		ID: "IS-09", Says: "a `decoder` comes with an `engine`",
		Reads: []string{"spec.decoder", "spec.engine", "spec.predictor"}, Check: kinds.Typed(decoderRule),
	},
	{
		ID: "IS-10", Says: "`engine` is set, if only to `{}`",
		Reads: []string{"spec.engine", "spec.predictor", "spec.decoder"}, Check: kinds.Typed(engineRule),
	},
	{
		ID: "IS-11", Says: "`model` is set",
		Reads: []string{"spec.model", "spec.predictor"}, Check: kinds.Typed(modelRule),
	},
	{
		ID: "IS-17", Says: "there is at most one fine-tuned weight",
		Reads: []string{"spec.model.fineTunedWeights"}, Check: kinds.Typed(weightsRule),
	},
	{
		ID: "IS-20", Says: "`worker.size` of a group is at least 1, or it has no workers",
		Reads: groupReads("worker.size"), Modes: kinds.OperatorMode, Warn: true, Check: ofService(noWorkersRule),
	},
	{
		ID: "IS-22", Says: "a `runner` has a name",
		Reads: runnerReads("name"), Check: ofService(runnerNameRule),
	},
	{
		ID: "IS-30", Says: "the text of a `runner` is a Go template that works on the metadata of the service",
		Reads: runnerReads(""), Check: ofService(templateRule),
	},
	{
		ID: "IS-34", Says: "`predictor` and `engine` are not set together",
		Reads: []string{"spec.predictor", "spec.engine"}, Modes: kinds.OperatorMode, Check: kinds.Typed(predictorRule),
	},
	{
		ID: "IS-35", Says: "no volume has the name of the model, after which OME names a volume of its own",
		Reads: append(componentReads("volumes[].name"), "spec.model.name"), Check: kinds.Typed(volumeNameRule),
	},
	{
		ID: "IS-37", Says: "the first of `containers` has the name of the runner, because the Service gets the ports of the first container",
		Reads: componentReads("containers", "runner.name"), Warn: true, Modes: kinds.OperatorMode, Check: ofService(containerOrderRule),
	},
	{
		ID: "IS-38", Says: "several ports of a runner have different names",
		Reads: runnerReads("ports"), Check: ofService(portNamesRule),
	},
	{
		ID: "IS-45", Says: "the keys of `router.config` are names of environment variables that `runner.env` does not have",
		Reads: []string{"spec.router.config", "spec.router.runner.env"}, Check: kinds.Typed(routerConfigRule),
	},
	{
		ID: "IS-46", Says: "`router.service_account_name` is left out, because OME uses an account of its own",
		Reads: []string{"spec.router.serviceAccountName"}, Warn: true, Check: kinds.Typed(routerAccountRule),
	},
	{
		ID: "IS-47", Says: "labels and annotations of components have the syntax that the API server asks for",
		Reads: componentReads("labels", "annotations"), Check: ofService(componentLabelsRule),
	},
}, serviceScalingRules, serviceAnnotationRules, serviceReferenceRules)

// runnerReads are the paths of a field of every main container; of the containers
// themselves when it is empty.
func runnerReads(name string) []string {
	reads := slices.Concat(componentReads("runner"), groupReads("leader.runner", "worker.runner"))
	if name != "" {
		for i := range reads {
			reads[i] += "." + name
		}
	}
	return reads
}

func serviceNameRule(c kinds.Candidate) field.ErrorList {
	name := c.Object.GetName()
	if name == "" || len(validation.IsDNS1035Label(name)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("metadata", "name"), name,
		"must be lower-case letters, digits and `-`, beginning with a letter, ending with a letter or digit, 63 characters at most; "+
			"with 55 at most the names of its workloads are not shortened")}
}

func predicts(s *v1beta1.InferenceService) bool {
	p := s.Spec.Predictor
	return p.Model != nil || p.MinReplicas != nil || p.ServiceAccountName != "" || len(p.Containers) > 0 || len(p.Volumes) > 0 ||
		len(p.NodeSelector) > 0 || len(p.Tolerations) > 0 || p.Affinity != nil
}

func decoderRule(s *v1beta1.InferenceService, _ kinds.Candidate) field.ErrorList {
	if s.Spec.Decoder == nil || s.Spec.Engine != nil || predicts(s) {
		return nil
	}
	return field.ErrorList{field.Required(field.NewPath("spec", "engine"), "a decoder needs an engine that prefills: add `engine = {}` or more, or remove `decoder`")}
}

// engineRule leaves a decoder without an engine to IS-09.
func engineRule(s *v1beta1.InferenceService, _ kinds.Candidate) field.ErrorList {
	if s.Spec.Decoder != nil || s.Spec.Engine != nil || predicts(s) {
		return nil
	}
	return field.ErrorList{field.Required(field.NewPath("spec", "engine"), "OME deploys nothing without it: write `engine = {}` to take everything from the runtime")}
}

func modelRule(s *v1beta1.InferenceService, _ kinds.Candidate) field.ErrorList {
	if s.Spec.Model != nil || predicts(s) {
		return nil
	}
	return field.ErrorList{field.Required(field.NewPath("spec", "model"), "OME needs a model even where the container is given in full: name a base model")}
}

func weightsRule(s *v1beta1.InferenceService, _ kinds.Candidate) field.ErrorList {
	if s.Spec.Model == nil || len(s.Spec.Model.FineTunedWeights) <= 1 {
		return nil
	}
	return field.ErrorList{field.TooMany(field.NewPath("spec", "model", "fineTunedWeights"), len(s.Spec.Model.FineTunedWeights), 1)}
}

func noWorkersRule(c component) field.ErrorList {
	if c.worker == nil || c.worker.Size == nil || *c.worker.Size >= 1 {
		return nil
	}
	return field.ErrorList{field.Invalid(c.path.Child("worker", "size"), *c.worker.Size,
		"a group has a leader and no workers then; say how many there are, or remove `leader` and `worker` to run on one host")}
}

func runnerNameRule(c component) field.ErrorList {
	var errs field.ErrorList
	for _, runner := range c.runners() {
		if runner.Name == "" {
			errs = append(errs, field.Required(runner.path.Child("name"), "an empty name overrides the one of the runtime, and the pod is refused; repeat the name that the runtime gives, by convention `ome-container`"))
		}
	}
	return errs
}

func predictorRule(s *v1beta1.InferenceService, _ kinds.Candidate) field.ErrorList {
	if !predicts(s) || s.Spec.Engine == nil {
		return nil
	}
	return field.ErrorList{field.Forbidden(field.NewPath("spec", "predictor"), "not together with `engine`, which replaced it; move its fields to `engine`, `model` and `runtime`")}
}

func volumeNameRule(s *v1beta1.InferenceService, _ kinds.Candidate) field.ErrorList {
	if s.Spec.Model == nil {
		return nil
	}
	var errs field.ErrorList
	for _, c := range componentsOf(s.Spec.Engine, s.Spec.Decoder, s.Spec.Router, "") {
		for i, volume := range c.pod.Volumes {
			if volume.Name != "" && volume.Name == s.Spec.Model.Name {
				errs = append(errs, field.Invalid(c.path.Child("volumes").Index(i).Child("name"), volume.Name,
					"OME adds a volume with the name of the model to the pod, so no other may have it; choose another name"))
			}
		}
	}
	return errs
}

func containerOrderRule(c component) field.ErrorList {
	if c.runner == nil || len(c.pod.Containers) == 0 || c.pod.Containers[0].Name == c.runner.Name {
		return nil
	}
	return field.ErrorList{field.Invalid(c.path.Child("containers"), c.pod.Containers[0].Name, fmt.Sprintf(
		"the Service gets the ports of the first container, and the runner `%s` would come after this one; put an entry with the runner's name first", c.runner.Name))}
}

func portNamesRule(c component) field.ErrorList {
	var errs field.ErrorList
	for _, runner := range c.runners() {
		seen := map[string]bool{}
		for i, port := range runner.Ports {
			at := runner.path.Child("ports").Index(i).Child("name")
			switch {
			case len(runner.Ports) > 1 && port.Name == "":
				errs = append(errs, field.Required(at, "the Service of several ports needs a name for each"))
			case port.Name != "" && seen[port.Name]:
				errs = append(errs, field.Invalid(at, port.Name, "the Service of the ports needs a different name for each"))
			}
			seen[port.Name] = true
		}
	}
	return errs
}

func routerConfigRule(s *v1beta1.InferenceService, _ kinds.Candidate) field.ErrorList {
	if s.Spec.Router == nil {
		return nil
	}
	var errs field.ErrorList
	path := field.NewPath("spec", "router", "config")
	for _, key := range slices.Sorted(maps.Keys(s.Spec.Router.Config)) {
		if problems := validation.IsEnvVarName(key); len(problems) > 0 {
			errs = append(errs, field.Invalid(path.Key(key), key, "each entry becomes an environment variable, and this is no name of one: "+strings.Join(problems, "; ")))
		}
		if s.Spec.Router.Runner == nil {
			continue
		}
		for _, env := range s.Spec.Router.Runner.Env {
			if env.Name == key {
				errs = append(errs, field.Invalid(path.Key(key), key, "`runner.env` has the variable too, and only one of them counts; remove one"))
			}
		}
	}
	return errs
}

func routerAccountRule(s *v1beta1.InferenceService, c kinds.Candidate) field.ErrorList {
	if s.Spec.Router == nil || s.Spec.Router.ServiceAccountName == "" {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("spec", "router", "serviceAccountName"), s.Spec.Router.ServiceAccountName,
		"OME always runs the router with the account `<service>-router` that it creates; remove the field and grant what is needed to that account")}
}

func componentLabelsRule(c component) field.ErrorList {
	var errs field.ErrorList
	for _, key := range slices.Sorted(maps.Keys(c.Labels)) {
		value := c.Labels[key]
		problems := slices.Concat(validation.IsQualifiedName(key), validation.IsValidLabelValue(value))
		if len(problems) > 0 {
			errs = append(errs, field.Invalid(c.path.Child("labels").Key(key), value, "the label is put on pods and would be refused: "+strings.Join(problems, "; ")))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.Annotations)) {
		if problems := validation.IsQualifiedName(strings.ToLower(key)); len(problems) > 0 {
			errs = append(errs, field.Invalid(c.path.Child("annotations").Key(key), c.Annotations[key], "the annotation is put on pods and would be refused: "+strings.Join(problems, "; ")))
		}
	}
	return errs
}
