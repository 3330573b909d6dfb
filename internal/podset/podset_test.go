package podset

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

// parse reads the sets of objects from YAML documents.
func parse(t *testing.T, text string) []Set {
	t.Helper()
	var objects []*unstructured.Unstructured
	for doc := range strings.SplitSeq(text, "\n---\n") {
		if strings.TrimSpace(doc) == "" {
			continue
		}
		raw, err := yaml.YAMLToJSONStrict([]byte(doc))
		if err != nil {
			t.Fatal(err)
		}
		obj := &unstructured.Unstructured{}
		if err := obj.UnmarshalJSON(raw); err != nil {
			t.Fatal(err)
		}
		objects = append(objects, obj)
	}
	sets, err := Of(objects)
	if err != nil {
		t.Fatal(err)
	}
	return sets
}

// deployment is a Deployment of pods with four GPUs.
func deployment(replicas, image, strategy string) string {
	return `
apiVersion: apps/v1
kind: Deployment
metadata: {name: chat}
spec:
  replicas: ` + replicas + `
  strategy: ` + strategy + `
  template:
    metadata: {labels: {app: chat}}
    spec:
      containers: [{name: server, image: ` + image + `, resources: {limits: {nvidia.com/gpu: 4, memory: 8Gi}}}]
`
}

// groups is a LeaderWorkerSet of a leader with one GPU and three workers with eight each.
func groups(replicas, image, rollout string) string {
	return `
apiVersion: leaderworkerset.x-k8s.io/v1
kind: LeaderWorkerSet
metadata: {name: chat}
spec:
  replicas: ` + replicas + `
  rolloutStrategy: ` + rollout + `
  leaderWorkerTemplate:
    size: 4
    leaderTemplate: {spec: {containers: [{name: server, image: a, resources: {limits: {nvidia.com/gpu: "1"}}}]}}
    workerTemplate: {spec: {containers: [{name: server, image: ` + image + `, resources: {limits: {nvidia.com/gpu: "8"}}}]}}
`
}

func autoscaler(kind, least, most string) string {
	return `---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: chat}
spec: {minReplicas: ` + least + `, maxReplicas: ` + most + `, scaleTargetRef: {apiVersion: x, kind: ` + kind + `, name: chat}}
`
}

func job(name string) string {
	return `---
apiVersion: batch/v1
kind: Job
metadata: {name: ` + name + `}
spec: {parallelism: 3, completions: 2, template: {spec: {containers: [{name: load, resources: {limits: {amd.com/gpu: 1}}}]}}}
`
}

const (
	inSteps = `{type: RollingUpdate, rollingUpdate: {maxUnavailable: 1, maxSurge: 0}}`
	surging = `{type: RollingUpdate, rollingUpdate: {maxUnavailable: 0, maxSurge: 1}}`
	atOnce  = `{type: Recreate}`
	byGroup = `{type: RollingUpdate}`
)

func TestAccelerators(t *testing.T) {
	cases := map[string]struct {
		reason, objects string
		want            map[string]Bounds
	}{
		"deployment": {"replicas times what a pod holds", deployment("3", "a", atOnce), map[string]Bounds{"nvidia.com/gpu": {12, 12}}},
		"no replicas given": {
			"the API server's default is one",
			strings.Replace(deployment("3", "a", atOnce), "replicas: 3", "paused: false", 1),
			map[string]Bounds{"nvidia.com/gpu": {4, 4}},
		},
		"groups":            {"one leader and three workers each", groups("2", "a", byGroup), map[string]Bounds{"nvidia.com/gpu": {50, 50}}},
		"autoscaler":        {"its bounds stand for the replicas", deployment("2", "a", atOnce) + autoscaler("Deployment", "1", "5"), map[string]Bounds{"nvidia.com/gpu": {4, 20}}},
		"another's scaler":  {"it scales something else", deployment("2", "a", atOnce) + autoscaler("LeaderWorkerSet", "1", "5"), map[string]Bounds{"nvidia.com/gpu": {8, 8}}},
		"groups scaled":     {"groups are scaled as a whole", groups("1", "a", byGroup) + autoscaler("LeaderWorkerSet", "1", "3"), map[string]Bounds{"nvidia.com/gpu": {25, 75}}},
		"job":               {"as many pods as can run at once, and none in the end", job("load"), map[string]Bounds{"amd.com/gpu": {0, 2}}},
		"several":           {"they add up", deployment("1", "a", atOnce) + job("load"), map[string]Bounds{"nvidia.com/gpu": {4, 4}, "amd.com/gpu": {0, 2}}},
		"nothing that runs": {"a Service holds nothing", "apiVersion: v1\nkind: Service\nmetadata: {name: chat}\n", map[string]Bounds{}},
		"KEDA": {
			"its defaults are 0 and 100", deployment("1", "a", atOnce) + `---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: chat}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: chat}, triggers: []}
`, map[string]Bounds{"nvidia.com/gpu": {0, 400}},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got, decided := Accelerators(parse(t, tc.objects))
			if diff := cmp.Diff(tc.want, got); diff != "" || !decided {
				t.Errorf("%s: decided = %t (-want +got):\n%s", tc.reason, decided, diff)
			}
		})
	}
	if _, decided := Accelerators([]Set{{Max: 1, Size: 1}}); decided {
		t.Error("a set whose devices are not decided counts as decided")
	}
}

func TestDevices(t *testing.T) {
	cases := map[string]struct {
		reason, pod string
		want        map[string]int64
	}{
		"none":     {"processors and memory are no accelerators", "containers: [{resources: {limits: {cpu: 1, memory: 1Gi, hugepages-2Mi: 1Gi}}}]", map[string]int64{}},
		"MIG":      {"every name with a domain counts", "containers: [{resources: {limits: {nvidia.com/mig-1g.5gb: 2, google.com/tpu: 4, amd.com/gpu: 1, example.kubernetes.io/x: 3}}}]", map[string]int64{"nvidia.com/mig-1g.5gb": 2, "google.com/tpu": 4, "amd.com/gpu": 1}},
		"requests": {"a request alone counts as well", "containers: [{resources: {requests: {nvidia.com/gpu: 2}}}]", map[string]int64{"nvidia.com/gpu": 2}},
		"two":      {"containers run together", "containers: [{resources: {limits: {nvidia.com/gpu: 2}}}, {resources: {limits: {nvidia.com/gpu: 1}}}]", map[string]int64{"nvidia.com/gpu": 3}},
		"init":     {"init containers run before the others", "initContainers: [{resources: {limits: {nvidia.com/gpu: 1}}}]\ncontainers: [{resources: {limits: {nvidia.com/gpu: 2}}}]", map[string]int64{"nvidia.com/gpu": 2}},
		"big init": {"an init container may hold more", "initContainers: [{resources: {limits: {nvidia.com/gpu: 4}}}]\ncontainers: [{resources: {limits: {nvidia.com/gpu: 2}}}]", map[string]int64{"nvidia.com/gpu": 4}},
		"sidecar":  {"it goes on running", "initContainers: [{restartPolicy: Always, resources: {limits: {nvidia.com/gpu: 1}}}]\ncontainers: [{resources: {limits: {nvidia.com/gpu: 2}}}]", map[string]int64{"nvidia.com/gpu": 3}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			var pod corev1.PodSpec
			if err := yaml.Unmarshal([]byte(tc.pod), &pod); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, Devices(&pod)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	scaled := autoscaler("Deployment", "1", "5")
	cases := map[string]struct {
		reason, before, after string
		effect                Effect
		pods, gpus            int64
		says                  string
	}{
		"nothing":            {"the same objects", deployment("2", "a", atOnce), deployment("2", "a", atOnce), None, 0, 0, ""},
		"spelling":           {"equal amounts are no change", deployment("2", "a", atOnce), strings.Replace(deployment("2", "a", atOnce), "8Gi", "8192Mi", 1), None, 0, 0, ""},
		"creation":           {"nothing runs before", "", deployment("2", "a", atOnce), None, 0, 0, ""},
		"more replicas":      {"no pod stops", deployment("2", "a", atOnce), deployment("3", "a", atOnce), None, 0, 0, ""},
		"strategy alone":     {"it is about the next update", deployment("2", "a", atOnce), deployment("2", "a", inSteps), None, 0, 0, ""},
		"fewer replicas":     {"the others go on", deployment("3", "a", atOnce), deployment("1", "a", atOnce), ScaleDown, 2, 8, "Deployment/chat loses 2 of 3 replicas"},
		"no replicas":        {"nobody serves any more", deployment("3", "a", atOnce), deployment("0", "a", atOnce), Unavailable, 3, 12, "Deployment/chat is scaled to none"},
		"from none":          {"nothing runs that could stop", deployment("0", "a", atOnce), deployment("2", "b", atOnce), None, 0, 0, ""},
		"steps":              {"one serves at any time", deployment("2", "a", inSteps), deployment("2", "b", inSteps), Rolling, 2, 8, "Deployment/chat replaces 2 replicas, at most 1 at a time"},
		"steps of one":       {"the only one stops first", deployment("1", "a", inSteps), deployment("1", "b", inSteps), Recreate, 1, 4, "Deployment/chat stops its only replica before a new one serves"},
		"surge of one":       {"its successor comes first", deployment("1", "a", surging), deployment("1", "b", surging), Rolling, 1, 4, "Deployment/chat replaces 1 replica, at most 1 at a time, with 1 more meanwhile"},
		"the new strategy":   {"the update follows the strategy that comes with it", deployment("2", "a", inSteps), deployment("2", "b", atOnce), Recreate, 2, 8, "Deployment/chat stops all its replicas before a new one serves"},
		"default strategy":   {"a quarter, rounded down to none, and one more meanwhile", deployment("1", "a", "{}"), deployment("1", "b", "{}"), Rolling, 1, 4, "Deployment/chat replaces 1 replica, at most 1 at a time, with 1 more meanwhile"},
		"scaled":             {"with one replica it would be the only one", deployment("2", "a", inSteps) + scaled, deployment("2", "b", inSteps) + scaled, Recreate, 5, 20, "Deployment/chat stops what may be its only replica before a new one serves"},
		"lower bound":        {"replicas above the bound stop", deployment("2", "a", inSteps) + scaled, deployment("2", "a", inSteps) + autoscaler("Deployment", "1", "3"), ScaleDown, 2, 8, "Deployment/chat loses 2 of 5 replicas"},
		"fewer and others":   {"all of the old ones stop", deployment("3", "a", inSteps), deployment("2", "b", inSteps), Rolling, 3, 12, "Deployment/chat replaces 3 replicas, at most 1 at a time"},
		"groups":             {"group by group", groups("2", "a", byGroup), groups("2", "b", byGroup), Rolling, 8, 50, "LeaderWorkerSet/chat replaces 2 replicas, at most 1 at a time"},
		"one group":          {"the leader stops with its workers", groups("1", "a", byGroup), groups("1", "b", byGroup), Recreate, 4, 25, "LeaderWorkerSet/chat stops its only replica before a new one serves"},
		"all groups":         {"a percentage of groups", groups("2", "a", byGroup), groups("2", "b", `{type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 100%, maxSurge: 0}}`), Recreate, 8, 50, "LeaderWorkerSet/chat stops all its replicas before a new one serves"},
		"partition":          {"the first group stays", groups("3", "a", byGroup), groups("3", "b", `{type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 3, maxSurge: 0, partition: 1}}`), Rolling, 8, 50, "LeaderWorkerSet/chat replaces 2 replicas, at most 2 at a time"},
		"partition of all":   {"nothing is replaced yet", groups("2", "a", byGroup), groups("2", "b", `{type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 1, maxSurge: 0, partition: 2}}`), None, 0, 0, ""},
		"size":               {"groups of another size are made anew", groups("2", "a", byGroup), strings.Replace(groups("2", "a", byGroup), "size: 4", "size: 3", 1), Rolling, 8, 50, "LeaderWorkerSet/chat replaces 2 replicas, at most 1 at a time"},
		"another workload":   {"the old one goes before the new one serves", deployment("2", "a", inSteps), groups("2", "a", byGroup), Recreate, 2, 8, "Deployment/chat makes way for another"},
		"removed":            {"nothing comes instead", deployment("2", "a", inSteps), "", Unavailable, 2, 8, "Deployment/chat is removed, and nothing takes its place"},
		"one of two removed": {"the other goes on", deployment("2", "a", inSteps) + "---" + groups("1", "a", byGroup), groups("1", "a", byGroup), ScaleDown, 2, 8, "Deployment/chat is removed"},
		"another job":        {"the work is done again", job("load-1"), job("load-2"), Recreate, 2, 0, "Job/load-1 makes way for another"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got := Compare(parse(t, tc.before), parse(t, tc.after))
			if got.Effect != tc.effect || got.Pods != tc.pods || got.Devices["nvidia.com/gpu"] != tc.gpus || strings.Join(got.Reasons, "; ") != tc.says {
				t.Errorf("%s: got %+v, want %s of %d pods with %d GPUs, because %q", tc.reason, got, tc.effect, tc.pods, tc.gpus, tc.says)
			}
		})
	}
}

// TestCompareUndecided shows that what some pods hold is not told as nothing.
func TestCompareUndecided(t *testing.T) {
	before := []Set{{Name: "engine", Min: 1, Max: 1, Size: 1, Template: "a"}, {Name: "router", Min: 1, Max: 1, Size: 1, Devices: map[string]int64{}}}
	after := []Set{{Name: "engine", Min: 1, Max: 1, Size: 1, Template: "b"}}
	if got := Compare(before, after); got.Devices != nil || got.Pods != 2 || got.Effect != Recreate {
		t.Errorf("got %+v, want two pods whose devices are not decided", got)
	}
	if got := All(before, Replace, "because"); got.Devices != nil || got.Pods != 2 || got.Effect != Replace {
		t.Errorf("got %+v, want two pods whose devices are not decided", got)
	}
}
