package llmaz

import (
	"context"
	"fmt"
	"net/http"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/webhook"
)

// CRDs are the definitions that the webhook is for.
var CRDs = []string{
	"openmodels.llmaz.io", "backendruntimes.inference.llmaz.io", "playgrounds.inference.llmaz.io", "services.inference.llmaz.io",
}

const path = "/mutate-llmaz"

// Run serves the mutating webhook at the server's address until ctx ends.
func Run(ctx context.Context, server webhook.Server) error {
	serving := server.Serving()
	serving.Register(path, &admission.Webhook{Handler: admission.HandlerFunc(handle)})
	return serving.Start(ctx)
}

func handle(_ context.Context, req admission.Request) admission.Response {
	var object map[string]any
	if err := json.Unmarshal(req.Object.Raw, &object); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if err := Mutate(req.Resource.Resource, object); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	mutated, err := json.Marshal(object)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.PatchResponseFromRaw(req.Object.Raw, mutated)
}

// Register makes the API server call the webhook for each creation and update of the four kinds.
func Register(ctx context.Context, client kubernetes.Interface, server webhook.Server) error {
	const create, update = admissionv1.Create, admissionv1.Update
	err := server.RegisterMutating(ctx, client, "llmaz-mutating-webhook-configuration",
		webhook.Hook{Name: "models.llmaz.io", Path: path, Rule: webhook.Rule("llmaz.io", "v1alpha1", []string{"openmodels"}, create, update)},
		webhook.Hook{Name: "inference.llmaz.io", Path: path, Rule: webhook.Rule("inference.llmaz.io", "v1alpha1",
			[]string{"backendruntimes", "playgrounds", "services"}, create, update)},
	)
	if err != nil {
		return fmt.Errorf("webhook of llmaz: %w", err)
	}
	return nil
}

// Effective is nil once the API server asks the webhook: a dry run gets a label.
func Effective(ctx context.Context, client dynamic.Interface) error {
	probe, err := client.Resource(schema.GroupVersionResource{Group: "llmaz.io", Version: "v1alpha1", Resource: "openmodels"}).
		Apply(ctx, "probe", &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "llmaz.io/v1alpha1",
			"kind":       "OpenModel",
			"metadata":   map[string]any{"name": "probe"},
			"spec":       map[string]any{"familyName": "probe", "source": map[string]any{"uri": "host:///probe"}},
		}}, webhook.DryRun)
	if err != nil {
		return err
	}
	if probe.GetLabels()["llmaz.io/model-family-name"] == "" {
		return fmt.Errorf("the mutating webhook of llmaz is not called yet")
	}
	return nil
}
