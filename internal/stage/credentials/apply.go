package credentials

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/apply"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// target is the Secret as it is applied for an owner.
func (s secret) target(owner string) model.Target {
	t := secretTarget(s.at)
	t.Applied.SetLabels(map[string]string{render.LabelManagedBy: render.ManagedBy})
	t.Applied.SetAnnotations(map[string]string{secretOwner: owner})
	data := map[string]any{}
	for key, value := range s.data() {
		data[key] = base64.StdEncoding.EncodeToString([]byte(value))
	}
	t.Applied.Object["type"], t.Applied.Object["data"] = string(s.Type), data
	return t
}

// WriteSecrets applies the Secrets that the plan sends, before everything that reads them.
func WriteSecrets(ctx context.Context, a *model.ApplyRun) diag.Diagnostics {
	if len(a.Model.Kind.Credentials) == 0 {
		return nil
	}
	if errs := a.Model.CheckPlaces(a.Plan, a.Plan.Text(model.AttrMode) == model.Direct); len(errs) > 0 {
		return a.Model.Diagnose(model.Findings{Errs: errs}, a.Plan)
	}
	wanted, _ := secrets(a.Model, a.Plan, a.Configured)
	if len(wanted) > 0 && (a.Settings == nil || a.Settings.Client == nil) {
		return diag.Diagnostics{diagnostic.NoCluster(a.Model.Subject(a.Plan), a.Unavailable())}
	}
	planned, kept := WrittenSecrets(a.Plan), model.Digests{}
	all := make([]model.Written, len(wanted))
	for i, one := range wanted {
		all[i] = model.Written{Credential: one.Name, Namespace: one.at.Namespace, Name: one.at.Name}
		if !sends(a.Plan, one.Name) {
			j := slices.IndexFunc(planned, func(w model.Written) bool { return w.Credential == one.Name })
			all[i], kept[one.Name] = planned[j], a.AppliedDigests[one.Name]
			continue
		}
		stamp, diags := writeSecret(ctx, a, one)
		if diags.HasError() {
			return diags
		}
		all[i].AppliedAt, kept[one.Name] = time.Now().UTC().Format(time.RFC3339), stamp
	}
	a.Plan.Attributes[model.AttrSecrets] = secretsValue(a.Model, all)
	if len(kept) == 0 && a.AppliedDigests == nil {
		return nil
	}
	return setSealed(ctx, a.Private, kept)
}

// writeSecret applies one Secret and returns its digest. What the answer says is told without
// the values, which servers and webhooks may repeat.
func writeSecret(ctx context.Context, a *model.ApplyRun, one secret) (model.Digest, diag.Diagnostics) {
	t := one.target(Owner(a.Model, a.Plan))
	diags := putSecret(ctx, a, one, t)
	if diags.HasError() {
		return model.Digest{}, concealed(diags, path.Root(model.AttrCredentials).AtName(one.Name), one)
	}
	stamp, err := digestOf(one.data())
	if err != nil {
		return stamp, diag.Diagnostics{diagnostic.Fault("Sealing the credentials", err)}
	}
	return stamp, nil
}

// putSecret makes a Secret, or takes up the one that was made for the same resource: what
// anybody has changed of that is taken back.
func putSecret(ctx context.Context, a *model.ApplyRun, one secret, t model.Target) diag.Diagnostics {
	options := cluster.ApplyOptions{FieldManager: a.Settings.FieldManager, Force: true}
	created, err := a.Settings.Client.Create(ctx, t.Resource, t.Wire(), apply.Creating(a, options))
	var exists *cluster.ExistsError
	if !errors.As(err, &exists) {
		apply.Made(ctx, a, t, created)
		return a.Failed("create", t, err)
	}
	if exists.Live.GetDeletionTimestamp() != nil {
		_, diags := apply.MakeAfter(ctx, a, t, exists.Live)
		return diags
	}
	live, diags := ownSecret(ctx, a, t, exists.Live)
	switch {
	case diags.HasError():
		return diags
	case live == nil:
		return diag.Diagnostics{taken(a, one, t, exists.Live)}
	}
	_, err = a.Settings.Client.Apply(ctx, t.Resource, t.Wire(), apply.OptionsFor(a, live, options))
	return a.Failed("apply", t, err)
}

// ownSecret returns the live Secret in the place of one that is sent if it is the resource's, nil if it is not. That of an
// object which was imported is known by its annotation.
func ownSecret(ctx context.Context, a *model.ApplyRun, t model.Target, live *unstructured.Unstructured) (*unstructured.Unstructured, diag.Diagnostics) {
	uid, known := a.Held[t.ID()]
	mine := uid == string(live.GetUID()) || !known && len(a.Prior) > 0 && belongs(live, Owner(a.Model, a.Plan))
	if begun, marked := object.UnderWay(live, a.Settings.FieldManager); mine && marked {
		return apply.Rename(ctx, a, t, live, begun, a.Settings.FieldManager)
	}
	if mine {
		a.Held = a.Held.With(t, live)
		return live, nil
	}
	return apply.Resume(ctx, a, t, live)
}

// taken says whose the Secret in the way is.
func taken(a *model.ApplyRun, one secret, t model.Target, live *unstructured.Unstructured) diag.Diagnostic {
	at := path.Root(model.AttrCredentials).AtName(one.Name)
	claims, err := object.ManagedFields(live, object.Release{})
	if err != nil {
		return diagnostic.Fault("Reading the managed fields", err)
	}
	owner := live.GetAnnotations()[secretOwner]
	if owner == Owner(a.Model, a.Plan) {
		return diagnostic.SecretUnheld(at, t.Subject(), owner, a.TypeName(), a.Plan.ID())
	}
	return diagnostic.SecretExists(at, t.Subject(), owner, claims.Managers(), one.NamedBy)
}

// PruneSecrets deletes the Secrets of the prior state that the plan has no more.
func PruneSecrets(ctx context.Context, a *model.ApplyRun) diag.Diagnostics {
	var diags diag.Diagnostics
	now := WrittenSecrets(a.Plan)
	for _, old := range a.PriorSecrets {
		if !slices.ContainsFunc(now, func(w model.Written) bool { return Target(w).Same(Target(old)) }) {
			diags.Append(RemoveSecret(ctx, a.Scope, old, Owner(a.Model, a.Plan), a.Held)...)
		}
	}
	return diags
}

// RemoveSecret deletes a Secret unless it has become somebody else's.
func RemoveSecret(ctx context.Context, r *model.Scope, w model.Written, owner string, held model.Held) diag.Diagnostics {
	t := Target(w)
	live, err := r.Settings.Client.Get(ctx, t.Resource, w.Namespace, w.Name)
	if cluster.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return r.Failed("read", t, err)
	}
	if !HasSecret(held, t, live, owner) {
		return diag.Diagnostics{diagnostic.LeftAlone(t.Subject(), model.Managers(live))}
	}
	return apply.Remove(ctx, r, t, string(live.GetUID()))
}

// concealed are diagnostics about a credential, placed on its attribute and with its values
// blotted out: as they are, as Secrets have them, and as JSON quotes them.
func concealed(diags diag.Diagnostics, at path.Path, one secret) diag.Diagnostics {
	var pairs []string
	hide := func(value string) {
		quoted, err := json.Marshal(value)
		if value == "" || err != nil {
			return
		}
		for _, text := range []string{value, base64.StdEncoding.EncodeToString([]byte(value)), strings.Trim(string(quoted), `"`)} {
			pairs = append(pairs, text, "(sensitive value)")
		}
	}
	for _, value := range one.data() {
		hide(value)
	}
	for _, part := range one.Parts {
		if !part.Secret {
			continue
		}
		hide(one.values[part.Name])
		for _, value := range one.values {
			hide(value + ":" + one.values[part.Name]) // as a login has both
		}
	}
	blot := strings.NewReplacer(pairs...)
	out := make(diag.Diagnostics, 0, len(diags))
	for _, d := range diags {
		summary, detail := blot.Replace(d.Summary()), blot.Replace(d.Detail())
		if d.Severity() == diag.SeverityError {
			out = append(out, diag.NewAttributeErrorDiagnostic(at, summary, detail))
			continue
		}
		out = append(out, diag.NewAttributeWarningDiagnostic(at, summary, detail))
	}
	return out
}
