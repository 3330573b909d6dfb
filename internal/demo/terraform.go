package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/inferops/terraform-provider-inference/internal/demo/program"
)

// terraform adds what the demo does with plans and states.
type terraform struct {
	program.Terraform
	// applied says whether there may be something to destroy.
	applied bool
}

const planFile = "demo.tfplan"

// plan writes a plan and returns it, with the exit code: 0 for an empty plan, 2 for one
// with changes.
func (t *terraform) plan(ctx context.Context) (plan, int, error) {
	code := 0
	_, err := t.Run(ctx, "plan", "-no-color", "-detailed-exitcode", "-out="+planFile)
	if exit, ok := errors.AsType[*program.ExitError](err); ok && exit.Code == 2 {
		code, err = 2, nil
	}
	if err != nil {
		return plan{}, 0, err
	}
	var p plan
	return p, code, t.show(ctx, &p, planFile)
}

// show decodes the plan in a file, or the state.
func (t *terraform) show(ctx context.Context, into any, file ...string) error {
	out, err := t.Run(ctx, append([]string{"show", "-no-color", "-json"}, file...)...)
	if err != nil {
		return err
	}
	return json.Unmarshal(out, into)
}

// apply applies the plan that was written last.
func (t *terraform) apply(ctx context.Context) error {
	t.applied = true
	_, err := t.Run(ctx, "apply", "-no-color", planFile)
	return err
}

// destroy destroys everything that was applied.
func (t *terraform) destroy(ctx context.Context) error {
	_, err := t.Run(ctx, "destroy", "-no-color", "-auto-approve")
	if err == nil {
		t.applied = false
	}
	return err
}
