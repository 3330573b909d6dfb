package table

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
)

// TestEntries checks every entry: what people published is what follows from its shape, within 3 %.
func TestEntries(t *testing.T) {
	names, shapes := map[string]bool{}, map[string]bool{}
	for _, e := range Entries() {
		shape, err := json.Marshal(e.Facts)
		if err != nil {
			t.Fatal(err)
		}
		shapes[string(shape)+e.Pattern] = true
		for _, name := range e.Names {
			if names[strings.ToLower(name)] {
				t.Errorf("%s is there twice", name)
			}
			names[strings.ToLower(name)] = true
		}
		f, known := Of(strings.ToUpper(e.Names[0]))
		if !known || f.Repository != e.Names[0] {
			t.Fatalf("%s: not found whatever the case", e.Names[0])
		}
		if !f.Sufficient() || f.Context == 0 || e.Source == "" || e.PublishedSource == "" {
			t.Errorf("%s: something is missing: %+v", e.Names[0], e)
		}
		all, active := f.Computed()
		if off := float64(all)/float64(e.Published) - 1; math.Abs(off) > .03 {
			t.Errorf("%s: the shape has %d parameters, and %d are published (%+.1f %%)", e.Names[0], all, e.Published, off*100)
		}
		if f.Experts != nil && active*2 > all && f.Experts.Count > 8 || f.Experts == nil && active < all*6/10 {
			t.Errorf("%s: of %d parameters, a token uses %d", e.Names[0], all, active)
		}
		if len(f.LayerTypes) > 0 && int64(len(f.LayerTypes)) != f.Layers || f.SlidingWindow > 0 != (f.Count(checkpoint.SlidingAttention) > 0) {
			t.Errorf("%s: the layers do not fit the window", e.Names[0])
		}
	}
	// Names alone would count one model several times.
	if len(shapes) < 80 {
		t.Errorf("%d models are few", len(shapes))
	}
}

// TestActive compares what a token uses of some mixtures with what their names and authors say.
func TestActive(t *testing.T) {
	for name, billions := range map[string]float64{
		"Qwen/Qwen3-30B-A3B": 3.3, "Qwen/Qwen3-235B-A22B": 22, "deepseek-ai/DeepSeek-V3": 37, "mistralai/Mixtral-8x7B-Instruct-v0.1": 12.9, "openai/gpt-oss-120b": 5.1, "openai/gpt-oss-20b": 3.6, "moonshotai/Kimi-K2-Instruct": 32,
	} {
		f, _ := Of(name)
		if _, active := f.Computed(); math.Abs(float64(active)/1e9/billions-1) > .1 {
			t.Errorf("%s: a token uses %d parameters, not %g billion", name, active, billions)
		}
	}
}

func TestNear(t *testing.T) {
	if _, known := Of("Qwen/Qwen2.5-7B-Instrct"); known {
		t.Error("a misspelt name is not the model")
	}
	if got := Near("Qwen/Qwen2.5-7B-Instrct"); len(got) != 1 || got[0] != "Qwen/Qwen2.5-7B-Instruct" {
		t.Errorf("got %v", got)
	}
}
