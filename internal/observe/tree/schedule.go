package tree

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
)

// noticed is how long an autoscaler may take to tell that it makes a node for a pod.
const noticed = 30 * time.Second

// elastic are labels of nodes that come and go: of Karpenter, and of the node groups of cloud providers.
var elastic = []string{
	"karpenter.sh/nodepool", "karpenter.sh/provisioner-name", "cloud.google.com/gke-nodepool", "eks.amazonaws.com/nodegroup",
	"alpha.eksctl.io/nodegroup-name", "kubernetes.azure.com/agentpool", "doks.digitalocean.com/node-pool", "oci.oraclecloud.com/fault-domain",
	"cluster.x-k8s.io/machine", "machine.openshift.io/cluster-api-machine-type", "node-role.kubernetes.io/autoscaled",
}

// The words of the scheduler about nodes that have too little of a resource, and about those without the labels.
//
// Source: kubernetes/kubernetes pkg/scheduler/framework/plugins/{noderesources/fit,nodeaffinity/node_affinity}.go@v1.36.3.
var insufficient = regexp.MustCompile(`(\d+) Insufficient ([\w./-]*\w)`)

const unlabelled = "didn't match Pod's node affinity/selector"

// schedulingCauses are about pods that have no node.
func (d *Diagnosis) schedulingCauses() []Cause {
	var causes []Cause
	for _, p := range d.Pods {
		if p.Phase != Scheduling {
			continue
		}
		c := condition(p.pod, corev1.PodScheduled)
		if c == nil {
			causes = append(causes, d.unattended(p)...)
			continue
		}
		if c.Status != corev1.ConditionFalse || c.Reason != corev1.PodReasonUnschedulable {
			continue
		}
		if unsuited := d.claimCauses(p, c.Message); len(unsuited) > 0 {
			causes = append(causes, unsuited...)
			continue
		}
		cause := Cause{Reason: NotScheduled, outdated: p.outdated, Labels: p.pod.Labels, Says: fmt.Sprintf("no node has room for Pod/%s: %s", p.Name, oneLine(c.Message))}
		cause.Lacks = d.lacks(p, c.Message)
		cause.Unlabelled = len(cause.Lacks) == 0 && strings.Contains(c.Message, unlabelled)
		if d.hopeless(p) {
			cause.Reason = NoNode
			cause.Says = fmt.Sprintf("no node of the cluster can ever take Pod/%s, however empty it is: %s", p.Name, oneLine(c.Message))
			cause.finalAt = latest(c.LastTransitionTime.Time, d.view.Begun).Add(noticed)
		}
		causes = append(causes, cause)
	}
	return causes
}

// lacks are the resources that the pod does not get, sorted. The scheduler counts the nodes that have too little of each, also those
// that could never take the pod. What only those lack, such as memory of nodes without devices, keeps no pod off.
func (d *Diagnosis) lacks(p Pod, message string) []string {
	never, hopeful := map[string]int{}, false
	nodes := capacity.Candidates(d.view.Nodes, &p.pod.Spec)
	for _, n := range nodes {
		short := capacity.Short(n, &p.pod.Spec)
		hopeful = hopeful || len(short) == 0
		for _, name := range short {
			never[name]++
		}
	}
	var all, lacks []string
	wanting := capacity.Wanting(nodes, &p.pod.Spec)
	for _, match := range insufficient.FindAllStringSubmatch(message, -1) {
		name := match[2]
		all = append(all, name)
		if count, err := strconv.Atoi(match[1]); err == nil && (hopeful && count > never[name] || !hopeful && slices.Contains(wanting, name)) {
			lacks = append(lacks, name)
		}
	}
	if len(lacks) == 0 {
		lacks = all
	}
	slices.Sort(lacks)
	return slices.Compact(lacks)
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
	return !slices.ContainsFunc(d.view.Nodes, func(n corev1.Node) bool { return capacity.Suits(&n, &p.pod.Spec) })
}

// oneLine is a text without line breaks, without secrets and not too long.
func oneLine(text string) string {
	return shorten(Redact(strings.Join(strings.Fields(text), " ")), 320)
}
