package llmkube

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// gpuQuota is the bound of a quota for one namespace. One for namespaces by their labels, which no plan knows, bounds nothing here.
//
// Mirrors defilantech/LLMKube internal/controller/inferenceservice_quota_webhook.go@v0.9.19.
func gpuQuota(c kinds.Candidate, unknown func(path string) bool) (kinds.Quota, bool) {
	q := kinds.Quota{Namespace: kinds.TextAt(c.Object.Object, "spec", "namespaceRef"), Field: "spec.gpuCount", Exempt: "kueue.x-k8s.io/queue-name"}
	q.Accelerators, _, _ = unstructured.NestedInt64(c.Object.Object, "spec", "gpuCount")
	return q, q.Namespace != "" && !unknown("spec.namespaceRef") && !unknown(q.Field)
}
