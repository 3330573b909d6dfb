package tree

import (
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"
)

// noticed is how long an autoscaler may take to tell that it makes a node for a pod.
const noticed = 30 * time.Second

// elastic are labels of nodes that come and go: of Karpenter, and of the node groups of cloud providers.
var elastic = []string{
	"karpenter.sh/nodepool", "karpenter.sh/provisioner-name", "cloud.google.com/gke-nodepool", "eks.amazonaws.com/nodegroup",
	"alpha.eksctl.io/nodegroup-name", "kubernetes.azure.com/agentpool", "doks.digitalocean.com/node-pool", "oci.oraclecloud.com/fault-domain",
	"cluster.x-k8s.io/machine", "machine.openshift.io/cluster-api-machine-type", "node-role.kubernetes.io/autoscaled",
}

// schedulingCauses are about pods that the scheduler has found no node for.
func (d *Diagnosis) schedulingCauses() []Cause {
	var causes []Cause
	for _, p := range d.Pods {
		c := condition(p.pod, corev1.PodScheduled)
		if p.Phase != Scheduling || c == nil || c.Status != corev1.ConditionFalse || c.Reason != corev1.PodReasonUnschedulable {
			continue
		}
		cause := Cause{Reason: NotScheduled, outdated: p.outdated, Says: fmt.Sprintf("no node has room for Pod/%s: %s", p.Name, oneLine(c.Message))}
		if d.hopeless(p) {
			cause.Reason = NoNode
			cause.Says = fmt.Sprintf("no node of the cluster can ever take Pod/%s, however empty it is: %s", p.Name, oneLine(c.Message))
			cause.finalAt = latest(c.LastTransitionTime.Time, d.view.Begun).Add(noticed)
		}
		causes = append(causes, cause)
	}
	return causes
}

// hopeless reports whether all nodes were read, none could take the pod if it were empty, and
// nothing shows that others may come.
func (d *Diagnosis) hopeless(p Pod) bool {
	if len(d.view.Nodes) == 0 {
		return false
	}
	grows := slices.ContainsFunc(d.view.Nodes, func(n corev1.Node) bool {
		return slices.ContainsFunc(elastic, func(label string) bool { _, ok := n.Labels[label]; return ok })
	})
	about := &unstructured.Unstructured{}
	about.SetUID(p.pod.UID)
	refused := false
	for _, e := range d.view.about(about) {
		switch e.Reason {
		case "TriggeredScaleUp", "Nominated":
			return false
		case "NotTriggerScaleUp":
			refused = true
		}
	}
	if grows && !refused {
		return false
	}
	return !slices.ContainsFunc(d.view.Nodes, func(n corev1.Node) bool { return takes(n, p.pod) })
}

// takes reports whether a node, were it empty, could take the pod: by its labels and by what it has. Taints
// are left out, since they come and go.
func takes(n corev1.Node, pod *corev1.Pod) bool {
	if !labels.SelectorFromSet(pod.Spec.NodeSelector).Matches(labels.Set(n.Labels)) || !attracts(n, pod.Spec.Affinity) {
		return false
	}
	needed := corev1.ResourceList{}
	for _, c := range pod.Spec.Containers {
		for name, amount := range c.Resources.Requests {
			sum := needed[name]
			sum.Add(amount)
			needed[name] = sum
		}
	}
	for _, c := range pod.Spec.InitContainers {
		for name, amount := range c.Resources.Requests {
			if most := needed[name]; amount.Cmp(most) > 0 {
				needed[name] = amount
			}
		}
	}
	for name, amount := range needed {
		has, ok := n.Status.Allocatable[name]
		if (!ok && amount.Cmp(resource.Quantity{}) > 0) || ok && has.Cmp(amount) < 0 {
			return false
		}
	}
	return true
}

// attracts reports whether a node is one of those that the affinity requires.
func attracts(n corev1.Node, affinity *corev1.Affinity) bool {
	if affinity == nil || affinity.NodeAffinity == nil || affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution == nil {
		return true
	}
	terms := affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution.NodeSelectorTerms
	return slices.ContainsFunc(terms, func(term corev1.NodeSelectorTerm) bool {
		names := labels.Set{metav1.ObjectNameField: n.Name}
		return len(term.MatchExpressions)+len(term.MatchFields) > 0 &&
			meets(term.MatchExpressions, n.Labels) && meets(term.MatchFields, names)
	})
}

var operators = map[corev1.NodeSelectorOperator]selection.Operator{
	corev1.NodeSelectorOpIn: selection.In, corev1.NodeSelectorOpNotIn: selection.NotIn,
	corev1.NodeSelectorOpExists: selection.Exists, corev1.NodeSelectorOpDoesNotExist: selection.DoesNotExist,
	corev1.NodeSelectorOpGt: selection.GreaterThan, corev1.NodeSelectorOpLt: selection.LessThan,
}

// meets reports whether the labels meet all requirements. One that cannot be read is met.
func meets(requirements []corev1.NodeSelectorRequirement, set labels.Set) bool {
	return !slices.ContainsFunc(requirements, func(r corev1.NodeSelectorRequirement) bool {
		requirement, err := labels.NewRequirement(r.Key, operators[r.Operator], r.Values)
		return err == nil && !requirement.Matches(set)
	})
}

// oneLine is a text without line breaks, without secrets and not too long.
func oneLine(text string) string {
	return shorten(Redact(strings.Join(strings.Fields(text), " ")), 320)
}
