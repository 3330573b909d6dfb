package surface

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/fit"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

var _ datasource.DataSourceWithValidateConfig = &ModelDataSource{}

// ModelDataSource reads the facts of a model, from a hub, a folder or the table, and says whether it fits accelerators.
type ModelDataSource struct {
	DataSource
}

// NewModelDataSource returns the data source.
func NewModelDataSource() datasource.DataSource { return &ModelDataSource{} }

// Metadata implements [datasource.DataSource].
func (d *ModelDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_model"
}

// Schema implements [datasource.DataSource].
func (d *ModelDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	optional := func(text string) dschema.StringAttribute {
		return dschema.StringAttribute{Optional: true, MarkdownDescription: text}
	}
	resp.Schema = dschema.Schema{
		MarkdownDescription: "Reads what a model is: its parameters, layers, heads, context, quantization and files. It needs no cluster. From a hub of models it downloads the list of the files and `config.json`, or the header of a GGUF file. " +
			"A hub that does not answer is a warning where the provider knows the model by itself, and an error elsewhere.\n\n" +
			"With `fit` it says whether the model fits accelerators, as `provider::inference::fit` does.",
		Attributes: map[string]dschema.Attribute{
			"source":     optional("Where the facts are from. `huggingface` is a hub that speaks as Hugging Face does, `modelscope` one that speaks as ModelScope does. `folder` is a folder or a file of this machine, `url` a GGUF file anywhere. `table` is what the provider knows by itself of models that people serve; it makes no request. Default `huggingface`."),
			"repository": optional("The repository at the hub, such as `Qwen/Qwen2.5-7B-Instruct`, or the name in the table."),
			"revision":   optional("The branch, tag or commit at the hub. Default: the main branch."),
			"file":       optional("The GGUF file to read, for a repository with several of them."),
			"endpoint":   optional("The URL of the hub. Default: `HF_ENDPOINT`, or `https://huggingface.co`; for ModelScope `https://modelscope.cn`."),
			"token":      dschema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: "A token for the hub, for models that are private or gated. It is not kept in the state. Default: `HF_TOKEN`; for ModelScope `MODELSCOPE_API_TOKEN`."},
			"path":       optional("The folder with a `config.json` or with GGUF files, or a GGUF file, of the source `folder`."),
			"url":        optional("The URL of a GGUF file, of the source `url`."),
			"timeout":    optional("How long the hub may take in all, as a duration such as `90s`. Default `" + modelTimeout.String() + "`."),
			"facts":      dschema.SingleNestedAttribute{Computed: true, Attributes: computedAttributes(factAttributes), MarkdownDescription: "What is known of the model. What is not known is null."},
			"fit":        dschema.SingleNestedAttribute{Optional: true, Attributes: fitAttributes(), MarkdownDescription: "Whether the model fits accelerators: what to compute with, and what is found. Bytes are those of one accelerator, the fullest."},
		},
	}
}

// ValidateConfig implements [datasource.DataSourceWithValidateConfig].
func (d *ModelDataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var query modelQuery
	resp.Diagnostics.Append(req.Config.Get(ctx, &query)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(query.check()...)
	}
}

// Read implements [datasource.DataSource].
func (d *ModelDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var query modelQuery
	resp.Diagnostics.Append(req.Config.Get(ctx, &query)...)
	resp.Diagnostics.Append(query.check()...)
	if resp.Diagnostics.HasError() {
		return
	}
	var hubs model.Hubs
	if d.settings != nil {
		hubs = d.settings.Hubs
	}
	facts, diags := query.read(ctx, hubs)
	resp.Diagnostics.Append(diags...)
	if facts == nil {
		return
	}
	var config map[string]tftypes.Value
	if err := req.Config.Raw.As(&config); err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the configuration", err))
		return
	}
	typ, _ := req.Config.Raw.Type().(tftypes.Object)
	plain, err := asJSON(facts)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Writing the facts of a model", err))
		return
	}
	config["facts"] = valueOf(typ.AttributeTypes["facts"], plain)
	config["token"] = tftypes.NewValue(tftypes.String, nil) // which is not kept
	if asked := config["fit"]; !asked.IsNull() {
		plain, err := plainOf(asked)
		var question fit.Question
		if err == nil {
			err = fromJSON(plain, &question, true)
		}
		var answer fit.Answer
		if err == nil {
			answer, err = fit.Compute(facts, question)
		}
		if err != nil {
			argument, why := invalidArgument(err)
			at, place := path.Root("fit"), field.NewPath("fit")
			if argument != "" {
				at, place = at.AtName(argument), place.Child(argument)
			}
			resp.Diagnostics.Append(diagnostic.Field(field.Invalid(place, field.OmitValueType{}, why), at, "Model "+facts.Repository))
			return
		}
		asked, err = fitted(typ.AttributeTypes["fit"], plain, answer)
		if err != nil {
			resp.Diagnostics.Append(diagnostic.Fault("Writing whether a model fits", err))
			return
		}
		config["fit"] = asked
	}
	resp.State.Raw = tftypes.NewValue(typ, config)
}

// fitted is a question with its answer.
func fitted(typ tftypes.Type, question any, answer fit.Answer) (tftypes.Value, error) {
	all, err := asJSON(answer)
	if err != nil {
		return tftypes.Value{}, err
	}
	asked, _ := question.(map[string]any)
	maps.Copy(all, asked)
	return valueOf(typ, all), nil
}
