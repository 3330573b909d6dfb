package provider

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// TestBudget plans resources one after another within one run of the provider.
func TestBudget(t *testing.T) {
	named := func(name string, n float64) map[string]any {
		return merge(serving["inference_playground"], map[string]any{"metadata": map[string]any{"name": name}, "spec": map[string]any{"replicas": n}})
	}
	cases := map[string]struct {
		reason string
		limits map[string]any
		plans  []map[string]any
		// want is what the last plan says, "" for nothing; the plans before it say nothing.
		want string
	}{
		"within":           {"two of two GPUs each", map[string]any{"nvidia.com/gpu": 4.0}, []map[string]any{named("a", 1), named("b", 1)}, ""},
		"alone too many":   {"three replicas need six", map[string]any{"nvidia.com/gpu": 4.0}, []map[string]any{named("a", 3)}, "Plan exceeds the accelerator budget"},
		"together":         {"the second does not fit beside the first", map[string]any{"nvidia.com/gpu": 4.0}, []map[string]any{named("a", 1), named("b", 2)}, "nvidia.com/gpu: up to 4 for this resource and 2 for others that were planned before it, of 4"},
		"planned again":    {"what a resource was planned with before does not count", map[string]any{"nvidia.com/gpu": 4.0}, []map[string]any{named("a", 1), named("a", 2), named("a", 2)}, ""},
		"other resource":   {"no limit for it", map[string]any{"amd.com/gpu": 0.0}, []map[string]any{named("a", 3)}, ""},
		"none allowed":     {"0 is a limit", map[string]any{"nvidia.com/gpu": 0.0}, []map[string]any{named("a", 1)}, "up to 2 for this resource"},
		"the most counts":  {"an autoscaler may go there", map[string]any{"nvidia.com/gpu": 8.0}, []map[string]any{merge(named("a", 1), map[string]any{"spec": map[string]any{"elastic_config": elastic(1, 5)}})}, "up to 10 for this resource"},
		"name not known":   {"it is counted when Terraform plans again during the apply", map[string]any{"nvidia.com/gpu": 4.0}, []map[string]any{merge(named("a", 3), map[string]any{"metadata": map[string]any{"name": reference}})}, ""},
		"cannot be said":   {"the model is not given", map[string]any{"nvidia.com/gpu": 4.0}, []map[string]any{merge(named("a", 1), map[string]any{"references": nil})}, "Accelerators are not counted"},
		"not a budget yet": {"nothing is bounded by what is not known", map[string]any{"nvidia.com/gpu": reference}, []map[string]any{named("a", 100)}, ""},
	}
	emptyEnvironment(t)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if diags := s.configure(t, map[string]any{"accelerator_budget": tc.limits}); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			for i, config := range tc.plans {
				said := told(s.plan(t, "inference_playground", nil, config).Diagnostics)
				want := ""
				if i == len(tc.plans)-1 {
					want = tc.want
				}
				if want == "" && said != "" || !strings.Contains(said, want) {
					t.Errorf("%s: plan %d: want %q, got %s", tc.reason, i+1, want, said)
				}
			}
		})
	}
}

// TestBudgetCountsAllAtOnce plans ten resources at the same time, of which six fit whatever their order.
func TestBudgetCountsAllAtOnce(t *testing.T) {
	emptyEnvironment(t)
	s := newServer(t)
	s.ProviderServer = NewServer("test") // each of the twins would refuse others
	if diags := s.configure(t, map[string]any{"accelerator_budget": map[string]any{"nvidia.com/gpu": 12.0}}); len(diags) > 0 {
		t.Fatal(told(diags))
	}
	var planning sync.WaitGroup
	refused := make(chan bool, 10)
	for i := range 10 {
		planning.Go(func() {
			config := merge(serving["inference_playground"], map[string]any{"metadata": map[string]any{"name": fmt.Sprintf("chat-%d", i)}, "spec": map[string]any{"replicas": 1.0}})
			refused <- len(s.plan(t, "inference_playground", nil, config).Diagnostics) > 0
		})
	}
	planning.Wait()
	close(refused)
	count := 0
	for r := range refused {
		if r {
			count++
		}
	}
	if count != 4 {
		t.Errorf("%d of 10 were refused, want 4", count)
	}
}

// TestBudgetBlock shows which limits the provider block refuses.
func TestBudgetBlock(t *testing.T) {
	cases := map[string]struct {
		reason string
		limits map[string]any
		want   string
	}{
		"limits":   {"any extended resource", map[string]any{"nvidia.com/gpu": 8.0, "nvidia.com/mig-1g.5gb": 0.0}, ""},
		"negative": {"nothing can hold less than none", map[string]any{"nvidia.com/gpu": -1.0}, "accelerator_budget[nvidia.com/gpu] of the provider block is -1: must be 0 or more"},
		"memory":   {"no accelerator", map[string]any{"memory": 1.0}, `accelerator_budget[memory] of the provider block: is not the name of an extended resource`},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			said := told(newServer(t).configure(t, map[string]any{"accelerator_budget": tc.limits}))
			if tc.want == "" && said != "" || !strings.Contains(said, tc.want) {
				t.Errorf("%s: want %q, got %s", tc.reason, tc.want, said)
			}
		})
	}
}
