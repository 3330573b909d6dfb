package ome

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// checkSupported refuses what only the operator can do.
func (s directService) checkSupported() {
	if s.spec.Model == nil {
		s.Fail(render.Breaks("IS-11", field.Required(specPath.Child("model"), "name a base model")))
	} else if len(s.spec.Model.FineTunedWeights) > 0 {
		s.Fail(render.Breaks("DR-15", field.Forbidden(specPath.Child("model", "fineTunedWeights"),
			"fine-tuned weights are loaded by an agent that only OME's operator has: set mode = \"operator\", or serve a base model that has the weights merged into it")))
	}
	if s.spec.Engine == nil {
		s.Fail(render.Breaks("IS-10", field.Required(specPath.Child("engine"), "write `engine = {}` to take everything from the runtime")))
	}
	if s.tree["predictor"] != nil {
		s.Fail(render.Breaks("IS-34", field.Forbidden(specPath.Child("predictor"),
			"is not rendered in direct mode: move its fields to `engine`, `model` and `runtime`")))
	}
	s.checkInjections(s.Owner.Annotations, annotationsPath.Key)
	if mode := s.Owner.Annotations[annotationDeploymentMode]; mode != "MultiNodeRayVLLM" {
		s.Fail(unsupportedMode(annotationsPath.Key(annotationDeploymentMode), mode))
	}
	for _, c := range componentsOf(s.spec.Engine, s.spec.Decoder, s.spec.Router, "") {
		if c.MinReplicas != nil && *c.MinReplicas == 0 {
			s.Fail(render.Breaks("IS-23", field.Invalid(c.path.Child("minReplicas"), 0,
				"0 asks for Knative, which direct mode does not use: set 1 or more")))
		}
	}
	if errors := validation.IsQualifiedName(s.options.ServiceLabel); len(errors) > 0 {
		s.Fail(render.Breaks("DR-16", field.Invalid(field.NewPath("direct", "serviceLabel"), s.options.ServiceLabel, "must be the key of a label, such as "+defaultServiceLabel)))
	}
}

// unsupportedModes are the deployment modes that direct mode does not render, and why.
var unsupportedModes = map[string]string{
	"Serverless":        "needs Knative",
	"MultiNodeRayVLLM":  "needs KubeRay and a prober that only OME's operator adds",
	"VirtualDeployment": "renders nothing",
}

func unsupportedMode(path *field.Path, mode string) *field.Error {
	why, ok := unsupportedModes[mode]
	if !ok {
		return nil
	}
	return render.Breaks("DR-17", field.Invalid(path, mode,
		why+": remove the annotation, then a component with leader and worker runs on several hosts and any other on one"))
}

// injections are annotations by which OME's pod webhook adds containers, and the value
// that asks for them; empty stands for any.
//
// Mirrors sgl-project/ome pkg/webhook/admission/pod@v0.1.5.
var injections = map[string]string{
	"ome.io/inject-model-init":         "true",
	"ome.io/inject-fine-tuned-adapter": "",
	"ome.io/inject-serving-sidecar":    "true",
}

func (s directService) checkInjections(annotations map[string]string, at func(key string) *field.Path) {
	for _, key := range slices.Sorted(maps.Keys(injections)) {
		value, set := annotations[key]
		if set && (injections[key] == "" || injections[key] == value) {
			s.Fail(render.Breaks("DR-18", field.Forbidden(at(key), "asks for a container that only OME's operator adds: remove the annotation, or set mode = \"operator\"")))
		}
	}
}

// checkAnnotations refuses what annotations of a component and its runtime ask for in vain.
func (s directService) checkAnnotations(c directComponent) {
	at := func(key string) *field.Path { return s.originOf(c, key, "annotations") }
	s.checkInjections(c.merged.Annotations, at)
	profile := c.merged.Annotations[annotationRDMAProfile]
	if c.merged.Annotations[annotationRDMA] == "true" && profile != "" && profile != rdmaProfile {
		s.Fail(render.Breaks("DR-41", field.NotSupported(at(annotationRDMAProfile), profile, []string{rdmaProfile})))
	}
}

// checkName holds the names of a component to the lengths that labels can have. OME
// shortens longer ones, and two services can then end up with one name.
func (s directService) checkName(c directComponent) {
	name := componentName(s.Owner.Name, c.own.name)
	most, what := validation.DNS1035LabelMaxLength, "Service "+name
	switch {
	case c.onGroups:
		// The LeaderWorkerSet controller names the StatefulSet of a group after the set
		// and the number of the group, and labels its pods with that and a hash.
		const statefulSetLength = 52
		most = statefulSetLength - len(groupSetName("")) - len(fmt.Sprintf("-%d", replicasOf(c.own)))
		what = "LeaderWorkerSet " + groupSetName(name)
	case s.autoscaler(c.own) == autoscalerKeda:
		most -= len(scaledObjectName(""))
		what = "ScaledObject " + scaledObjectName(name)
	}
	if len(name) > most {
		s.Fail(render.Breaks("DR-42", field.Invalid(field.NewPath("metadata", "name"), s.Owner.Name, fmt.Sprintf(
			"is too long for the %s: shorten it to %d characters", what, most-len(componentName("", c.own.name))))))
	}
}
