package gie

import (
	"fmt"
	"math"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	objectivev1alpha2 "github.com/inferops/terraform-provider-inference/internal/apis/gie/v1alpha2"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var poolRefPath = field.NewPath("spec", "poolRef")

// objectiveRules mirror kubernetes-sigs/gateway-api-inference-extension
// pkg/epp/controller/inferenceobjective_reconciler.go, pkg/epp/datastore/datastore.go and
// pkg/epp/requestcontrol/admission.go @v1.5.0.
var objectiveRules = []kinds.Rule{
	{
		ID: "IO-02", Says: "`pool_ref.group` is the group of inference pools, or left out",
		Reads: []string{"spec.poolRef.group"}, Check: objectivePoolGroupRule,
	},
	{
		ID: "IO-03", Says: "`pool_ref.kind` is `InferencePool`, or left out",
		Reads: []string{"spec.poolRef.kind"}, Check: kinds.Typed(objectivePoolKindRule),
	},
	{
		ID: "IO-04", Says: "the pool is in the namespace of the objective",
		Reads: []string{"definitions", "metadata.namespace", "spec.poolRef.name"}, Check: kinds.Typed(objectiveNamespaceRule),
	},
	{
		ID: "IO-04", Says: "the pool has an endpoint picker, which alone reads priorities",
		Reads: []string{"definitions", "metadata.namespace", "spec.poolRef.name"}, Warn: true, Check: kinds.Typed(objectivePickerRule),
	},
	{
		ID: "IO-05", Says: "`priority` is a number of 32 bits where it is written for llm-d",
		Reads: []string{"spec.priority"}, Dialects: []string{asSuccessor}, Check: kinds.Typed(priorityOfSuccessor),
	},
	{
		ID: "IO-06", Says: "`priority` is not negative, because such requests are rejected while the pool is saturated",
		Reads: []string{"spec.priority"}, Warn: true, Check: kinds.Typed(objectivePriorityRule),
	},
	{
		ID: "IO-07", Says: "the name can stand in a header: it is a DNS-1123 subdomain",
		Reads: []string{"metadata.name"}, Check: nameRule,
	},
}

// objectivePoolGroupRule tells an empty group, which is the core's, from one that is not set.
func objectivePoolGroupRule(c kinds.Candidate) field.ErrorList {
	spec, _ := c.Object.Object["spec"].(map[string]any)
	ref, _ := spec["poolRef"].(map[string]any)
	group, set := ref["group"].(string)
	if !set || group == poolGroup {
		return nil
	}
	return field.ErrorList{field.Invalid(poolRefPath.Child("group"), group,
		fmt.Sprintf("endpoint pickers ignore an objective for a pool of any other group than `%s`; write that, or leave it out", poolGroup))}
}

func objectivePoolKindRule(o *objectivev1alpha2.InferenceObjective, _ kinds.Candidate) field.ErrorList {
	kind := o.Spec.PoolRef.Kind
	if kind == "" || kind == poolKind {
		return nil
	}
	return field.ErrorList{field.Invalid(poolRefPath.Child("kind"), string(kind),
		fmt.Sprintf("objectives belong to pools of the kind `%s`; write that, or leave it out", poolKind))}
}

func priorityOfSuccessor(o *objectivev1alpha2.InferenceObjective, _ kinds.Candidate) field.ErrorList {
	priority := o.Spec.Priority
	if priority == nil || *priority >= math.MinInt32 && *priority <= math.MaxInt32 {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("spec", "priority"), *priority,
		fmt.Sprintf("must be from %d to %d, which is what the objectives of llm-d take", math.MinInt32, math.MaxInt32))}
}

func objectivePriorityRule(o *objectivev1alpha2.InferenceObjective, _ kinds.Candidate) field.ErrorList {
	priority := o.Spec.Priority
	if priority == nil || *priority >= 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("spec", "priority"), *priority,
		"without flow control in the endpoint picker, requests of a negative priority are rejected while the pool is saturated; "+
			"use 0 or more for requests that should wait")}
}

// objectiveNamespaceRule finds pools that are given and out of reach.
func objectiveNamespaceRule(o *objectivev1alpha2.InferenceObjective, c kinds.Candidate) field.ErrorList {
	name := string(o.Spec.PoolRef.Name)
	if c.Find(poolKind, o.Namespace, name) != nil || o.Namespace == "" {
		return nil
	}
	for _, pool := range c.Definitions {
		if pool.GetKind() == poolKind && pool.GetName() == name {
			return field.ErrorList{field.Invalid(field.NewPath("metadata", "namespace"), o.Namespace, fmt.Sprintf(
				"the pool `%s` is in the namespace `%s`, and its endpoint picker reads the objectives there only; put the objective there", name, pool.GetNamespace()))}
		}
	}
	return nil
}

func objectivePickerRule(o *objectivev1alpha2.InferenceObjective, c kinds.Candidate) field.ErrorList {
	name := string(o.Spec.PoolRef.Name)
	pool := c.Find(poolKind, o.Namespace, name)
	if pool == nil {
		return nil
	}
	if _, picked, _ := unstructured.NestedMap(pool.Object, "spec", "endpointPickerRef"); picked {
		return nil
	}
	return field.ErrorList{field.Invalid(poolRefPath.Child("name"), name,
		"the pool has no endpoint picker, and nobody else reads objectives; set `endpoint_picker_ref` of the pool")}
}
