package credentials

import (
	"context"
	"encoding/base64"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// Stand-ins for values while a Secret is compared.
const (
	asApplied  = "as applied"
	notApplied = "another"
)

// LookAtSecrets compares the live Secrets with what was applied. A role that may not read
// them hides tampering, which is told once.
func LookAtSecrets(ctx context.Context, r *model.Scope, v model.Values, private model.PrivateState) ([]model.Observation, diag.Diagnostics) {
	var (
		seen  []model.Observation
		diags diag.Diagnostics
	)
	kept := AppliedDigests(ctx, private)
	for _, w := range WrittenSecrets(v) {
		t := Target(w)
		live, err := r.Settings.Client.Get(ctx, t.Resource, w.Namespace, w.Name)
		switch {
		case cluster.IsNotFound(err):
			gone := model.Difference{Object: t.ID(), Drift: object.Drift{Path: "data", Class: object.Removed}}
			seen = append(seen, model.Observation{Target: t, Judgement: observe.Result{Phase: observe.Ready}, Drift: []model.Difference{gone}})
			continue
		case cluster.IsForbidden(err):
			diags.Append(Unread(r.Settings, t.Subject(), err)...)
			continue
		case err != nil:
			return seen, append(diags, r.Failed("read", t, err)...)
		}
		one, err := lookThrough(t, live, kept[w.Credential], Owner(r.Model, v), r.Settings.FieldManager)
		if err != nil {
			return seen, diag.Diagnostics{diagnostic.Fault("Comparing the live Secret", err)}
		}
		seen = append(seen, one)
	}
	return seen, diags
}

// lookThrough compares a live Secret with its digest. What is added to it is its author's business.
func lookThrough(t model.Target, live *unstructured.Unstructured, kept model.Digest, owner, manager string) (model.Observation, error) {
	s := model.Observation{Target: t, Judgement: observe.Result{Phase: observe.Ready}}
	claims, err := object.ManagedFields(live, t.Release)
	if err != nil {
		return s, err
	}
	applied := map[string]any{"metadata": map[string]any{"annotations": map[string]any{secretOwner: owner}}}
	masked := maps.Clone(live.Object)
	was, is := map[string]any{}, map[string]any{}
	data, _ := live.Object["data"].(map[string]any)
	for key := range kept.Sums {
		was[key] = asApplied
		encoded, present := data[key].(string)
		value, err := base64.StdEncoding.DecodeString(encoded)
		switch {
		case present && err == nil && has(kept, key, string(value)):
			is[key] = asApplied
		case present:
			is[key] = notApplied
		}
	}
	applied["data"], masked["data"] = was, is
	for _, d := range object.Compare(t.Node, applied, masked, claims, manager, nil) {
		if d.Class == object.Changed || d.Class == object.Removed {
			d.Applied, d.Live = "", ""
			s.Drift = append(s.Drift, model.Difference{Drift: d, Object: t.ID()})
		}
	}
	return s, nil
}

// Unread tells that a Secret cannot be read, the first time that it happens.
func Unread(s *model.Settings, subject string, why error) diag.Diagnostics {
	var diags diag.Diagnostics
	if s.Unread != nil {
		s.Unread.Do(func() { diags.Append(diagnostic.SecretUnread(subject, why)) })
	}
	return diags
}
