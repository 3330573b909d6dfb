package surface

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/hcl"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// HCLFunction is provider::inference::hcl, which prints the configuration of an object that
// stands in a text. It asks no cluster.
type HCLFunction struct {
	models func() []*model.ResourceModel
}

// NewHCLFunction returns the constructor of the function over all kinds.
func NewHCLFunction(all []*kinds.Kind) func() function.Function {
	models := sync.OnceValue(func() []*model.ResourceModel { return All(all) })
	return func() function.Function { return &HCLFunction{models} }
}

// printed is the result of the function.
type printed struct {
	HCL    string `tfsdk:"hcl"`
	Import string `tfsdk:"import"`
}

// Metadata implements [function.Function].
func (f *HCLFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "hcl"
}

// Definition implements [function.Function].
func (f *HCLFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "Prints the Terraform configuration of an object",
		MarkdownDescription: model.DescribePrinting + " The result has `hcl`, the `resource` block, and `import`, the `import` block.",
		Parameters: []function.Parameter{function.StringParameter{
			Name:                "object",
			MarkdownDescription: "The object as YAML or JSON, as `kubectl get -o yaml --show-managed-fields` prints it or as it is in a file. Without managed fields, every value that is not a default counts as configured.",
		}},
		VariadicParameter: function.StringParameter{
			Name:                "type",
			MarkdownDescription: "The resource type for the object, as in a `resource` block. Needed, once, for a kind that several resource types can hold.",
		},
		Return: function.ObjectReturn{AttributeTypes: map[string]attr.Type{model.AttrHCL: types.StringType, model.AttrImport: types.StringType}},
	}
}

// Run implements [function.Function].
func (f *HCLFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	var typeNames []string
	resp.Error = function.ConcatFuncErrors(resp.Error, req.Arguments.Get(ctx, &text, &typeNames))
	if resp.Error != nil {
		return
	}
	if len(typeNames) > 1 {
		resp.Error = function.NewArgumentFuncError(1, "There is more than one resource type. Give one, or none")
		return
	}
	block, id, err := printText(f.models(), text, strings.Join(typeNames, ""))
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, "The object cannot be printed: "+err.Error())
		return
	}
	resp.Error = function.ConcatFuncErrors(resp.Error, resp.Result.Set(ctx, printed{HCL: block.String(), Import: block.Import(id)}))
}

// printText prints the object of a text, and tells the ID of its import. typeName is that of the
// resource that is to have it, "" for the one of its kind.
func printText(all []*model.ResourceModel, text, typeName string) (block hcl.Resource, id string, err error) {
	obj, err := model.ParseManifest(text)
	if err != nil {
		return block, "", fmt.Errorf("%w. Give one Kubernetes object as YAML or JSON", err)
	}
	for _, field := range []string{"apiVersion", "kind"} {
		if text, _, _ := unstructured.NestedString(obj.Object, field); text == "" {
			return block, "", fmt.Errorf("it has no %s. Give one Kubernetes object as YAML or JSON", field)
		}
	}
	s := model.ShapeOfKind(all, obj)
	if other := model.OfType(all, typeName); s != nil && typeName != "" {
		if other == nil || !model.Takes(other.Kind, obj.GroupVersionKind()) {
			return block, "", fmt.Errorf("%s is no resource type that takes %s of %s. Give inference_%s, or no type", typeName, obj.GetKind(), obj.GetAPIVersion(), s.Kind.TypeName)
		}
		s = other
	}
	switch {
	case s == nil:
		return block, "", fmt.Errorf("the provider has no resource for the kind %s of %s. Give an object of another kind", obj.GetKind(), obj.GetAPIVersion())
	case obj.GetName() == "":
		return block, "", errors.New("it has no metadata.name. Give the object a name")
	}
	t := s.CustomResource(s.Located(obj.GetNamespace(), obj.GetName()), s.WrittenRelease(obj))
	configured, err := s.Written(t, obj)
	if err != nil {
		return block, "", fmt.Errorf("%w. Remove managedFields from it", err)
	}
	return s.Configuration(t, obj, configured, "", ""), model.IdOf(obj), nil
}
