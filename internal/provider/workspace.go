package provider

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// workspace tells one state from another, as far as a provider can: no client says which it works for. Two runs
// for one state agree, wherever the state is kept; runs for two states do not.
//
// A state in a backend is where `terraform init` left the backend's configuration, in the file terraform.tfstate of the
// data directory; any other lies in the working directory of a machine. A run of HCP Terraform names its workspace.
//
// Mirrors hashicorp/terraform internal/command/{meta.go,meta_backend.go,workdir/backend_state.go}@v1.11.4.
func workspace(lookup func(string) (string, bool)) string {
	value := func(name string) string {
		text, _ := lookup(name)
		return text
	}
	data := dataDirectory(lookup)
	selected := value("TF_WORKSPACE")
	if text, err := os.ReadFile(filepath.Join(data, "environment")); selected == "" && err == nil { //nolint:gosec // the user's own data directory
		selected = strings.TrimSpace(string(text))
	}
	parts := []string{value("TFC_WORKSPACE_SLUG"), selected}
	switch backend, found := backendOf(data); {
	case parts[0] != "":
	case found:
		parts = append(parts, backend)
	default:
		// Neither is of use where it cannot be told: then only the rest tells states apart.
		host, _ := os.Hostname()
		directory, _ := os.Getwd()
		parts = append(parts, host, directory)
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])[:object.MaxWorkspace]
}

// dataDirectory is where a client keeps what it needs from run to run.
func dataDirectory(lookup func(string) (string, bool)) string {
	if data, _ := lookup("TF_DATA_DIR"); data != "" {
		return data
	}
	return ".terraform"
}

// sessions counts how often the process was configured.
var sessions atomic.Int64

// session tells the runs of a client from each other. All providers of a run are processes of one client, which
// configures each once; tests and debuggers configure one process again and again.
func session() string {
	host, _ := os.Hostname()
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %s %d", host, os.Getppid(), started(os.Getppid()), sessions.Add(1)))
	return hex.EncodeToString(sum[:])[:object.MaxSession]
}

// client tells the process that started this one from all others, "" where the system does not say when it began.
func client() string {
	begun := started(os.Getppid())
	if begun == "" {
		return ""
	}
	host, _ := os.Hostname()
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %s", host, os.Getppid(), begun))
	return hex.EncodeToString(sum[:])
}

// started is when a process began, which tells it from others that had its number: a container gives its processes the
// same numbers every time.
func started(process int) string {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process)) //nolint:gosec // the process that started this one
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) <= sinceBoot {
		return ""
	}
	return fields[sinceBoot]
}

// sinceBoot is where /proc/<pid>/stat has the start of a process, counted from the field after its name (proc_pid_stat(5)).
const sinceBoot = 19

// secretWords are in the names of those settings of backends that differ from run to run and are nobody's business.
var secretWords = []string{"password", "token", "secret", "access_key", "credential", "conn_str", "certificate", "private_key", "sas"}

// backendOf is the backend that a data directory was initialised for, without its secrets; false where the state is local.
func backendOf(data string) (string, bool) {
	raw, err := os.ReadFile(filepath.Join(data, "terraform.tfstate")) //nolint:gosec // the user's own data directory
	var stored struct {
		Backend struct {
			Type   string         `json:"type"`
			Config map[string]any `json:"config"`
		} `json:"backend"`
	}
	if err != nil || json.Unmarshal(raw, &stored) != nil || stored.Backend.Type == "" || stored.Backend.Type == "local" {
		return "", false
	}
	for name := range stored.Backend.Config {
		if slices.ContainsFunc(secretWords, func(word string) bool { return strings.Contains(name, word) }) {
			delete(stored.Backend.Config, name)
		}
	}
	text, err := json.Marshal(stored.Backend)
	return string(text), err == nil
}
