package engine

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

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// secretTarget is a Secret without data.
func secretTarget(at kinds.CredentialPlace) target {
	obj := &unstructured.Unstructured{Object: map[string]any{}}
	obj.SetGroupVersionKind(cluster.Secret.GroupVersionKind)
	obj.SetNamespace(at.Namespace)
	obj.SetName(at.Name)
	return target{resource: cluster.Secret, applied: obj, node: schema.Lookup("workload.Secret")}
}

// target is the Secret as it is applied for an owner.
func (s secret) target(owner string) target {
	t := secretTarget(s.at)
	t.applied.SetLabels(map[string]string{render.LabelManagedBy: render.ManagedBy})
	t.applied.SetAnnotations(map[string]string{secretOwner: owner})
	data := map[string]any{}
	for key, value := range s.data() {
		data[key] = base64.StdEncoding.EncodeToString([]byte(value))
	}
	t.applied.Object["type"], t.applied.Object["data"] = string(s.Type), data
	return t
}

// writeSecrets applies the Secrets that the plan sends, before everything that reads them.
func (a *applyRun) writeSecrets(ctx context.Context) diag.Diagnostics {
	if len(a.model.kind.Credentials) == 0 {
		return nil
	}
	if errs := a.model.checkPlaces(a.plan, a.plan.text(attrMode) == Direct); len(errs) > 0 {
		return a.model.diagnose(findings{errs: errs}, a.plan)
	}
	wanted, _ := a.model.secrets(a.plan, a.configured)
	if len(wanted) > 0 && (a.settings == nil || a.settings.Client == nil) {
		return diag.Diagnostics{diagnostic.NoCluster(a.model.subject(a.plan), a.unavailable())}
	}
	planned, kept := a.plan.writtenSecrets(), digests{}
	all := make([]written, len(wanted))
	for i, one := range wanted {
		all[i] = written{credential: one.Name, namespace: one.at.Namespace, name: one.at.Name}
		if !a.plan.sends(one.Name) {
			j := slices.IndexFunc(planned, func(w written) bool { return w.credential == one.Name })
			all[i], kept[one.Name] = planned[j], a.appliedDigests[one.Name]
			continue
		}
		stamp, diags := a.writeSecret(ctx, one)
		if diags.HasError() {
			return diags
		}
		all[i].appliedAt, kept[one.Name] = time.Now().UTC().Format(time.RFC3339), stamp
	}
	a.plan.attributes[attrSecrets] = a.model.secretsValue(all)
	if len(kept) == 0 && a.appliedDigests == nil {
		return nil
	}
	return setSealed(ctx, a.private, kept)
}

// writeSecret applies one Secret and returns its digest. What the answer says is told without
// the values, which servers and webhooks may repeat.
func (a *applyRun) writeSecret(ctx context.Context, one secret) (digest, diag.Diagnostics) {
	t := one.target(a.model.owner(a.plan))
	diags := a.putSecret(ctx, one, t)
	if diags.HasError() {
		return digest{}, concealed(diags, path.Root(attrCredentials).AtName(one.Name), one)
	}
	stamp, err := digestOf(one.data())
	if err != nil {
		return stamp, diag.Diagnostics{diagnostic.Fault("Sealing the credentials", err)}
	}
	return stamp, nil
}

// putSecret makes a Secret, or takes up the one that was made for the same resource: what
// anybody has changed of that is taken back.
func (a *applyRun) putSecret(ctx context.Context, one secret, t target) diag.Diagnostics {
	options := cluster.ApplyOptions{FieldManager: a.settings.FieldManager, Force: true}
	created, err := a.settings.Client.Create(ctx, t.resource, t.wire(), a.creating(options))
	var exists *cluster.ExistsError
	if !errors.As(err, &exists) {
		a.made(ctx, t, created)
		return a.failed("create", t, err)
	}
	if exists.Live.GetDeletionTimestamp() != nil {
		_, diags := a.makeAfter(ctx, t, exists.Live)
		return diags
	}
	live, diags := a.ownSecret(ctx, t, exists.Live)
	switch {
	case diags.HasError():
		return diags
	case live == nil:
		return diag.Diagnostics{a.taken(one, t, exists.Live)}
	}
	_, err = a.settings.Client.Apply(ctx, t.resource, t.wire(), a.optionsFor(live, options))
	return a.failed("apply", t, err)
}

// ownSecret returns the live Secret in the place of one that is sent if it is the resource's, nil if it is not. That of an
// object which was imported is known by its annotation.
func (a *applyRun) ownSecret(ctx context.Context, t target, live *unstructured.Unstructured) (*unstructured.Unstructured, diag.Diagnostics) {
	uid, known := a.held[t.id()]
	mine := uid == string(live.GetUID()) || !known && len(a.prior) > 0 && belongs(live, a.model.owner(a.plan))
	if begun, marked := object.UnderWay(live, a.settings.FieldManager); mine && marked {
		return a.rename(ctx, t, live, begun, a.settings.FieldManager)
	}
	if mine {
		a.held = a.held.with(t, live)
		return live, nil
	}
	return a.resume(ctx, t, live)
}

// taken says whose the Secret in the way is.
func (a *applyRun) taken(one secret, t target, live *unstructured.Unstructured) diag.Diagnostic {
	at := path.Root(attrCredentials).AtName(one.Name)
	claims, err := object.ManagedFields(live, object.Release{})
	if err != nil {
		return diagnostic.Fault("Reading the managed fields", err)
	}
	owner := live.GetAnnotations()[secretOwner]
	if owner == a.model.owner(a.plan) {
		return diagnostic.SecretUnheld(at, t.subject(), owner, a.typeName(), a.plan.id())
	}
	return diagnostic.SecretExists(at, t.subject(), owner, claims.Managers(), one.NamedBy)
}

// pruneSecrets deletes the Secrets of the prior state that the plan has no more.
func (a *applyRun) pruneSecrets(ctx context.Context) diag.Diagnostics {
	var diags diag.Diagnostics
	now := a.plan.writtenSecrets()
	for _, old := range a.priorSecrets {
		if !slices.ContainsFunc(now, func(w written) bool { return w.target().same(old.target()) }) {
			diags.Append(a.removeSecret(ctx, old, a.model.owner(a.plan), a.held)...)
		}
	}
	return diags
}

// removeSecret deletes a Secret unless it has become somebody else's.
func (r *scope) removeSecret(ctx context.Context, w written, owner string, held held) diag.Diagnostics {
	t := w.target()
	live, err := r.settings.Client.Get(ctx, t.resource, w.namespace, w.name)
	if cluster.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return r.failed("read", t, err)
	}
	if !held.hasSecret(t, live, owner) {
		return diag.Diagnostics{diagnostic.LeftAlone(t.subject(), managers(live))}
	}
	return r.remove(ctx, t, string(live.GetUID()))
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
