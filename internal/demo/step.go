package main

import (
	"context"
	"fmt"
	"time"
)

// step is one part of the demo.
type step struct {
	headline string
	run      func(context.Context) error
}

// show runs the step below its headline and says how long it took.
func (s step) show(ctx context.Context) error {
	began := time.Now()
	fmt.Printf("\n==> %s\n", s.headline)
	if err := s.run(ctx); err != nil {
		return fmt.Errorf("%s\n%w", s.headline, err)
	}
	detail("(%s)", since(began))
	return nil
}

// detail prints a line below a headline.
func detail(format string, args ...any) {
	fmt.Printf("    "+format+"\n", args...)
}

// note prints a line that stands for itself.
func note(format string, args ...any) {
	fmt.Printf("\n"+format+"\n", args...)
}

func since(began time.Time) string {
	return fmt.Sprintf("%.1f s", time.Since(began).Seconds())
}
