// Package llmaz does to llmaz objects what the mutating webhooks of llmaz do, so that a client meets a server that
// rewrites what it was given: InftyAI/llmaz pkg/webhook/*_webhook.go@v0.1.4, and the re-serialisation in
// kubernetes-sigs/controller-runtime pkg/webhook/admission/defaulter_custom.go@v0.20.3.
package llmaz

import (
	"fmt"
	"slices"
	"strings"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/json"
)

// rewrite is a part of an object that goes through its Go type: quantities become canonical (1000m is 1, 1024Mi is 1Gi,
// the number 4 is "4") and empty structs appear (resources: {} on containers). Fields the type lacks are kept.
type rewrite struct {
	path   string // Field names joined by dots; [] is every item of a list.
	goType func() any
}

func as[T any]() any { return new(T) }

// rewrites is by plural resource name, for the schemas of llmaz v0.1.0 and v0.1.4 together.
var rewrites = map[string][]rewrite{
	"openmodels": {
		{"spec.inferenceConfig.flavors[].limits", as[corev1.ResourceList]},
		{"spec.inferenceConfig.flavors[].requests", as[corev1.ResourceList]},
	},
	"backendruntimes": {
		{"spec.envs", as[[]corev1.EnvVar]},
		{"spec.resources", as[corev1.ResourceRequirements]},
		{"spec.scaleTriggers[].hpa.metrics", as[[]autoscalingv2.MetricSpec]},
		{"spec.recommendedConfigs[].resources", as[corev1.ResourceRequirements]},
		{"spec.recommendedConfigs[].sharedMemorySize", as[resource.Quantity]},
		{"spec.recommendedConfigs[].scaleTrigger.hpa.metrics", as[[]autoscalingv2.MetricSpec]},
	},
	"playgrounds": {
		{"spec.backendRuntimeConfig.envs", as[[]corev1.EnvVar]},
		{"spec.backendRuntimeConfig.resources", as[corev1.ResourceRequirements]},
		{"spec.backendRuntimeConfig.sharedMemorySize", as[resource.Quantity]},
		{"spec.elasticConfig.scaleTrigger.hpa.metrics", as[[]autoscalingv2.MetricSpec]},
	},
	"services": {
		{"spec.workloadTemplate.leaderTemplate", as[corev1.PodTemplateSpec]},
		{"spec.workloadTemplate.workerTemplate", as[corev1.PodTemplateSpec]},
		{"spec.workloadTemplate.leaderWorkerTemplate.leaderTemplate", as[corev1.PodTemplateSpec]},
		{"spec.workloadTemplate.leaderWorkerTemplate.workerTemplate", as[corev1.PodTemplateSpec]},
	},
}

// Mutate changes an object of the resource, given by its plural name, in place.
func Mutate(plural string, object map[string]any) error {
	for _, r := range rewrites[plural] {
		if err := r.apply(object); err != nil {
			return fmt.Errorf("%s: %w", r.path, err)
		}
	}
	switch plural {
	case "openmodels":
		family, _ := at(object, "spec", "familyName").(string)
		setLabel(object, "llmaz.io/model-family-name", family)
	case "playgrounds":
		if name := mainModel(object); name != "" {
			setLabel(object, "llmaz.io/model-name", name)
		}
	}
	return nil
}

// mainModel is the model claimed, or the last one claimed with role main, which is also the default role.
func mainModel(playground map[string]any) string {
	if claim, ok := at(playground, "spec", "modelClaim").(map[string]any); ok {
		name, _ := claim["modelName"].(string)
		return name
	}
	models, _ := at(playground, "spec", "modelClaims", "models").([]any)
	for _, model := range slices.Backward(models) {
		model, _ := model.(map[string]any)
		if role, set := model["role"]; !set || role == "main" {
			name, _ := model["name"].(string)
			return name
		}
	}
	return ""
}

func (r rewrite) apply(object map[string]any) error {
	parents := []map[string]any{object}
	steps := strings.Split(r.path, ".")
	last := len(steps) - 1
	for _, step := range steps[:last] {
		var next []map[string]any
		name, isList := strings.CutSuffix(step, "[]")
		for _, parent := range parents {
			children := []any{parent[name]}
			if isList {
				children, _ = parent[name].([]any)
			}
			for _, child := range children {
				if m, ok := child.(map[string]any); ok {
					next = append(next, m)
				}
			}
		}
		parents = next
	}
	for _, parent := range parents {
		value, set := parent[steps[last]]
		if !set || value == nil {
			continue
		}
		again, err := reserialise(value, r.goType())
		if err != nil {
			return err
		}
		parent[steps[last]] = overlay(value, again)
	}
	return nil
}

func reserialise(value, typed any) (any, error) {
	raw, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, typed); err != nil {
		return nil, err
	}
	if raw, err = json.Marshal(typed); err != nil {
		return nil, err
	}
	var again any
	return again, json.Unmarshal(raw, &again)
}

// overlay is again with the fields that only value has.
func overlay(value, again any) any {
	switch again := again.(type) {
	case map[string]any:
		old, ok := value.(map[string]any)
		if !ok {
			return again
		}
		for name, child := range old {
			if now, both := again[name]; both {
				again[name] = overlay(child, now)
			} else {
				again[name] = child
			}
		}
	case []any:
		old, ok := value.([]any)
		if !ok || len(old) != len(again) {
			return again
		}
		for i := range again {
			again[i] = overlay(old[i], again[i])
		}
	}
	return again
}

func at(object map[string]any, path ...string) any {
	var value any = object
	for _, name := range path {
		m, _ := value.(map[string]any)
		value = m[name]
	}
	return value
}

func setLabel(object map[string]any, key, value string) {
	metadata, _ := object["metadata"].(map[string]any)
	if metadata == nil {
		metadata = map[string]any{}
		object["metadata"] = metadata
	}
	labels, _ := metadata["labels"].(map[string]any)
	if labels == nil {
		labels = map[string]any{}
		metadata["labels"] = labels
	}
	labels[key] = value
}
