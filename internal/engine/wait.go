package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-log/tflog"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// errFailed ends a wait whose object will not become ready.
var errFailed = errors.New("the object will not become ready")

// waitReady waits until every target is ready and returns the last look at each. What
// stops it is reported as the configuration asks: a warning by default, because
// Terraform would replace a resource whose creation failed.
func (r *Resource) waitReady(ctx context.Context, v values, targets []target, timeout time.Duration) ([]sighting, diag.Diagnostics) {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	start := time.Now()
	seen := make([]sighting, 0, len(targets))
	for _, t := range targets {
		last, err := r.waitFor(limited, t, v.waitsForReady())
		if last != nil {
			seen = append(seen, *last)
		}
		if err == nil {
			continue
		}
		message := "nothing could be seen of it"
		if last != nil {
			message = last.judgement.Message
		}
		message = t.id() + ": " + message
		switch {
		case ctx.Err() != nil:
			return seen, diag.Diagnostics{diagnostic.Interrupted(r.shape.subject(v), message)}
		case errors.Is(err, errFailed):
			return seen, diag.Diagnostics{diagnostic.NotReady(v.failsOnTimeout(), r.shape.subject(v), message, time.Since(start), true)}
		case errors.Is(err, context.DeadlineExceeded):
			return seen, diag.Diagnostics{diagnostic.NotReady(v.failsOnTimeout(), r.shape.subject(v), message, timeout, false)}
		}
		return seen, r.failed("watch", t, err)
	}
	return seen, nil
}

// waitFor follows one object until it is ready or has failed, or, when readiness is
// not waited for, looks at it once.
func (r *Resource) waitFor(ctx context.Context, t target, untilReady bool) (*sighting, error) {
	var last *sighting
	said := ""
	err := r.settings.Client.Until(ctx, t.resource, t.applied.GetNamespace(), t.applied.GetName(), func(live *unstructured.Unstructured) (bool, error) {
		if live == nil {
			return false, fmt.Errorf("%s was deleted while it was waited for: %w", t.subject(), errFailed)
		}
		s, err := t.look(live, r.settings.FieldManager)
		if err != nil {
			return false, err
		}
		last = &s
		if s.judgement.Message != said {
			said = s.judgement.Message
			tflog.Info(ctx, "waiting until the object is ready", map[string]any{"object": t.subject(), "phase": s.judgement.Phase.String(), "status": said})
		}
		switch {
		case s.judgement.Phase == observe.Ready || !untilReady:
			return true, nil
		case s.judgement.Phase == observe.Failed:
			return false, errFailed
		}
		return false, nil
	})
	return last, err
}
