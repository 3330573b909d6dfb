package llmaz

import (
	"strings"
	"testing"
)

// serviceDoc is a service that claims models; its pods follow.
func serviceDoc(claims string) string {
	return `
apiVersion: inference.llmaz.io/v1alpha1
kind: Service
metadata:
  name: qwen
  namespace: llm
  annotations: {llmaz.io/skip-model-loader: "SKIP"}
spec:
  modelClaims: ` + claims + `
  workloadTemplate:
`
}

func TestRenderServiceErrors(t *testing.T) {
	const (
		oneModel = "{models: [{name: qwen2-7b}]}"
		podsDoc  = "    workerTemplate: {spec: {containers: [{name: model-runner, image: engine}]}}\n"
	)
	claimed := serviceDoc(oneModel) + podsDoc
	skipped := strings.Replace(claimed, "SKIP", "true", 1)
	longName := strings.Repeat("q", 53)
	cases := map[string]errorCase{
		"NoClaim": {
			reason: "A service that claims nothing must be an error, not a panic.",
			input:  serviceDoc("null") + podsDoc,
			want:   []string{`spec.modelClaims.models: Required value: no model is claimed: list at least the model of role main (SV-C1)`},
		},
		"ModelMissing": {
			reason: "Each missing model is reported where it is claimed.",
			input:  serviceDoc("{models: [{name: draft, role: draft}, {name: llama}]}") + podsDoc + hubModelDoc,
			want: []string{
				`spec.modelClaims.models[1].name: Not found: "llama": references has no OpenModel of this name (it has: qwen2-7b): add inference_open_model.<x>.manifest to references (PG-C1)`,
				`spec.modelClaims.models[0].name: Not found: "draft": references has no OpenModel of this name (it has: qwen2-7b): add inference_open_model.<x>.manifest to references (PG-C1)`,
			},
		},
		"FlavorMissing": {
			reason: "A flavor that the main model lacks would silently leave the pods without accelerators.",
			input:  serviceDoc("{models: [{name: qwen2-7b}], inferenceFlavors: [b200]}") + podsDoc + hubModelDoc,
			want:   []string{`spec.modelClaims.inferenceFlavors[0]: Not found: "b200": OpenModel qwen2-7b has no flavor of this name (it has: a100, h100): claim one of them or add it to the model (PG-C5)`},
		},
		"SourceInvalid": {
			reason: "A source that nobody can read is the fault of the definition.",
			input:  claimed + uriModelDoc("qwen2-7b", "hf://Qwen/Qwen2.5-7B"),
			want:   []string{`references[0]: Invalid value: "qwen2-7b": spec.source.uri is "hf://Qwen/Qwen2.5-7B": the scheme must be gcs, oss, s3, ollama or host (OM-W3)`},
		},
		"LoaderCannotRead": {
			reason: "The loader fails forever on a bucket that it knows no protocol for.",
			input:  claimed + uriModelDoc("qwen2-7b", "s3://models/qwen2"),
			want:   []string{`spec.modelClaims.models[0].name: Invalid value: "qwen2-7b": the model loader cannot read s3://models/qwen2: set the annotation llmaz.io/skip-model-loader = "true" and use a runtime that loads the weights itself (OM-C5)`},
		},
		"HostWithoutLoader": {
			reason: "Without the loader the operator mounts nothing at all.",
			input:  skipped + uriModelDoc("qwen2-7b", "host:///mnt/qwen2"),
			want:   []string{`spec.modelClaims.models[0].name: Invalid value: "qwen2-7b": with the annotation llmaz.io/skip-model-loader nothing mounts host:///mnt/qwen2: remove the annotation, a host:// model needs no loader (DR-10)`},
		},
		"TwoHosts": {
			reason: "Two directories of the host would be two volumes of one name.",
			input: serviceDoc("{models: [{name: a}, {name: b, role: draft}]}") + podsDoc +
				uriModelDoc("a", "host:///mnt/a") + uriModelDoc("b", "host:///mnt/b"),
			want: []string{`spec.modelClaims.models: Forbidden: only one of the claimed models can come from a directory of the host: load the others from a model hub or an object store (DUP-6)`},
		},
		"CacheUnused": {
			reason: "A cache that nothing is loaded into would be paid for in vain.",
			input:  skipped + directOptionsDoc("{cache: {size: 1Gi}}") + hubModelDoc,
			want:   []string{`direct.cache: Forbidden: no weights are loaded that it could keep, because they are on the host already or no loader runs: remove cache (DR-12)`},
		},
		"VolumeTwice": {
			reason: "The API server refuses a volume that is there twice; that of a model on the host has a name that no rule knows.",
			input: serviceDoc("{models: [{name: a}, {name: qwen2-7b, role: draft}]}") +
				"    workerTemplate: {spec: {containers: [{name: model-runner}], volumes: [{name: shm}, {name: host-model-volume}]}}\n" +
				uriModelDoc("a", "host:///mnt/a") + hubModelDoc,
			want: []string{`spec.workloadTemplate.workerTemplate.spec.volumes[1].name: Duplicate value: "host-model-volume": the volume for the weights, which is added to the pods, has that name; give each entry a name of its own (DR-24)`},
		},
		"MountTwice": {
			reason: "The same holds for the place of a model on the host, in each template.",
			input: serviceDoc(oneModel) +
				"    leaderTemplate: {spec: {containers: [{name: proxy}, {name: model-runner, volumeMounts: [{name: a, mountPath: /mnt/qwen2}]}]}}\n" +
				podsDoc + uriModelDoc("qwen2-7b", "host:///mnt/qwen2"),
			want: []string{`spec.workloadTemplate.leaderTemplate.spec.containers[1].volumeMounts[0].mountPath: Duplicate value: "/mnt/qwen2": the weights are mounted there; mount the volume elsewhere (DR-24)`},
		},
		"NameTooLong": {
			reason: "A LeaderWorkerSet with a longer name never gets its pods.",
			input:  strings.Replace(claimed, "name: qwen\n", "name: "+longName+"\n", 1) + directOptionsDoc("{workload: LeaderWorkerSet}") + hubModelDoc,
			want:   []string{`metadata.name: Invalid value: "` + longName + `": has 53 characters; at most 52 are allowed, because a StatefulSet is named after it and its pods carry that name with a hash in a label: no pod could be created; shorten it (N-3)`},
		},
		"TopologyOfNoSubGroups": {
			reason: "The webhook of LeaderWorkerSet refuses it at apply.",
			input:  strings.Replace(claimed, "llmaz.io/skip-model-loader", "leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology", 1) + hubModelDoc,
			want:   []string{`metadata.annotations[leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology]: Invalid value: "SKIP": the groups of the LeaderWorkerSet have no subgroups to place: remove it, or give an inference_service a sub_group_policy (LWS-10)`},
		},
		"OptionOfPlaygrounds": {
			reason: "An option that does not exist must not be dropped.",
			input:  claimed + directOptionsDoc("{startupSeconds: 600}") + hubModelDoc,
			want:   []string{`direct: Invalid value: "qwen": decoding direct.LlmazService: strict decoding error: unknown field "startupSeconds" (DR-2)`},
		},
		"GroupDeployment": {
			reason: "A Deployment of several hosts would be as many leaders.",
			input:  strings.Replace(claimed, "workloadTemplate:\n", "workloadTemplate:\n    size: 2\n", 1) + directOptionsDoc("{workload: Deployment}") + hubModelDoc,
			want:   []string{`direct.workload: Invalid value: "Deployment": spec.workload_template.size is 2, which takes a LeaderWorkerSet: remove workload, or that (DR-15)`},
		},
		"RestartPolicyDeployment": {
			reason: "A Deployment restarts no pod when a container fails.",
			input: strings.Replace(claimed, "workloadTemplate:\n", "workloadTemplate:\n    restartPolicy: RecreateGroupOnPodRestart\n", 1) +
				directOptionsDoc("{workload: Deployment}") + hubModelDoc,
			want: []string{`direct.workload: Invalid value: "Deployment": spec.workload_template.restart_policy is "RecreateGroupOnPodRestart", which takes a LeaderWorkerSet: remove workload, or that (DR-15)`},
		},
		"NetworkDeployment": {
			reason: "The pods of a Deployment have no domain.",
			input: strings.Replace(claimed, "workloadTemplate:\n", "workloadTemplate:\n    networkConfig: {subdomainPolicy: Shared}\n", 1) +
				directOptionsDoc("{workload: Deployment}") + hubModelDoc,
			want: []string{`direct.workload: Invalid value: "Deployment": spec.workload_template has a network_config, which takes a LeaderWorkerSet: remove workload, or that (DR-15)`},
		},
		"SubGroupsDeployment": {
			reason: "A Deployment has no subgroups.",
			input: strings.Replace(claimed, "workloadTemplate:\n", "workloadTemplate:\n    subGroupPolicy: {subGroupSize: 1}\n", 1) +
				directOptionsDoc("{workload: Deployment}") + hubModelDoc,
			want: []string{`direct.workload: Invalid value: "Deployment": spec.workload_template has a sub_group_policy, which takes a LeaderWorkerSet: remove workload, or that (DR-15)`},
		},
	}
	expectErrors(t, RenderService, cases)
}
