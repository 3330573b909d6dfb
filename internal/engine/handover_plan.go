package engine

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
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// podTemplates are where a change of a workload restarts pods.
var podTemplates = []string{"spec.template", "spec.leaderWorkerTemplate"}

// handsOver reports whether the plan changes the mode.
func (p *planner) handsOver() bool {
	return p.prior != nil && p.mode != "" && p.mode != p.prior.text(attrMode)
}

// handOverNotice tells what a change of mode restarts; nothing of a resource that runs nothing.
func (p *planner) handOverNotice(ctx context.Context) diag.Diagnostics {
	subject := p.model.subject(p.plan)
	if p.mode == Operator {
		if lines, stays := p.handedBack(); len(lines) > 0 {
			return diag.Diagnostics{diagnostic.HandBack(subject, lines, stays)}
		}
		return nil
	}
	if !p.rendered || p.settings == nil || p.settings.Client == nil {
		return diag.Diagnostics{diagnostic.TakeOver(subject, nil, true)}
	}
	targets, err := p.model.workloads(p.manifests)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Reading a manifest", err)}
	}
	if len(targets) == 0 {
		return nil
	}
	var lines []string
	stays := false
	for _, t := range targets {
		live, err := p.settings.Client.Get(ctx, t.resource, t.applied.GetNamespace(), t.applied.GetName())
		switch {
		case cluster.IsNotFound(err) || cluster.IsTypeMissing(err):
			lines = append(lines, t.subject()+" is made; no object of this name is there")
		case err != nil:
			stays = true
			lines = append(lines, t.subject()+" could not be looked at: "+err.Error())
		case !p.ofOperator(live):
			lines = append(lines, t.subject()+" is not the operator's, so the apply will refuse to take it over")
		default:
			stays = stays || t.keeps(live)
			lines = append(lines, t.subject()+" "+p.fate(t, live))
		}
	}
	return diag.Diagnostics{diagnostic.TakeOver(subject, append(lines, p.givenUp(ctx, targets)...), stays)}
}

// givenUp tells of the workloads with pods that the operator has made and that direct mode makes another kind of.
func (p *planner) givenUp(ctx context.Context, targets []target) []string {
	var lines []string
	for _, gvk := range p.model.kind.HandOver.Adopts {
		resource, known := cluster.Known(gvk)
		if !known || slices.ContainsFunc(targets, func(t target) bool { return t.resource == resource }) {
			continue
		}
		namespace, name := p.plan.name()
		live, err := p.settings.Client.Get(ctx, resource, namespace, name)
		if err != nil {
			continue
		}
		t := target{resource: resource, applied: live}
		if !t.runsPods() {
			continue
		}
		line := t.subject() + " is deleted with its pods"
		if keeps := p.model.kind.HandOver.Keeps; keeps != "" {
			line += "; " + keeps + " keeps them"
		}
		lines = append(lines, line)
	}
	return lines
}

// ofOperator reports whether a live object is one that the operator made, or that an apply which did not end has taken over.
func (p *planner) ofOperator(live *unstructured.Unstructured) bool {
	_, name := p.prior.name()
	return p.interrupted(live) || slices.ContainsFunc(live.GetOwnerReferences(), func(owner metav1.OwnerReference) bool {
		return owner.Name == name && slices.Contains(p.model.owners(), schema.FromAPIVersionAndKind(owner.APIVersion, owner.Kind))
	})
}

// fate tells what taking a live object over does to it.
func (p *planner) fate(t target, live *unstructured.Unstructured) string {
	if !t.keeps(live) {
		return "is deleted and made anew, because its selector cannot change: its pods restart"
	}
	t.controllers = nil // what the operator wrote and is not rendered goes
	seen, err := t.look(live, p.settings.FieldManager)
	if err != nil {
		return "stays and is taken over"
	}
	operators, err := p.model.operators(live)
	if err != nil {
		return "stays and is taken over"
	}
	for _, d := range seen.drift {
		if !slices.ContainsFunc(podTemplates, func(at string) bool { return object.Within(d.Path, at) }) {
			continue
		}
		switch {
		case d.Class == object.Changed || d.Class == object.Removed:
			return "stays and is taken over; its pods restart, because " + d.Path + " changes"
		case d.Class == object.Foreign && slices.Contains(operators, d.Manager) && !t.filledIn(d.Drift):
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
func (t target) filledIn(d object.Drift) bool {
	last := strings.LastIndex(d.Path, ".") + 1
	name := d.Path[last:]
	value := podDefaults[name]
	if name == "imagePullPolicy" {
		image, _ := object.At(t.applied.Object, d.Path[:last]+"image")
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
func (p *planner) handedBack() (lines []string, stays bool) {
	prior, damage := p.model.targets(*p.prior, nil)
	if damage != nil {
		return nil, false
	}
	for _, t := range prior {
		switch {
		case slices.Contains(p.model.kind.HandOver.Adopts, t.resource.GroupVersionKind):
			stays = true
			lines = append(lines, t.subject()+" stays, and the operator takes it over: its pods restart only where the operator renders them otherwise")
		case t.resource.GroupVersionKind == p.model.kind.GVK:
			lines = append(lines, t.subject()+" stays")
		default:
			lines = append(lines, t.subject()+" is deleted"+t.loses()+"; "+cmp.Or(p.model.kind.HandOver.Makes(t.resource.Kind), "the operator makes its own where it needs one"))
		}
	}
	return lines, stays
}

// loses tells what goes with the target.
func (t target) loses() string {
	switch {
	case t.runsPods():
		return " with its pods"
	case t.resource.Kind == "PersistentVolumeClaim":
		return " with what is stored in it"
	}
	return ""
}

// runsPods reports whether the target is a workload.
func (t target) runsPods() bool {
	return slices.ContainsFunc(podTemplates, func(at string) bool {
		_, found, _ := unstructured.NestedFieldNoCopy(t.applied.Object, strings.Split(at, ".")...)
		return found
	})
}
