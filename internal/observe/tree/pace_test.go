package tree

import (
	"path/filepath"
	"testing"
	"time"
)

// TestPace shows how long a phase has lasted, and how long it may last on: the engine of the fixture loads for five minutes.
func TestPace(t *testing.T) {
	within := func(budget time.Duration) map[Phase]time.Duration {
		return map[Phase]time.Duration{Loading: budget}
	}
	for name, c := range map[string]struct {
		file    string
		later   time.Duration
		budgets map[Phase]time.Duration
		says    string
		next    time.Duration
	}{
		"no budget":            {file: "loading", says: ", for 5 min", next: time.Minute},
		"budget":               {file: "loading", budgets: within(30 * time.Minute), says: ", for 5 min, at most 25 min more", next: time.Minute},
		"part of a minute":     {file: "loading", later: 20 * time.Second, budgets: within(30 * time.Minute), says: ", for 5 min, at most 25 min more", next: 40 * time.Second},
		"first minute":         {file: "loading", later: -4*time.Minute - 30*time.Second, budgets: within(30 * time.Minute), says: ", at most 30 min more", next: 30 * time.Second},
		"budget that is spent": {file: "loading", budgets: within(4 * time.Minute), says: ", for 5 min, at most 0 min more", next: time.Minute},
		"budget of another":    {file: "loading", budgets: map[Phase]time.Duration{Pulling: time.Hour}, says: ", for 5 min", next: time.Minute},
		"no pods":              {file: "missed-quota"},
	} {
		t.Run(name, func(t *testing.T) {
			v := load(t, filepath.Join("testdata", c.file+".yaml")).view()
			v.Now = v.Now.Add(c.later)
			d := v.Diagnose()
			if got := d.Pace(c.budgets); got != c.says {
				t.Errorf("it says %q, want %q", got, c.says)
			}
			want := time.Time{}
			if c.next > 0 {
				want = v.Now.Add(c.next)
			}
			if got := d.Paced(); !got.Equal(want) {
				t.Errorf("it says something else at %v, want %v", got, want)
			}
		})
	}
}
