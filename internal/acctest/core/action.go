package core

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Invoke validates, plans and invokes an action, as `terraform apply -invoke` does. It returns what the
// action told of its progress, and its warnings after that; the error joins what it reported as errors.
func (c *Core) Invoke(ctx context.Context, typeName string, config map[string]any) ([]string, error) {
	server, ok := c.server.(tfprotov6.ProviderServerWithActions) //nolint:staticcheck // the one interface that has actions
	if !ok {
		return nil, errors.New("the provider has no actions")
	}
	encoded, err := c.actionConfig(typeName, config)
	if err != nil {
		return nil, err
	}
	validated, err := server.ValidateActionConfig(ctx, &tfprotov6.ValidateActionConfigRequest{ActionType: typeName, Config: encoded})
	if err == nil {
		err = failure(validated.Diagnostics)
	}
	if err != nil {
		return nil, err
	}
	planned, err := server.PlanAction(ctx, &tfprotov6.PlanActionRequest{ActionType: typeName, Config: encoded})
	if err == nil {
		err = failure(planned.Diagnostics)
	}
	if err != nil {
		return nil, err
	}
	stream, err := server.InvokeAction(ctx, &tfprotov6.InvokeActionRequest{ActionType: typeName, Config: encoded})
	if err != nil {
		return nil, err
	}
	var told []string
	for event := range stream.Events {
		switch event := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			told = append(told, event.Message)
		case tfprotov6.CompletedInvokeActionEventType:
			err = failure(event.Diagnostics)
			for _, d := range event.Diagnostics {
				if d.Severity == tfprotov6.DiagnosticSeverityWarning {
					told = append(told, d.Summary+": "+d.Detail)
				}
			}
		}
	}
	return told, err
}

// actionConfig is the configuration of an action as the protocol has it.
func (c *Core) actionConfig(typeName string, plain map[string]any) (*tfprotov6.DynamicValue, error) {
	schema, ok := c.schema.ActionSchemas[typeName]
	if !ok {
		return nil, fmt.Errorf("there is no action %s", typeName)
	}
	kind := schema.Schema.ValueType()
	encoded, err := encode(plain)
	if err != nil {
		return nil, err
	}
	value, err := encoded.Unmarshal(kind)
	if err != nil {
		return nil, err
	}
	out, err := tfprotov6.NewDynamicValue(kind, value)
	return &out, err
}
