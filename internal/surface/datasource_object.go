package surface

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

func metadataValue(typ tftypes.Type, table *unstructured.Unstructured) tftypes.Value {
	root, _ := typ.(tftypes.Object)
	metadata, _ := root.AttributeTypes[model.AttrMetadata].(tftypes.Object)
	fields := map[string]tftypes.Value{
		"name": model.StringValue(table.GetName()), "labels": engine.StringMap(entriesOf(table.GetLabels())), "annotations": engine.StringMap(entriesOf(table.GetAnnotations())),
	}
	if _, ok := metadata.AttributeTypes["namespace"]; ok {
		fields["namespace"] = model.StringValue(table.GetNamespace())
	}
	return tftypes.NewValue(metadata, fields)
}

func entriesOf(texts map[string]string) map[string]any {
	entries := make(map[string]any, len(texts))
	for key, text := range texts {
		entries[key] = text
	}
	return entries
}
