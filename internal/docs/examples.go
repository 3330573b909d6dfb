package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// example is one file of examples/.
type example struct {
	// Lead is the comment that the file begins with, as a paragraph.
	Lead string
	// Code is the rest of the file.
	Code string
	// Language is that of the code block.
	Language string
}

// example reads a file below examples/ for a template and returns it as a code block,
// with its leading comment before it.
func (s *site) example(name string) (string, error) {
	e, err := s.read(filepath.Join(s.root, "examples", filepath.FromSlash(name)))
	if err != nil {
		return "", err
	}
	return e.Markdown(), nil
}

// recording reads what a real run has printed, which `make recordings` writes, and returns it as a code block.
func (s *site) recording(name string) (string, error) {
	text, err := os.ReadFile(filepath.Join(s.root, "templates", "recordings", name+".txt"))
	return "```text\n" + strings.TrimSpace(string(text)) + "\n```", err
}

// Markdown is the example as a paragraph and a code block.
func (e example) Markdown() string {
	return strings.TrimSpace(oneLine(e.Lead) + "\n\n```" + e.Language + "\n" + e.Code + "\n```")
}

// examples reads the files that match a pattern below examples/: the one with the
// shortest name, which is the plainest, first.
func (s *site) examples(pattern string) ([]example, error) {
	files, err := filepath.Glob(filepath.Join(s.root, "examples", filepath.FromSlash(pattern)))
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(files, func(a, b string) int {
		return strings.Compare(strings.TrimSuffix(a, ".tf"), strings.TrimSuffix(b, ".tf"))
	})
	var out []example
	for _, file := range files {
		e, err := s.read(file)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// languages are those of what is no configuration, by the extensions of their files.
var languages = map[string]string{".go": "go", ".json": "json", ".njk": "text", ".rego": "rego", ".ts": "typescript", ".yaml": "yaml"}

func (s *site) read(file string) (example, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return example{}, err
	}
	var lead []string
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for len(lead) < len(lines) && strings.HasPrefix(lines[len(lead)], "#") {
		lead = append(lead, strings.TrimSpace(strings.TrimPrefix(lines[len(lead)], "#")))
	}
	language, ok := languages[filepath.Ext(file)]
	if !ok {
		language = "terraform"
	}
	return example{
		Lead:     strings.Join(lead, " "),
		Code:     strings.TrimSpace(strings.Join(lines[len(lead):], "\n")),
		Language: language,
	}, nil
}
