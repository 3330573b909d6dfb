package provider

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/engine"
)

// settings is what the block says to every resource. A connection that is not known yet
// or cannot be used leaves the client out and says why: plans do without one.
func (m configModel) settings(ctx context.Context, version string) (*engine.Settings, diag.Diagnostics) {
	out := &engine.Settings{
		Mode:         defaulted(m.Mode, engine.Operator),
		Namespace:    defaulted(m.Namespace, "default"),
		FieldManager: defaulted(m.FieldManager, cluster.DefaultFieldManager),
	}
	var diags diag.Diagnostics
	out.Dialects, diags = m.pins(ctx)
	config, unknown, more := m.clusterConfig(ctx)
	diags.Append(more...)
	out.Unknown = unknown
	if unknown || diags.HasError() {
		return out, diags
	}
	config, err := cluster.FromEnvironment(config, os.LookupEnv)
	if err == nil {
		config.UserAgent = cluster.UserAgent(version)
		out.Client, err = cluster.New(config)
	}
	out.Unavailable = err
	return out, diags
}

// pins are the pinned generations by system; one that is not known yet is "".
func (m configModel) pins(ctx context.Context) (map[string]string, diag.Diagnostics) {
	if m.Dialects.IsUnknown() {
		return nil, nil
	}
	pinned := map[string]types.String{}
	diags := m.Dialects.ElementsAs(ctx, &pinned, false)
	out := make(map[string]string, len(pinned))
	for system, dialect := range pinned {
		out[system] = dialect.ValueString()
	}
	return out, diags
}

// defaulted is "" for a value that is not known yet.
func defaulted(value types.String, fallback string) string {
	if value.IsUnknown() {
		return ""
	}
	if value.ValueString() == "" {
		return fallback
	}
	return value.ValueString()
}

// checkDialects finds pins of systems and generations that no kind has.
func checkDialects(pins map[string]string) diag.Diagnostics {
	known := map[string][]string{}
	for _, k := range Kinds() {
		for _, d := range k.Dialects {
			known[k.TypeName] = append(known[k.TypeName], d.Name)
			if !slices.Contains(known[k.System], d.Name) {
				known[k.System] = append(known[k.System], d.Name)
			}
		}
	}
	var diags diag.Diagnostics
	for _, system := range slices.Sorted(maps.Keys(pins)) {
		at := path.Root("dialects").AtMapKey(system)
		generations, ok := known[system]
		switch {
		case !ok:
			diags.AddAttributeError(at, "Unsupported value", fmt.Sprintf("%q is neither a system nor a resource of this provider. Allowed: %s. Remove the entry.", system, strings.Join(slices.Sorted(maps.Keys(known)), ", ")))
		case pins[system] != "" && !slices.Contains(generations, pins[system]):
			diags.AddAttributeError(at, "Unsupported value", fmt.Sprintf("%q is not a generation of %s. Allowed: %s. Use the newest that is not newer than the installed release.", pins[system], system, strings.Join(generations, ", ")))
		}
	}
	return diags
}
