package schema

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed spans.json
var spansJSON []byte

// Span names the first and the last release that has something, each empty for no bound.
type Span struct {
	Since string `json:"since"`
	Until string `json:"until"`
}

// Spans are those of the fields that not every known release of their API has, as the markers `+inference:since` and
// `+inference:until` of the types say, by "<definition>.<field>" with the field as in JSON. Callers must not change them.
var Spans = sync.OnceValue(func() map[string]Span {
	spans := map[string]Span{}
	if err := json.Unmarshal(spansJSON, &spans); err != nil {
		panic(fmt.Sprintf("schema: spans.json cannot be read, run go generate ./internal/schema: %v", err))
	}
	return spans
})
