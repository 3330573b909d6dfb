//go:build unix

package acctest

import (
	"os"
	"path/filepath"
	"testing"
)

// SetEnvironment gives every process further environment variables, as NAME=value.
func (tf *Terraform) SetEnvironment(variables ...string) {
	tf.environment = variables
}

// HandOver plans, and gives configuration and plan to another machine, which applies the plan. It returns what the plan
// file has, as JSON, and how the apply ended.
func (tf *Terraform) HandOver(t *testing.T, to *Terraform) (plan string, applied Outcome) {
	t.Helper()
	if out := tf.start(t, "plan", "-json", "-out=plan").Wait(t); !out.OK {
		t.Fatalf("terraform plan: %s", out.Log)
	}
	for _, file := range []string{"main.tf", "terraform.tfvars", "plan"} {
		raw, err := os.ReadFile(filepath.Join(tf.dir, file))
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(to.dir, file), string(raw), 0o600)
	}
	shown := to.start(t, "show", "-json", "plan").Wait(t)
	return shown.Log, to.start(t, "apply", "-json", "plan").Wait(t)
}
