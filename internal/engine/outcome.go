package engine

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-log/tflog"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// attrOutcome is the root attribute that says how an object that runs to an end went.
const attrOutcome = "outcome"

// outcomeLogTimeout bounds how long the log of a Job is asked for.
const outcomeLogTimeout = 5 * time.Second

// outcomeType is the computed object `outcome`.
var outcomeType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"state": types.StringType, "start_time": types.StringType, "completion_time": types.StringType,
	"failure_message": types.StringType, "results": types.StringType, "summary": types.StringType,
}}

// outcomeAttributes are those of the kinds that run to an end.
func (s *resourceModel) outcomeAttributes() map[string]rschema.Attribute {
	if s.kind.Completion == nil {
		return nil
	}
	text := func(what string) rschema.Attribute {
		return rschema.StringAttribute{Computed: true, MarkdownDescription: what}
	}
	return map[string]rschema.Attribute{attrOutcome: rschema.SingleNestedAttribute{
		Computed: true, CustomType: outcomeType, MarkdownDescription: "How it went, as of the last look.",
		Attributes: map[string]rschema.Attribute{
			"state":           text("`Pending`, `Running`, `Completed` or `Failed`; in direct mode also `Suspended`. `Completed` says only that the process ended well, not that the requests did."),
			"start_time":      text("When it began, in RFC 3339; null before."),
			"completion_time": text("When it ended, in RFC 3339; null before."),
			"failure_message": text("Why it failed; null when it did not."),
			"results":         text("Where the results lie: the output location, and the folder in it where that has a name."),
			"summary": text("What the log tells, as JSON; null in operator mode, and where the log could not be read: `finished`, `folder`, `uploaded`, and for each of the `runs` that ended its `scenario`, " +
				"`num_concurrency` or `batch_size`, `seconds`, and `error_rate` where at least half of the requests failed."),
		},
	}}
}

// observedAttributes are the computed attributes that follow from a look at the live objects.
func (s *resourceModel) observedAttributes() []string {
	if s.kind.Completion == nil {
		return []string{attrReady, attrDrift, attrDiagnosis}
	}
	return []string{attrReady, attrDrift, attrDiagnosis, attrOutcome}
}

// observedOutcome sets the outcome. A summary that is known stays: the log does not.
func (s *resourceModel) observedOutcome(set map[string]tftypes.Value, v values, seen []observation) {
	if s.kind.Completion == nil {
		return
	}
	summary := children(set[attrOutcome])["summary"]
	set[attrOutcome] = s.null(attrOutcome)
	one, ok := ending(v, seen)
	if !ok {
		return
	}
	live := &unstructured.Unstructured{Object: one.live}
	outcome := s.kind.Completion.Outcome
	if v.text(attrMode) == Direct {
		outcome = observe.JobOutcome
	}
	found := outcome(live)
	if one.log != "" {
		summary = orNull(s.kind.Completion.Summary(one.log))
	}
	if summary.Type() == nil || !summary.IsKnown() || !ended(found.State) {
		summary = orNull("")
	}
	set[attrOutcome] = tftypes.NewValue(s.object().AttributeTypes[attrOutcome], map[string]tftypes.Value{
		"state": orNull(found.State), "start_time": orNull(found.Started), "completion_time": orNull(found.Completed),
		"failure_message": orNull(found.Failure), "results": orNull(s.kind.Completion.Results(v.unstructured())), "summary": summary,
	})
}

// ending is the observation that tells how it went: of the custom resource, or of the Job of direct mode.
func ending(v values, seen []observation) (*observation, bool) {
	for i := range seen {
		if v.text(attrMode) != Direct || seen[i].resource.Kind == "Job" {
			return &seen[i], true
		}
	}
	return nil, false
}

// ended reports whether a state is the last one.
func ended(state string) bool { return state == "Completed" || state == "Failed" }

// readLog adds the log of a Job that has ended, once: not where the state knows of its end already. A log that cannot be
// read is no failure: pods do not live for ever, and not everybody may read what they write.
func (r *scope) readLog(ctx context.Context, v values, seen []observation) {
	if r.model.kind.Completion == nil || v.text(attrMode) != Direct {
		return
	}
	one, ok := ending(v, seen)
	if !ok || one.judgement.Phase == observe.NotDone {
		return
	}
	if known, _ := stringOf(children(v.attributes[attrOutcome])["state"]); ended(known) {
		return
	}
	limited, cancel := context.WithTimeout(ctx, outcomeLogTimeout)
	defer cancel()
	text, err := r.settings.Client.JobLog(limited, one.applied.GetNamespace(), one.applied.GetName())
	if err != nil {
		tflog.Info(ctx, "the log of the Job could not be read", map[string]any{"object": one.subject(), "error": err.Error()})
		return
	}
	one.log = text
}
