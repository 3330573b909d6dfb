package tree

import (
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/inferops/terraform-provider-inference/internal/workload"
)

// missed is how long pods that are wanted may take to come until somebody else tries to make one.
const missed = 15 * time.Second

// Template is what somebody makes pods from.
type Template struct {
	// Object makes the pods.
	Object *unstructured.Unstructured
	// Field is that of the root which has the template, as dotted JSON names; "" where the root has none.
	Field string
	// Pods is how many there are to be.
	Pods int64
	// Selectors select its pods among those of the object: one of them does. None select all.
	Selectors []string
	// Pod is the template itself.
	Pod corev1.PodTemplateSpec
}

// Key tells the template from others of a view.
func (t Template) Key() string { return id(t.Object) + " " + t.Field }

// Trial is what the API server says to a pod of a template, in a dry run.
type Trial struct {
	Template Template
	// Refusal is what it has against the pod, "" for nothing.
	Refusal string
	// Field is that of the pod which is invalid, "" for none.
	Field string
	// Since is when the refusal was first seen.
	Since time.Time
	// Again is when to ask once more.
	Again time.Time
}

// trials notes the templates whose pods do not come, for somebody to try them, and returns the refusals of those that
// were tried. What makes pods and says what is wrong is not asked for.
func (d *Diagnosis) trials() []Cause {
	var causes []Cause
	for _, t := range d.missing() {
		due := d.view.Begun.Add(missed)
		i := slices.IndexFunc(d.view.Trials, func(tried Trial) bool { return tried.Template.Key() == t.Key() })
		if i >= 0 {
			due = d.view.Trials[i].Again
			if cause, refused := d.tried(t, d.view.Trials[i]); refused {
				causes = append(causes, cause)
			}
		}
		if d.view.Now.Before(due) {
			d.again(due)
			continue
		}
		d.Tries = append(d.Tries, t)
	}
	return causes
}

// tried is what the refusal of a pod tells.
func (d *Diagnosis) tried(t Template, tried Trial) (Cause, bool) {
	if tried.Refusal == "" {
		return Cause{}, false
	}
	c := d.refused(t.Object, tried.Refusal, tried.Since)
	c.Says += " (said to a dry run of the pod)"
	if !c.finalAt.IsZero() {
		// Whoever makes the pods may be allowed more than who tries, so pods that come all the same are given the time.
		c.finalAt = latest(c.finalAt, tried.Since.Add(warningGrace))
	}
	if c.Reason != Quota && t.Field != "" {
		c.Field = t.Field
		if tried.Field != "" {
			c.Field += "." + tried.Field
		}
	}
	return c, true
}

// missing are the templates of which there are fewer pods than wanted.
func (d *Diagnosis) missing() []Template {
	if d.view.Blind {
		return nil
	}
	var out []Template
	for i, root := range d.roots {
		if i == 0 {
			for _, t := range d.view.Templates {
				if d.podsOf(root, t) < t.Pods {
					out = append(out, t)
				}
			}
		}
		out = append(out, d.idle(root)...)
	}
	return out
}

// podsOf counts the pods of a template below a node, whatever they do.
func (d *Diagnosis) podsOf(root *node, t Template) int64 {
	var count int64
	walk([]*node{root}, func(n *node, _ int) {
		if n.object.GetKind() != "Pod" {
			return
		}
		matches := func(text string) bool {
			selector, err := labels.Parse(text)
			return err == nil && selector.Matches(labels.Set(n.object.GetLabels()))
		}
		if len(t.Selectors) == 0 || slices.ContainsFunc(t.Selectors, matches) {
			count++
		}
	})
	return count
}

// idle are the topmost workloads at or below a node that want pods and have none.
func (d *Diagnosis) idle(n *node) []Template {
	if n.outdated {
		return nil
	}
	t, wants := wanted(n.object)
	if !wants {
		var out []Template
		for _, child := range n.children {
			out = append(out, d.idle(child)...)
		}
		return out
	}
	if d.podsOf(n, t) > 0 || d.refuses(n) {
		return nil
	}
	return []Template{t}
}

// refuses reports whether something at or below a node says why it does not make what it should, as of this wait.
func (d *Diagnosis) refuses(n *node) bool {
	says := false
	walk([]*node{n}, func(n *node, _ int) {
		cause, refused := d.refusal(n.object)
		says = says || refused && !cause.stale
	})
	return says
}

// wanted is the template of a workload of Kubernetes or LeaderWorkerSet that is to have pods.
func wanted(o *unstructured.Unstructured) (Template, bool) {
	k, _ := workload.Of(o.GroupVersionKind())
	fields, found := k.Template(o)
	if !found || k.Kind == workload.Job.Kind && halted(o) {
		return Template{}, false
	}
	// Volumes of claims that it makes are not in its template.
	if _, claims, _ := unstructured.NestedSlice(o.Object, k.Claims...); claims && k.Claims != nil {
		return Template{}, false
	}
	t := Template{Object: o, Pods: 1}
	if n, set, _ := unstructured.NestedInt64(o.Object, "spec", k.Replicas); set {
		t.Pods = n
	}
	if t.Pods == 0 || runtime.DefaultUnstructuredConverter.FromUnstructured(fields, &t.Pod) != nil {
		return Template{}, false
	}
	return t, true
}

// halted reports whether a Job makes no pods any more, or for the moment.
func halted(job *unstructured.Unstructured) bool {
	suspended, _, _ := unstructured.NestedBool(job.Object, "spec", "suspend")
	conditions, _, _ := unstructured.NestedSlice(job.Object, "status", "conditions")
	return suspended || slices.ContainsFunc(conditions, func(item any) bool {
		c, _ := item.(map[string]any)
		return c["status"] == string(metav1.ConditionTrue) && (c["type"] == "Complete" || c["type"] == "Failed")
	})
}

// Sample is a pod of the template, under the name of what makes it.
func (t Template) Sample() (*unstructured.Unstructured, error) {
	pod := &corev1.Pod{ObjectMeta: *t.Pod.ObjectMeta.DeepCopy(), Spec: *t.Pod.Spec.DeepCopy()}
	pod.Name, pod.Namespace = t.Object.GetName(), t.Object.GetNamespace()
	pod.APIVersion, pod.Kind = "v1", "Pod"
	fields, err := runtime.DefaultUnstructuredConverter.ToUnstructured(pod)
	if err != nil {
		return nil, err
	}
	unstructured.RemoveNestedField(fields, "status")
	unstructured.RemoveNestedField(fields, "metadata", "creationTimestamp")
	return &unstructured.Unstructured{Object: fields}, nil
}
