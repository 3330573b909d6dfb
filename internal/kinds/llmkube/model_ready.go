package llmkube

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)
func modelReady(*unstructured.Unstructured) observe.Result { return observe.Result{} }
func serviceReady(*unstructured.Unstructured) observe.Result { return observe.Result{} }
