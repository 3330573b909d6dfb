package kthena

import (
	"cmp"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	"github.com/inferops/terraform-provider-inference/internal/apis/kthena/role"
	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// volcano is the scheduler that knows gangs.
const volcano = "volcano"

// Values of the option gang beside the default, SubGroups.
const (
	gangTaskMembers = "TaskMembers"
	gangNone        = "None"
)

// directServing is a configured resource of either kind, as a ModelServing.
type directServing struct {
	owner   render.Owner
	spec    servingv1alpha1.ModelServingSpec
	options direct.Kthena
	tweaks  []podTweak
	// asksForGangs reports whether the resource does, and gangRemedy is what makes it do so.
	asksForGangs bool
	gangRemedy   string
}

// gang reports whether groups are scheduled as gangs.
func (s directServing) gang() bool {
	return s.asksForGangs && s.options.Gang != gangNone
}

// resolveServing decodes a ModelServing and its options.
func resolveServing(in render.Input) (directServing, field.ErrorList) {
	s, errs := resolve(in, in.Object.Object)
	s.asksForGangs, s.gangRemedy = s.spec.SchedulerName == volcano, `scheduler_name = "volcano"`
	return s, errs
}

// resolveInfer decodes a ModelInfer, written as a ModelServing, and its options. What a
// ModelServing does not have goes.
func resolveInfer(in render.Input) (directServing, field.ErrorList) {
	i := len(inferDialects) - 1
	tree := inferDialects[i].ToWire(in.Object.Object)
	unstructured.RemoveNestedField(tree, "spec", "topologySpreadConstraints")
	unstructured.RemoveNestedField(tree, "spec", "rolloutStrategy", "rollingUpdateConfiguration", "maxSurge")
	s, errs := resolve(in, tree)
	s.asksForGangs, s.gangRemedy = s.spec.Template.GangPolicy != nil, "gang_schedule = {}"
	if topology := s.spec.Template.NetworkTopology; topology != nil && topology.GroupPolicy != nil && topology.GroupPolicy.HighestTierAllowed == nil {
		// The default of ModelInfer, which ModelServing does not have.
		tier := 1
		topology.GroupPolicy.HighestTierAllowed = &tier
	}
	return s, errs
}

func resolve(in render.Input, tree map[string]any) (directServing, field.ErrorList) {
	serving, err := render.Decode[servingv1alpha1.ModelServing](tree)
	if err != nil {
		return directServing{}, field.ErrorList{field.Invalid(field.NewPath("spec"), in.Object.GetName(), err.Error())}
	}
	if errs := hasPods(serving.Spec.Template.Roles); len(errs) > 0 {
		return directServing{}, errs
	}
	options, err := render.Decode[direct.Kthena](in.Options)
	if err != nil {
		return directServing{}, field.ErrorList{field.Invalid(field.NewPath("direct"), in.Object.GetName(), err.Error())}
	}
	s := directServing{owner: render.OwnerOf(in.Object), spec: serving.Spec, options: options}
	s.spec.SchedulerName = cmp.Or(s.spec.SchedulerName, volcano)
	s.tweaks, err = readTweaks(serving.Spec.Plugins)
	if err != nil {
		return directServing{}, field.ErrorList{field.Invalid(field.NewPath("spec", "plugins"), in.Object.GetName(), err.Error())}
	}
	return s, nil
}

// hasPods refuses roles that lack the pods they consist of, which rules do too.
func hasPods(roles []servingv1alpha1.Role) field.ErrorList {
	var errs field.ErrorList
	check := func(template *role.PodTemplateSpec, at *field.Path) {
		if template == nil || template.Spec == nil || len(template.Spec.Containers) == 0 {
			errs = append(errs, field.Required(at.Child("spec", "containers"), "a pod has at least one container"))
		}
	}
	for i := range roles {
		at := field.NewPath("spec", "template", "roles").Index(i)
		check(&roles[i].EntryTemplate, at.Child("entryTemplate"))
		if roles[i].WorkerReplicas > 0 {
			check(roles[i].WorkerTemplate, at.Child("workerTemplate"))
		}
	}
	return errs
}

// podTweak is what the plugin demo-pod-tweaks changes in pods.
type podTweak struct {
	scope servingv1alpha1.PluginScope
	podTweakConfig
}

// podTweakConfig are the options of the plugin demo-pod-tweaks.
type podTweakConfig struct {
	RuntimeClassName *string           `json:"runtimeClassName"`
	Annotations      map[string]string `json:"annotations"`
	Env              []corev1.EnvVar   `json:"env"`
}

// readTweaks returns what plugins change. The other plugin, lws-standard-labels, only
// acts on what stands for a LeaderWorkerSet, and one labels its pods itself.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/plugins@v1.0.0.
func readTweaks(plugins []servingv1alpha1.Plugin) ([]podTweak, error) {
	var tweaks []podTweak
	for _, p := range plugins {
		if p.Name != "demo-pod-tweaks" || p.Config == nil {
			continue
		}
		var tweak podTweak
		if err := json.Unmarshal(p.Config.Raw, &tweak.podTweakConfig); err != nil {
			return nil, err
		}
		if p.Scope != nil {
			tweak.scope = *p.Scope
		}
		tweaks = append(tweaks, tweak)
	}
	return tweaks, nil
}
