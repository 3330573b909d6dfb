package tree

import (
	"fmt"
	"time"
)

// Pace says how long the slowest pod has been in its phase, and how much longer the budget of the phase lets it be. Whole
// minutes, so that a log that has every change of it has a line a minute.
func (d Diagnosis) Pace(budgets map[Phase]time.Duration) string {
	p := d.Slowest()
	if p == nil || p.Since.IsZero() {
		return ""
	}
	text := ""
	if lasted := d.view.Now.Sub(p.Since).Truncate(time.Minute); lasted > 0 {
		text = fmt.Sprintf(", for %d min", lasted/time.Minute)
	}
	if budget, ok := budgets[p.Phase]; ok {
		left := latest(p.Since, d.view.Begun).Add(budget).Sub(d.view.Now)
		text += fmt.Sprintf(", at most %d min more", max(0, (left+time.Minute-1)/time.Minute))
	}
	return text
}

// Paced is when [Diagnosis.Pace] says something else, though nothing happens.
func (d Diagnosis) Paced() time.Time {
	p := d.Slowest()
	if p == nil || p.Since.IsZero() {
		return time.Time{}
	}
	return p.Since.Add(d.view.Now.Sub(p.Since).Truncate(time.Minute) + time.Minute)
}
