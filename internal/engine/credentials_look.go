package engine

import (
	"context"
	"encoding/base64"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// Stand-ins for values while a Secret is compared.
const (
	asApplied  = "as applied"
	notApplied = "another"
)

// lookAtSecrets compares the live Secrets with what was applied. A role that may not read
// them hides tampering, which is told once.
func (r *scope) lookAtSecrets(ctx context.Context, v values, private PrivateState) ([]observation, diag.Diagnostics) {
	var (
		seen  []observation
		diags diag.Diagnostics
	)
	kept := appliedDigests(ctx, private)
	for _, w := range v.writtenSecrets() {
		t := w.target()
		live, err := r.settings.Client.Get(ctx, t.resource, w.namespace, w.name)
		switch {
		case cluster.IsNotFound(err):
			gone := difference{object: t.id(), Drift: object.Drift{Path: "data", Class: object.Removed}}
			seen = append(seen, observation{target: t, judgement: observe.Result{Phase: observe.Ready}, drift: []difference{gone}})
			continue
		case cluster.IsForbidden(err):
			diags.Append(r.settings.unread(t.subject(), err)...)
			continue
		case err != nil:
			return seen, append(diags, r.failed("read", t, err)...)
		}
		one, err := t.lookThrough(live, kept[w.credential], r.model.owner(v), r.settings.FieldManager)
		if err != nil {
			return seen, diag.Diagnostics{diagnostic.Fault("Comparing the live Secret", err)}
		}
		seen = append(seen, one)
	}
	return seen, diags
}

// lookThrough compares a live Secret with its digest. What is added to it is its author's business.
func (t target) lookThrough(live *unstructured.Unstructured, kept digest, owner, manager string) (observation, error) {
	s := observation{target: t, judgement: observe.Result{Phase: observe.Ready}}
	claims, err := object.ManagedFields(live, t.release)
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
		case present && err == nil && kept.has(key, string(value)):
			is[key] = asApplied
		case present:
			is[key] = notApplied
		}
	}
	applied["data"], masked["data"] = was, is
	for _, d := range object.Compare(t.node, applied, masked, claims, manager, nil) {
		if d.Class == object.Changed || d.Class == object.Removed {
			d.Applied, d.Live = "", ""
			s.drift = append(s.drift, difference{Drift: d, object: t.id()})
		}
	}
	return s, nil
}

// unread tells that a Secret cannot be read, the first time that it happens.
func (s *Settings) unread(subject string, why error) diag.Diagnostics {
	var diags diag.Diagnostics
	if s.Unread != nil {
		s.Unread.Do(func() { diags.Append(diagnostic.SecretUnread(subject, why)) })
	}
	return diags
}
