// Command docs writes the documentation in the layout of the Terraform registries: a page
// for every resource and data source from the schema that the provider serves, the data
// of its kind and the examples, and the guides from their templates. `make docs` runs it.
//
// Every named definition of an API stands on a page once, and those of Kubernetes stand on
// a page of their own, so that no page reaches the size at which registries cut it off.
package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
)

func main() {
	root := flag.String("root", ".", "the repository")
	out := flag.String("out", "docs", "the folder to write, relative to the repository; its Markdown files that are not generated are removed")
	flag.Parse()
	if err := write(context.Background(), *root, *out); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

// write makes the folder out below root what Pages returns.
func write(ctx context.Context, root, out string) error {
	pages, err := Pages(ctx, root)
	if err != nil {
		return err
	}
	if !filepath.IsAbs(out) {
		out = filepath.Join(root, out)
	}
	if err := removeStale(out, pages); err != nil {
		return err
	}
	drawn, err := Pictures(root)
	if err != nil {
		return err
	}
	maps.Copy(pages, drawn)
	for name, text := range pages {
		file := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil { //nolint:gosec // documentation is for everybody
			return err
		}
	}
	return nil
}

// removeStale removes the pages below out that are not among those to write.
func removeStale(out string, pages map[string]string) error {
	existing, err := filepath.Glob(filepath.Join(out, "*", "*.md"))
	if err != nil {
		return err
	}
	for _, file := range existing {
		name, err := filepath.Rel(out, file)
		if err != nil {
			return err
		}
		if _, ok := pages[filepath.ToSlash(name)]; ok {
			continue
		}
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	return nil
}
