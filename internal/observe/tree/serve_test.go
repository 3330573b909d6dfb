package tree

import (
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// manifest reads an object from YAML.
func manifest(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	raw, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	o := &unstructured.Unstructured{}
	if err := o.UnmarshalJSON(raw); err != nil {
		t.Fatal(err)
	}
	return o
}

const (
	between = `{apiVersion: inference.llmaz.io/v1alpha1, kind: Service, metadata: {name: between, uid: between, generation: 77, ownerReferences: [{uid: root, controller: true}]}}`
	// finished and rolling are a Deployment of generation 2 whose rollout is over, and one with an old pod left.
	finished = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: pods, uid: pods, generation: 2, ownerReferences: [{uid: between, controller: true}]},
spec: {replicas: 1}, status: {observedGeneration: 2, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1}}`
	rolling = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: pods, uid: pods, generation: 2, ownerReferences: [{uid: between, controller: true}]},
spec: {replicas: 1}, status: {observedGeneration: 2, replicas: 2, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1}}`
	// silence is a LeaderWorkerSet whose status does not say which generation it is about.
	silence = `{apiVersion: leaderworkerset.x-k8s.io/v1, kind: LeaderWorkerSet, metadata: {name: pods, uid: pods, generation: 2, ownerReferences: [{uid: between, controller: true}]},
spec: {replicas: 1}, status: {replicas: 1, updatedReplicas: 1, readyReplicas: 1, conditions: [{type: Available, status: "True"}]}}`
	inner   = `{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: inner, uid: inner, generation: 9, ownerReferences: [{uid: pods, controller: true}]}, spec: {replicas: 1}}`
	leaving = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: old, uid: old, generation: 1, deletionTimestamp: "2026-01-01T00:00:00Z", ownerReferences: [{uid: root, controller: true}]}, spec: {replicas: 1}}`
	foreign = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: foreign, uid: foreign, generation: 1, ownerReferences: [{uid: another, controller: true}]}, spec: {replicas: 1}}`
)

// TestServes judges roots by what they say, by whether their operator has acted on the change, and by their workloads.
func TestServes(t *testing.T) {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	before := map[types.UID]int64{"pods": 1}
	unchanged := map[types.UID]int64{"pods": 2}
	const settle = 10 * time.Second
	cases := map[string]struct {
		reason  string
		phase   observe.Phase
		change  Change
		objects []string
		want    observe.Phase
		says    string
		again   time.Time
	}{
		"serves":           {"all is said and done", observe.Ready, Change{}, []string{between, finished}, observe.Ready, "said", time.Time{}},
		"nothing below":    {"some kinds have no workloads", observe.Ready, Change{}, nil, observe.Ready, "said", time.Time{}},
		"says no":          {"what the root denies, no workload makes true", observe.NotDone, Change{}, []string{between, finished}, observe.NotDone, "said", time.Time{}},
		"failed":           {"a failure is one whatever serves", observe.Failed, Change{}, []string{between, finished}, observe.Failed, "said", time.Time{}},
		"rolling":          {"Ready is said while an old pod serves", observe.Ready, Change{}, []string{between, rolling}, observe.NotDone, "Deployment/pods: 1 old replicas are still there", time.Time{}},
		"parts":            {"what a workload makes is the workload's to judge", observe.Ready, Change{}, []string{between, finished, inner}, observe.Ready, "said", time.Time{}},
		"on its way out":   {"a workload that makes way for another is waited for by nobody", observe.Ready, Change{}, []string{between, finished, leaving}, observe.Ready, "said", time.Time{}},
		"another's":        {"it belongs to another root", observe.Ready, Change{}, []string{between, finished, foreign}, observe.Ready, "said", time.Time{}},
		"not acted on":     {"the workload is as it was, and so is what is said", observe.Ready, Change{Awaited: true, Before: unchanged, Moved: ago(3 * time.Second), Settle: settle}, []string{between, finished}, observe.NotDone, "has not acted on the change yet; before it: said", now.Add(7 * time.Second)},
		"stale failure":    {"a failure from before the change is none", observe.Failed, Change{Awaited: true, Before: unchanged, Moved: ago(time.Second), Settle: settle}, []string{between, finished}, observe.NotDone, "before it: said", now.Add(9 * time.Second)},
		"settled":          {"nothing has followed for long enough", observe.Ready, Change{Awaited: true, Before: unchanged, Moved: ago(settle), Settle: settle}, []string{between, finished}, observe.Ready, "said", time.Time{}},
		"acted on":         {"the workload has changed, and its rollout is over", observe.Ready, Change{Awaited: true, Before: before, Moved: ago(time.Second), Settle: settle}, []string{between, finished}, observe.Ready, "said", time.Time{}},
		"acted on, rolls":  {"the workload has changed, and its rollout is not over", observe.Ready, Change{Awaited: true, Before: before, Moved: ago(time.Hour), Settle: settle}, []string{between, rolling}, observe.NotDone, "Deployment/pods", time.Time{}},
		"just acted":       {"another workload of the same root may be next", observe.Ready, Change{Awaited: true, Before: before, Moved: ago(0), Settle: settle}, []string{between, finished}, observe.NotDone, "before it: said", now.Add(time.Second)},
		"noise":            {"the object between has another generation every second, which tells nothing", observe.Ready, Change{Awaited: true, Before: unchanged, Moved: ago(time.Second), Settle: settle}, []string{between, finished}, observe.NotDone, "before it: said", now.Add(9 * time.Second)},
		"silent":           {"the workload has changed, and what its status says may be from before that", observe.Ready, Change{Awaited: true, Before: before, Moved: ago(time.Second), Settle: settle}, []string{between, silence}, observe.NotDone, "before it: said", now.Add(9 * time.Second)},
		"silent, settled":  {"its controller has had time to follow", observe.Ready, Change{Awaited: true, Before: before, Moved: ago(settle), Settle: settle}, []string{between, silence}, observe.Ready, "said", time.Time{}},
		"replaced":         {"a workload that is not there any more is a change", observe.Ready, Change{Awaited: true, Before: map[types.UID]int64{"pods": 2, "old": 1}, Moved: ago(time.Second), Settle: settle}, []string{between, finished}, observe.Ready, "said", time.Time{}},
		"unseen":           {"what nobody could look at before tells nothing", observe.Ready, Change{Awaited: true, Moved: ago(time.Second), Settle: settle}, []string{between, finished}, observe.NotDone, "before it: said", now.Add(9 * time.Second)},
		"lags":             {"the pods serve and nothing moves", observe.NotDone, Change{Lags: true, Moved: ago(settle), Settle: settle}, []string{between, finished}, observe.Ready, "all pods serve, whatever its operator says: said", time.Time{}},
		"lags, not rested": {"the operator may still say it", observe.NotDone, Change{Lags: true, Moved: ago(time.Second), Settle: settle}, []string{between, finished}, observe.NotDone, "said", now.Add(9 * time.Second)},
		"lags, rolls":      {"the pods do not serve", observe.NotDone, Change{Lags: true, Moved: ago(time.Hour), Settle: settle}, []string{between, rolling}, observe.NotDone, "Deployment/pods", time.Time{}},
		"lags, none":       {"there is nothing to judge by", observe.NotDone, Change{Lags: true, Moved: ago(time.Hour), Settle: settle}, nil, observe.NotDone, "said", time.Time{}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			root := &unstructured.Unstructured{}
			root.SetUID("root")
			v := View{Now: now, Roots: []Root{{Object: root, Judgement: observe.Result{Phase: tc.phase, Message: "said"}, Change: tc.change}}}
			for _, text := range tc.objects {
				v.Objects = append(v.Objects, manifest(t, text))
			}
			got, again := v.Serves(0)
			if got.Phase != tc.want || !strings.Contains(got.Message, tc.says) || !again.Equal(tc.again) {
				t.Errorf("%s: %s: %s, again at %s; want %s: %s, again at %s", tc.reason, got.Phase, got.Message, again, tc.want, tc.says, tc.again)
			}
		})
	}
}
