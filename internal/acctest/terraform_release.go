//go:build unix

package acctest

import (
	"os/exec"
	"regexp"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/util/version"
)

// NeedTerraform skips a test when the CLI at hand is OpenTofu, or a Terraform before that release.
func NeedTerraform(t *testing.T, release string) {
	t.Helper()
	if at := atHand(t); !HasTerraform(t, release) {
		t.Skipf("%s v%s is at hand, and this needs Terraform %s: make test-compat-terraform", at.product, at.release, release)
	}
}

// HasTerraform reports whether the CLI at hand is that release of Terraform or a newer one.
func HasTerraform(t *testing.T, release string) bool {
	t.Helper()
	at := atHand(t)
	return at.product == "Terraform" && at.release.AtLeast(version.MustParse(release))
}

// program is a CLI, as it names itself.
type program struct {
	product string
	release *version.Version
}

var (
	programs     sync.Map
	programNames = regexp.MustCompile(`(?m)^(Terraform|OpenTofu) v(\S+)`)
)

func atHand(t *testing.T) program {
	t.Helper()
	path := cli(t)
	if known, ok := programs.Load(path); ok {
		return known.(program)
	}
	out, err := exec.CommandContext(t.Context(), path, "version").Output()
	named := programNames.FindSubmatch(out)
	if err != nil || named == nil {
		t.Fatalf("%s does not say its version: %v: %s", path, err, out)
	}
	found := program{string(named[1]), version.MustParse(string(named[2]))}
	programs.Store(path, found)
	return found
}
