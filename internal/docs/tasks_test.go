package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// TestTasksAreShort shows that no task takes more lines than the same as values of the chart of the vLLM production stack or of
// llm-d, and that the page has every task: its configuration, the command that asks and the answer.
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
		for _, file := range []string{stackValues, llmdValues} {
			theirs, err := s.countLines(of, file)
			if file == llmdValues && of.folder == "autoscaling" && errors.Is(err, fs.ErrNotExist) {
				continue // the chart has no scaler
			}
			if err != nil {
				t.Fatal(err)
			}
			if ours == 0 || ours > theirs {
				t.Errorf("%s takes %d lines, and %s %d", of.folder, ours, file, theirs)
			}
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

// TestReadmeCompares shows that README.md has the lines of all tasks as they are: here, as the objects that direct mode renders
// of them, and as values of the chart.
func TestReadmeCompares(t *testing.T) {
	s := &site{root: repository}
	var ours, objects, values int
	for _, of := range tasks {
		for file, sum := range map[string]*int{"main.tf": &ours, "values.yaml": &values} {
			count, err := s.countLines(of, file)
			if err != nil {
				t.Fatal(err)
			}
			*sum += count
		}
		raw, err := os.ReadFile(filepath.Join(repository, "internal", "provider", "testdata", "rendered", "tasks-"+of.folder+"-main.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for document := range strings.SplitSeq(string(raw), "\n---\n") {
			object := map[string]any{}
			if err := yaml.Unmarshal([]byte(document), &object); err != nil {
				t.Fatal(err)
			}
			if len(object) == 0 {
				continue
			}
			block, err := yaml.Marshal(object)
			if err != nil {
				t.Fatal(err)
			}
			objects += bytes.Count(block, []byte("\n"))
		}
	}
	readme, err := os.ReadFile(filepath.Join(repository, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("| Lines to write for the ten tasks | %d | %d,%03d, those of the objects as YAML | %d, of values |\n", ours, objects/1000, objects%1000, values)
	if !strings.Contains(string(readme), want) {
		t.Errorf("README.md does not have the line %q", want)
	}
}
