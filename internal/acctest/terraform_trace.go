//go:build unix

package acctest

import (
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Trace makes Terraform and the provider log all that they can from now on.
func (tf *Terraform) Trace() { tf.traces = true }

// logging is the variable that says how much is logged.
func (tf *Terraform) logging() string {
	if tf.traces {
		return "TF_LOG=TRACE"
	}
	return "TF_LOG_PROVIDER=INFO"
}

// SavedPlan plans the configuration into a file, and returns what was printed.
func (tf *Terraform) SavedPlan(t *testing.T) Outcome {
	t.Helper()
	return tf.start(t, "plan", "-json", "-out=plan").Wait(t)
}

// ApplySaved applies the saved plan.
func (tf *Terraform) ApplySaved(t *testing.T) Outcome {
	t.Helper()
	return tf.start(t, "apply", "-json", "plan").Wait(t)
}

// Shown is what `terraform show -json` prints of the state, or of a saved plan.
func (tf *Terraform) Shown(t *testing.T, args ...string) string {
	t.Helper()
	return tf.start(t, append([]string{"show", "-json"}, args...)...).Wait(t).Log
}

// Left returns all that is left of the last commands but the configuration and its variables: the
// state, its backup, the log, and the members of a saved plan, by name.
func (tf *Terraform) Left(t *testing.T) map[string]string {
	t.Helper()
	left := map[string]string{}
	read := func(path string) string {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	left["log"] = read(tf.logFile())
	err := filepath.WalkDir(tf.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, ".tf") || strings.HasSuffix(path, ".tfvars") {
			return err
		}
		left[entry.Name()] = read(path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := zip.NewReader(bytes.NewReader([]byte(left["plan"])), int64(len(left["plan"])))
	if err != nil {
		return left
	}
	for _, member := range plan.File {
		// The plan has a copy of the configuration.
		if strings.HasSuffix(member.Name, ".tf") {
			continue
		}
		reader, err := member.Open()
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(reader)
		if err != nil {
			t.Fatal(err)
		}
		left["plan/"+member.Name] = string(raw)
	}
	return left
}
