package provider

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// screens is how many lines people read of a plan before they scroll past it: two screens.
const screens = 120

// TestFirstPlanIsShort shows that the first plan of Getting started is one that people read: what the configuration says stands
// there once, and the rendered workload is short.
func TestFirstPlanIsShort(t *testing.T) {
	raw, err := os.ReadFile("../../docs/guides/getting-started.md")
	if err != nil {
		t.Fatal(err)
	}
	first := regexp.MustCompile("(?ms)^```terraform\n(.*?)^```$").FindSubmatch(raw)
	if first == nil {
		t.Fatal("the guide has no configuration")
	}
	tf := newTerraform(t)
	tf.write(t, "main.tf", string(first[1]))
	plan := tf.mustRun(t, "plan", "-no-color", "-input=false")
	if count := strings.Count(plan, "\n"); count > screens {
		t.Errorf("the plan has %d lines, more than %d:\n%s", count, screens, plan)
	}
	for _, once := range []string{`+ served_model_name = "qwen"`, "kind: Deployment", "kind: Service"} {
		if !strings.Contains(plan, once) {
			t.Errorf("the plan does not have %q:\n%s", once, plan)
		}
	}
}
