package engine

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// Read implements [resource.Resource]: the state becomes the live objects at the paths
// that were applied. An object counts as gone only when the API server says so.
func (r *Resource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	if !req.State.Raw.IsKnown() { // of an import that was deferred
		resp.Deferred = &resource.Deferred{Reason: resource.DeferredReasonProviderConfigUnknown}
		return
	}
	prior, err := r.model.read(req.State.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the state", err))
		return
	}
	resp.Diagnostics.Append(setIdentity(ctx, resp.Identity, prior)...)
	if prior.imported() {
		r.readImport(ctx, prior, moved(ctx, req.Private), resp)
		return
	}
	targets, damage := r.model.targets(prior, appliedManifests(ctx, req.Private))
	if damage != nil {
		resp.Diagnostics.Append(r.damaged(prior, damage))
		return
	}
	if r.settings == nil || r.settings.Client == nil {
		resp.Diagnostics.Append(r.notAsked(prior)...)
		return
	}
	before := heldBy(ctx, prior, targets, req.Private)
	found, diags := r.lookAt(ctx, prior, targets, before)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() || diags.WarningsCount() > 0 {
		return
	}
	seen := found.seen
	resp.Diagnostics.Append(found.told...)
	if len(targets) > 0 && len(seen) == 0 {
		r.readGone(ctx, prior, targets, before, resp)
		return
	}
	if !maps.Equal(before, found.held) || instanceOf(ctx, req.Private) == "" {
		resp.Diagnostics.Append(found.held.keep(ctx, resp.Private)...)
	}
	r.model.setDiagnosis(prior.attributes, r.explainOnce(ctx, prior, seen))
	if isWaiting(ctx, req.Private) && r.cancelled(ctx, prior, seen) {
		resp.Diagnostics.Append(setWaiting(ctx, resp.Private, false)...)
	}
	r.readLog(ctx, prior, seen)
	secrets, diags := r.lookAtSecrets(ctx, prior, req.Private)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	state, err := r.model.refreshed(prior, targets, seen, secrets)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Writing the state", err))
		return
	}
	resp.State.Raw = state
	resp.Diagnostics.Append(keepGroups(ctx, resp.Private, r.lookAtGroups(ctx, prior, seen))...)
	r.settings.UnreportedDrift.keep(r.driftKey(prior), slices.Concat(seen, secrets))
}

// notAsked explains why the live object was not looked at; a provider block that is not
// known yet needs no explanation.
func (r *scope) notAsked(v values) diag.Diagnostics {
	if r.settings == nil || r.settings.Unknown || r.settings.Unavailable == nil {
		return nil
	}
	return diag.Diagnostics{diagnostic.NotRefreshed(r.model.subject(v), r.settings.Unavailable)}
}

// refreshed is the prior state with what was seen.
func (s *resourceModel) refreshed(prior values, targets []target, seen, secrets []observation) (tftypes.Value, error) {
	set := prior.attributes
	if prior.text(attrMode) == Direct {
		rendered, err := renderedOf(seen)
		if err != nil {
			return tftypes.Value{}, err
		}
		set[attrRendered] = rendered
	} else if err := s.adoptObject(set, seen[0].projected); err != nil {
		return tftypes.Value{}, err
	}
	s.observed(set, prior, slices.Concat(seen, secrets), len(seen) == len(targets))
	return s.value(set), nil
}

// renderedOf is the value of the attribute `rendered` for what was seen.
func renderedOf(seen []observation) (tftypes.Value, error) {
	manifests := make([]string, len(seen))
	for i, one := range seen {
		manifest, err := printManifest(one.projected)
		if err != nil {
			return tftypes.Value{}, err
		}
		manifests[i] = manifest
	}
	return renderedValue(manifests)
}

// adoptObject writes an object's spec, labels and annotations into the attributes. The
// definition follows, so that a difference shows once it is restored.
func (s *resourceModel) adoptObject(set map[string]tftypes.Value, tree map[string]any) error {
	spec := tree["spec"]
	if spec == nil {
		spec = map[string]any{}
	}
	value, err := object.Decode(s.spec, spec, field.NewPath(attrSpec))
	if err != nil {
		return err
	}
	set[attrSpec] = value
	metadata := children(set[attrMetadata])
	live, _ := tree["metadata"].(map[string]any)
	for _, name := range []string{"labels", "annotations"} {
		entries, _ := live[name].(map[string]any)
		if len(entries) == 0 && isEmptyMap(metadata[name]) {
			continue
		}
		metadata[name] = stringMap(entries)
	}
	set[attrMetadata] = tftypes.NewValue(set[attrMetadata].Type(), metadata)
	return nil
}

func isEmptyMap(value tftypes.Value) bool {
	return value.Type() != nil && value.IsKnown() && !value.IsNull() && len(children(value)) == 0
}

// stringMap is null for no entries: the API does not tell an empty map from none.
func stringMap(entries map[string]any) tftypes.Value {
	typ := tftypes.Map{ElementType: tftypes.String}
	if len(entries) == 0 {
		return tftypes.NewValue(typ, nil)
	}
	out := make(map[string]tftypes.Value, len(entries))
	for key, value := range entries {
		text, _ := value.(string)
		out[key] = stringValue(text)
	}
	return tftypes.NewValue(typ, out)
}

// observed sets the attributes that tell what the cluster says: readiness, drift, UID.
func (s *resourceModel) observed(set map[string]tftypes.Value, v values, seen []observation, complete bool) {
	ready := complete
	var found []difference
	for _, one := range seen {
		ready = ready && one.judgement.Phase == observe.Ready
		found = append(found, one.drift...)
	}
	set[attrReady] = boolValue(ready)
	set[attrDrift] = driftValue(found)
	s.observedOutcome(set, v, seen)
	if v.text(attrMode) != Direct && len(seen) > 0 {
		set[attrUID] = stringValue(seen[0].uid)
	}
}
