package cluster

import (
	"context"
	"slices"
	"sync"
)

type warningsKey struct{}

// Warnings collects what the API server warned about.
type Warnings struct {
	mu    sync.Mutex
	texts []string
}

// WithWarnings returns a context whose requests collect the API server's warnings, such
// as the use of a deprecated version. Without it warnings are dropped.
func WithWarnings(ctx context.Context) (context.Context, *Warnings) {
	w := &Warnings{}
	return context.WithValue(ctx, warningsKey{}, w), w
}

// All returns the warnings in the order of their first appearance.
func (w *Warnings) All() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.texts)
}

// warningHandler hands warnings to the collector of the request's context.
type warningHandler struct{}

// HandleWarningHeaderWithContext implements rest.WarningHandlerWithContext. Code 299 is
// the only one that Kubernetes uses.
func (warningHandler) HandleWarningHeaderWithContext(ctx context.Context, code int, _, text string) {
	w, ok := ctx.Value(warningsKey{}).(*Warnings)
	if !ok || code != 299 || text == "" {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Contains(w.texts, text) {
		w.texts = append(w.texts, text)
	}
}
