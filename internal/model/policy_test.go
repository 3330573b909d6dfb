package model

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// TestWaitsUntil shows what an apply waits for: what the configuration says, or else the answer of a server that nobody but the
// provider knows of.
func TestWaitsUntil(t *testing.T) {
	direct, both := &ResourceModel{Kind: &kinds.Kind{DirectOnly: "it has no operator"}}, &ResourceModel{Kind: &kinds.Kind{}}
	for name, tc := range map[string]struct {
		model         *ResourceModel
		until         string
		ready, answer bool
	}{
		"operators report":        {both, "", true, false},
		"asked on request":        {both, WaitServing, true, true},
		"no operator":             {direct, "", true, true},
		"no operator, ready":      {direct, WaitReady, true, false},
		"no operator, accepted":   {direct, WaitAccepted, false, false},
		"an operator or accepted": {both, WaitAccepted, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			until := tftypes.NewValue(tftypes.String, nil)
			if tc.until != "" {
				until = StringValue(tc.until)
			}
			object := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"until": tftypes.String}}
			v := Values{until: tc.model.defaultUntil(), Attributes: map[string]tftypes.Value{
				AttrWait: tftypes.NewValue(object, map[string]tftypes.Value{"until": until}),
			}}
			if v.WaitsForReady() != tc.ready || v.WaitsForAnswer() != tc.answer {
				t.Errorf("waits until ready: %t, until it answers: %t", v.WaitsForReady(), v.WaitsForAnswer())
			}
		})
	}
}
