package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"
)

const (
	openModel      = "llmaz/core/v1alpha1.OpenModel"
	playground     = "llmaz/inference/v1alpha1.Playground"
	service        = "llmaz/inference/v1alpha1.Service"
	backendRuntime = "llmaz/inference/v1alpha1.BackendRuntime"
)

func TestValidate(t *testing.T) {
	cases := map[string]struct {
		reason  string
		root    string
		value   string
		unknown []string
		want    []string
	}{
		"Valid": {
			reason: "A complete object, with an amount written as a number, is accepted.",
			root:   openModel,
			value: `
apiVersion: llmaz.io/v1alpha1
kind: OpenModel
metadata: {name: qwen}
spec:
  familyName: qwen
  source: {modelHub: {modelID: Qwen/Qwen2.5-0.5B}}
  inferenceConfig: {flavors: [{name: t4, limits: {nvidia.com/gpu: 1, memory: 8Gi}}]}`,
		},
		"Required": {
			reason: "What the API requires is reported where it is missing.",
			root:   openModel,
			value:  `spec: {source: {modelHub: {modelID: x}}}`,
			want:   []string{`spec.familyName: Required: must be set`},
		},
		"RequiredInListItem": {
			reason: "The item is named by its index.",
			root:   openModel,
			value:  `spec: {familyName: q, source: {}, inferenceConfig: {flavors: [{name: a}, {}]}}`,
			want:   []string{`spec.inferenceConfig.flavors[1].name: Required: must be set`},
		},
		"RequiredWithDefault": {
			reason: "The server fills in rolloutStrategy.type before it validates, so leaving it out is no error.",
			root:   service,
			value:  `spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: model-runner}]}}}, rolloutStrategy: {rollingUpdateConfiguration: {maxSurge: 1}}}`,
		},
		"Enum": {
			reason: "The allowed values are listed.",
			root:   openModel,
			value:  `spec: {familyName: q, source: {modelHub: {name: HuggingFace}}}`,
			want:   []string{`spec.source.modelHub.name: NotSupported: supported values: "Huggingface", "ModelScope"`},
		},
		"Minimum": {
			reason: "The bound is named.",
			root:   playground,
			value:  `spec: {elasticConfig: {maxReplicas: 0}}`,
			want:   []string{`spec.elasticConfig.maxReplicas: Invalid: must be greater than or equal to 1`},
		},
		"MinItems": {
			reason: "The bound is named.",
			root:   playground,
			value:  `spec: {modelClaims: {models: []}}`,
			want:   []string{`spec.modelClaims.models: Invalid: must have at least 1 items`},
		},
		"MaxItems": {
			reason: "The bound is named.",
			root:   openModel,
			value:  `spec: {familyName: q, source: {}, inferenceConfig: {flavors: [{name: a}, {name: b}, {name: c}, {name: d}, {name: e}, {name: f}, {name: g}, {name: h}, {name: i}]}}`,
			want:   []string{`spec.inferenceConfig.flavors: TooMany: must have at most 8 items`},
		},
		"Type": {
			reason: "The wanted and the given type are named in the words of the configuration.",
			root:   playground,
			value:  `spec: {replicas: "2", modelClaim: [], backendRuntimeConfig: {sharedMemorySize: true}}`,
			want: []string{
				`spec.backendRuntimeConfig.sharedMemorySize: TypeInvalid: must be an integer or a string, not a boolean`,
				`spec.modelClaim: TypeInvalid: must be an object, not a list`,
				`spec.replicas: TypeInvalid: must be an integer, not a string`,
			},
		},
		"Quantity": {
			reason: "An amount is explained by examples, not by a pattern, and a map key with dots stays one step of the path.",
			root:   openModel,
			value:  `spec: {familyName: q, source: {}, inferenceConfig: {flavors: [{name: a, limits: {nvidia.com/gpu: one}}]}}`,
			want:   []string{`spec.inferenceConfig.flavors[0].limits[nvidia.com/gpu]: Invalid: must be a quantity such as "500m", "2" or "8Gi"`},
		},
		"Format": {
			reason: "A timestamp that is none is refused by its format.",
			root:   openModel,
			value:  `{spec: {familyName: q, source: {}}, status: {conditions: [{type: A, status: "True", reason: R, message: m, lastTransitionTime: today}]}}`,
			want:   []string{`status.conditions[0].lastTransitionTime: TypeInvalid: must have the format date-time`},
		},
		"Pattern": {
			reason: "The pattern is quoted where no better words are known.",
			root:   openModel,
			value:  `{spec: {familyName: q, source: {}}, status: {conditions: [{type: A, status: "True", reason: "no reason", message: m, lastTransitionTime: "2026-01-02T03:04:05Z"}]}}`,
			want:   []string{`status.conditions[0].reason: Invalid: must match the pattern ^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$`},
		},
		"DuplicateByKey": {
			reason: "Container ports have the merge key port and protocol, and the protocol's default counts.",
			root:   service,
			value:  `spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: c, ports: [{containerPort: 80}, {containerPort: 80, protocol: TCP}, {containerPort: 80, protocol: UDP}]}]}}}}`,
			want:   []string{`spec.workloadTemplate.workerTemplate.spec.containers[0].ports[1]: Duplicate: an earlier item of the list has the same containerPort and protocol; items must differ in it`},
		},
		"DuplicateName": {
			reason: "Environment variables have the merge key name.",
			root:   playground,
			value:  `spec: {backendRuntimeConfig: {envs: [{name: A}, {name: A}]}}`,
		},
		"UnknownField": {
			reason: "A field that the API does not have is refused, with those it has.",
			root:   playground,
			value:  `spec: {elasticConfig: {maxReplicas: 2, max_replicas: 2}}`,
			want:   []string{`spec.elasticConfig.max_replicas: Forbidden: the API has no such field; fields here are maxReplicas, minReplicas, scaleTrigger, scaleTriggerRef`},
		},
		"MetadataIsNotChecked": {
			reason: "Metadata belongs to the API server's own types.",
			root:   playground,
			value:  `{metadata: {name: "Not A Name", labels: {a: 1}, anything: true}, spec: {}}`,
		},
		"MetadataIsAnObject": {
			reason: "All that is said of metadata is its type.",
			root:   playground,
			value:  `{metadata: text, spec: {}}`,
			want:   []string{`metadata: TypeInvalid: must be an object, not a string`},
		},
		"Options": {
			reason: "The options of direct mode are checked like a kind.",
			root:   "direct.Llmaz",
			value:  `{workload: StatefulSet, cache: {accessMode: Any}, startupSeconds: 0}`,
			want: []string{
				"cache: Invalid: set exactly one of claim_name, to use an existing claim, and size, to create one",
				`cache.accessMode: NotSupported: supported values: "ReadWriteOnce", "ReadWriteMany", "ReadWriteOncePod"`,
				`startupSeconds: Invalid: must be greater than or equal to 1`,
				`workload: NotSupported: supported values: "LeaderWorkerSet", "Deployment"`,
			},
		},
		"PartOfAKind": {
			reason: "Any definition can be a root, as JSON text needs it.",
			root:   "k8s.io/api/core/v1.RBDVolumeSource",
			value:  `{image: i, monitor: [a]}`,
			want: []string{
				`monitor: Forbidden: the API has no such field; fields here are fsType, image, keyring, monitors, pool, readOnly, secretRef, user`,
				`monitors: Required: must be set`,
			},
		},
		"NullIsAbsent": {
			reason: "The server drops nulls before it validates.",
			root:   playground,
			value:  `spec: {replicas: null, modelClaim: null}`,
		},
		"UnknownValueIsNotMissing": {
			reason:  "A required value that is not known yet may still come.",
			root:    openModel,
			value:   `spec: {source: {}}`,
			unknown: []string{"spec.familyName"},
		},
		"UnknownAbove": {
			reason:  "Nothing below an unknown value can be judged.",
			root:    openModel,
			value:   `{}`,
			unknown: []string{"spec"},
		},
		"UnknownSibling": {
			reason:  "An unknown value excuses itself alone.",
			root:    openModel,
			value:   `spec: {source: {modelHub: {name: Hub}}}`,
			unknown: []string{"spec.source.modelHub.modelID"},
			want: []string{
				`spec.familyName: Required: must be set`,
				`spec.source.modelHub.name: NotSupported: supported values: "Huggingface", "ModelScope"`,
			},
		},
		"UnknownItem": {
			reason:  "A placeholder of the wrong type is not an error; its neighbours are judged.",
			root:    openModel,
			value:   `spec: {familyName: q, source: {}, inferenceConfig: {flavors: [null, {limits: {cpu: x}}]}}`,
			unknown: []string{"spec.inferenceConfig.flavors[0]"},
			want: []string{
				`spec.inferenceConfig.flavors[1].limits[cpu]: Invalid: must be a quantity such as "500m", "2" or "8Gi"`,
				`spec.inferenceConfig.flavors[1].name: Required: must be set`,
			},
		},
		"UnknownKeys": {
			reason:  "Items whose keys are not known are not duplicates.",
			root:    service,
			value:   `spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{image: a}, {image: b}]}}}}`,
			unknown: []string{"spec.workloadTemplate.workerTemplate.spec.containers[0].name", "spec.workloadTemplate.workerTemplate.spec.containers[1].name"},
		},
		"UnknownMapEntry": {
			reason:  "An unknown entry does not excuse the one whose key it begins with.",
			root:    openModel,
			value:   `spec: {familyName: q, source: {}, inferenceConfig: {flavors: [{name: a, limits: {cpu2: x}}]}}`,
			unknown: []string{"spec.inferenceConfig.flavors[0].limits[cpu]"},
			want:    []string{`spec.inferenceConfig.flavors[0].limits[cpu2]: Invalid: must be a quantity such as "500m", "2" or "8Gi"`},
		},
		"TooManyWithUnknownItem": {
			reason:  "A list that is too long does not get shorter by what one of its items turns out to be.",
			root:    openModel,
			value:   `spec: {familyName: q, source: {}, inferenceConfig: {flavors: [null, {name: b}, {name: c}, {name: d}, {name: e}, {name: f}, {name: g}, {name: h}, {name: i}]}}`,
			unknown: []string{"spec.inferenceConfig.flavors[0]"},
			want:    []string{`spec.inferenceConfig.flavors: TooMany: must have at most 8 items`},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			value := parse(t, tc.value)
			before := runtime.DeepCopyJSON(value)
			got := summaries(Validate(tc.root, value, tc.unknown))
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s\n-want +got\n%s", tc.reason, diff)
			}
			if diff := cmp.Diff(before, value); diff != "" {
				t.Errorf("the value was changed\n%s", diff)
			}
		})
	}
}

// ruled has rules on the object, on the items of a list and on a transition.
const ruled = `
type: object
properties:
  min: {type: integer}
  max: {type: integer}
  name:
    type: string
    x-kubernetes-validations: [{rule: self == oldSelf, message: name is immutable}]
  items:
    type: array
    x-kubernetes-list-type: map
    x-kubernetes-list-map-keys: [id]
    items:
      type: object
      required: [id]
      properties:
        id: {type: string}
        a: {type: string}
        b: {type: string}
      x-kubernetes-validations:
      - {rule: has(self.a) != has(self.b), message: exactly one of a and b}
  choice:
    type: object
    properties: {left: {type: string}, right: {type: string}}
    oneOf: [{required: [left]}, {required: [right]}]
  byName:
    type: object
    additionalProperties:
      type: object
      properties: {size: {type: integer}}
      x-kubernetes-validations: [{rule: self.size > 0, message: size must be positive, fieldPath: .size}]
x-kubernetes-validations:
- {rule: "!has(self.min) || !has(self.max) || self.min < self.max", message: min must be less than max}
`

func TestRules(t *testing.T) {
	cases := map[string]struct {
		reason  string
		value   string
		unknown []string
		want    []string
	}{
		"AtRoot": {
			reason: "A rule of the whole value is reported with the empty path.",
			value:  `{min: 2, max: 1}`,
			want:   []string{`: Invalid: min must be less than max`},
		},
		"InItems": {
			reason: "A rule of an item is reported at the item.",
			value:  `{items: [{id: x, a: a}, {id: "y"}]}`,
			want:   []string{`items[1]: Invalid: exactly one of a and b`},
		},
		"FieldPath": {
			reason: "A rule may point at one field of what it reads, here below a map key with a dot.",
			value:  `{byName: {x.y: {size: 0}}}`,
			want:   []string{`byName[x.y].size: Invalid: size must be positive`},
		},
		"UnknownBelowRoot": {
			reason:  "A rule that may read an unknown value waits; rules of parts that are known do not.",
			value:   `{min: 2, max: 1, items: [{id: x}, {id: "y"}], byName: {z: {size: 0}}}`,
			unknown: []string{"items[0].a"},
			want: []string{
				`byName[z].size: Invalid: size must be positive`,
				`items[1]: Invalid: exactly one of a and b`,
			},
		},
		"UnknownItem": {
			reason:  "A placeholder is not judged.",
			value:   `{items: [null, {id: "y"}]}`,
			unknown: []string{"items[0]"},
			want:    []string{`items[1]: Invalid: exactly one of a and b`},
		},
		"UnknownMapEntry": {
			reason:  "An unknown entry does not excuse the others.",
			value:   `{byName: {z: {size: 0}}}`,
			unknown: []string{"byName[a]"},
			want:    []string{`byName[z].size: Invalid: size must be positive`},
		},
		"Transition": {
			reason: "A rule about a change compares with nothing.",
			value:  `{name: a}`,
		},
		"Alternatives": {
			reason: "That no alternative holds is reported where they are.",
			value:  `{choice: {left: a, right: b}}`,
			want:   []string{`choice: Invalid: must validate one and only one schema (oneOf). Found 2 valid alternatives`},
		},
		"HiddenByTypes": {
			reason: "Rules are not evaluated on a value whose types are wrong.",
			value:  `{min: "2", max: 1}`,
			want:   []string{`min: TypeInvalid: must be an integer, not a string`},
		},
	}
	var props apiextensionsv1.JSONSchemaProps
	if err := yaml.Unmarshal([]byte(ruled), &props); err != nil {
		t.Fatal(err)
	}
	c := newChecker("ruled", &props, false)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got := summaries(c.check(parse(t, tc.value), tc.unknown))
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s\n-want +got\n%s", tc.reason, diff)
			}
		})
	}
}

// FuzzValidate proves that no JSON object makes validation panic, whatever is unknown.
func FuzzValidate(f *testing.F) {
	f.Add(`{"spec":{"workloadTemplate":{"workerTemplate":{"spec":{"containers":[null,1,{"name":[]}]}}}}}`, "spec.workloadTemplate")
	f.Add(`{"spec":{"inferenceConfig":{"flavors":[{"limits":{"a.b[0]":{},"]":"x","":1}}]}}}`, "spec.inferenceConfig.flavors[0].limits[]]")
	f.Add(`{"":{"":[]},"..":null,"spec":[[]],"metadata":5}`, "..[")
	f.Fuzz(func(t *testing.T, text, unknown string) {
		var value map[string]any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil || value == nil {
			t.Skip("not an object")
		}
		for root := range Resources() {
			Validate(root, runtime.DeepCopyJSON(integers(value).(map[string]any)), []string{unknown})
		}
	})
}

// parse reads YAML into a JSON tree with int64 and float64 numbers.
func parse(t *testing.T, text string) map[string]any {
	t.Helper()
	var value map[string]any
	if err := yaml.UnmarshalStrict([]byte(text), &value); err != nil {
		t.Fatalf("fixture: %v", err)
	}
	return integers(value).(map[string]any)
}

// integers makes whole numbers int64, as they are in a JSON tree of the API.
func integers(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for k, v := range value {
			value[k] = integers(v)
		}
	case []any:
		for i, v := range value {
			value[i] = integers(v)
		}
	case float64:
		if whole := int64(value); float64(whole) == value {
			return whole
		}
	}
	return value
}

// summaries are the parts of errors that a user acts on.
func summaries(errs field.ErrorList) []string {
	var out []string
	for _, err := range errs {
		out = append(out, err.Field+": "+strings.TrimPrefix(string(err.Type), "FieldValue")+": "+err.Detail)
	}
	return out
}
