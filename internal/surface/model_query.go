package surface

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint/folder"
	"github.com/inferops/terraform-provider-inference/internal/checkpoint/hub"
	"github.com/inferops/terraform-provider-inference/internal/checkpoint/table"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// modelTimeout is how long hubs may take by default.
const modelTimeout = 30 * time.Second

// modelSources are where facts may be from, and the argument that each needs.
var modelSources = map[string]string{
	hub.SourceHuggingFace: "repository", hub.SourceModelScope: "repository", table.Source: "repository", folder.Source: "path", hub.SourceURL: "url",
}

// modelQuery is the configuration of the data source.
type modelQuery struct {
	Source     types.String `tfsdk:"source"`
	Repository types.String `tfsdk:"repository"`
	Revision   types.String `tfsdk:"revision"`
	File       types.String `tfsdk:"file"`
	Endpoint   types.String `tfsdk:"endpoint"`
	Token      types.String `tfsdk:"token"`
	Path       types.String `tfsdk:"path"`
	URL        types.String `tfsdk:"url"`
	Timeout    types.String `tfsdk:"timeout"`
	Fit        types.Object `tfsdk:"fit"`
	Facts      types.Object `tfsdk:"facts"`
}

// repositoryName is how hubs name repositories.
var repositoryName = regexp.MustCompile(`^[A-Za-z0-9][\w.-]*(/[A-Za-z0-9_][\w.-]*)?$`)

// check finds what cannot be asked; values that are not known yet are taken on trust.
func (q modelQuery) check() diag.Diagnostics {
	var diags diag.Diagnostics
	refuse := func(err *field.Error) {
		diags.Append(diagnostic.Field(err, path.Root(err.Field), "the model"))
	}
	source := cmp.Or(q.Source.ValueString(), hub.SourceHuggingFace)
	needed, known := modelSources[source]
	if q.Source.IsUnknown() {
		return nil
	}
	if !known {
		refuse(field.NotSupported(field.NewPath("source"), source, []string{hub.SourceHuggingFace, hub.SourceModelScope, folder.Source, hub.SourceURL, table.Source}))
		return diags
	}
	for name, value := range map[string]types.String{"repository": q.Repository, "path": q.Path, "url": q.URL} {
		switch {
		case name == needed && (value.IsNull() || !value.IsUnknown() && value.ValueString() == ""):
			refuse(field.Required(field.NewPath(name), "the source "+source+" needs it"))
		case name != needed && !value.IsNull():
			refuse(field.Forbidden(field.NewPath(name), "the source "+source+" does not use it; remove it, or change the source"))
		}
	}
	if text := q.Repository.ValueString(); text != "" && !repositoryName.MatchString(text) {
		refuse(field.Invalid(field.NewPath("repository"), text, "must be the name of a repository, such as Qwen/Qwen2.5-7B-Instruct"))
	}
	for name, value := range map[string]types.String{"endpoint": q.Endpoint, "url": q.URL} {
		if at, err := url.Parse(value.ValueString()); value.ValueString() != "" && (err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https") {
			refuse(field.Invalid(field.NewPath(name), value.ValueString(), "must be a URL that begins with https:// or http://"))
		}
	}
	if text := q.Timeout.ValueString(); text != "" {
		if span, err := time.ParseDuration(text); err != nil || span <= 0 {
			refuse(field.Invalid(field.NewPath("timeout"), text, "must be a duration such as 90s"))
		}
	}
	slices.SortFunc(diags, func(a, b diag.Diagnostic) int { return strings.Compare(a.Detail(), b.Detail()) })
	return diags
}
