package wait

import (
	"context"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// ReadLog adds the log of a Job that has ended, once: not where the state knows of its end already. A log that cannot be
// read is no failure: pods do not live for ever, and not everybody may read what they write.
func ReadLog(ctx context.Context, r *model.Scope, v model.Values, seen []model.Observation) {
	if r.Model.Kind.Completion == nil || v.Text(model.AttrMode) != model.Direct {
		return
	}
	one, ok := model.Ending(v, seen)
	if !ok || one.Judgement.Phase == observe.NotDone {
		return
	}
	if known, _ := model.StringOf(model.Children(v.Attributes[model.AttrOutcome])["state"]); model.Ended(known) {
		return
	}
	limited, cancel := context.WithTimeout(ctx, model.OutcomeLogTimeout)
	defer cancel()
	text, err := r.Settings.Client.JobLog(limited, one.Applied.GetNamespace(), one.Applied.GetName())
	if err != nil {
		tflog.Info(ctx, "the log of the Job could not be read", map[string]any{"object": one.Subject(), "error": err.Error()})
		return
	}
	one.Log = text
}
