//go:build unix

package acctest

import (
	"os"
	"path/filepath"
	"testing"
)

// AddModule writes a module that the configuration may call as "./<name>".
func (tf *Terraform) AddModule(t *testing.T, name string, files map[string]string) {
	t.Helper()
	folder := filepath.Join(tf.dir, name)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for file, text := range files {
		put(t, filepath.Join(folder, file), text, 0o600)
	}
}

// AddRoot replaces files of the root module.
func (tf *Terraform) AddRoot(t *testing.T, files map[string]string) {
	t.Helper()
	for file, text := range files {
		put(t, filepath.Join(tf.dir, file), text, 0o600)
	}
}

// Say runs a command that prints what people read, without colours.
func (tf *Terraform) Say(t *testing.T, args ...string) Outcome {
	t.Helper()
	return tf.start(t, append(args, "-no-color")...).Wait(t)
}

// Format tells how the files of the configuration and of its modules differ from the canonical format.
func (tf *Terraform) Format(t *testing.T) Outcome {
	t.Helper()
	return tf.start(t, "fmt", "-check", "-diff", "-recursive").Wait(t)
}

// Validate validates the configuration with its modules, without variables and without a cluster.
func (tf *Terraform) Validate(t *testing.T) Outcome {
	t.Helper()
	if out := tf.start(t, "get", "-no-color").Wait(t); !out.OK {
		return out
	}
	return tf.start(t, "validate", "-no-color").Wait(t)
}
