package gie

import (
	"strings"
	"testing"

	giev1 "github.com/inferops/terraform-provider-inference/internal/apis/gie/v1"
	"github.com/inferops/terraform-provider-inference/internal/apis/gie/v1alpha2"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

const validPool = `
apiVersion: inference.networking.k8s.io/v1
kind: InferencePool
metadata: {name: qwen, namespace: llm}
spec:
  selector: {matchLabels: {app: qwen}}
  targetPorts: [{number: 8000}]
  endpointPickerRef: {name: epp, port: {number: 9002}}
`

const validObjective = `
apiVersion: inference.networking.x-k8s.io/v1alpha2
kind: InferenceObjective
metadata: {name: chat, namespace: llm}
spec:
  poolRef: {name: qwen}
`

var poolCases = map[string]kindstest.Case{
	"label key with a blank": {
		Reason: "the definition cannot hold keys to a pattern",
		Patch:  `spec: {selector: {matchLabels: {app: a, "bad key!": b}}}`,
		Want:   []string{"IP-01 spec.selector.matchLabels[bad key!]: no pod can have a label of this name"},
	},
	"label key with a prefix": {
		Reason: "keys may have a DNS prefix",
		Patch:  `spec: {selector: {matchLabels: {app.kubernetes.io/name: a}}}`,
		Near:   []string{"IP-01"},
	},
	"no endpoint picker": {
		Reason: "most Gateways refuse it", Release: "v1.6.0",
		Patch: `spec: {endpointPickerRef: null}`,
		Want:  []string{"warning IP-02 spec.endpointPickerRef: most Gateways do not accept"},
	},
	"endpoint picker": {
		Reason: "the usual pool", Release: "v1.6.0",
		Patch: `spec: {endpointPickerRef: {name: epp}}`,
		Near:  []string{"IP-02"},
	},
	"no endpoint picker before v1.6.0": {
		Reason: "the release itself requires it, which is told elsewhere", Release: "v1.5.0",
		Patch: `spec: {endpointPickerRef: null}`,
		Near:  []string{"IP-02"},
	},
	"picker of another group": {
		Reason: "Gateways do not resolve it",
		Patch:  `spec: {endpointPickerRef: {name: epp, group: example.org, kind: Picker}}`,
		Want:   []string{"warning IP-03 spec.endpointPickerRef.group: support a core Service alone"},
	},
	"picker of another kind": {
		Reason: "Gateways do not resolve it",
		Patch:  `spec: {endpointPickerRef: {name: epp, kind: Pod}}`,
		Want:   []string{"warning IP-03 spec.endpointPickerRef.kind: support a core Service alone"},
	},
	"picker that says it is a Service": {
		Reason: "the defaults may be written out",
		Patch:  `spec: {endpointPickerRef: {name: epp, group: "", kind: Service}}`,
		Near:   []string{"IP-03"},
	},
	"picker with a DNS name": {
		Reason: "references do not leave the namespace",
		Patch:  `spec: {endpointPickerRef: {name: epp.llm.svc}}`,
		Want:   []string{"IP-05 spec.endpointPickerRef.name: write its name alone"},
	},
	"picker with a long name": {
		Reason: "Service names have 63 characters",
		Patch:  `spec: {endpointPickerRef: {name: ` + strings.Repeat("a", 64) + `}}`,
		Want:   []string{"IP-05 spec.endpointPickerRef.name: at most 63"},
	},
	"picker with the longest name": {
		Reason: "63 characters are allowed",
		Patch:  `spec: {endpointPickerRef: {name: ` + strings.Repeat("a", 63) + `}}`,
		Near:   []string{"IP-05"},
	},
	"picker of another group with a DNS name": {
		Reason: "nothing is known of the names in other groups",
		Patch:  `spec: {endpointPickerRef: {name: a.b, group: example.org}}`,
		Want:   []string{"warning IP-03 spec.endpointPickerRef.group: will not resolve"},
		Near:   []string{"IP-05"},
	},
	"picker of another kind with a DNS name": {
		Reason: "nothing is known of the names of other kinds",
		Patch:  `spec: {endpointPickerRef: {name: a.b, kind: Picker}}`,
		Want:   []string{"warning IP-03 spec.endpointPickerRef.kind: will not resolve"},
		Near:   []string{"IP-05"},
	},
	"fail open": {
		Reason: "some Gateways reject the requests all the same",
		Patch:  `spec: {endpointPickerRef: {name: epp, failureMode: FailOpen}}`,
		Want:   []string{"warning IP-09 spec.endpointPickerRef.failureMode: not every Gateway"},
	},
	"fail close": {
		Reason: "it is the default",
		Patch:  `spec: {endpointPickerRef: {name: epp, failureMode: FailClose}}`,
		Near:   []string{"IP-09"},
	},
	"long pool name": {
		Reason: "the chart cuts it",
		Patch:  `metadata: {name: ` + strings.Repeat("a", 41) + `}`,
		Want:   []string{"warning IP-12 metadata.name: after 40 characters"},
	},
	"longest pool name": {
		Reason: "40 characters are kept",
		Patch:  `metadata: {name: ` + strings.Repeat("a", 40) + `}`,
		Near:   []string{"IP-12"},
	},
}

var objectiveCases = map[string]kindstest.Case{
	"empty pool group": {
		Reason: "empty is the core group, not the default",
		Patch:  `spec: {poolRef: {name: a, group: ""}}`,
		Want:   []string{"IO-02 spec.poolRef.group: endpoint pickers ignore it"},
	},
	"old pool group": {
		Reason: "the group of pools before v1",
		Patch:  `spec: {poolRef: {name: a, group: inference.networking.x-k8s.io}}`,
		Want:   []string{"IO-02 spec.poolRef.group: inference.networking.k8s.io"},
	},
	"written pool group": {
		Reason: "the default may be written out",
		Patch:  `spec: {poolRef: {name: a, group: inference.networking.k8s.io}}`,
		Near:   []string{"IO-02"},
	},
	"pool of another kind": {
		Reason: "nobody looks at the kind, so it is a mistake",
		Patch:  `spec: {poolRef: {name: a, kind: Service}}`,
		Want:   []string{"IO-03 spec.poolRef.kind: `InferencePool`"},
	},
	"pool of the kind": {
		Reason: "the default may be written out",
		Patch:  `spec: {poolRef: {name: a, kind: InferencePool}}`,
		Near:   []string{"IO-03"},
	},
	"pool of another namespace": {
		Reason:     "endpoint pickers read their own namespace",
		References: []string{pickedPool("other", "qwen")},
		Want:       []string{"IO-04 metadata.namespace: is in the namespace `other`"},
	},
	"pool without an endpoint picker": {
		Reason:     "nobody reads the objective",
		References: []string{"{apiVersion: inference.networking.k8s.io/v1, kind: InferencePool, metadata: {name: qwen, namespace: llm}, spec: {}}"},
		Want:       []string{"warning IO-04 spec.poolRef.name: set `endpoint_picker_ref`"},
	},
	"pool with an endpoint picker": {
		Reason:     "it reads the objective, and another pool of the name does not matter",
		References: []string{pickedPool("other", "qwen"), pickedPool("llm", "qwen")},
		Near:       []string{"IO-04"},
	},
	"another pool": {
		Reason:     "a pool that is not given is taken on trust",
		References: []string{pickedPool("llm", "mistral")},
		Near:       []string{"IO-04"},
	},
	"priority of 64 bits": {
		Reason: "the definition has no bounds", Release: "v1.5.0",
		Patch: `spec: {priority: 4294967296, poolRef: {name: a}}`, Near: []string{"IO-05"},
	},
	"priority of 64 bits for llm-d": {
		Reason: "its definition has 32", Release: "llm-d-router-v0.10.0",
		Patch: `spec: {priority: 2147483648, poolRef: {name: a}}`, Want: []string{"IO-05 spec.priority: to 2147483647"},
	},
	"negative priority": {
		Reason: "requests are dropped",
		Patch:  `spec: {priority: -1, poolRef: {name: a}}`,
		Want:   []string{"warning IO-06 spec.priority: are rejected while the pool is saturated"},
	},
	"no priority of its own": {
		Reason: "0 is what requests without an objective have",
		Patch:  `spec: {priority: 0, poolRef: {name: a}}`,
		Near:   []string{"IO-06"},
	},
	"name with a blank": {
		Reason: "the name stands in a header",
		Patch:  `metadata: {name: "very urgent"}`,
		Want:   []string{"IO-07 metadata.name: in a header"},
	},
	"name with dots": {
		Reason: "a subdomain is allowed",
		Patch:  `metadata: {name: chat.v1}`,
		Near:   []string{"IO-07"},
	},
}

// pickedPool is the definition of a pool with an endpoint picker.
func pickedPool(namespace, name string) string {
	return "{apiVersion: inference.networking.k8s.io/v1, kind: InferencePool, metadata: {name: " + name + ", namespace: " + namespace + "}, spec: {endpointPickerRef: {name: epp}}}"
}

func TestRules(t *testing.T) {
	kindstest.Rules(t, Kinds(), map[string]kindstest.Table{
		"pool":          {Valid: validPool, Fits: kindstest.Fits[giev1.InferencePool], Cases: poolCases},
		"model_rewrite": {Valid: validRewrite, Fits: kindstest.Fits[v1alpha2.InferenceModelRewrite], Cases: rewriteCases},
		"objective":     {Valid: validObjective, Fits: kindstest.Fits[v1alpha2.InferenceObjective], Cases: objectiveCases},
	})
}

func TestConstraints(t *testing.T) {
	kindstest.Constraints(t, Kinds(), notOffline, kindstest.Specification{
		File: "gateway-inference-extension.md", IDs: `(?m)^\| (I[PO]-[0-9]+) \|`, AtLeast: 22,
	}, kindstest.Specification{
		File: "gie-rewrite.md", IDs: `(?m)^\| (IMR-[0-9]+) \|`, AtLeast: 20,
	})
}
