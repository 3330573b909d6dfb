package engine

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// Create implements [resource.Resource]. The state is written as soon as the cluster
// has the objects, and only then does the wait begin.
func (r *Resource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan, err := r.model.read(req.Plan.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the plan", err))
		return
	}
	resp.Diagnostics.Append(setIdentity(ctx, resp.Identity, plan)...)
	a := &applyRun{scope: r.scope, plan: plan, private: resp.Private, configured: children(req.Config.Raw)[attrCredentials], save: func(v tftypes.Value) { resp.State.Raw = v }}
	resp.Diagnostics.Append(a.run(ctx, verbCreate)...)
}

// applyRun is one creation or update under way.
type applyRun struct {
	*scope
	plan values
	// prior are the targets that an update starts from.
	prior []target
	// handsOver is true when an update changes the mode.
	handsOver bool
	// priorUID is that of the custom resource that an update changes, keepsPods is true where that cannot reach pods, and waiting
	// where an earlier apply has not seen the object ready.
	priorUID           string
	keepsPods, waiting bool
	// assumed are the objects, by id, that an operator made and that are taken over.
	assumed map[string]bool
	// images are those that an update keeps, by role.
	images map[string]string
	// planned is the drift that an update repairs.
	planned []difference
	private PrivateState
	// targets are the objects to apply, in this order.
	targets []target
	// created are the objects that did not exist before, and marked those whose creation a state has to know of
	// before it is complete; mark is what they are marked with.
	created, marked []creation
	mark            object.Creation
	// held are the objects that the state holds, as far as the apply has come.
	held held
	// configured is the attribute `credentials` with its values, appliedDigests are the digests of those
	// that were last applied, and priorSecrets the Secrets that an update starts from.
	configured     tftypes.Value
	appliedDigests digests
	priorSecrets   []written
	// adopting are the managers that an imported object was made by, until it is first applied.
	adopting []string
	// diagnosis says why the objects are not ready, once that was waited for.
	diagnosis string
	// known are the observed attributes that the plan had a value for. Terraform holds the
	// apply to it; the next refresh tells what has become of them.
	known map[string]tftypes.Value
	// save writes the state that Terraform gets, whatever happens next.
	save func(tftypes.Value)
}

// verbCreate is the verb of a creation.
const verbCreate = "create"

// run leads from the plan to the state for both verbs.
func (a *applyRun) run(ctx context.Context, verb string) diag.Diagnostics {
	targets, diags := a.resolve(ctx)
	if diags.HasError() {
		return diags
	}
	a.targets = targets
	if a.settings != nil {
		a.mark = a.creation()
		if a.handsOver && a.priorUID != "" {
			a.mark = a.mark.HandOver(a.priorUID)
		}
	}
	if diags.Append(a.writeSecrets(ctx)...); diags.HasError() {
		return append(diags, a.undo(ctx, verb)...)
	}
	if a.handsOver {
		if diags.Append(a.handOver(ctx, targets)...); diags.HasError() {
			return diags
		}
	}
	e := a.explain(a.plan, nil)
	e.creates = verb == verbCreate
	defer e.stop()
	if a.priorUID != "" && !a.keepsPods {
		e.expect(ctx, a.priorUID)
	}
	var seen []observation
	for _, t := range targets {
		one, failed := a.apply(ctx, verb, t)
		diags.Append(failed...)
		if failed.HasError() {
			diags.Append(a.keepTaken(ctx, targets, seen)...)
			return append(diags, a.undo(ctx, verb)...)
		}
		seen = append(seen, one)
	}
	a.expectFurther(e, seen)
	diags.Append(a.saveApplied(seen, true)...)
	diags.Append(a.keep(ctx)...)
	defer a.complete(ctx)
	if len(a.adopting) > 0 {
		diags.Append(setAdopting(ctx, a.private, nil)...)
	}
	if a.plan.text(attrMode) == Direct {
		diags.Append(setAppliedManifests(ctx, a.private, a.plan.rendered())...)
	}
	switch {
	case !a.handsOver:
		diags.Append(a.prune(ctx, targets)...)
	case a.plan.text(attrMode) != Direct:
		diags.Append(a.letGo(ctx, targets)...)
	}
	diags.Append(a.pruneSecrets(ctx)...)
	if diags.HasError() {
		return diags
	}
	deadline := time.Now().Add(a.plan.timeout(verb))
	last, why, waited := e.waitReady(ctx, targets, seen, a.plan.timeout(verb))
	diags.Append(waited...)
	a.diagnosis = why
	if len(last) == len(targets) {
		seen = last
	}
	a.readLog(ctx, a.plan, seen)
	diags.Append(a.saveApplied(seen, true)...)
	unready := a.plan.waitsForReady() && slices.ContainsFunc(seen, func(s observation) bool { return s.judgement.Phase != observe.Ready })
	if !unready && a.plan.waitsForAnswer() {
		resumes, unanswered := a.waitAnswer(ctx, verb, deadline)
		diags.Append(unanswered...)
		unready = resumes
	}
	diags.Append(setWaiting(ctx, a.private, unready)...)
	return diags
}

// expectFurther is about what only the apply has told: what it has created has no status from before, and what was there
// already may have one that does not speak of the latest change yet.
func (a *applyRun) expectFurther(e *explainer, seen []observation) {
	switch {
	case len(a.created) > 0:
		e.change = tree.Change{}
	case len(seen) > 0 && !e.change.Awaited && (a.waiting || a.priorUID == ""):
		e.expectUnseen(seen[0].changed)
	}
	for i, s := range seen {
		seen[i] = e.unawaited(s)
	}
}

// apply brings one target to the cluster and looks at the outcome.
func (a *applyRun) apply(ctx context.Context, verb string, t target) (observation, diag.Diagnostics) {
	live, diags := a.bring(ctx, verb, t)
	if diags.HasError() {
		return observation{}, diags
	}
	seen, err := t.look(live, a.settings.FieldManager)
	if err != nil {
		diags.Append(diagnostic.Fault("Comparing the live object", err))
	}
	return seen, diags
}

func (a *applyRun) bring(ctx context.Context, verb string, t target) (*unstructured.Unstructured, diag.Diagnostics) {
	if verb == verbCreate {
		return a.make(ctx, t)
	}
	return a.change(ctx, t)
}

// saveApplied writes the state: the plan, with what the cluster told. When not all
// objects were applied, the manifests are those that were.
func (a *applyRun) saveApplied(seen []observation, complete bool) diag.Diagnostics {
	set := a.plan.attributes
	if !complete {
		rendered, err := renderedOf(seen)
		if err != nil {
			return diag.Diagnostics{diagnostic.Fault("Writing the state", err)}
		}
		set[attrRendered] = rendered
	}
	if a.known == nil {
		a.known = knownOf(set, append(a.model.observedAttributes(), attrUID)...)
	}
	a.model.forecastKnown(set)
	a.model.observed(set, a.plan, seen, complete)
	a.model.setDiagnosis(set, a.diagnosis)
	maps.Copy(set, a.known)
	a.save(a.model.value(set))
	return nil
}

// knownOf returns those of the attributes whose value is known.
func knownOf(set map[string]tftypes.Value, attributes ...string) map[string]tftypes.Value {
	known := map[string]tftypes.Value{}
	for _, attribute := range attributes {
		if value := set[attribute]; value.IsFullyKnown() {
			known[attribute] = value
		}
	}
	return known
}
