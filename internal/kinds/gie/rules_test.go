package gie

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

const (
	poolHead      = "apiVersion: inference.networking.k8s.io/v1\nkind: InferencePool\n"
	objectiveHead = "apiVersion: inference.networking.x-k8s.io/v1alpha2\nkind: InferenceObjective\n"
)

// ruleCase is one object and what one rule says of it.
type ruleCase struct {
	reason, rule string
	kind         []kinds.Rule
	dialect      string
	object       string
	// path and text are those of the one finding; empty when there is none.
	path, text string
	warn       bool
}

var ruleCases = map[string]ruleCase{
	"label key with a blank": {
		reason: "the definition cannot hold keys to a pattern", rule: "IP-01", kind: poolRules,
		object: poolHead + `spec: {selector: {matchLabels: {app: a, "bad key!": b}}}`,
		path:   "spec.selector.matchLabels[bad key!]", text: "no pod can have a label of this name",
	},
	"label key with a prefix": {
		reason: "keys may have a DNS prefix", rule: "IP-01", kind: poolRules,
		object: poolHead + `spec: {selector: {matchLabels: {app.kubernetes.io/name: a}}}`,
	},
	"no endpoint picker": {
		reason: "most Gateways refuse it", rule: "IP-02", kind: poolRules, dialect: "v1.6.0",
		object: poolHead + `spec: {}`, path: "spec.endpointPickerRef", text: "most Gateways do not accept", warn: true,
	},
	"endpoint picker": {
		reason: "the usual pool", rule: "IP-02", kind: poolRules, dialect: "v1.6.0",
		object: poolHead + `spec: {endpointPickerRef: {name: epp}}`,
	},
	"no endpoint picker before v1.6.0": {
		reason: "the generation itself requires it, which is told elsewhere", rule: "IP-02", kind: poolRules, dialect: "v1.5.0",
		object: poolHead + `spec: {}`,
	},
	"picker of another group": {
		reason: "Gateways do not resolve it", rule: "IP-03", kind: poolRules,
		object: poolHead + `spec: {endpointPickerRef: {name: epp, group: example.org, kind: Picker}}`,
		path:   "spec.endpointPickerRef.group", text: "support a core Service alone", warn: true,
	},
	"picker of another kind": {
		reason: "Gateways do not resolve it", rule: "IP-03", kind: poolRules,
		object: poolHead + `spec: {endpointPickerRef: {name: epp, kind: Pod}}`,
		path:   "spec.endpointPickerRef.kind", text: "support a core Service alone", warn: true,
	},
	"picker that says it is a Service": {
		reason: "the defaults may be written out", rule: "IP-03", kind: poolRules,
		object: poolHead + `spec: {endpointPickerRef: {name: epp, group: "", kind: Service}}`,
	},
	"picker with a DNS name": {
		reason: "references do not leave the namespace", rule: "IP-05", kind: poolRules,
		object: poolHead + `spec: {endpointPickerRef: {name: epp.llm.svc}}`,
		path:   "spec.endpointPickerRef.name", text: "write its name alone",
	},
	"picker with a long name": {
		reason: "Service names have 63 characters", rule: "IP-05", kind: poolRules,
		object: poolHead + `spec: {endpointPickerRef: {name: ` + strings.Repeat("a", 64) + `}}`,
		path:   "spec.endpointPickerRef.name", text: "at most 63",
	},
	"picker with the longest name": {
		reason: "63 characters are allowed", rule: "IP-05", kind: poolRules,
		object: poolHead + `spec: {endpointPickerRef: {name: ` + strings.Repeat("a", 63) + `}}`,
	},
	"other picker with a DNS name": {
		reason: "nothing is known of the names of other kinds", rule: "IP-05", kind: poolRules,
		object: poolHead + `spec: {endpointPickerRef: {name: a.b, group: example.org, kind: Picker}}`,
	},
	"fail open": {
		reason: "some Gateways reject the requests all the same", rule: "IP-09", kind: poolRules,
		object: poolHead + `spec: {endpointPickerRef: {name: epp, failureMode: FailOpen}}`,
		path:   "spec.endpointPickerRef.failureMode", text: "not every Gateway", warn: true,
	},
	"fail close": {
		reason: "it is the default", rule: "IP-09", kind: poolRules,
		object: poolHead + `spec: {endpointPickerRef: {name: epp, failureMode: FailClose}}`,
	},
	"long pool name": {
		reason: "the chart cuts it", rule: "IP-12", kind: poolRules,
		object: poolHead + `metadata: {name: ` + strings.Repeat("a", 41) + `}`, path: "metadata.name", text: "after 40 characters", warn: true,
	},
	"longest pool name": {
		reason: "40 characters are kept", rule: "IP-12", kind: poolRules,
		object: poolHead + `metadata: {name: ` + strings.Repeat("a", 40) + `}`,
	},
	"empty pool group": {
		reason: "empty is the core group, not the default", rule: "IO-02", kind: objectiveRules,
		object: objectiveHead + `spec: {poolRef: {name: a, group: ""}}`, path: "spec.poolRef.group", text: "endpoint pickers ignore an objective",
	},
	"old pool group": {
		reason: "the group of pools before v1", rule: "IO-02", kind: objectiveRules,
		object: objectiveHead + `spec: {poolRef: {name: a, group: inference.networking.x-k8s.io}}`, path: "spec.poolRef.group", text: "inference.networking.k8s.io",
	},
	"written pool group": {
		reason: "the default may be written out", rule: "IO-02", kind: objectiveRules,
		object: objectiveHead + `spec: {poolRef: {name: a, group: inference.networking.k8s.io}}`,
	},
	"pool of another kind": {
		reason: "nobody looks at the kind, so it is a mistake", rule: "IO-03", kind: objectiveRules,
		object: objectiveHead + `spec: {poolRef: {name: a, kind: Service}}`, path: "spec.poolRef.kind", text: "`InferencePool`",
	},
	"pool of the kind": {
		reason: "the default may be written out", rule: "IO-03", kind: objectiveRules,
		object: objectiveHead + `spec: {poolRef: {name: a, kind: InferencePool}}`,
	},
	"negative priority": {
		reason: "requests are dropped", rule: "IO-06", kind: objectiveRules,
		object: objectiveHead + `spec: {priority: -1, poolRef: {name: a}}`, path: "spec.priority", text: "are rejected while the pool is saturated", warn: true,
	},
	"no priority of its own": {
		reason: "0 is what requests without an objective have", rule: "IO-06", kind: objectiveRules,
		object: objectiveHead + `spec: {priority: 0, poolRef: {name: a}}`,
	},
	"name with a blank": {
		reason: "the name stands in a header", rule: "IO-07", kind: objectiveRules,
		object: objectiveHead + `metadata: {name: "very urgent"}`, path: "metadata.name", text: "in a header",
	},
	"name with dots": {
		reason: "a subdomain is allowed", rule: "IO-07", kind: objectiveRules,
		object: objectiveHead + `metadata: {name: chat.v1}`,
	},
}

func TestRules(t *testing.T) {
	failing, passing := map[string]bool{}, map[string]bool{}
	for name, tc := range ruleCases {
		t.Run(name, func(t *testing.T) {
			var rules []kinds.Rule
			for _, rule := range tc.kind {
				if rule.ID == tc.rule {
					rules = append(rules, rule)
				}
			}
			c := kinds.Candidate{Object: parseObject(t, tc.object), Dialect: tc.dialect}
			errs, warns := kinds.Check(&kinds.Kind{Rules: rules}, c, nil)
			found := slices.Concat(errs, warns)
			if tc.path == "" {
				passing[tc.rule] = true
				if len(found) > 0 {
					t.Errorf("%s: %v", tc.reason, found)
				}
				return
			}
			failing[tc.rule] = true
			if len(found) != 1 || found[0].Field != tc.path || !strings.Contains(found[0].Detail, tc.text) || (len(warns) > 0) != tc.warn {
				t.Errorf("%s: want %q at %s: %v", tc.reason, tc.text, tc.path, found)
			}
			for _, read := range rules[0].Reads {
				if errs, warns := kinds.Check(&kinds.Kind{Rules: rules}, c, []string{read}); len(errs)+len(warns) > 0 {
					t.Errorf("%s is unknown, and still: %v %v", read, errs, warns)
				}
			}
		})
	}
	for _, rule := range slices.Concat(poolRules, objectiveRules) {
		if !failing[rule.ID] || !passing[rule.ID] {
			t.Errorf("%s: failing case = %v, passing case = %v", rule.ID, failing[rule.ID], passing[rule.ID])
		}
	}
}

// TestEveryConstraintIsDecidedOrExcused reads the constraints from the specification of the
// upstream system, which lies beside the repository where the product is developed.
func TestEveryConstraintIsDecidedOrExcused(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "spec", "gateway-inference-extension.md"))
	if os.IsNotExist(err) {
		t.Skip("the specification is not beside the repository, so the list of constraints cannot be compared")
	}
	if err != nil {
		t.Fatal(err)
	}
	specified := map[string]bool{}
	for _, match := range regexp.MustCompile(`(?m)^\| (I[PO]-[0-9]+) \|`).FindAllStringSubmatch(string(data), -1) {
		specified[match[1]] = true
	}
	if len(specified) < 22 {
		t.Fatalf("only %d constraints found; the format of the specification has changed", len(specified))
	}
	decided := map[string]bool{}
	for _, rule := range slices.Concat(poolRules, objectiveRules) {
		decided[rule.ID] = true
	}
	for id := range specified {
		if _, excused := NotOffline[id]; decided[id] == excused {
			t.Errorf("%s: has a rule = %v, is listed in NotOffline = %v; want one of them", id, decided[id], excused)
		}
	}
	for id := range NotOffline {
		if !specified[id] {
			t.Errorf("%s is listed in NotOffline and not specified", id)
		}
	}
}
