package forecast

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// capacityTimeout bounds what one resource asks of the cluster for its capacity check.
const capacityTimeout = 2 * time.Minute

// running selects pods that hold something.
const running = "status.phase!=Succeeded,status.phase!=Failed"

// preflight is the capacity check of one resource.
type preflight struct {
	*model.Planner
	seen      *model.ClusterCache
	namespace string
	sets      []podset.Set
	found     []capacity.Finding
	// skipped says what was not checked and why.
	skipped []string
}

// checkCapacity compares the pods that the plan leads to with the cluster.
func checkCapacity(ctx context.Context, p *model.Planner) diag.Diagnostics {
	sets, known := planned(p)
	if !known || len(sets) == 0 && len(p.Manifests) == 0 {
		return nil
	}
	namespace, _ := p.Plan.Name()
	f := &preflight{Planner: p, seen: &p.Settings.PlanChecks.ClusterCache, namespace: namespace, sets: sets}
	if p.Settings.Client == nil {
		f.skipped = append(f.skipped, "the cluster: "+p.Unavailable().Error())
		return f.report()
	}
	ctx, cancel := context.WithTimeout(ctx, capacityTimeout)
	defer cancel()
	there := f.namespaceThere(ctx)
	var ranges []corev1.LimitRange
	if there {
		ranges = f.ranges(ctx)
	}
	wanted := f.wanted(ranges)
	for _, pods := range wanted {
		f.found = append(f.found, capacity.Limits(ranges, pods)...)
	}
	f.places(ctx, wanted, there)
	if there {
		f.references(ctx)
	}
	return f.report()
}

// namespaceThere reports whether the namespace exists. One that may not be looked at is taken to.
func (f *preflight) namespaceThere(ctx context.Context) bool {
	there, err := exists(ctx, f.seen, f.Settings.Client, "Namespace", "", f.namespace)
	switch {
	case err != nil && !cluster.IsForbidden(err):
		f.skip("the cluster", err)
		return false
	case err == nil && !there:
		f.skipped = append(f.skipped, fmt.Sprintf("quotas, limit ranges and what the pods refer to: namespace %q does not exist yet", f.namespace))
		return false
	}
	return true
}

func (f *preflight) ranges(ctx context.Context) []corev1.LimitRange {
	ranges, err := listOf[corev1.LimitRange](ctx, f.seen, f.Settings.Client, "LimitRange", f.namespace, "")
	f.skip("limit ranges", err)
	return ranges
}

// wanted are the pods that the plan leads to, between the bounds of an autoscaler the least.
// Those that a scheduler cannot tell apart count together.
func (f *preflight) wanted(ranges []corev1.LimitRange) []capacity.Pods {
	var out []capacity.Pods
	more := map[int]int{}
	for _, s := range f.sets {
		for _, part := range podset.Sketched(s.Parts) {
			if s.Max*part.Pods == 0 {
				continue
			}
			one := capacity.Pods{Name: s.Name, Count: s.Min * part.Pods, Spec: capacity.Complete(part.Spec, ranges)}
			i := slices.IndexFunc(out, func(o capacity.Pods) bool { return equality.Semantic.DeepEqual(o.Spec, one.Spec) })
			if i < 0 {
				out = append(out, one)
				continue
			}
			out[i].Count += one.Count
			if s.Name != out[i].Name {
				more[i]++
			}
		}
	}
	for i, n := range more {
		out[i].Name += fmt.Sprintf(" and %d more", n)
	}
	return out
}

// places compares the pods with nodes, with what runs on them, and with quotas.
func (f *preflight) places(ctx context.Context, wanted []capacity.Pods, there bool) {
	own := model.PodOwner{Namespace: f.namespace, Names: []string{f.Plan.Unstructured().GetName()}}
	for _, t := range f.objects() {
		own.Names = append(own.Names, t.GetName())
	}
	others := claimRoom(f.seen, f.Model.Kind.TypeName+" "+f.Plan.Text(model.AttrID), model.Claim{Owner: own, Pods: wanted})
	nodes, err := nodesOf(ctx, f.Settings)
	f.skip("nodes", err)
	pods, failed := listOf[corev1.Pod](ctx, f.seen, f.Settings.Client, "Pod", "", running)
	f.skip("room beside running pods", failed)
	if err == nil {
		for _, one := range wanted {
			one.Count = max(one.Count, 1)
			f.found = append(f.found, capacity.Nodes(nodes, one)...)
		}
	}
	var beside, nearby []capacity.Pods
	var owned []corev1.Pod
	remaining := slices.Clone(pods)
	for _, other := range others {
		beside = append(beside, other.Pods...)
		if other.Owner.Namespace == f.namespace {
			nearby = append(nearby, other.Pods...)
		}
		remaining = slices.DeleteFunc(remaining, func(pod corev1.Pod) bool { return owns(other.Owner, &pod) })
	}
	for _, pod := range pods {
		if owns(own, &pod) {
			owned = append(owned, pod)
		}
	}
	remaining = slices.DeleteFunc(remaining, func(pod corev1.Pod) bool { return owns(own, &pod) })
	if err == nil && failed == nil {
		f.found = append(f.found, capacity.Room(nodes, remaining, beside, wanted)...)
	}
	if !there {
		return
	}
	quotas, err := listOf[corev1.ResourceQuota](ctx, f.seen, f.Settings.Client, "ResourceQuota", f.namespace, "")
	f.skip("quotas", err)
	if failed == nil {
		f.found = append(f.found, capacity.Quotas(quotas, owned, nearby, wanted)...)
	}
}

// objects are the objects that direct mode makes.
func (f *preflight) objects() []*unstructured.Unstructured {
	var out []*unstructured.Unstructured
	for _, manifest := range f.Manifests {
		if obj, err := model.ParseManifest(manifest); err == nil {
			out = append(out, obj)
		}
	}
	return out
}

// references looks for the objects that the pods and their claims need. Those that the
// resource makes itself need not be there.
func (f *preflight) references(ctx context.Context) {
	made := map[capacity.Reference]bool{}
	var needed []capacity.Reference
	for _, obj := range f.objects() {
		made[capacity.Reference{Kind: obj.GetKind(), Name: obj.GetName()}] = true
		class, _, _ := unstructured.NestedString(obj.Object, "spec", "storageClassName")
		if obj.GetKind() == "PersistentVolumeClaim" && class != "" {
			needed = append(needed, capacity.Reference{Kind: "StorageClass", Name: class})
		}
	}
	for _, s := range f.sets {
		for _, part := range s.Parts {
			needed = append(needed, capacity.References(part.Spec)...)
		}
	}
	asked := map[capacity.Reference]bool{}
	for _, r := range needed {
		if made[r] || asked[r] {
			continue
		}
		asked[r] = true
		there, err := exists(ctx, f.seen, f.Settings.Client, r.Kind, f.namespace, r.Name)
		if err != nil {
			f.skip(model.Looked[r.Kind].Plural+" that the pods refer to", err)
			continue
		}
		if !there {
			place := ""
			if model.Looked[r.Kind].Namespaced {
				place = fmt.Sprintf(" in namespace %q", f.namespace)
			}
			f.found = append(f.found, capacity.Finding{
				Says: fmt.Sprintf("the pods need %s %s, which is not there%s", r.Kind, r.Name, place), About: []string{r.Name},
				Remedy: "Add it, or change the name; where the same apply makes it, it will be there in time.",
			})
		}
	}
}

// skip notes that something could not be looked at.
func (f *preflight) skip(what string, err error) {
	if err != nil {
		f.skipped = append(f.skipped, what+": "+err.Error())
	}
}

// report tells the findings, and once in a plan what was not checked.
func (f *preflight) report() diag.Diagnostics {
	var diags diag.Diagnostics
	subject := f.Model.Subject(f.Plan)
	for _, finding := range f.found {
		diags.Append(diagnostic.Capacity(f.Settings.PlanChecks.Capacity == CapacityError, where(f.Planner, finding.About), subject, finding.Says, finding.Remedy))
	}
	if lines := slices.DeleteFunc(f.skipped, func(reason string) bool { return !first(f.seen, reason) }); len(lines) > 0 {
		diags.Append(diagnostic.CapacityNotChecked(subject, lines))
	}
	return diags
}
