package engine

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

// target is one object in the cluster: what is applied, and how it is looked at.
type target struct {
	resource cluster.Resource
	// applied is the object in hub form.
	applied *unstructured.Unstructured
	node    *schema.Node
	// release leads to the wire; the zero value changes nothing.
	release     object.Release
	ready       observe.Rule
	controllers []string
	// autoscaled are the numbers that controllers may set.
	autoscaled []string
	// ignored are the patterns of the drift that is left alone.
	ignored []object.Pattern
	// paused is true for what is to have no replicas, whoever scales it.
	paused bool
	// leaf is true for a live object from which nothing follows, so that its deletion need not wait for the garbage
	// collector to find that out.
	leaf bool
}

// wire returns the object as the API server takes it, and as its operator would write it.
func (t target) wire() *unstructured.Unstructured {
	canonical, _ := object.Canonical(t.node, t.applied.Object).(map[string]any)
	out := &unstructured.Unstructured{Object: t.release.ToWire(canonical)}
	out.SetGroupVersionKind(t.resource.GroupVersionKind)
	return out
}

// table returns a live object in hub form.
func (t target) table(live *unstructured.Unstructured) map[string]any {
	out := t.release.FromWire(live.Object)
	out["apiVersion"], out["kind"] = t.applied.GetAPIVersion(), t.applied.GetKind()
	return out
}

// id is `<kind>/<name>`.
func (t target) id() string {
	return t.applied.GetKind() + "/" + t.applied.GetName()
}

// subject names the object in messages.
func (t target) subject() string {
	if t.applied.GetNamespace() == "" {
		return subject(t.applied.GetKind(), t.applied.GetName())
	}
	return subject(t.applied.GetKind(), t.applied.GetNamespace()+"/"+t.applied.GetName())
}

// customResource is the one target of operator mode.
func (s *resourceModel) customResource(v values, release object.Release) target {
	return target{
		resource:    s.resource(release),
		applied:     v.unstructured(),
		node:        s.root,
		release:     release,
		ready:       s.kind.Ready,
		controllers: s.kind.Controllers,
		autoscaled:  s.kind.Autoscaled,
	}
}

// workloadControllers are the field managers of Kubernetes and LeaderWorkerSet whose
// writes into a workload are their own business.
var workloadControllers = []string{"kube-controller-manager", "kube-scheduler", "lws", "manager"}

// workload is a target of direct mode: a workload, or the kind's own custom resource where
// that is a part of what is rendered.
func (s *resourceModel) workload(obj *unstructured.Unstructured) (target, error) {
	gvk := obj.GroupVersionKind()
	if gvk == s.kind.GVK {
		return target{resource: s.resource(object.Release{}), applied: obj, node: s.root, ready: s.kind.Ready, controllers: s.kind.Controllers}, nil
	}
	resource, ok := cluster.Known(gvk)
	if !ok {
		return target{}, fmt.Errorf("%s %s is not a kind that direct mode applies", gvk, obj.GetName())
	}
	rule, ok := observe.ForGVK(gvk)
	if !ok {
		return target{}, fmt.Errorf("%s has no readiness rule", gvk)
	}
	return target{
		resource: resource, applied: obj, node: schema.Lookup("workload." + gvk.Kind), ready: rule, controllers: workloadControllers,
	}, nil
}

// workloads reads the targets of direct mode back from their manifests.
func (s *resourceModel) workloads(manifests []string) ([]target, error) {
	targets := make([]target, 0, len(manifests))
	for _, manifest := range manifests {
		obj, err := parseManifest(manifest)
		if err != nil {
			return nil, err
		}
		t, err := s.workload(obj)
		if err != nil {
			return nil, err
		}
		targets = append(targets, t)
	}
	return targets, nil
}

// parseManifest reads the YAML or JSON of one object.
func parseManifest(manifest string) (*unstructured.Unstructured, error) {
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

// printManifest is the YAML of an object with sorted keys.
func printManifest(obj map[string]any) (string, error) {
	raw, err := yaml.Marshal(obj)
	return string(raw), err
}

// printManifests is the YAML of every object.
func printManifests(objects []*unstructured.Unstructured) ([]string, error) {
	manifests := make([]string, len(objects))
	for i, obj := range objects {
		manifest, err := printManifest(obj.Object)
		if err != nil {
			return nil, err
		}
		manifests[i] = manifest
	}
	return manifests, nil
}

// renderedValue is the value of the attribute `rendered`: manifests by `<kind>/<name>`.
func renderedValue(manifests []string) (tftypes.Value, error) {
	byID := map[string]tftypes.Value{}
	for _, manifest := range manifests {
		obj, err := parseManifest(manifest)
		if err != nil {
			return tftypes.Value{}, err
		}
		byID[target{applied: obj}.id()] = stringValue(manifest)
	}
	return tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, byID), nil
}

// noneRendered is its value where nothing is rendered.
var noneRendered = tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, map[string]tftypes.Value{})

// applyOrder is the order in which kinds of rendered objects are applied where nothing else tells: what others refer to
// comes first.
var applyOrder = []string{
	"ServiceAccount", "Role", "RoleBinding", "ConfigMap", "PersistentVolumeClaim", "PodGroup", "Job", "Deployment", "LeaderWorkerSet",
	"Service", "ScaledObject", "HorizontalPodAutoscaler", "PodDisruptionBudget",
}

// rendered are the manifests of the attribute `rendered` in their order of application, nil while they are not known.
func (v values) rendered() []string {
	value := v.attributes[attrRendered]
	if value.Type() == nil || !value.IsFullyKnown() {
		return nil
	}
	byID := children(value)
	order := func(id string) int {
		kind, _, _ := strings.Cut(id, "/")
		if i := slices.Index(applyOrder, kind); i >= 0 {
			return i
		}
		return len(applyOrder)
	}
	var manifests []string
	for _, id := range slices.SortedFunc(maps.Keys(byID), func(a, b string) int { return cmp.Or(order(a)-order(b), strings.Compare(a, b)) }) {
		manifest, _ := stringOf(byID[id])
		manifests = append(manifests, manifest)
	}
	return manifests
}

// damage is what is wrong with a state that does not hold what the provider wrote.
type damage struct {
	attribute string
	err       error
}

// damaged reports a state from which nothing can be told about the objects of a resource.
func (r *scope) damaged(v values, d *damage) diag.Diagnostic {
	return diagnostic.StateDamaged(path.Root(d.attribute), r.model.subject(v), v.id(), v.text(attrMode) == Direct, d.err)
}

// targets returns the objects that a state stands for, as they were last applied. A
// refresh does not change that: in operator mode the definition keeps it, in direct mode
// the private state does; manifests is nil where that is not at hand.
func (s *resourceModel) targets(v values, manifests []string) ([]target, *damage) {
	if v.text(attrMode) == Direct {
		if manifests == nil {
			manifests = v.rendered()
		}
		targets, err := s.workloads(manifests)
		if err != nil {
			return nil, &damage{attrRendered, err}
		}
		return v.ignoring(targets), nil
	}
	release, ok := s.kind.Release(v.text(attrAPIRelease))
	if !ok {
		release = s.kind.Newest()
	}
	t := s.customResource(v, release)
	if definition := v.text(attrManifest); definition != "" {
		applied, err := parseManifest(definition)
		if err != nil {
			return nil, &damage{attrManifest, err}
		}
		former := t.id()
		if t.applied = applied; t.id() != former {
			return nil, &damage{attrManifest, fmt.Errorf("it is %s", t.id())}
		}
	}
	return v.ignoring([]target{t}), nil
}
