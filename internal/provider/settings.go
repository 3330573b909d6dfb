package provider

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kthena"
)

// settings is what the block says to every resource. A connection that is not known yet
// or cannot be used leaves the client out and says why: plans do without one.
func (m configModel) settings(ctx context.Context, version string) (*engine.Settings, diag.Diagnostics) {
	out := &engine.Settings{
		Unread:       &sync.Once{},
		Hazards:      engine.NewHazards(kthena.Hazards()),
		PlanChecks:   m.planChecks(),
		Mode:         defaulted(m.Mode, engine.Operator),
		Namespace:    defaulted(m.Namespace, "default"),
		FieldManager: defaulted(m.FieldManager, cluster.DefaultFieldManager),
		Workspace:    workspace(os.LookupEnv),
		Session:      session(),
		Claims:       engine.NewClaims(),
		Untold:       engine.NewUntold(),
		// A value that is not known yet protects nothing in the plan; the apply knows it.
		DeletionProtection: m.DeletionProtection.ValueBool(),
	}
	var diags diag.Diagnostics
	out.Dialects, diags = m.pins(ctx)
	limits, more := m.budget(ctx)
	diags.Append(more...)
	out.Budget = engine.NewBudget(limits)
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

// checkDialects finds pins of systems, kinds and generations that there are not.
func checkDialects(pins map[string]string) diag.Diagnostics {
	systems, known := generations()
	var diags diag.Diagnostics
	for _, pinned := range slices.Sorted(maps.Keys(pins)) {
		at := path.Root("dialects").AtMapKey(pinned)
		names, ok := known[pinned]
		switch {
		case !ok:
			diags.AddAttributeError(at, "Unsupported value", fmt.Sprintf("%q is neither a system of this provider nor a resource without its prefix. Systems: %s. Remove the entry.", pinned, strings.Join(systems, ", ")))
		case pins[pinned] != "" && !slices.Contains(names, pins[pinned]):
			diags.AddAttributeError(at, "Unsupported value", fmt.Sprintf("%q is not a generation of %s. Allowed: %s. Use the newest that is not newer than the installed release.", pins[pinned], pinned, strings.Join(names, ", ")))
		}
	}
	return diags
}

// generations returns the systems, and the names of the generations of every system and kind.
func generations() (systems []string, known map[string][]string) {
	known = map[string][]string{}
	add := func(key, generation string) {
		if !slices.Contains(known[key], generation) {
			known[key] = append(known[key], generation)
		}
	}
	for _, k := range Kinds() {
		if !slices.Contains(systems, k.System) {
			systems = append(systems, k.System)
		}
		for _, d := range k.Dialects {
			add(k.System, d.Name)
			add(k.TypeName, d.Name)
		}
	}
	return systems, known
}
