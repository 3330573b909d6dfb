package acctest_test

import (
	"os"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

func TestMain(m *testing.M) {
	// The tests bring their own cluster, so nothing has to be asked for.
	_ = os.Setenv("TF_ACC", "1")
	code := m.Run()
	acctest.Stop()
	os.Exit(code)
}
