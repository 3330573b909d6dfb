package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// task is one of the page on common tasks, in its order.
type task struct {
	// folder is below examples/tasks: its configuration, and the same as values of charts.
	folder, title string
}

var tasks = []task{
	{"chat", "A chat model on one GPU"},
	{"gated", "A gated model"},
	{"several-gpus", "A model that one GPU cannot hold"},
	{"two-hosts", "A model that one host cannot hold"},
	{"cache", "Keep what is downloaded"},
	{"adapters", "A LoRA adapter beside its model"},
	{"autoscaling", "Scale by the requests"},
	{"tools", "Tool calls and reasoning"},
	{"gateway", "Behind a Gateway"},
	{"embeddings", "Embeddings"},
}

// The values of a task for the chart of the vLLM production stack, and for that of llm-d, which has not every task.
const (
	stackValues = "values.yaml"
	llmdValues  = "llm-d.yaml"
)

// taskLines is a table of how many lines each task takes here and as values of the charts.
func (s *site) taskLines() (string, error) {
	var rows [][]string
	for _, t := range tasks {
		row := []string{"[" + t.title + "](#" + strings.ReplaceAll(strings.ToLower(t.title), " ", "-") + ")"}
		for _, file := range []string{"main.tf", stackValues, llmdValues} {
			count, err := s.countLines(t, file)
			if err != nil && (file != llmdValues || !errors.Is(err, fs.ErrNotExist)) {
				return "", err
			}
			cell := "-"
			if err == nil {
				cell = strconv.Itoa(count)
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return table([]string{"Task", "Here", "vLLM production stack", "llm-d"}, rows), nil
}

// taskValues shows the values of a chart for every task that it has.
func (s *site) taskValues(file string) (string, error) {
	var out strings.Builder
	for _, t := range tasks {
		values, err := s.example("tasks/" + t.folder + "/" + file)
		if file == llmdValues && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		out.WriteString("**" + t.title + ".** " + values + "\n\n")
	}
	return strings.TrimSpace(out.String()), nil
}

// countLines counts the lines of a file of a task that are neither blank nor a comment.
func (s *site) countLines(t task, file string) (int, error) {
	text, err := os.ReadFile(filepath.Join(s.root, "examples", "tasks", t.folder, file))
	if err != nil {
		return 0, err
	}
	count := 0
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			count++
		}
	}
	return count, nil
}
