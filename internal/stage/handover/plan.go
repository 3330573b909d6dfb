package handover

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// podTemplates are where a change of a workload restarts pods.
var podTemplates = []string{"spec.template", "spec.leaderWorkerTemplate"}

// Notice tells what a change of mode restarts; nothing of a resource that runs nothing.
func Notice(ctx context.Context, p *model.Planner) diag.Diagnostics {
	subject := p.Model.Subject(p.Plan)
	if p.Mode == model.Operator {
		if lines, stays := handedBack(p); len(lines) > 0 {
			return diag.Diagnostics{diagnostic.HandBack(subject, lines, stays)}
		}
		return nil
	}
	if !p.Rendered || p.Settings == nil || p.Settings.Client == nil {
		return diag.Diagnostics{diagnostic.TakeOver(subject, nil, true)}
	}
	targets, err := p.Model.Workloads(p.Manifests)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Reading a manifest", err)}
	}
	if len(targets) == 0 {
		return nil
	}
	var lines []string
	stays := false
	for _, t := range targets {
		live, err := p.Settings.Client.Get(ctx, t.Resource, t.Applied.GetNamespace(), t.Applied.GetName())
		switch {
		case cluster.IsNotFound(err) || cluster.IsTypeMissing(err):
			lines = append(lines, t.Subject()+" is made; no object of this name is there")
		case err != nil:
			stays = true
			lines = append(lines, t.Subject()+" could not be looked at: "+err.Error())
		case !ofOperator(p, live):
			lines = append(lines, t.Subject()+" is not the operator's, so the apply will refuse to take it over")
		default:
			stays = stays || keepsManaged(t, live)
			lines = append(lines, t.Subject()+" "+fate(p, t, live))
		}
	}
	return diag.Diagnostics{diagnostic.TakeOver(subject, append(lines, givenUp(ctx, p, targets)...), stays)}
}

// givenUp tells of the workloads with pods that the operator has made and that direct mode makes another kind of.
func givenUp(ctx context.Context, p *model.Planner, targets []model.Target) []string {
	var lines []string
	for _, gvk := range p.Model.Kind.HandOver.Adopts {
		resource, known := cluster.Known(gvk)
		if !known || slices.ContainsFunc(targets, func(t model.Target) bool { return t.Resource == resource }) {
			continue
		}
		namespace, name := p.Plan.Name()
		live, err := p.Settings.Client.Get(ctx, resource, namespace, name)
		if err != nil {
			continue
		}
		t := model.Target{Resource: resource, Applied: live}
		if !runsPods(t) {
			continue
		}
		line := t.Subject() + " is deleted with its pods"
		if keeps := p.Model.Kind.HandOver.Keeps; keeps != "" {
			line += "; " + keeps + " keeps them"
		}
		lines = append(lines, line)
	}
	return lines
}

// ofOperator reports whether a live object is one that the operator made, or that an apply which did not end has taken over.
func ofOperator(p *model.Planner, live *unstructured.Unstructured) bool {
	_, name := p.Prior.Name()
	return p.Interrupted(live) || slices.ContainsFunc(live.GetOwnerReferences(), func(owner metav1.OwnerReference) bool {
		return owner.Name == name && slices.Contains(owners(p.Model), schema.FromAPIVersionAndKind(owner.APIVersion, owner.Kind))
	})
}

// fate tells what taking a live object over does to it.
func fate(p *model.Planner, t model.Target, live *unstructured.Unstructured) string {
	if !keepsManaged(t, live) {
		return "is deleted and made anew, because its selector cannot change: its pods restart"
	}
	t.Controllers = nil // what the operator wrote and is not rendered goes
	seen, err := t.Look(live, p.Settings.FieldManager)
	if err != nil {
		return "stays and is taken over"
	}
	operators, err := operators(p.Model, live)
	if err != nil {
		return "stays and is taken over"
	}
	for _, d := range seen.Drift {
		if !slices.ContainsFunc(podTemplates, func(at string) bool { return object.Within(d.Path, at) }) {
			continue
		}
		switch {
		case d.Class == object.Changed || d.Class == object.Removed:
			return "stays and is taken over; its pods restart, because " + d.Path + " changes"
		case d.Class == object.Foreign && slices.Contains(operators, d.Manager) && !filledIn(t, d.Drift):
			return "stays and is taken over; its pods restart, because " + d.Path + " goes"
		}
	}
	return "stays and is taken over, and no pod restarts"
}

// podDefaults are what the API server fills into pods, by the name of the field and as
// JSON: whoever creates a workload holds that too, and it stays when nobody does.
//
// Mirrors kubernetes/kubernetes pkg/apis/core/v1/{defaults,zz_generated.defaults}.go@v1.36.3.
var podDefaults = map[string]string{
	"dnsPolicy": `"ClusterFirst"`, "restartPolicy": `"Always"`, "schedulerName": `"default-scheduler"`, "terminationGracePeriodSeconds": "30",
	"terminationMessagePath": `"/dev/termination-log"`, "terminationMessagePolicy": `"File"`,
	"failureThreshold": "3", "periodSeconds": "10", "successThreshold": "1", "timeoutSeconds": "1", "scheme": `"HTTP"`, "path": `"/"`,
	"protocol": `"TCP"`, "apiVersion": `"v1"`, "divisor": `"0"`, "defaultMode": "420", "type": `""`,
}

// filledIn reports whether a field of a pod has the value that it gets without anybody.
func filledIn(t model.Target, d object.Drift) bool {
	last := strings.LastIndex(d.Path, ".") + 1
	name := d.Path[last:]
	value := podDefaults[name]
	if name == "imagePullPolicy" {
		image, _ := object.At(t.Applied.Object, d.Path[:last]+"image")
		text, _ := image.(string)
		value = pullPolicy(text)
	}
	return d.Live == "" || d.Live == "{}" || d.Live == value
}

// pullPolicy is the one that the API server fills in for an image, as JSON: an image that has the tag `latest`, or neither
// a tag nor a digest, is always pulled.
//
// Mirrors kubernetes/kubernetes pkg/apis/core/v1/defaults.go and pkg/util/parsers/parsers.go@v1.36.3.
func pullPolicy(image string) string {
	named, _, digested := strings.Cut(image, "@")
	_, tag, tagged := strings.Cut(named[strings.LastIndex(named, "/")+1:], ":")
	if tag == "latest" || !tagged && !digested {
		return `"Always"`
	}
	return `"IfNotPresent"`
}

// handedBack tells what becomes of every object that direct mode made, and whether the operator takes any over.
func handedBack(p *model.Planner) (lines []string, stays bool) {
	prior, damage := p.Model.Targets(*p.Prior, nil)
	if damage != nil {
		return nil, false
	}
	for _, t := range prior {
		switch {
		case slices.Contains(p.Model.Kind.HandOver.Adopts, t.Resource.GroupVersionKind):
			stays = true
			lines = append(lines, t.Subject()+" stays, and the operator takes it over: its pods restart only where the operator renders them otherwise")
		case t.Resource.GroupVersionKind == p.Model.Kind.GVK:
			lines = append(lines, t.Subject()+" stays")
		default:
			lines = append(lines, t.Subject()+" is deleted"+loses(t)+"; "+cmp.Or(p.Model.Kind.HandOver.Makes(t.Resource.Kind), "the operator makes its own where it needs one"))
		}
	}
	return lines, stays
}

// loses tells what goes with the target.
func loses(t model.Target) string {
	switch {
	case runsPods(t):
		return " with its pods"
	case t.Resource.Kind == "PersistentVolumeClaim":
		return " with what is stored in it"
	}
	return ""
}

// runsPods reports whether the target is a workload.
func runsPods(t model.Target) bool {
	return slices.ContainsFunc(podTemplates, func(at string) bool {
		_, found, _ := unstructured.NestedFieldNoCopy(t.Applied.Object, strings.Split(at, ".")...)
		return found
	})
}
