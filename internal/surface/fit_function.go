package surface

import (
	"cmp"
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
	"github.com/inferops/terraform-provider-inference/internal/checkpoint/table"
	"github.com/inferops/terraform-provider-inference/internal/fit"
)

// FitFunction is provider::inference::fit, which gives what `fit` of [ModelDataSource] gives. It makes no request.
type FitFunction struct{}

// NewFitFunction returns the function.
func NewFitFunction() function.Function { return &FitFunction{} }

// Metadata implements [function.Function].
func (f *FitFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "fit"
}

// Definition implements [function.Function].
func (f *FitFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	list := func(of []described) (out string) {
		for _, each := range of {
			out += fmt.Sprintf("\n- `%s`: %s", each.name, each.text)
		}
		return out
	}
	resp.Definition = function.Definition{
		Summary:             "Says whether a model fits accelerators",
		MarkdownDescription: "Computes what the weights of a model and its cache take on each accelerator, for an engine and its parallel sizes, and how much context and how many sequences are left room for. It makes no request.\n\nThe options are:\n" + list(fitArguments) + "\n\nThe result has:\n" + list(fitResults),
		Parameters: []function.Parameter{
			function.DynamicParameter{Name: "facts", MarkdownDescription: "The facts of a model: `data.inference_model.<name>.facts`, or an object with as many of its attributes as are known; or the repository of a model that the provider knows by itself, such as `Qwen/Qwen2.5-7B-Instruct`."},
			function.DynamicParameter{Name: "options", MarkdownDescription: "An object with `accelerator`, or `memory_gib` for one that the provider does not know, and with any of the other options."},
		},
		Return: function.ObjectReturn{AttributeTypes: typeOf(fitResults).AttrTypes},
	}
}

// Run implements [function.Function].
func (f *FitFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var facts, options types.Dynamic
	if resp.Error = function.ConcatFuncErrors(resp.Error, req.Arguments.Get(ctx, &facts, &options)); resp.Error != nil {
		return
	}
	known, err := factsOf(ctx, facts)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, err.Error())
		return
	}
	var question fit.Question
	if plain, err := plainDynamic(ctx, options); err != nil {
		resp.Error = function.NewArgumentFuncError(1, "The options cannot be read: "+err.Error())
		return
	} else if err := fromJSON(plain, &question, false); err != nil {
		resp.Error = function.NewArgumentFuncError(1, fmt.Sprintf("The options cannot be read: %v. The names are those of the documentation, and sizes are whole numbers", err))
		return
	}
	answer, err := fit.Compute(known, question)
	if err != nil {
		argument := int64(1)
		if name, _ := invalidArgument(err); name == "" {
			argument = 0
		}
		resp.Error = function.NewArgumentFuncError(argument, err.Error())
		return
	}
	plain, err := asJSON(answer)
	if err != nil {
		resp.Error = function.NewFuncError("The result cannot be written: " + err.Error())
		return
	}
	result, err := typeOf(fitResults).ValueFromTerraform(ctx, valueOf(typeOf(fitResults).TerraformType(ctx), plain))
	if err != nil {
		resp.Error = function.NewFuncError("The result cannot be written: " + err.Error())
		return
	}
	resp.Error = function.ConcatFuncErrors(resp.Error, resp.Result.Set(ctx, result))
}

// factsOf reads the first argument: facts, or the name of a model of the table.
func factsOf(ctx context.Context, of types.Dynamic) (*checkpoint.Facts, error) {
	plain, err := plainDynamic(ctx, of)
	if err != nil {
		return nil, fmt.Errorf("The facts cannot be read: %w", err) //nolint:staticcheck // people read it as a sentence
	}
	if name, isText := plain.(string); isText {
		if known, found := table.Of(name); found {
			return known, nil
		}
		meant := ""
		for _, near := range table.Near(name) {
			meant += ". Did you mean " + near + "?"
		}
		return nil, fmt.Errorf("The provider does not know the model %q by itself%s Read its facts with data.inference_model", name, cmp.Or(meant, ".")) //nolint:staticcheck // people read it as a sentence
	}
	out := &checkpoint.Facts{}
	if err := fromJSON(plain, out, true); err != nil {
		return nil, fmt.Errorf("The facts cannot be read: %w. Give data.inference_model.<name>.facts", err) //nolint:staticcheck // people read it as a sentence
	}
	out.Complete()
	return out, nil
}

func plainDynamic(ctx context.Context, of types.Dynamic) (any, error) {
	value, err := of.ToTerraformValue(ctx)
	if err != nil {
		return nil, err
	}
	if value.Type().Is(tftypes.DynamicPseudoType) {
		return nil, nil
	}
	return plainOf(value)
}
