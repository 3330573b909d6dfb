package capacity

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

func parse[T any](t *testing.T, text string) T {
	t.Helper()
	var out T
	if err := yaml.UnmarshalStrict([]byte(text), &out); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return out
}

// pods are so many pods with those fields of their spec.
func pods(t *testing.T, count int64, spec string) Pods {
	t.Helper()
	pod := parse[corev1.PodSpec](t, spec)
	return Pods{Name: "Deployment/chat", Count: count, Spec: Complete(&pod, nil)}
}

func gpus(n int) string {
	return fmt.Sprintf("containers: [{name: c, resources: {limits: {nvidia.com/gpu: %d}}}]", n)
}

func node(name, gpu, rest string) string {
	return fmt.Sprintf("{metadata: {name: %s, labels: {pool: %s}}, status: {allocatable: {cpu: 8, memory: 32Gi, pods: 10, nvidia.com/gpu: %s}}%s}", name, name, gpu, rest)
}

// saysOf are the sentences of findings.
func saysOf(found []Finding) string {
	var out []string
	for _, f := range found {
		out = append(out, f.Says)
	}
	return strings.Join(out, "\n")
}

func TestNodes(t *testing.T) {
	tainted := ", spec: {taints: [{key: dedicated, value: x, effect: NoSchedule}]}"
	cases := map[string]struct{ reason, nodes, pod, want string }{
		"fits":            {"one node is enough", "[" + node("a", "4", "") + "," + node("b", "8", "") + "]", gpus(8), ""},
		"no nodes":        {"there is none", "[]", gpus(1), "no node takes the pods of Deployment/chat: the cluster has no nodes"},
		"too large":       {"the most of one node counts, not the sum", "[" + node("a", "4", "") + "," + node("b", "2", "") + "]", gpus(6), "no node is large enough for a pod of Deployment/chat, which requests nvidia.com/gpu 6: the most that one of 2 candidate nodes has is nvidia.com/gpu 4"},
		"requests":        {"a request of processors counts as well", "[" + node("a", "4", "") + "]", "containers: [{name: c, resources: {requests: {cpu: 9}}}]", "which requests cpu 9: the most that one of 1 candidate node has is cpu 8"},
		"selector":        {"no node has the label", "[" + node("a", "4", "") + "]", "nodeSelector: {pool: z}\n" + gpus(1), "of 1 node, 1 without the labels that are asked for"},
		"affinity":        {"an expression is a selector too", "[" + node("a", "4", "") + "]", "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: pool, operator: NotIn, values: [a]}]}]}}}\n" + gpus(1), "1 without the labels"},
		"affinity fits":   {"one of two terms is enough", "[" + node("a", "4", "") + "]", "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: x, operator: Exists}]}, {matchExpressions: [{key: pool, operator: In, values: [a]}]}]}}}\n" + gpus(1), ""},
		"taint":           {"it is not tolerated", "[" + node("a", "4", tainted) + "]", gpus(1), "1 with the taint dedicated=x:NoSchedule that is not tolerated"},
		"other effect":    {"a preference keeps nobody out", "[" + node("a", "4", strings.Replace(tainted, "NoSchedule", "PreferNoSchedule", 1)) + "]", gpus(1), ""},
		"tolerated":       {"a toleration of the key", "[" + node("a", "4", tainted) + "]", "tolerations: [{key: dedicated, operator: Exists}]\n" + gpus(1), ""},
		"cordoned":        {"nobody is scheduled there", "[" + node("a", "4", ", spec: {unschedulable: true}") + "]", gpus(1), "1 cordoned"},
		"several reasons": {"each with its number, the most frequent first", "[" + node("a", "4", tainted) + "," + node("b", "4", ", spec: {unschedulable: true}") + "," + node("c", "4", tainted) + "]", gpus(1), "of 3 nodes, 2 with the taint dedicated=x:NoSchedule that is not tolerated, 1 cordoned"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got := saysOf(Nodes(parse[[]corev1.Node](t, tc.nodes), pods(t, 1, tc.pod)))
			if tc.want == "" && got != "" || !strings.Contains(got, tc.want) {
				t.Errorf("%s: got %q, want %q", tc.reason, got, tc.want)
			}
		})
	}
	if found := Nodes(nil, pods(t, 0, gpus(1))); found != nil {
		t.Errorf("nothing is to run, but got %v", found)
	}
}

func TestRoom(t *testing.T) {
	two := "[" + node("a", "8", "") + "," + node("b", "8", "") + "]"
	busy := func(gpu int, rest string) string {
		return fmt.Sprintf("[{metadata: {name: x, namespace: y}, spec: {nodeName: a, %s containers: [{name: c, resources: {requests: {nvidia.com/gpu: %d}}}]}}]", rest, gpu)
	}
	cases := map[string]struct {
		reason, running string
		others, wanted  []Pods
		want            string
	}{
		"fits":         {"two nodes of eight", "[]", nil, []Pods{pods(t, 2, gpus(8))}, ""},
		"one too many": {"the third has no node", "[]", nil, []Pods{pods(t, 3, gpus(8))}, "no room for 1 of 3 pods of Deployment/chat, each of which requests nvidia.com/gpu 8"},
		"beside":       {"what runs holds its node", busy(1, ""), nil, []Pods{pods(t, 2, gpus(8))}, "no room for 1 of 2 pods"},
		"makes way":    {"a placeholder is pushed out", busy(8, "priority: -1,"), nil, []Pods{pods(t, 2, gpus(8))}, ""},
		"others":       {"others of the plan come first", "[]", []Pods{pods(t, 1, gpus(8))}, []Pods{pods(t, 2, gpus(8))}, "no room for 1 of 2 pods"},
		"large first":  {"small ones go beside the large one", "[]", nil, []Pods{pods(t, 8, gpus(1)), pods(t, 1, gpus(8))}, ""},
		"pods":         {"a node has room for ten pods whatever they request", "[]", nil, []Pods{pods(t, 21, "containers: [{name: c}]")}, "no room for 1 of 21 pods"},
		"no node":      {"that no empty node takes them is told elsewhere", "[]", nil, []Pods{pods(t, 1, gpus(9))}, ""},
		"priority":     {"they may push others out", busy(8, ""), nil, []Pods{pods(t, 2, "priorityClassName: high\n"+gpus(8))}, ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got := saysOf(Room(parse[[]corev1.Node](t, two), parse[[]corev1.Pod](t, tc.running), tc.others, tc.wanted))
			if tc.want == "" && got != "" || !strings.Contains(got, tc.want) {
				t.Errorf("%s: got %q, want %q", tc.reason, got, tc.want)
			}
		})
	}
}

func TestReferences(t *testing.T) {
	spec := parse[corev1.PodSpec](t, `
priorityClassName: urgent
runtimeClassName: nvidia
serviceAccountName: runner
imagePullSecrets: [{name: pull}]
initContainers: [{name: i, envFrom: [{secretRef: {name: all}}, {configMapRef: {name: maybe, optional: true}}, {configMapRef: {name: settings}}]}]
containers: [{name: c, env: [{name: A, valueFrom: {secretKeyRef: {name: token, key: t}}}, {name: B, valueFrom: {configMapKeyRef: {name: settings, key: t}}}, {name: C, value: x}]}]
volumes:
- {name: a, secret: {secretName: mounted}}
- {name: b, secret: {secretName: unneeded, optional: true}}
- {name: c, configMap: {name: files}}
- {name: d, persistentVolumeClaim: {claimName: weights}}
- {name: e, projected: {sources: [{secret: {name: part}}, {configMap: {name: other}}, {downwardAPI: {}}]}}
- {name: f, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: fast}}}}
`)
	want := []Reference{
		{"PriorityClass", "urgent"},
		{"RuntimeClass", "nvidia"},
		{"ServiceAccount", "runner"},
		{"Secret", "pull"},
		{"Secret", "all"},
		{"ConfigMap", "settings"},
		{"Secret", "token"},
		{"Secret", "mounted"},
		{"ConfigMap", "files"},
		{"PersistentVolumeClaim", "weights"},
		{"Secret", "part"},
		{"ConfigMap", "other"},
		{"StorageClass", "fast"},
	}
	if diff := cmp.Diff(want, References(&spec)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if found := References(&corev1.PodSpec{ServiceAccountName: "default"}); found != nil {
		t.Errorf("a plain pod needs %v", found)
	}
}

func TestLimits(t *testing.T) {
	cases := map[string]struct{ reason, limits, pod, want string }{
		"within":      {"it has what is allowed", "{type: Container, max: {memory: 8Gi}, min: {cpu: 100m}}", "containers: [{name: c, resources: {limits: {memory: 8Gi, cpu: 100m}}}]", ""},
		"too much":    {"more than a container may have", "{type: Container, max: {memory: 8Gi}}", "containers: [{name: c, resources: {limits: {memory: 9Gi}}}]", `container "c" of Deployment/chat is limited to memory 9Gi, more than 8Gi, which LimitRange bounds does not admit`},
		"request":     {"so does a request", "{type: Container, min: {cpu: 1}}", "containers: [{name: c, resources: {requests: {cpu: 500m}}}]", "requests cpu 500m, less than 1"},
		"no limit":    {"where there is a maximum, there must be a limit", "{type: Container, max: {memory: 8Gi}}", "containers: [{name: c}]", "has no limit of memory, of which at most 8Gi is allowed"},
		"no request":  {"where there is a minimum, there must be a request", "{type: Container, min: {cpu: 1}}", "containers: [{name: c}]", "requests no cpu, of which at least 1 is asked for"},
		"default":     {"the range fills in what is missing", "{type: Container, max: {memory: 8Gi}, default: {memory: 1Gi}}", "containers: [{name: c}]", ""},
		"pod":         {"containers of a pod count together", "{type: Pod, max: {cpu: 3}}", "containers: [{name: c, resources: {limits: {cpu: 2}}}, {name: d, resources: {limits: {cpu: 2}}}]", "a pod of Deployment/chat is limited to cpu 4, more than 3"},
		"other types": {"claims are for the API server", "{type: PersistentVolumeClaim, max: {storage: 1Gi}}", "containers: [{name: c}]", ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			ranges := parse[[]corev1.LimitRange](t, "[{metadata: {name: bounds}, spec: {limits: ["+tc.limits+"]}}]")
			spec := parse[corev1.PodSpec](t, tc.pod)
			got := saysOf(Limits(ranges, Pods{Name: "Deployment/chat", Count: 1, Spec: Complete(&spec, ranges)}))
			if tc.want == "" && got != "" || !strings.Contains(got, tc.want) || strings.Count(got, "\n") > 0 {
				t.Errorf("%s: got %q, want %q", tc.reason, got, tc.want)
			}
		})
	}
}

func TestQuotas(t *testing.T) {
	running := "[{metadata: {name: chat-1}, spec: {containers: [{name: c, resources: {requests: {nvidia.com/gpu: 2}}}]}}]"
	cases := map[string]struct {
		reason, quota, own string
		others, wanted     []Pods
		want               string
	}{
		"within":         {"four of four", "spec: {hard: {requests.nvidia.com/gpu: 4}}", "[]", nil, []Pods{pods(t, 2, gpus(2))}, ""},
		"beyond":         {"six of four", "spec: {hard: {requests.nvidia.com/gpu: 4}}", "[]", nil, []Pods{pods(t, 3, gpus(2))}, "ResourceQuota team has no room: requests.nvidia.com/gpu needs 6, and 0 of 4 is in use by others"},
		"used":           {"others of the namespace count", "{spec: {hard: {pods: 4}}, status: {hard: {pods: 4}, used: {pods: 3}}}", "[]", nil, []Pods{pods(t, 2, gpus(1))}, "pods needs 2, and 3 of 4 is in use"},
		"replaced":       {"its own pods make room", "{status: {hard: {requests.nvidia.com/gpu: 4}, used: {requests.nvidia.com/gpu: 4}}}", running, nil, []Pods{pods(t, 1, gpus(2))}, ""},
		"same plan":      {"what else is planned counts", "spec: {hard: {requests.nvidia.com/gpu: 4}}", "[]", []Pods{pods(t, 2, gpus(2))}, []Pods{pods(t, 1, gpus(1))}, "needs 1, and 4 of 4 is in use"},
		"not stated":     {"every container must say what a quota bounds", "spec: {hard: {limits.memory: 4Gi}}", "[]", nil, []Pods{pods(t, 1, gpus(1))}, "bounds limits.memory, which the containers of Deployment/chat do not state"},
		"not running":    {"an autoscaler begins with none", "spec: {hard: {limits.memory: 4Gi, pods: 0}}", "[]", nil, []Pods{pods(t, 0, gpus(1))}, ""},
		"other scope":    {"it is about pods with a deadline", "spec: {hard: {pods: 0}, scopes: [Terminating]}", "[]", nil, []Pods{pods(t, 1, gpus(1))}, ""},
		"this scope":     {"it is about pods without", "spec: {hard: {pods: 0}, scopes: [NotTerminating]}", "[]", nil, []Pods{pods(t, 1, gpus(1))}, "pods needs 1"},
		"best effort":    {"no processors, no memory", "spec: {hard: {pods: 0}, scopes: [BestEffort]}", "[]", nil, []Pods{pods(t, 1, gpus(1))}, "pods needs 1"},
		"class":          {"pods of that class alone", "spec: {hard: {pods: 0}, scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [high]}]}}", "[]", nil, []Pods{pods(t, 1, "priorityClassName: high\n"+gpus(1))}, "pods needs 1"},
		"default class":  {"a default class may apply, so nothing is said", "spec: {hard: {pods: 0}, scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: NotIn, values: [high]}]}}", "[]", nil, []Pods{pods(t, 1, gpus(1))}, ""},
		"affinity scope": {"a scope that is not looked into", "spec: {hard: {pods: 0}, scopes: [CrossNamespacePodAffinity]}", "[]", nil, []Pods{pods(t, 1, gpus(1))}, ""},
		"other things":   {"services are for the API server", "spec: {hard: {services: 0}}", "[]", nil, []Pods{pods(t, 1, gpus(1))}, ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			quota := parse[corev1.ResourceQuota](t, tc.quota)
			quota.Name = "team"
			got := saysOf(Quotas([]corev1.ResourceQuota{quota}, parse[[]corev1.Pod](t, tc.own), tc.others, tc.wanted))
			if tc.want == "" && got != "" || !strings.Contains(got, tc.want) {
				t.Errorf("%s: got %q, want %q", tc.reason, got, tc.want)
			}
		})
	}
}
