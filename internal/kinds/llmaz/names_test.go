package llmaz

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation"
)

func TestDerivedNames(t *testing.T) {
	workload := "w" + strings.Repeat("x", maxStatefulSetName-1)
	fronted := "w" + strings.Repeat("x", maxFrontedName-1)
	cases := map[string]struct {
		reason string
		name   string
		check  func(string) []string
	}{
		"FrontService": {
			reason: "The name of a core Service is a DNS label of at most 63 characters.",
			name:   frontServiceName(fronted),
			check:  validation.IsDNS1035Label,
		},
		"ModelsClaim": {
			reason: "A claim may become the value of a label.",
			name:   modelsClaimName(workload),
			check:  validation.IsDNS1123Label,
		},
		"ControllerRevision": {
			reason: "The StatefulSet controller labels pods with this name.",
			name:   workload + "-" + strings.Repeat("9", 10),
			check:  validation.IsValidLabelValue,
		},
		"FirstLoader": {
			reason: "A container has a DNS label as name.",
			name:   loaderName(0),
			check:  validation.IsDNS1123Label,
		},
		"SecondLoader": {
			reason: "So has the loader of a draft model.",
			name:   loaderName(1),
			check:  validation.IsDNS1123Label,
		},
		"ServingPort": {
			reason: "A port has an IANA service name.",
			name:   servingPortName,
			check:  validation.IsValidPortName,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if faults := tc.check(tc.name); len(faults) > 0 {
				t.Errorf("%s: %q: %s", tc.reason, tc.name, strings.Join(faults, "; "))
			}
		})
	}
}

func TestDerivedNamesAreDistinct(t *testing.T) {
	if loaderName(0) == loaderName(1) {
		t.Errorf("two loaders of one pod have the name %s", loaderName(0))
	}
	// The LeaderWorkerSet controller gives its headless Service the name of the workload.
	if frontServiceName("a") == "a" {
		t.Error("the Service in front of a workload has the name of its headless Service")
	}
}

func TestKeysAreQualified(t *testing.T) {
	for _, key := range []string{labelModelName, labelModelFamilyName, annotationInferenceFlavors, annotationSkipModelLoader} {
		if faults := validation.IsQualifiedName(key); len(faults) > 0 {
			t.Errorf("%q is no label or annotation key: %s", key, strings.Join(faults, "; "))
		}
	}
}

func TestFrontEndpoint(t *testing.T) {
	if got, want := frontEndpoint("qwen", "llm"), "http://qwen-lb.llm.svc:8080"; got != want {
		t.Errorf("endpoint is %s, want %s", got, want)
	}
}
