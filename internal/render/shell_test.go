package render

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestShellWords has a shell read words as they were.
func TestShellWords(t *testing.T) {
	words := []string{"--model", "/models/a", "{\"a\": \"b\", \"c\": \"d\"}", "{\"a\":\"b\",\"c\":\"d\"}", "it's $HOME", "", "a*", "$(X)", "a;b"}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	out, err := exec.CommandContext(t.Context(), shell, "-c", `printf '%s\n' `+ShellWords(words)).Output() //nolint:gosec // what is tested
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n"); !slices.Equal(got, words) {
		t.Errorf("got %q, want %q", got, words)
	}
	if got, want := ShellWords([]string{"vllm", "serve", "--port=80"}), "vllm serve --port=80"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
