package ome

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// serviceExplains knows that OME tells what is wrong with a service by Events and not in its status, and a model that is
// of another kind than the service says by nothing.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/controller.go@v0.1.5.
var serviceExplains = kinds.Explains{
	Warnings: []string{
		"ModelReconcileError", "RuntimeValidationError", "RuntimeFetchError", "RuntimeSelectionError", "MergeSpecsError",
		"DeploymentModeError", "AcceleratorClassError", "PredictorMigrationError", "ServerlessModeRejected",
	},
	Between: []kinds.Intermediate{
		{GroupVersionKind: knative("Service"), Plural: "services"},
		{GroupVersionKind: knative("Configuration"), Plural: "configurations"},
		{GroupVersionKind: knative("Revision"), Plural: "revisions"},
	},
	Blames: []kinds.FieldHint{
		{Field: "spec.engine.runner.image", Reasons: kinds.OfImage, Container: mainContainerName},
		{Field: "spec.model.name", Reasons: kinds.OfModel},
		{Field: "spec.engine.runner.args", Reasons: kinds.OfEngine, Container: mainContainerName},
		{Field: "spec.engine.runner.resources", Reasons: kinds.OfMemory, Container: mainContainerName},
		{Field: "spec.engine.minReplicas", Reasons: kinds.OfNumber},
		{Field: "spec.runtime", Reasons: []tree.Reason{tree.Reported}},
		{Field: "spec.engine", Reasons: slices.Concat(kinds.OfPods, kinds.OfImage)},
	},
	Nodes: serviceNodes,
}

// serviceNodes finds the component of a pod, and in groups of several hosts the host: what a service says of the
// resources of a runner and of the labels of nodes wins over its runtime and over its accelerator class. Only the
// operator lets the class win in groups.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/components/base.go@v0.1.5.
func serviceNodes(c kinds.Candidate, cause tree.Cause) []kinds.Place {
	part := "engine"
	if name := cause.Labels[labelComponent]; name == "decoder" || name == "router" {
		part = name
	}
	own, _, _ := unstructured.NestedMap(c.Object.Object, "spec", part)
	runner, labels := "runner", "nodeSelector"
	if index, grouped := cause.Labels[lwsv1.WorkerIndexLabelKey]; grouped {
		runner = "worker.runner"
		if index == "0" {
			runner = "leader.runner"
		}
		if places := classNodes(c, part, cause.Lacks); len(places) > 0 && !c.Direct {
			return places
		}
	}
	if own["nodeSelector"] == nil && own["affinity"] != nil {
		labels = "affinity"
	}
	return kinds.AsksIn("spec."+part+"."+runner+".resources", "spec."+part+"."+labels)(c, cause)
}

// classNodes finds what the accelerator class that a component names says of resources.
func classNodes(c kinds.Candidate, part string, lacks []string) []kinds.Place {
	for _, at := range []string{"spec." + part + ".acceleratorOverride.acceleratorClass", "spec.acceleratorSelector.acceleratorClass"} {
		name, named, _ := unstructured.NestedString(c.Object.Object, strings.Split(at, ".")...)
		if !named {
			continue
		}
		definition := c.Find(kindClass, "", name)
		if definition == nil {
			return nil
		}
		class, err := render.Decode[v1beta1.AcceleratorClass](definition.Object)
		if err != nil || !slices.ContainsFunc(class.Spec.Resources, func(r v1beta1.AcceleratorResource) bool { return slices.Contains(lacks, r.Name) }) {
			return nil
		}
		return []kinds.Place{{Field: "spec.resources", Kind: kindClass, Name: name, By: at}, {Field: at, Chooses: "class"}}
	}
	return nil
}

// benchmarkExplains knows that OME makes no Job, and says nothing, while the service under test does not exist.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/controller.go@v0.1.5.
var benchmarkExplains = kinds.Explains{
	Blames: []kinds.FieldHint{
		{Field: "spec.podOverride.image", Reasons: kinds.OfImage},
		{Field: "spec.podOverride.resources", Reasons: kinds.OfMemory},
		{Field: "spec.endpoint", Reasons: []tree.Reason{tree.CrashLoop}},
		{Field: "spec.podOverride", Reasons: slices.Concat(kinds.OfPods, kinds.OfNumber)},
	},
	Nodes: kinds.AsksIn("spec.podOverride.resources", "spec.podOverride.nodeSelector"),
}

// modelExplains is about the download of direct mode.
var modelExplains = kinds.Explains{
	Blames: []kinds.FieldHint{
		{Field: "direct.image", Reasons: kinds.OfImage, Modes: kinds.DirectMode},
		{Field: "spec.storage.storageUri", Reasons: slices.Concat(kinds.OfModel, []tree.Reason{tree.CrashLoop})},
		{Field: "spec.storage.key", Reasons: []tree.Reason{tree.Unstartable}},
	},
	Nodes: kinds.AsksIn("direct.resources", "spec.storage.nodeSelector"),
}
