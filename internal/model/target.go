package model

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Target is one object in the cluster: what is applied, and how it is looked at.
type Target struct {
	Resource cluster.Resource
	// Applied is the object in hub form.
	Applied *unstructured.Unstructured
	Node    *schema.Node
	// Release leads to the wire; the zero value changes nothing.
	Release     object.Release
	ready       observe.Rule
	Controllers []string
	// Autoscaled are the numbers that controllers may set.
	Autoscaled []string
	// Ignored are the patterns of the drift that is left alone.
	Ignored []object.Pattern
	// paused is true for what is to have no replicas, whoever scales it.
	paused bool
	// Leaf is true for a live object from which nothing follows, so that its deletion need not wait for the garbage
	// collector to find that out.
	Leaf bool
}

// Wire returns the object as the API server takes it, and as its operator would write it.
func (t Target) Wire() *unstructured.Unstructured {
	canonical, _ := object.Canonical(t.Node, t.Applied.Object).(map[string]any)
	out := &unstructured.Unstructured{Object: t.Release.ToWire(canonical)}
	out.SetGroupVersionKind(t.Resource.GroupVersionKind)
	return out
}

// Table returns a live object in hub form.
func (t Target) Table(live *unstructured.Unstructured) map[string]any {
	out := t.Release.FromWire(live.Object)
	out["apiVersion"], out["kind"] = t.Applied.GetAPIVersion(), t.Applied.GetKind()
	return out
}

// ID is `<kind>/<name>`.
func (t Target) ID() string {
	return t.Applied.GetKind() + "/" + t.Applied.GetName()
}

// Subject names the object in messages.
func (t Target) Subject() string {
	if t.Applied.GetNamespace() == "" {
		return Subject(t.Applied.GetKind(), t.Applied.GetName())
	}
	return Subject(t.Applied.GetKind(), t.Applied.GetNamespace()+"/"+t.Applied.GetName())
}

// CustomResource is the one target of operator mode.
func (s *ResourceModel) CustomResource(v Values, release object.Release) Target {
	return Target{
		Resource:    s.Resource(release),
		Applied:     v.Unstructured(),
		Node:        s.Root,
		Release:     release,
		ready:       s.Kind.Ready,
		Controllers: s.Kind.Controllers,
		Autoscaled:  s.Kind.Autoscaled,
	}
}

// workloadControllers are the field managers of Kubernetes and LeaderWorkerSet whose
// writes into a workload are their own business.
var workloadControllers = []string{"kube-controller-manager", "kube-scheduler", "lws", "manager"}

// Workload is a target of direct mode: a workload, or the kind's own custom resource where
// that is a part of what is rendered.
func (s *ResourceModel) Workload(obj *unstructured.Unstructured) (Target, error) {
	gvk := obj.GroupVersionKind()
	if gvk == s.Kind.GVK {
		return Target{Resource: s.Resource(object.Release{}), Applied: obj, Node: s.Root, ready: s.Kind.Ready, Controllers: s.Kind.Controllers}, nil
	}
	resource, ok := cluster.Known(gvk)
	if !ok {
		return Target{}, fmt.Errorf("%s %s is not a kind that direct mode applies", gvk, obj.GetName())
	}
	rule, ok := observe.ForGVK(gvk)
	if !ok {
		return Target{}, fmt.Errorf("%s has no readiness rule", gvk)
	}
	return Target{
		Resource: resource, Applied: obj, Node: schema.Lookup("workload." + gvk.Kind), ready: rule, Controllers: workloadControllers,
	}, nil
}

// Workloads reads the targets of direct mode back from their manifests.
func (s *ResourceModel) Workloads(manifests []string) ([]Target, error) {
	targets := make([]Target, 0, len(manifests))
	for _, manifest := range manifests {
		obj, err := ParseManifest(manifest)
		if err != nil {
			return nil, err
		}
		t, err := s.Workload(obj)
		if err != nil {
			return nil, err
		}
		targets = append(targets, t)
	}
	return targets, nil
}

// ParseManifest reads the YAML or JSON of one object.
func ParseManifest(manifest string) (*unstructured.Unstructured, error) {
	raw, err := yaml.YAMLToJSON([]byte(manifest))
	if err != nil {
		return nil, fmt.Errorf("reading a manifest: %w", err)
	}
	tree, err := object.ParseJSON(raw)
	if err != nil {
		return nil, fmt.Errorf("reading a manifest: %w", err)
	}
	fields, ok := tree.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("reading a manifest: it is a %T, not an object", tree)
	}
	return &unstructured.Unstructured{Object: fields}, nil
}

// PrintManifests is the YAML of every object.
func PrintManifests(objects []*unstructured.Unstructured) ([]string, error) {
	manifests := make([]string, len(objects))
	for i, obj := range objects {
		manifest, err := object.Text(obj.Object)
		if err != nil {
			return nil, err
		}
		manifests[i] = manifest
	}
	return manifests, nil
}

// RenderedValue is the value of the attribute `rendered`: manifests by `<kind>/<name>`.
func RenderedValue(manifests []string) (tftypes.Value, error) {
	byID := map[string]tftypes.Value{}
	for _, manifest := range manifests {
		obj, err := ParseManifest(manifest)
		if err != nil {
			return tftypes.Value{}, err
		}
		byID[Target{Applied: obj}.ID()] = StringValue(manifest)
	}
	return tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, byID), nil
}

// NoneRendered is its value where nothing is rendered.
var NoneRendered = tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, map[string]tftypes.Value{})

// applyOrder is the order in which kinds of rendered objects are applied where nothing else tells: what others refer to
// comes first.
var applyOrder = []string{
	"ServiceAccount", "Role", "RoleBinding", "ConfigMap", "PersistentVolumeClaim", "ResourceClaimTemplate", "PodGroup", "Job", "Deployment", "LeaderWorkerSet",
	"Service", "PodMonitor", "ScaledObject", "HorizontalPodAutoscaler", "PodDisruptionBudget",
}

// Rendered are the manifests of the attribute `rendered` in their order of application, nil while they are not known.
func (v Values) Rendered() []string {
	value := v.Attributes[AttrRendered]
	if value.Type() == nil || !value.IsFullyKnown() {
		return nil
	}
	byID := Children(value)
	order := func(id string) int {
		kind, _, _ := strings.Cut(id, "/")
		if i := slices.Index(applyOrder, kind); i >= 0 {
			return i
		}
		return len(applyOrder)
	}
	var manifests []string
	for _, id := range slices.SortedFunc(maps.Keys(byID), func(a, b string) int { return cmp.Or(order(a)-order(b), strings.Compare(a, b)) }) {
		manifest, _ := StringOf(byID[id])
		manifests = append(manifests, manifest)
	}
	return manifests
}

// Damage is what is wrong with a state that does not hold what the provider wrote.
type Damage struct {
	attribute string
	err       error
}

// Damaged reports a state from which nothing can be told about the objects of a resource.
func (r *Scope) Damaged(v Values, d *Damage) diag.Diagnostic {
	return diagnostic.StateDamaged(path.Root(d.attribute), r.Model.Subject(v), v.ID(), v.Text(AttrMode) == Direct, d.err)
}

// Targets returns the objects that a state stands for, as they were last applied. A
// refresh does not change that: in operator mode the definition keeps it, in direct mode
// the private state does; manifests is nil where that is not at hand.
func (s *ResourceModel) Targets(v Values, manifests []string) ([]Target, *Damage) {
	if v.Text(AttrMode) == Direct {
		if manifests == nil {
			manifests = v.Rendered()
		}
		targets, err := s.Workloads(manifests)
		if err != nil {
			return nil, &Damage{AttrRendered, err}
		}
		return v.Ignoring(targets), nil
	}
	release, ok := s.Kind.Release(v.Text(AttrAPIRelease))
	if !ok {
		release = s.Kind.Newest()
	}
	t := s.CustomResource(v, release)
	if definition := v.Text(AttrManifest); definition != "" {
		applied, err := ParseManifest(definition)
		if err != nil {
			return nil, &Damage{AttrManifest, err}
		}
		former := t.ID()
		if t.Applied = applied; t.ID() != former {
			return nil, &Damage{AttrManifest, fmt.Errorf("it is %s", t.ID())}
		}
	}
	return v.Ignoring([]Target{t}), nil
}
