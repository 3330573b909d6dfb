// Package e2e runs the plugin with the real Pulumi engine and command line against a real
// API server.
package e2e

import (
	"os"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

func TestMain(m *testing.M) {
	code := m.Run()
	acctest.Stop()
	os.Exit(code)
}
