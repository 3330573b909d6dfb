//go:build unix

package acctest_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// lifecycles are the releases of every system, both by name.
var lifecycles = map[string]map[string]generation{
	"llmaz": {
		"v0.1.0":   {oldest, llmazOldest()},
		"v0.1.4":   {newest, llmazLifecycles},
		"3c13ff34": {later, llmazMainLives()},
		"own":      {ours, llmazLifecycles},
	},
	"ome":     {"v0.1.2": {omeOldest, omeOldestLives()}, "v0.1.5": {omeNewest, omeLifecycles}},
	"llmkube": {"v0.8.7": {llmkubeOldest, llmkubeOldestLives()}, "v0.9.19": {llmkubeNewest, llmkubeLifecycles}, "907ac8d8": {llmkubeMain, llmkubeMainLives()}},
	"gie":     {"v1.5.0": {gieOldest, gieOldestLives()}, "v1.6.0": {gieNewest, gieLifecycles}},
	"kthena": {
		"e4fb6663": {kthenaOldest, map[string]lifecycle{"inference_model_infer": kthenaLife(modelInfers)}},
		"v1.0.0":   {kthenaNewest, kthenaLives},
		"3cc05728": {kthenaMain, kthenaMainLives()},
	},
}

// TestLifecyclesOfEveryKind shows that no kind is left out, in none of its releases.
func TestLifecyclesOfEveryKind(t *testing.T) {
	for _, k := range kinds.WithCustomResource(provider.Kinds()) {
		lived := 0
		for _, g := range lifecycles[k.System] {
			if _, ok := g.lives["inference_"+k.TypeName]; ok && g.options != ours {
				lived++
			}
		}
		if diff := cmp.Diff(max(1, len(k.Releases)), lived); diff != "" {
			t.Errorf("releases in which inference_%s has a life (-want +got):\n%s", k.TypeName, diff)
		}
	}
}

// TestAccLifecycle takes every kind through its life under every release of the real
// definitions, those of llmaz also under our own: creation, nothing to do whatever the operator
// writes, import, update, drift by somebody else, disappearance, destruction.
func TestAccLifecycle(t *testing.T) {
	for system, generations := range lifecycles {
		t.Run(system, func(t *testing.T) {
			for version, g := range generations {
				t.Run(version, func(t *testing.T) {
					c := acctest.Start(t, g.options)
					for typeName, life := range g.lives {
						t.Run(typeName, func(t *testing.T) {
							t.Parallel()
							testLifecycle(t, c, typeName, life)
						})
					}
				})
			}
		})
	}
}

func testLifecycle(t *testing.T, c *acctest.Cluster, typeName string, life lifecycle) {
	object := life.object
	object.Name = "life-" + kebabType(typeName)
	address, id := typeName+".it", object.Name
	if object.Namespace != "" {
		id = object.Namespace + "/" + id
	}
	changes := "update"
	if life.replaces {
		changes = "replace"
	}
	tf := acctest.NewTerraform(t)
	configure := func(life lifecycle, timeouts string) {
		tf.Configure(t, c.Provider("")+fmt.Sprintf(
			"resource %q \"it\" {\n  metadata = { name = %q, labels = { team = \"search\" } }\n  %s\n  %s\n}\n", typeName, object.Name, life.body, timeouts))
	}

	if life.needs != nil {
		life.needs(t, c)
	}
	configure(life, shortTimeouts)
	expectOutcome(t, "the creation", tf.MustApply(t), address, "create", "")
	expectFields(t, c, object, life.ready)
	for _, w := range life.operator {
		c.Edit(t, object, w.manager, w.patch)
	}
	expectOutcome(t, "a plan after the operator wrote", tf.Preview(t), address, "", "")
	tf.LoseState(t)
	configure(life, "")
	tf.MustImport(t, address, id)
	expectOutcome(t, "a plan after the import", tf.Preview(t), address, "", "")

	configure(life.with(life.revision...), restsShortly)
	expectOutcome(t, "the update", tf.MustApply(t), address, changes, "")
	expectFields(t, c, object, life.updated)
	c.Edit(t, object, "kubectl-edit", life.edit)
	expectOutcome(t, "the repair", tf.MustApply(t), address, changes, life.drift)
	expectFields(t, c, object, life.updated)
	expectOutcome(t, "a plan after the repair", tf.Preview(t), address, "", "")

	if out := tf.Destroy(t); !out.OK || len(out.Diagnostics) > 0 {
		t.Errorf("the destruction says %v: %s", out.Diagnostics, out.Log)
	}
	if c.Get(t, object) != nil {
		t.Errorf("%s is still there", id)
	}
}

const (
	drifted  = "Live object differs from what was applied"
	replaces = "Change replaces the object"
)

// expectOutcome checks what a command planned for the one resource, "" for nothing, and that it
// warned of nothing but that it replaces the object, if it does, and of one difference made
// by hand, unless drift is "".
func expectOutcome(t *testing.T, command string, out acctest.Outcome, address, action, drift string) {
	t.Helper()
	if diff := cmp.Diff(action, out.Actions[address]); diff != "" {
		t.Errorf("%s: action (-want +got):\n%s", command, diff)
	}
	var expected []string
	if action == "replace" {
		expected = append(expected, replaces)
	}
	if drift != "" {
		expected = append(expected, drifted)
		one := regexp.MustCompile(`^[^\n]*:\n  - [^\n]*` + regexp.QuoteMeta(": "+drift+` [changed], by "kubectl-edit" (Update) at `) + `[^\n]*\nFields that others added`)
		if said := out.Find(t, tfjson.DiagnosticSeverityWarning, drifted); !one.MatchString(said.Detail) {
			t.Errorf("%s does not just say that %s: %s", command, drift, said.Detail)
		}
	}
	var summaries []string
	for _, d := range out.Diagnostics {
		summaries = append(summaries, d.Summary)
	}
	slices.Sort(summaries)
	if diff := cmp.Diff(expected, summaries); diff != "" {
		t.Errorf("%s: warnings (-want +got):\n%s\n%v", command, diff, out.Diagnostics)
	}
}

func expectFields(t *testing.T, c *acctest.Cluster, o acctest.Object, want map[string]string) {
	t.Helper()
	if err := fieldsAre(t, c, o, want)(nil); err != nil {
		t.Error(err)
	}
}
