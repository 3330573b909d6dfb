package kthena

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	"github.com/inferops/terraform-provider-inference/internal/apis/kthena/role"
	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// volcano is the scheduler that knows gangs.
const volcano = "volcano"

// Values of the option gang beside the default, SubGroups.
const (
	gangTaskMembers = "TaskMembers"
	gangNone        = "None"
)

// directServing is a configured resource of any kind, as a ModelServing.
type directServing struct {
	*render.Builder
	// name is that of the ModelServing.
	name    string
	spec    servingv1alpha1.ModelServingSpec
	options direct.Kthena
	tweaks  []podTweak
	// asksForGangs reports whether the resource does, and gangRemedy is what makes it do so.
	asksForGangs bool
	gangRemedy   string
	// podRule is the rule of the kind about pods without a container.
	podRule string
}

// gang reports whether groups are scheduled as gangs.
func (s directServing) gang() bool {
	return s.asksForGangs && s.options.Gang != gangNone
}

// RenderServing renders what Kthena's controller makes of a ModelServing: for every
// group a Deployment or a LeaderWorkerSet a role, and a PodGroup where the group is scheduled as a gang.
// The differences of the kind say how it differs from the controller on purpose.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/{controller,podgroupmanager,plugins}@v1.0.0.
var RenderServing = render.Typed(func(b *render.Builder, object *servingv1alpha1.ModelServing, options direct.Kthena) {
	s := directServing{Builder: b, name: object.Name, spec: object.Spec, options: options, gangRemedy: `scheduler_name = "volcano"`, podRule: "MS-31"}
	s.asksForGangs = cmp.Or(s.spec.SchedulerName, volcano) == volcano
	s.draw()
})

// RenderInfer renders a ModelInfer as the ModelServing it is written as. The differences of the kind say how it
// differs from the controller on purpose.
func RenderInfer(in render.Input) (render.Output, field.ErrorList) {
	in.Object = &unstructured.Unstructured{Object: inferAsServing(in.Object.Object)}
	return renderInfer(in)
}

var renderInfer = render.Typed(func(b *render.Builder, object *servingv1alpha1.ModelServing, options direct.Kthena) {
	s := directServing{Builder: b, name: object.Name, spec: object.Spec, options: options, gangRemedy: "gang_schedule = {}", podRule: "MI-19"}
	s.asksForGangs = s.spec.Template.GangPolicy != nil
	if topology := s.spec.Template.NetworkTopology; topology != nil && topology.GroupPolicy != nil && topology.GroupPolicy.HighestTierAllowed == nil {
		topology.GroupPolicy.HighestTierAllowed = new(1) // the default of ModelInfer, which ModelServing does not have
	}
	s.draw()
})

// inferAsServing writes a ModelInfer as a ModelServing. What a ModelServing does not have goes.
func inferAsServing(tree map[string]any) map[string]any {
	tree = inferReleases[len(inferReleases)-1].ToWire(tree)
	unstructured.RemoveNestedField(tree, "spec", "topologySpreadConstraints")
	unstructured.RemoveNestedField(tree, "spec", "rolloutStrategy", "rollingUpdateConfiguration", "maxSurge")
	return tree
}

// draw builds the objects: a PodGroup goes before the pods that join it.
func (s directServing) draw() {
	s.spec.SchedulerName = cmp.Or(s.spec.SchedulerName, volcano)
	if s.checkPods(); s.Failed() {
		return
	}
	var err error
	if s.tweaks, err = readTweaks(s.spec.Plugins); err != nil {
		s.Fail(render.Breaks("MS-25", field.Invalid(field.NewPath("spec", "plugins"), s.Object.GetName(), err.Error())))
		return
	}
	s.checkGang()
	if service := s.options.Service; service != nil {
		s.checkRole(service.Role)
	}
	if s.Failed() {
		return
	}
	s.warn()
	for index := range orOne(s.spec.Replicas) {
		if s.gang() {
			s.Add(s.podGroup(index))
		}
		for i := range s.spec.Template.Roles {
			s.Add(s.roleWorkload(index, &s.spec.Template.Roles[i]))
			s.Add(s.entryServices(index, &s.spec.Template.Roles[i])...)
		}
	}
	if service := s.options.Service; service != nil {
		selector := map[string]string{labelName: s.name, labelRole: cmp.Or(service.Role, s.spec.Template.Roles[0].Name), labelEntry: "true"}
		s.Add(render.Service(s.Owner, s.name, selector, servicePort, service.Port))
		s.Endpoint = fmt.Sprintf("http://%s.%s.svc:%d", s.name, s.Owner.Namespace, service.Port)
	}
}

// checkPods refuses roles that lack the pods they consist of, which rules do too.
func (s directServing) checkPods() {
	check := func(template *role.PodTemplateSpec, at *field.Path) {
		if template == nil || template.Spec == nil || len(template.Spec.Containers) == 0 {
			s.Fail(render.Breaks(s.podRule, field.Required(at.Child("spec", "containers"), "a pod has at least one container")))
		}
	}
	for i, r := range s.spec.Template.Roles {
		at := field.NewPath("spec", "template", "roles").Index(i)
		check(&r.EntryTemplate, at.Child("entryTemplate"))
		if r.WorkerReplicas > 0 {
			check(r.WorkerTemplate, at.Child("workerTemplate"))
		}
	}
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

var gangOptionPath = field.NewPath("direct", "gang")

// checkGang refuses what the options make impossible. What the resource alone decides is
// checked by its rules.
func (s directServing) checkGang() {
	option, topology := s.options.Gang, s.spec.Template.NetworkTopology
	switch {
	case option == gangNone && s.asksForGangs && (s.spec.Template.GangPolicy != nil || topology != nil):
		s.Fail(render.Breaks("DR-10", field.Invalid(gangOptionPath, option,
			"the resource says how its groups are scheduled as gangs; remove that from `template`, or remove `gang`")))
	case option != "" && option != gangNone && !s.asksForGangs:
		s.Fail(render.Breaks("DR-11", field.Invalid(gangOptionPath, option, fmt.Sprintf("the resource asks for no gang; set `%s`, or remove `gang`", s.gangRemedy))))
	case option == gangTaskMembers && topology != nil && topology.RolePolicy != nil:
		s.Fail(render.Breaks("DR-12", field.Invalid(gangOptionPath, option,
			"it has no place for `role_policy` of `network_topology`; set `gang` to `SubGroups`, or remove `role_policy`")))
	}
	if _, exclusive := s.Owner.Annotations[lwsv1.ExclusiveKeyAnnotationKey]; exclusive && s.gang() {
		s.Fail(render.Breaks("DR-13", field.Forbidden(field.NewPath("metadata", "annotations").Key(lwsv1.ExclusiveKeyAnnotationKey),
			"workers would wait for their entry pod to be scheduled, and it for them, because the group is a gang; remove it, or set `gang` of `direct` to `None`")))
	}
}

// checkRole refuses a Service in front of a role that there is not.
func (s directServing) checkRole(name string) {
	if names := roleNames(s.spec.Template.Roles); name != "" && !slices.Contains(names, name) {
		s.Fail(render.Breaks("DR-14", field.Invalid(field.NewPath("direct", "service", "role"), name, "there is no such role; the roles are "+strings.Join(names, ", "))))
	}
}

// warn tells what is rendered but will not do what its author may expect, beside what
// the rules warn of.
func (s directServing) warn() {
	s.Warn(render.RuleLabels, render.ReplacedLabelWarnings(s.Owner)...)
	if groups := orOne(s.spec.Replicas); groups > 1 && (s.spec.RolloutStrategy == nil || s.spec.RolloutStrategy.Type != roleRollingUpdate) {
		s.Warnf("DR-15", "An update replaces all %d groups at once, because nothing orders them in direct mode: to keep serving meanwhile, give each group a resource of its own or bound the update of each role with RoleRollingUpdate of inference_model_serving", groups)
	}
	var warnings []string
	for _, r := range s.spec.Template.Roles {
		warnings = engines.Warn(warnings, r.EntryTemplate.Spec, 0)
		if r.WorkerReplicas > 0 {
			warnings = engines.Warn(warnings, r.WorkerTemplate.Spec, 0)
		}
	}
	s.Warn(render.RuleAccelerator, warnings...)
}

// orOne is the value, and 1, which is the default of every number of replicas, without one.
func orOne(n *int32) int32 { return ptr.Deref(n, 1) }

// resolved is an amount of a total, and false for what is none.
func resolved(value *intstr.IntOrString, total int32, up bool) (int, bool) {
	if value == nil {
		return 0, false
	}
	return ruleset.Share(*value, int(total), up)
}

// roleRollingUpdate is the way of a rollout that replaces roles instead of groups.
const roleRollingUpdate = "RoleRollingUpdate"

func roleNames(roles []servingv1alpha1.Role) []string {
	names := make([]string, len(roles))
	for i, r := range roles {
		names[i] = r.Name
	}
	return names
}
