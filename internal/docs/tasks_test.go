package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTasksAreShort shows that no task takes more lines than the same as values of the chart of the vLLM production stack, and
// that the page has every task: its configuration, the command that asks and the answer.
func TestTasksAreShort(t *testing.T) {
	s := &site{root: repository}
	page := pagesOf(t)["guides/tasks.md"]
	var folders []string
	for _, of := range tasks {
		folders = append(folders, of.folder)
		ours, err := s.countLines(of, "main.tf")
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := s.countLines(of, "values.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if ours == 0 || ours > theirs {
			t.Errorf("%s takes %d lines, and the chart %d", of.folder, ours, theirs)
		}
		_, section, found := strings.Cut(page, "\n## "+of.title+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		for _, block := range []string{"```terraform\nterraform {", "```shell\nkubectl create --raw ", "```json\n"} {
			if !found || strings.Count(section, block) != 1 {
				t.Errorf("the section of %q does not have one block %q", of.title, block)
			}
		}
	}
	entries, err := os.ReadDir(filepath.Join(repository, "examples", "tasks"))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !slices.Contains(folders, entry.Name()) {
			t.Errorf("examples/tasks/%s is on no page", entry.Name())
		}
	}
}
