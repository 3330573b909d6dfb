package object

import (
	"bytes"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// formerTools are the managers under which people's tools leave their fields in an object:
// kubernetes_manifest; kubectl_manifest of gavinbunney and alekc and the other resources of
// hashicorp/kubernetes; Helm; kubectl. A manager that begins with the name and a dash is one as
// well: kubectl-client-side-apply, kubectl-create, kubectl-edit.
//
// Mirrors hashicorp/terraform-provider-kubernetes manifest/provider/plan.go@v3.2.1,
// alekc/terraform-provider-kubectl kubernetes/provider.go@284d942e and
// kubernetes/kubectl pkg/cmd/apply/apply.go@v0.36.3.
var formerTools = []string{"Terraform", "HashiCorp", "kubectl", "helm", "terraform-provider-kubectl", "terraform-provider-helm"}

// former reports whether the claim was left by a tool that an adopted object was made with.
func (c Claim) former() bool {
	return c.Subresource == "" && slices.ContainsFunc(formerTools, func(tool string) bool {
		rest, ok := strings.CutPrefix(c.Manager, tool)
		return ok && (rest == "" || rest[0] == '-' || rest[0] == '_')
	})
}

// Former returns the managers that are tools which an adopted object was made with, each once.
func (c Claims) Former() []string {
	return slices.DeleteFunc(c, func(claim Claim) bool { return !claim.former() }).Managers()
}

// Adoption is a live object whose fields pass from the tools that it was made with to a manager.
type Adoption struct {
	Node    *schema.Node
	Release Release
	Manager string
	// Everybody passes the fields of every manager but the controllers, not only those of well-known tools.
	Everybody   bool
	Controllers []string
	// Known is the object that the plan starts from, and Applied the one that is applied next.
	// Fields of neither stay with who has them.
	Known, Applied map[string]any
}

// Take returns the live object, which is in served form, with the fields of former
// managers in the hands of the new one; nil when there is nothing to take. A field that has
// another value than the plan knows is not taken. The record of kubectl apply goes.
func (a Adoption) Take(live *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	table := a.Release.FromWire(live.Object)
	own := metav1.ManagedFieldsEntry{
		Manager: a.Manager, Operation: metav1.ManagedFieldsOperationApply, APIVersion: live.GetAPIVersion(), FieldsType: "FieldsV1",
		Time: &metav1.Time{Time: time.Now().UTC().Truncate(time.Second)},
	}
	taken, rest := fieldpath.NewSet(), []metav1.ManagedFieldsEntry{}
	changed := false
	for _, entry := range live.GetManagedFields() {
		set, err := fieldsOf(live, entry)
		if err != nil {
			return nil, err
		}
		claim := Claim{Manager: entry.Manager, Operation: string(entry.Operation), Subresource: entry.Subresource}
		switch {
		case claim.applies(a.Manager):
			own, taken = entry, taken.Union(set)
			continue
		case a.isFormer(claim):
			moved := a.movable(set, table)
			changed = changed || !moved.Empty()
			taken, set = taken.Union(moved), set.Difference(moved)
			if set.Empty() {
				continue
			}
			if err := store(&entry, set); err != nil {
				return nil, err
			}
		}
		rest = append(rest, entry)
	}
	if !changed {
		return nil, nil
	}
	if err := store(&own, taken); err != nil {
		return nil, err
	}
	out := live.DeepCopy()
	out.SetManagedFields(append(rest, own))
	a.forget(out)
	return out, nil
}

func (a Adoption) isFormer(c Claim) bool {
	if !a.Everybody {
		return c.former()
	}
	return c.Subresource == "" && c.Manager != a.Manager && !slices.Contains(a.Controllers, c.Manager)
}

// movable is the part of a claim that is taken.
func (a Adoption) movable(set *fieldpath.Set, live map[string]any) *fieldpath.Set {
	out := fieldpath.NewSet()
	set.Iterate(func(wire fieldpath.Path) {
		path := a.Release.tableElements(wire)
		if !configurable(path) {
			return
		}
		known, is := follow(a.Node, a.Known, path), follow(a.Node, live, path)
		switch {
		case known.ok:
			if is.ok && (isContainer(known) || Equal(known.node, known.value, Project(known.node, known.value, is.value))) {
				out.Insert(slices.Clone(wire))
			}
		case is.ok && is.isDefault && follow(a.Node, a.Applied, path).ok:
			out.Insert(slices.Clone(wire))
		}
	})
	return out
}

// isContainer reports whether the fields of a value are claimed one by one.
func isContainer(f found) bool {
	_, isMap := f.value.(map[string]any)
	return isMap && f.node.ListType != schema.Atomic
}

// forget removes the annotation in which kubectl apply keeps what it applied, which is out of date from here on.
func (a Adoption) forget(obj *unstructured.Unstructured) {
	annotations := obj.GetAnnotations()
	if _, ok := (&unstructured.Unstructured{Object: a.Applied}).GetAnnotations()[corev1.LastAppliedConfigAnnotation]; ok {
		return
	}
	if _, ok := annotations[corev1.LastAppliedConfigAnnotation]; ok {
		delete(annotations, corev1.LastAppliedConfigAnnotation)
		obj.SetAnnotations(annotations)
	}
}

func store(entry *metav1.ManagedFieldsEntry, set *fieldpath.Set) error {
	raw, err := set.ToJSON()
	if err != nil {
		return err
	}
	entry.FieldsV1 = &metav1.FieldsV1{}
	entry.FieldsV1.SetRawBytes(bytes.Clone(raw))
	return nil
}
