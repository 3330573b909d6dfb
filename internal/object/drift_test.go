package object_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	runtimeschema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

const (
	serviceDefinition    = "llmaz/inference/v1alpha1.Service"
	playgroundDefinition = "llmaz/inference/v1alpha1.Playground"
)

var (
	serviceKind    = runtimeschema.GroupVersionKind{Group: "inference.llmaz.io", Version: "v1alpha1", Kind: "Service"}
	playgroundKind = runtimeschema.GroupVersionKind{Group: "inference.llmaz.io", Version: "v1alpha1", Kind: "Playground"}
)

// appliedService has every kind of collection: granular and atomic maps, keyed and atomic
// lists, an empty object and a field in JSON text.
const appliedService = `
metadata: {name: chat, labels: {team: ml}}
spec:
  replicas: 2
  modelClaims: {models: [{name: qwen}]}
  workloadTemplate:
    workerTemplate:
      spec:
        nodeSelector: {gpu: a}
        tolerations: [{key: gpu, operator: Exists}]
        volumes: [{name: shm, emptyDir: {}}, {name: w, azureDisk: {diskName: d, diskURI: u}}]
        containers:
        - name: x
          image: i:1
          args: [--port, "8080"]
          ports: [{containerPort: 8080}]
          resources: {limits: {memory: 1024Mi}}
          env: [{name: A, value: "1"}, {name: B, value: "2"}]
`

const pod = "spec.workloadTemplate.workerTemplate.spec"

// Ways into the object of a server.

func labelsOf(obj map[string]any) map[string]any {
	return at(obj, "metadata", "labels").(map[string]any)
}

func podOf(obj map[string]any) map[string]any {
	return at(obj, "spec", "workloadTemplate", "workerTemplate", "spec").(map[string]any)
}

func containerOf(obj map[string]any) map[string]any {
	return podOf(obj)["containers"].([]any)[0].(map[string]any)
}

func envOf(obj map[string]any) []any {
	return containerOf(obj)["env"].([]any)
}

func at(tree any, names ...string) any {
	for _, name := range names {
		tree = tree.(map[string]any)[name]
	}
	return tree
}

func scaleTo(replicas int64) func(map[string]any) {
	return func(obj map[string]any) { obj["spec"].(map[string]any)["replicas"] = replicas }
}

// TestCompare proves what the managed fields that the API server's own field manager
// writes are read as. The first write of every case is our apply.
func TestCompare(t *testing.T) {
	cases := map[string]struct {
		reason string
		writes func(*apiServer)
		want   []object.Drift
	}{
		"Nothing": {
			reason: "What was just applied has not drifted, whatever defaults the server fills in.",
			writes: func(*apiServer) {},
		},
		"Reapplied": {
			reason: "Our own later apply is no drift.",
			writes: func(s *apiServer) { s.apply(ours, tree(s.t, appliedService)) },
		},
		"ChangedLabel": {
			reason: "A changed value tells who, how and when.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) { labelsOf(obj)["team"] = "web" })
			},
			want: []object.Drift{{
				Path: "metadata.labels[team]", Class: object.Changed, Manager: "kubectl-edit", Operation: "Update", Time: minute(1),
				Applied: `"ml"`, Live: `"web"`,
			}},
		},
		"ChangedInKeyedItems": {
			reason: "Items of keyed lists are named by key, at every level.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) { envOf(obj)[0].(map[string]any)["value"] = "9" })
			},
			want: []object.Drift{{
				Path: pod + `.containers[name="x"].env[name="A"].value`, Class: object.Changed,
				Manager: "kubectl-edit", Operation: "Update", Time: minute(1), Applied: `"1"`, Live: `"9"`,
			}},
		},
		"ChangedByApply": {
			reason: "A forced apply of another manager takes the field.",
			writes: func(s *apiServer) {
				s.apply("argocd-controller", tree(s.t, `{metadata: {name: chat, labels: {team: web}}}`))
			},
			want: []object.Drift{{
				Path: "metadata.labels[team]", Class: object.Changed, Manager: "argocd-controller", Operation: "Apply", Time: minute(1),
				Applied: `"ml"`, Live: `"web"`,
			}},
		},
		"SameMeaning": {
			reason: "Another spelling of the same amount is not a change; that another manager wrote it is.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) {
					at(containerOf(obj), "resources", "limits").(map[string]any)["memory"] = "1Gi"
				})
			},
			want: []object.Drift{{
				Path: pod + `.containers[name="x"].resources.limits[memory]`, Class: object.OwnershipLost,
				Manager: "kubectl-edit", Operation: "Update", Time: minute(1), Applied: `"1024Mi"`, Live: `"1Gi"`,
			}},
		},
		"SameMeaningOfController": {
			reason: "A controller that writes the object back may write an amount otherwise.",
			writes: func(s *apiServer) {
				s.update(controllers[0], "", func(obj map[string]any) {
					at(containerOf(obj), "resources", "limits").(map[string]any)["memory"] = "1Gi"
				})
			},
		},
		"AtomicList": {
			reason: "A change inside an atomic list is a change of the list.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) { containerOf(obj)["args"].([]any)[1] = "9090" })
			},
			want: []object.Drift{{
				Path: pod + `.containers[name="x"].args`, Class: object.Changed, Manager: "kubectl-edit", Operation: "Update", Time: minute(1),
				Applied: `["--port","8080"]`, Live: `["--port","9090"]`,
			}},
		},
		"AtomicListOfObjects": {
			reason: "An added item is a change of the list.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) {
					models := at(obj, "spec", "modelClaims").(map[string]any)
					models["models"] = append(models["models"].([]any), map[string]any{"name": "small", "role": "draft"})
				})
			},
			want: []object.Drift{{
				Path: "spec.modelClaims.models", Class: object.Changed, Manager: "kubectl-edit", Operation: "Update", Time: minute(1),
				Applied: `[{"name":"qwen"}]`, Live: `[{"name":"qwen","role":"main"},{"name":"small","role":"draft"}]`,
			}},
		},
		"AtomicMap": {
			reason: "A key that is added to an atomic map is a change of the map.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) { podOf(obj)["nodeSelector"].(map[string]any)["zone"] = "b" })
			},
			want: []object.Drift{{
				Path: pod + ".nodeSelector", Class: object.Changed, Manager: "kubectl-edit", Operation: "Update", Time: minute(1),
				Applied: `{"gpu":"a"}`, Live: `{"gpu":"a","zone":"b"}`,
			}},
		},
		"JSONText": {
			reason: "A change inside a field that is written as JSON text.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) {
					at(podOf(obj)["volumes"].([]any)[1], "azureDisk").(map[string]any)["diskName"] = "other"
				})
			},
			want: []object.Drift{{
				Path: pod + `.volumes[name="w"].azureDisk`, Class: object.Changed, Manager: "kubectl-edit", Operation: "Update", Time: minute(1),
				Applied: `{"diskName":"d","diskURI":"u"}`, Live: `{"diskName":"other","diskURI":"u","fsType":"ext4","readOnly":false}`,
			}},
		},
		"RemovedByNobody": {
			reason: "A removal leaves no claim: whoever has none stays unknown.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) { delete(labelsOf(obj), "team") })
			},
			want: []object.Drift{{Path: "metadata.labels[team]", Class: object.Removed, Applied: `"ml"`}},
		},
		"RemovedByLastWriter": {
			reason: "Who wrote after us is the likely author of a removal.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) {
					containerOf(obj)["env"] = envOf(obj)[:1]
					labelsOf(obj)["extra"] = "e"
				})
			},
			want: []object.Drift{
				{Path: "metadata.labels[extra]", Class: object.Foreign, Manager: "kubectl-edit", Operation: "Update", Time: minute(1), Live: `"e"`},
				{
					Path: pod + `.containers[name="x"].env[name="B"]`, Class: object.Removed, Manager: "kubectl-edit", Operation: "Update",
					Time: minute(1), Applied: `{"name":"B","value":"2"}`,
				},
			},
		},
		"RemovedNotByEarlierWriter": {
			reason: "Who wrote before our last apply cannot have removed what it applied.",
			writes: func(s *apiServer) {
				s.update("early", "", func(obj map[string]any) { labelsOf(obj)["extra"] = "e" })
				s.apply(ours, tree(s.t, appliedService))
				s.update("kubectl-edit", "", func(obj map[string]any) { delete(labelsOf(obj), "team") })
			},
			want: []object.Drift{
				{Path: "metadata.labels[extra]", Class: object.Foreign, Manager: "early", Operation: "Update", Time: minute(1), Live: `"e"`},
				{Path: "metadata.labels[team]", Class: object.Removed, Applied: `"ml"`},
			},
		},
		"RemovedNotByController": {
			reason: "A controller that notes something on an object that somebody else changed has removed nothing.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) {
					delete(labelsOf(obj), "team")
					labelsOf(obj)["extra"] = "e"
				})
				s.update(controllers[0], "", func(obj map[string]any) {
					obj["metadata"].(map[string]any)["annotations"] = map[string]any{"revision": "2"}
				})
			},
			want: []object.Drift{
				{Path: "metadata.labels[extra]", Class: object.Foreign, Manager: "kubectl-edit", Operation: "Update", Time: minute(1), Live: `"e"`},
				{Path: "metadata.labels[team]", Class: object.Removed, Manager: "kubectl-edit", Operation: "Update", Time: minute(1), Applied: `"ml"`},
			},
		},
		"RemovedObject": {
			reason: "A whole object is gone.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) { delete(containerOf(obj), "resources") })
			},
			want: []object.Drift{{
				Path: pod + `.containers[name="x"].resources`, Class: object.Removed, Applied: `{"limits":{"memory":"1024Mi"}}`,
			}},
		},
		"OwnershipLost": {
			reason: "Changed and changed back by others: as applied, but theirs.",
			writes: func(s *apiServer) {
				s.update("one", "", func(obj map[string]any) { containerOf(obj)["image"] = "i:2" })
				s.update("two", "", func(obj map[string]any) { containerOf(obj)["image"] = "i:1" })
			},
			want: []object.Drift{{
				Path: pod + `.containers[name="x"].image`, Class: object.OwnershipLost, Manager: "two", Operation: "Update", Time: minute(2),
				Applied: `"i:1"`, Live: `"i:1"`,
			}},
		},
		"SharedOwnership": {
			reason: "A manager that applies the same value shares the field; nothing is lost.",
			writes: func(s *apiServer) {
				s.apply("argocd-controller", tree(s.t, `{metadata: {name: chat, labels: {team: ml}}}`))
			},
		},
		"LatestOfSeveral": {
			reason: "Of several managers that hold a value, the one that wrote last is told.",
			writes: func(s *apiServer) {
				s.apply("one", tree(s.t, `{metadata: {name: chat, labels: {team: web}}}`))
				s.apply("two", tree(s.t, `{metadata: {name: chat, labels: {team: web}}}`))
			},
			want: []object.Drift{{
				Path: "metadata.labels[team]", Class: object.Changed, Manager: "two", Operation: "Apply", Time: minute(2),
				Applied: `"ml"`, Live: `"web"`,
			}},
		},
		"Foreign": {
			reason: "Labels, annotations, fields, map keys and list items that others add are told one by one.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) {
					labelsOf(obj)["extra"] = "e"
					obj["metadata"].(map[string]any)["annotations"] = map[string]any{"note": "n"}
					podOf(obj)["priorityClassName"] = "high"
					at(containerOf(obj), "resources", "limits").(map[string]any)["nvidia.com/gpu"] = "1"
					containerOf(obj)["env"] = append(envOf(obj), map[string]any{"name": "C", "value": "3"})
					podOf(obj)["volumes"].([]any)[0].(map[string]any)["emptyDir"] = map[string]any{"sizeLimit": "1Gi"}
				})
			},
			want: foreign("kubectl-edit", minute(1),
				"metadata.annotations[note]", `"n"`,
				"metadata.labels[extra]", `"e"`,
				pod+`.containers[name="x"].env[name="C"].name`, `"C"`,
				pod+`.containers[name="x"].env[name="C"].value`, `"3"`,
				pod+`.containers[name="x"].resources.limits[nvidia.com/gpu]`, `"1"`,
				pod+".priorityClassName", `"high"`,
				pod+`.volumes[name="shm"].emptyDir.sizeLimit`, `"1Gi"`,
			),
		},
		"ForeignJSONText": {
			reason: "So are fields that we would write as JSON text.",
			writes: func(s *apiServer) {
				s.update("kubectl-edit", "", func(obj map[string]any) {
					at(podOf(obj)["volumes"].([]any)[1], "azureDisk").(map[string]any)["cachingMode"] = "None"
				})
			},
			want: foreign("kubectl-edit", minute(1), pod+`.volumes[name="w"].azureDisk.cachingMode`, `"None"`),
		},
		"ForeignDefault": {
			reason: "What says no more than the API's default is no difference.",
			writes: func(s *apiServer) {
				s.apply("argocd-controller", tree(s.t, `{metadata: {name: chat}, spec: {workloadTemplate: {size: 1}}}`))
			},
		},
		"ClientSideApply": {
			reason: "The annotation in which kubectl keeps what it applied is bookkeeping, not configuration.",
			writes: func(s *apiServer) {
				s.update("kubectl-client-side-apply", "", func(obj map[string]any) {
					obj["metadata"].(map[string]any)["annotations"] = map[string]any{"kubectl.kubernetes.io/last-applied-configuration": "{}"}
				})
			},
		},
		"Controllers": {
			reason: "What the operator adds is its own business.",
			writes: func(s *apiServer) {
				s.update("manager", "", func(obj map[string]any) {
					labelsOf(obj)["llmaz.io/model-name"] = "qwen"
					podOf(obj)["priorityClassName"] = "high"
				})
			},
		},
		"ControllerChanges": {
			reason: "What the operator changes of ours is not.",
			writes: func(s *apiServer) {
				s.update("manager", "", func(obj map[string]any) { labelsOf(obj)["team"] = "web" })
			},
			want: []object.Drift{{
				Path: "metadata.labels[team]", Class: object.Changed, Manager: "manager", Operation: "Update", Time: minute(1),
				Applied: `"ml"`, Live: `"web"`,
			}},
		},
		"Status": {
			reason: "Status is not configuration, whoever writes it.",
			writes: func(s *apiServer) {
				s.update("somebody", "status", func(obj map[string]any) { obj["status"] = map[string]any{"replicas": int64(2)} })
				s.update("somebody", "", func(obj map[string]any) { obj["status"] = map[string]any{"replicas": int64(3)} })
			},
		},
		"OurUpdates": {
			reason: "What our own manager wrote by update is not foreign.",
			writes: func(s *apiServer) {
				s.update(ours, "", func(obj map[string]any) { labelsOf(obj)["extra"] = "e" })
			},
		},
		"Scaled": {
			reason: "A HorizontalPodAutoscaler scales through the subresource.",
			writes: func(s *apiServer) { s.update("kube-controller-manager", "scale", scaleTo(5)) },
			want: []object.Drift{{
				Path: "spec.replicas", Class: object.Scaled, Manager: "kube-controller-manager", Operation: "Update", Subresource: "scale",
				Time: minute(1), Applied: "2", Live: "5",
			}},
		},
		"ScaledBack": {
			reason: "The autoscaler keeps the field when it comes back to what was applied.",
			writes: func(s *apiServer) {
				s.update("kube-controller-manager", "scale", scaleTo(5))
				s.update("kube-controller-manager", "scale", scaleTo(2))
			},
			want: []object.Drift{{
				Path: "spec.replicas", Class: object.Scaled, Manager: "kube-controller-manager", Operation: "Update", Subresource: "scale",
				Time: minute(2), Applied: "2", Live: "2",
			}},
		},
		"KubectlScale": {
			reason: "A person who scales by hand is no autoscaler.",
			writes: func(s *apiServer) { s.update("kubectl", "scale", scaleTo(5)) },
			want: []object.Drift{{
				Path: "spec.replicas", Class: object.Changed, Manager: "kubectl", Operation: "Update", Subresource: "scale",
				Time: minute(1), Applied: "2", Live: "5",
			}},
		},
		"ReplicasEdited": {
			reason: "The autoscaler's controller is one only through the subresource.",
			writes: func(s *apiServer) { s.update("kube-controller-manager", "", scaleTo(5)) },
			want: []object.Drift{{
				Path: "spec.replicas", Class: object.Changed, Manager: "kube-controller-manager", Operation: "Update",
				Time: minute(1), Applied: "2", Live: "5",
			}},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := serve(t, serviceDefinition, serviceKind)
			applied := tree(t, appliedService)
			s.apply(ours, applied)
			tc.writes(s)
			got := object.Compare(schema.Lookup(serviceDefinition), applied, s.tree(), s.claims(object.Release{}), ours, controllers)
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s\n-want +got:\n%s", tc.reason, diff)
			}
		})
	}
}

// foreign pairs paths with live values.
func foreign(manager string, when time.Time, pathsAndValues ...string) []object.Drift {
	var out []object.Drift
	for i := 0; i < len(pathsAndValues); i += 2 {
		out = append(out, object.Drift{
			Path: pathsAndValues[i], Class: object.Foreign, Manager: manager, Operation: "Update", Time: when, Live: pathsAndValues[i+1],
		})
	}
	return out
}
