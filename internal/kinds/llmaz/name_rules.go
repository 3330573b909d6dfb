package llmaz

import (
	"fmt"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// Lengths a name may have, because of the objects that are named after it.
const (
	// maxFrontedName leaves room for "-lb" in the name of the core Service.
	maxFrontedName = validation.DNS1035LabelMaxLength - len("-lb")
	// maxStatefulSetName leaves room in the label controller-revision-hash, the name
	// of the StatefulSet with a dash and a hash of up to ten characters, on its pods.
	//
	// Mirrors kubernetes/kubernetes pkg/controller/history/controller_history.go@v1.36.3.
	maxStatefulSetName = validation.LabelValueMaxLength - len("-") - 10
)

// workloadNameRules are the rules on the name of a playground or a service; id is that
// of the kind's own webhook rule.
func workloadNameRules(id string) []kinds.Rule {
	return []kinds.Rule{
		{
			ID: id, Says: "the name has lower-case letters, digits and `-`, with a letter or digit at both ends",
			Reads: []string{"metadata.name"}, Check: nameRule(labelName),
		},
		{
			ID: "N-1", Says: "the name starts with a letter",
			Reads: []string{"metadata.name"}, Check: nameRule(letterFirst),
		},
		{
			ID: "N-2", Says: "the name has at most 60 characters, because the core Service in front of the pods is named `<name>-lb`",
			Reads: []string{"metadata.name"}, Check: nameRule(frontedLength),
		},
		// In direct mode a Deployment may stand in for the StatefulSet; the renderer knows.
		{
			ID: "N-3", Says: "the name has at most 52 characters, because pods carry it with a hash in a label",
			Reads: []string{"metadata.name"}, Modes: kinds.OperatorMode, Check: nameRule(statefulSetLength),
		},
		{
			ID: "N-5", Says: "the name has no dots",
			Reads: []string{"metadata.name"}, Check: nameRule(nameWithoutDots),
		},
	}
}

// nameRule makes a rule of a function that says what is wrong with a name, or nothing.
func nameRule(refuse func(name string) string) func(kinds.Candidate) field.ErrorList {
	return func(c kinds.Candidate) field.ErrorList {
		name := c.Object.GetName()
		if name == "" {
			return nil
		}
		if detail := refuse(name); detail != "" {
			return field.ErrorList{field.Invalid(field.NewPath("metadata", "name"), name, detail)}
		}
		return nil
	}
}

// labelName finds what a DNS-1123 label forbids apart from dots and length.
func labelName(name string) string {
	label := strings.ReplaceAll(name, ".", "x")
	if longest := validation.DNS1123LabelMaxLength; len(label) > longest {
		label = label[:longest-1] + label[len(label)-1:]
	}
	if len(validation.IsDNS1123Label(label)) == 0 {
		return ""
	}
	return "must consist of lower-case letters, digits and `-`, with a letter or digit at both ends"
}

func letterFirst(name string) string {
	if name[0] < '0' || name[0] > '9' {
		return ""
	}
	return "must start with a letter, because a core Service and a LeaderWorkerSet are named after it; put a word in front"
}

func frontedLength(name string) string {
	if len(name) <= maxFrontedName {
		return ""
	}
	return fmt.Sprintf("has %d characters; at most %d are allowed, because the core Service in front of the pods is named `<name>-lb`",
		len(name), maxFrontedName)
}

// statefulSetLength leaves the names that are too long in any case to N-2.
func statefulSetLength(name string) string {
	if len(name) <= maxStatefulSetName || len(name) > maxFrontedName {
		return ""
	}
	return fmt.Sprintf("has %d characters; at most %d are allowed, because a StatefulSet is named after it and its pods carry that "+
		"name with a hash in a label: no pod could be created", len(name), maxStatefulSetName)
}

func nameWithoutDots(name string) string {
	if !strings.Contains(name, ".") {
		return ""
	}
	return fmt.Sprintf("must not contain dots; write `%s`, for example", strings.ReplaceAll(name, ".", "--"))
}

// groupNameRule holds the name of a service of several hosts to the length that the
// StatefulSet of its last group, <name>-<group>, can have.
//
// Mirrors kubernetes-sigs/lws pkg/controllers/pod_controller.go@v0.9.0.
func groupNameRule(s *inferencev1alpha1.Service, c kinds.Candidate) field.ErrorList {
	if groupSize(s) <= 1 {
		return nil
	}
	replicas := serviceReplicas(s)
	_, maxSurge := rolloutBounds(s)
	surge, err := intstr.GetScaledValueFromIntOrPercent(&maxSurge, int(replicas), true)
	if err != nil {
		return nil
	}
	name := c.Object.GetName()
	if fault := groupNameLength(name, max(int(replicas)+surge-1, 0)); fault != "" {
		return field.ErrorList{field.Invalid(field.NewPath("metadata", "name"), name, fault)}
	}
	return nil
}

// groupNameLength says what is wrong with the name of a set whose groups span several
// hosts and are numbered up to last; nothing when it fits.
func groupNameLength(name string, last int) string {
	longest := maxStatefulSetName - len("-") - len(strconv.Itoa(last))
	if len(name) <= longest {
		return ""
	}
	return fmt.Sprintf("has %d characters; at most %d are allowed for groups of several hosts, because the StatefulSet of the last group is named "+
		"`<name>-%d` and its pods carry that name with a hash in a label", len(name), longest, last)
}
