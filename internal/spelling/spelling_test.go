package spelling

import (
	"strings"
	"testing"
)

// TestNearest has the names that are offered.
func TestNearest(t *testing.T) {
	names := []string{"cpu", "gpu", "from", "for", "model_name", "replicas"}
	for text, want := range map[string]string{
		"pu": "cpu,gpu", "form": "from,for", "modelName": "model_name", "model_nam": "model_name", "repilcas": "replicas", "replica": "replicas", "unlike": "",
	} {
		if got := strings.Join(Nearest(text, names, 1+len(text)/3), ","); got != want {
			t.Errorf("nearest to %s: %s, want %s", text, got, want)
		}
	}
}
