package main

import (
	"fmt"
	"slices"
	"time"
)

// figure prints one row of the table.
func figure(what, format string, args ...any) {
	fmt.Printf("%-62s %s\n", what, fmt.Sprintf(format, args...))
}

// timed returns how long something took.
func timed(do func() error) (time.Duration, error) {
	began := time.Now()
	err := do()
	return time.Since(began), err
}

// repeated returns the durations of n runs in ascending order.
func repeated(n int, do func() (time.Duration, error)) ([]time.Duration, error) {
	var took []time.Duration
	for range n {
		d, err := do()
		if err != nil {
			return nil, err
		}
		took = append(took, d)
	}
	slices.Sort(took)
	return took, nil
}

// spread prints the shortest, the median and the longest of ascending durations.
func spread(took []time.Duration) string {
	return fmt.Sprintf("%s / %s / %s (min / median / max of %d)",
		rounded(took[0]), rounded(took[len(took)/2]), rounded(took[len(took)-1]), len(took))
}

func rounded(d time.Duration) time.Duration {
	if d < 10*time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(100 * time.Millisecond)
}
