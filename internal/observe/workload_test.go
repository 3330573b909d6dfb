package observe

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/workload"
)

// messages has, for every fixture, what its judgement must say.
var messages = map[string]string{
	"deployment-creating":                         "1 of 3 replicas are available",
	"deployment-creating-deleted":                 "being deleted since 2025-06-10T12:00:00Z",
	"deployment-creating-new":                     "seen generation 0 of 1",
	"deployment-creating-quota":                   "ReplicaFailure=True (FailedCreate): pods \"qwen-6f-\" is forbidden: exceeded quota: gpus",
	"deployment-creating-surge":                   "1 old replicas are still there",
	"deployment-failed":                           "Progressing=False (ProgressDeadlineExceeded): ReplicaSet \"qwen-6f\" has timed out progressing.",
	"deployment-ready":                            "2 of 2 replicas are available",
	"deployment-creating-standby":                 "0 of 2 replicas are available",
	"deployment-ready-standby":                    "1 of 2 replicas are available",
	"deployment-ready-scaled_to_zero":             "0 of 0 replicas are available",
	"deployment-stale":                            "seen generation 2 of 3",
	"deployment-stale-failed":                     "seen generation 1 of 2",
	"horizontalpodautoscaler-ready":               "the HorizontalPodAutoscaler exists",
	"horizontalpodautoscaler-ready-new":           "the HorizontalPodAutoscaler exists",
	"horizontalpodautoscaler-ready-unable":        "does not scale: AbleToScale=False (FailedGetScale): the HPA controller was unable",
	"job-creating":                                "1 pods are active, 0 succeeded, 0 failed",
	"job-creating-failing":                        "1 pods are active, 0 succeeded, 3 failed",
	"job-creating-suspended":                      "Suspended=True (JobSuspended)",
	"job-failed":                                  "Failed=True (BackoffLimitExceeded): Job has reached the specified backoff limit",
	"job-ready":                                   "Complete=True (CompletionsReached)",
	"leaderworkerset-creating":                    "1 of 2 groups are ready",
	"leaderworkerset-creating-first":              "Progressing=True (GroupsProgressing)",
	"leaderworkerset-creating-no_controller":      "without the LeaderWorkerSet controller",
	"leaderworkerset-creating-not_updated":        "1 of 2 groups are updated",
	"leaderworkerset-creating-surge":              "2 groups exist and 2 are updated, 1 are wanted",
	"leaderworkerset-creating-update":             "UpdateInProgress=True (GroupsUpdating)",
	"leaderworkerset-ready":                       "2 of 2 groups are ready",
	"leaderworkerset-ready-partition":             "3 of 3 groups are ready",
	"leaderworkerset-ready-without_generation":    "1 of 1 groups are ready",
	"leaderworkerset-stale":                       "seen generation 1 of 2",
	"leaderworkerset-stale-without_generation":    "1 of 3 groups are updated",
	"persistentvolumeclaim-creating":              "provisioner ebs.csi.aws.com has not made a volume",
	"persistentvolumeclaim-creating-named_volume": "not bound to the volume models-nfs",
	"persistentvolumeclaim-creating-no_phase":     "no phase yet",
	"persistentvolumeclaim-creating-node_chosen":  "made for node gpu-1",
	"persistentvolumeclaim-failed":                "its volume pvc-5c0f is lost",
	"persistentvolumeclaim-ready":                 "bound to the volume pvc-5c0f",
	"persistentvolumeclaim-ready-first_consumer":  "until the first pod uses it",
	"statefulset-creating":                        "1 of 2 replicas are available",
	"statefulset-creating-scaling_down":           "2 replicas exist, 1 are wanted",
	"statefulset-creating-update":                 "1 of 2 replicas are updated",
	"statefulset-ready":                           "2 of 2 replicas are available",
	"statefulset-ready-on_delete":                 "1 of 1 replicas are available",
	"statefulset-ready-partition":                 "3 of 3 replicas are available",
	"statefulset-stale":                           "seen generation 2 of 3",
	"service-ready":                               "the Service exists",
	"configmap-ready":                             "the ConfigMap exists",
	"serviceaccount-ready":                        "the ServiceAccount exists",
	"role-ready":                                  "the Role exists",
	"rolebinding-ready":                           "the RoleBinding exists",
	"poddisruptionbudget-ready":                   "the PodDisruptionBudget exists",
	"scaledobject-ready":                          "the ScaledObject exists",
	"podgroup-ready":                              "the PodGroup exists",
	"resourceclaimtemplate-ready":                 "the ResourceClaimTemplate exists",
	"podmonitor-ready":                            "the PodMonitor exists",
	"httproute-creating":                          "1 of 2 Gateways report about it",
	"httproute-creating-refused":                  "Gateway edge/public: Accepted=False (NotAllowedByListeners): the listener takes none from this namespace",
	"httproute-ready":                             "accepted by Gateway edge/public",
	"httproute-stale":                             "Gateway edge/public has seen generation 1 of 2",
	"inferencepool-creating":                      "Gateway edge/public does not report ResolvedRefs yet",
	"inferencepool-failed":                        "Gateway edge/public: ResolvedRefs=False (InvalidExtensionRef): no picker",
	"inferencepool-ready":                         "no Gateway has a route to it yet",
	"inferencepool-stale":                         "Gateway edge/public has seen generation 1 of 2",
}

// phases are the judgements that the states in the names of fixtures call for.
var phases = map[string]Phase{"creating": NotDone, "ready": Ready, "failed": Failed, "stale": NotDone}

// without says which states a kind does not have, and why.
var without = map[string]string{
	"leaderworkerset-failed":      "the controller has no condition for failure",
	"statefulset-failed":          "the controller has no condition for failure",
	"httproute-failed":            "a Gateway's refusal may pass with what the same apply makes",
	"job-stale":                   "its status has no generation, its template cannot change and both ends are final",
	"persistentvolumeclaim-stale": "its status has no generation, and a claim that is bound stays so",
}

// readyByExisting are the kinds that have no other state than to be there.
var readyByExisting = []string{
	"service", "horizontalpodautoscaler", "poddisruptionbudget", "configmap", "serviceaccount", "role", "rolebinding",
	"scaledobject", "podgroup", "podmonitor", "resourceclaimtemplate",
}

func TestWorkloadFixtures(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	var seen []string
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		seen = append(seen, name)
		t.Run(name, func(t *testing.T) {
			live := read(t, file)
			kind, state := parts(name)
			if got := strings.ToLower(live.GetKind()); got != kind {
				t.Fatalf("the fixture is of kind %s", got)
			}
			rule, ok := ForGVK(live.GroupVersionKind())
			if !ok {
				t.Fatalf("no rule for %s", live.GroupVersionKind())
			}
			got := rule(live)
			if want, ok := phases[state]; !ok || got.Phase != want {
				t.Errorf("phase = %s (%s), want %s", got.Phase, got.Message, want)
			}
			want, ok := messages[name]
			if !ok || !strings.Contains(got.Message, want) {
				t.Errorf("message = %q, want it to contain %q", got.Message, want)
			}
		})
	}
	for name := range messages {
		if !slices.Contains(seen, name) {
			t.Errorf("there is no fixture %s", name)
		}
	}
}

func TestEveryKindHasAFixtureForEveryState(t *testing.T) {
	for _, k := range workload.All(func(k workload.Kind) bool { return k.Rendered || k.Rolls }) {
		for state := range phases {
			name := strings.ToLower(k.Kind) + "-" + state
			_, err := os.Stat(filepath.Join("testdata", name+".yaml"))
			_, excused := without[name]
			excused = excused || state != "ready" && slices.Contains(readyByExisting, strings.ToLower(k.Kind))
			if (err == nil) == excused {
				t.Errorf("%s: fixture exists = %v, excused = %v; want one of them", name, err == nil, excused)
			}
		}
	}
}

func TestForGVK(t *testing.T) {
	for _, gvk := range []schema.GroupVersionKind{
		{Version: "v1", Kind: "Pod"},
		workload.ReplicaSet.GroupVersionKind,
		{Group: "inference.llmaz.io", Version: "v1alpha1", Kind: "Service"},
		{Group: "apps", Version: "v1beta1", Kind: "Deployment"},
	} {
		if _, ok := ForGVK(gvk); ok {
			t.Errorf("there is a rule for %s, which is no workload", gvk)
		}
	}
}

func TestUnreadableObjectIsNotDone(t *testing.T) {
	live := &unstructured.Unstructured{Object: map[string]any{
		"kind":   "Deployment",
		"spec":   map[string]any{"replicas": "one"},
		"status": map[string]any{"observedGeneration": int64(1)},
	}}
	if got := whileAlive(deployment)(live); got.Phase != NotDone || !strings.Contains(got.Message, "cannot be read as a Deployment") {
		t.Errorf("got %s (%s), want NotDone that says what cannot be read", got.Phase, got.Message)
	}
}

// parts splits the name of a fixture, <kind>-<state>[-<variant>].
func parts(name string) (kind, state string) {
	fields := strings.Split(name, "-")
	return fields[0], fields[1]
}

func read(t *testing.T, file string) *unstructured.Unstructured {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if data, err = yaml.YAMLToJSON(data); err != nil {
		t.Fatal(err)
	}
	live := &unstructured.Unstructured{}
	if err := live.UnmarshalJSON(data); err != nil {
		t.Fatal(err)
	}
	return live
}

// TestRollout judges the workloads that operators make, and says of none that it has failed: its owner may change it again.
func TestRollout(t *testing.T) {
	cases := map[string]struct {
		rolls bool
		phase Phase
		says  string
	}{
		"deployment-ready":         {true, Ready, "2 of 2 replicas are available"},
		"deployment-stale":         {true, NotDone, "seen generation 2 of 3"},
		"deployment-failed":        {true, NotDone, "ProgressDeadlineExceeded"},
		"leaderworkerset-creating": {true, NotDone, "1 of 2 groups are ready"},
		"statefulset-stale":        {true, NotDone, "seen generation 2 of 3"},
		"job-ready":                {true, Ready, "Complete=True"},
		"service-ready":            {false, NotDone, ""},
	}
	for name, tc := range cases {
		got, rolls := Rollout(read(t, filepath.Join("testdata", name+".yaml")))
		if rolls != tc.rolls || got.Phase != tc.phase || !strings.Contains(got.Message, tc.says) {
			t.Errorf("%s: rolls out = %t, %s: %s; want %t, %s: %s", name, rolls, got.Phase, got.Message, tc.rolls, tc.phase, tc.says)
		}
	}
}
