package acctest

import (
	"context"
	"encoding/base64"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// kthenaWebhooks are those that Kthena serves at a URL on loopback: no pod of the cluster does, so no Service leads there.
type kthenaWebhooks struct {
	url       string
	authority []byte
}

const kthenaGroup, kthenaVersion = "workload.serving.volcano.sh", "v1alpha1"

// kthenaValidates and kthenaMutates are the paths of the webhooks by the resources that they are asked about.
var (
	kthenaValidates = map[string]string{
		"modelservings":       "/validate-workload-ai-v1alpha1-modelserving",
		"modelboosters":       "/validate/modelbooster",
		"autoscalingpolicies": "/validate/autoscalingpolicy",
	}
	kthenaMutates = map[string]string{
		"modelboosters":       "/mutate/modelbooster",
		"autoscalingpolicies": "/mutate/autoscalingpolicy",
	}
)

// register makes the API server ask the webhooks, and refuse what they do not answer.
func (c *Cluster) register(ctx context.Context, h kthenaWebhooks) error {
	at, fields := h.configuration("Validating", "validatingwebhookconfigurations", kthenaValidates)
	if err := c.create(ctx, at, fields); err != nil {
		return err
	}
	at, fields = h.configuration("Mutating", "mutatingwebhookconfigurations", kthenaMutates)
	return c.create(ctx, at, fields)
}

// configuration registers webhooks of one sort.
func (h kthenaWebhooks) configuration(sort, plural string, paths map[string]string) (Object, map[string]any) {
	const group = "admissionregistration.k8s.io"
	var hooks []any
	for _, resource := range slices.Sorted(maps.Keys(paths)) {
		hooks = append(hooks, map[string]any{
			"name": resource + "." + kthenaGroup, "failurePolicy": "Fail", "sideEffects": "None", "admissionReviewVersions": []any{"v1"},
			"clientConfig": map[string]any{"url": h.url + paths[resource], "caBundle": base64.StdEncoding.EncodeToString(h.authority)},
			"rules": []any{map[string]any{
				"apiGroups": []any{kthenaGroup}, "apiVersions": []any{kthenaVersion}, "resources": []any{resource}, "operations": []any{"CREATE", "UPDATE"},
			}},
		})
	}
	return Object{Resource: schema.GroupVersionResource{Group: group, Version: "v1", Resource: plural}}, map[string]any{
		"apiVersion": group + "/v1", "kind": sort + "WebhookConfiguration", "webhooks": hooks,
		"metadata": map[string]any{"name": kthenaManager + "-" + strings.ToLower(sort) + "-webhook"},
	}
}

// kthenaAdmits reports whether the API server asks the webhook of ModelServings: it refuses a name that the definition allows.
func (c *Cluster) kthenaAdmits(ctx context.Context) (bool, error) {
	const name = "probe.of.webhook"
	serving := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": kthenaGroup + "/" + kthenaVersion, "kind": "ModelServing", "metadata": map[string]any{"name": name},
		"spec": map[string]any{"template": map[string]any{"roles": []any{
			map[string]any{"name": "server", "workerReplicas": int64(0), "entryTemplate": map[string]any{}},
		}}},
	}}
	all := c.Objects.Resource(schema.GroupVersionResource{Group: kthenaGroup, Version: kthenaVersion, Resource: "modelservings"}).Namespace("default")
	// Applied and not created: the API server sleeps in a creation soon after the definition is established.
	_, err := all.Apply(ctx, name, serving, metav1.ApplyOptions{FieldManager: "acctest", DryRun: []string{metav1.DryRunAll}})
	if err == nil {
		return false, nil
	}
	if strings.Contains(err.Error(), "admission webhook") {
		return true, nil
	}
	return false, err
}
