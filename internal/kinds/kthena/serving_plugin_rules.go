package kthena

import (
	"encoding/json"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// The plugins that Kthena has.
const (
	pluginLabels = "lws-standard-labels"
	pluginTweaks = "demo-pod-tweaks"
)

func pluginRule(check func(*servingv1alpha1.Plugin, *field.Path) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return kinds.Typed(func(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
		var errs field.ErrorList
		for i := range s.Spec.Plugins {
			errs = append(errs, check(&s.Spec.Plugins[i], pluginsPath.Index(i))...)
		}
		return errs
	})
}

func registeredPlugin(p *servingv1alpha1.Plugin, at *field.Path) field.ErrorList {
	if slices.Contains([]string{pluginLabels, pluginTweaks}, p.Name) {
		return nil
	}
	return field.ErrorList{field.Invalid(at.Child("name"), p.Name,
		"Kthena has the plugins `lws-standard-labels` and `demo-pod-tweaks`; with any other no pod could be created")}
}

func pluginTarget(p *servingv1alpha1.Plugin, at *field.Path) field.ErrorList {
	if p.Scope == nil || slices.Contains([]string{"", "All", "Entry", "Worker"}, p.Scope.Target) {
		return nil
	}
	return field.ErrorList{field.Invalid(at.Child("scope", "target"), p.Scope.Target,
		"must be `All`, `Entry` or `Worker`; with any other value the plugin runs nowhere")}
}

func pluginRoles(s *servingv1alpha1.ModelServing, _ kinds.Candidate) field.ErrorList {
	names := roleNames(s.Spec.Template.Roles)
	var errs field.ErrorList
	for i, p := range s.Spec.Plugins {
		if p.Scope == nil {
			continue
		}
		for j, name := range p.Scope.Roles {
			if !slices.Contains(names, name) {
				errs = append(errs, field.Invalid(pluginsPath.Index(i).Child("scope", "roles").Index(j), name,
					"there is no such role; the roles are "+strings.Join(names, ", ")))
			}
		}
	}
	return errs
}

// pluginConfig holds the options of the one plugin that has any to their types.
func pluginConfig(p *servingv1alpha1.Plugin, at *field.Path) field.ErrorList {
	if p.Name != pluginTweaks || p.Config == nil {
		return nil
	}
	var config podTweakConfig
	if err := json.Unmarshal(p.Config.Raw, &config); err != nil {
		return field.ErrorList{field.Invalid(at.Child("config"), string(p.Config.Raw),
			"the options of `demo-pod-tweaks` are an object of `runtimeClassName`, a string, `annotations`, a map of strings, and `env`, a list of environment variables")}
	}
	return nil
}
