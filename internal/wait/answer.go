package wait

import (
	"context"
	"errors"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-log/tflog"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/probe"
)

// answerPause is the time between two questions to a model server that does not answer yet. Each is up to three requests.
const answerPause = 2 * time.Second

// Why nobody was asked.
var (
	errNoEndpoint = errors.New("it has no endpoint")
	errNotAsked   = errors.New("there was no time left to ask")
)

// CheckAnswers refuses to wait for the answer of what has no endpoint.
func CheckAnswers(p *model.Planner) diag.Diagnostics {
	at := p.Plan.Attributes[model.AttrEndpoint]
	if !p.Plan.WaitsForAnswer() || !at.IsKnown() || !at.IsNull() {
		return nil
	}
	err := field.Invalid(field.NewPath(model.AttrWait, "until"), model.WaitServing, "must be "+model.WaitReady+" or "+model.WaitAccepted+", because there is no endpoint to ask")
	return diag.Diagnostics{diagnostic.Field(err, path.Root(model.AttrWait).AtName("until"), p.Model.Subject(p.Plan))}
}

// Answer asks the model server behind the endpoint until it lists its models. resumes is true when the next apply
// has to go on asking.
func Answer(ctx context.Context, a *model.ApplyRun, verb string, deadline time.Time) (resumes bool, diags diag.Diagnostics) {
	began, subject, endpoint := time.Now(), a.Model.Subject(a.Plan), a.Plan.Text(model.AttrEndpoint)
	at, found := model.InsideCluster(endpoint)
	if !found {
		return false, diag.Diagnostics{diagnostic.NotAsked(subject, errNoEndpoint)}
	}
	limited, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	last := untilAnswered(limited, a, a.Settings.Client.Service(at.Scheme, at.Namespace, at.Name, at.Port, at.Path))
	switch {
	case last.Err == nil:
		return false, nil
	case last.Denied:
		return false, diag.Diagnostics{diagnostic.NotAsked(subject, last.Err)}
	case ctx.Err() != nil:
		return true, diag.Diagnostics{diagnostic.Interrupted(subject, last.Err.Error())}
	}
	outcome := diagnostic.Outcome{AsError: a.Plan.FailsOnTimeout(), Creates: verb == model.VerbCreate, Waited: time.Since(began)}
	return true, diag.Diagnostics{diagnostic.NotAnswering(subject, endpoint, outcome, last.Err)}
}

// untilAnswered asks until the server answers, or until it cannot be asked. The last error is the server's where it has had one.
func untilAnswered(ctx context.Context, a *model.ApplyRun, server *cluster.Server) probe.Result {
	last := probe.Result{Err: errNotAsked}
	_ = wait.PollUntilContextCancel(ctx, answerPause, true, func(ctx context.Context) (bool, error) {
		result := probe.Serves(ctx, server)
		if ctx.Err() != nil && !errors.Is(last.Err, errNotAsked) {
			return false, nil
		}
		if result.Err != nil && result.Err.Error() != last.Err.Error() {
			tflog.Info(ctx, "waiting until the model server answers", map[string]any{"object": a.Model.Subject(a.Plan), "answer": result.Err.Error()})
		}
		last = result
		return result.Err == nil || result.Denied, nil
	})
	return last
}
