package model

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// AttrOutcome is the root attribute that says how an object that runs to an end went.
const AttrOutcome = "outcome"

// OutcomeLogTimeout bounds how long the log of a Job is asked for.
const OutcomeLogTimeout = 5 * time.Second

// outcomeType is the computed object `outcome`.
var outcomeType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"state": types.StringType, "start_time": types.StringType, "completion_time": types.StringType,
	"failure_message": types.StringType, "results": types.StringType, "summary": types.StringType,
}}

// outcomeAttributes are those of the kinds that run to an end.
func (s *ResourceModel) outcomeAttributes() map[string]rschema.Attribute {
	if s.Kind.Completion == nil {
		return nil
	}
	text := func(what string) rschema.Attribute {
		return rschema.StringAttribute{Computed: true, MarkdownDescription: what}
	}
	return map[string]rschema.Attribute{AttrOutcome: rschema.SingleNestedAttribute{
		Computed: true, CustomType: outcomeType, MarkdownDescription: "How it went, as of the last look.",
		Attributes: map[string]rschema.Attribute{
			"state":           text("`Pending`, `Running`, `Completed` or `Failed`; in direct mode also `Suspended`. `Completed` says only that the process ended well, not that the requests did."),
			"start_time":      text("When it began, in RFC 3339; null before."),
			"completion_time": text("When it ended, in RFC 3339; null before."),
			"failure_message": text("Why it failed; null when it did not."),
			"results":         text("Where the results lie: the output location, and the folder in it where that has a name."),
			"summary": text("What the log says, as JSON; null in operator mode, and where the log could not be read: `finished`, `folder`, `uploaded`, and for each of the `runs` that ended its `scenario`, " +
				"`num_concurrency` or `batch_size`, `seconds`, and `error_rate` where at least half of the requests failed."),
		},
	}}
}

// observedOutcome sets the outcome. A summary that is known stays: the log does not.
func (s *ResourceModel) observedOutcome(set map[string]tftypes.Value, v Values, seen []Observation) {
	if s.Kind.Completion == nil {
		return
	}
	summary := Children(set[AttrOutcome])["summary"]
	set[AttrOutcome] = s.Null(AttrOutcome)
	one, ok := Ending(v, seen)
	if !ok {
		return
	}
	live := &unstructured.Unstructured{Object: one.Live}
	outcome := s.Kind.Completion.Outcome
	if v.Text(AttrMode) == Direct {
		outcome = observe.JobOutcome
	}
	found := outcome(live)
	if one.Log != "" {
		summary = OrNull(s.Kind.Completion.Summary(one.Log))
	}
	if summary.Type() == nil || !summary.IsKnown() || !Ended(found.State) {
		summary = OrNull("")
	}
	set[AttrOutcome] = tftypes.NewValue(s.Object().AttributeTypes[AttrOutcome], map[string]tftypes.Value{
		"state": OrNull(found.State), "start_time": OrNull(found.Started), "completion_time": OrNull(found.Completed),
		"failure_message": OrNull(found.Failure), "results": OrNull(s.Kind.Completion.Results(v.Unstructured())), "summary": summary,
	})
}

// Ending is the observation that tells how it went: of the custom resource, or of the Job of direct mode.
func Ending(v Values, seen []Observation) (*Observation, bool) {
	for i := range seen {
		if v.Text(AttrMode) != Direct || seen[i].Resource.Kind == "Job" {
			return &seen[i], true
		}
	}
	return nil, false
}

// Ended reports whether a state is the last one.
func Ended(state string) bool { return state == "Completed" || state == "Failed" }
