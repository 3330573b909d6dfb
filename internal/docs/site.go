package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// site is what the pages are made of.
type site struct {
	root      string
	served    *tfprotov6.GetProviderSchemaResponse
	templates *template.Template
}

// Pages returns the Markdown of every page by its path below docs. root is the repository.
func Pages(ctx context.Context, root string) (map[string]string, error) {
	served, err := providerserver.NewProtocol6(provider.New("docs")())().GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	s := &site{root: root, served: served}
	if err := s.load(); err != nil {
		return nil, err
	}
	pages := map[string]string{}
	for _, t := range s.templates.Templates() {
		if page, isGuide := strings.CutSuffix(t.Name(), ".md.tmpl"); isGuide && strings.HasPrefix(page, "guides/") {
			if pages[page+".md"], err = s.render(t.Name(), nil); err != nil {
				return nil, err
			}
		}
	}
	if pages["index.md"], err = s.render("index.md.tmpl", s.index()); err != nil {
		return nil, err
	}
	for _, k := range provider.Kinds() {
		resource, err := s.resourcePage(k)
		if err != nil {
			return nil, err
		}
		if pages["resources/"+k.TypeName+".md"], err = s.render("resources.md.tmpl", resource); err != nil {
			return nil, err
		}
		source, err := s.dataSourcePage(k)
		if err != nil {
			return nil, err
		}
		if pages["data-sources/"+k.TypeName+".md"], err = s.render("data-sources.md.tmpl", source); err != nil {
			return nil, err
		}
	}
	return pages, nil
}

// load reads the templates, each under its path below templates.
func (s *site) load() error {
	s.templates = template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"example": s.example, "kubernetesTypes": kubernetesTypes, "oneLine": oneLine,
	})
	folder := filepath.Join(s.root, "templates")
	var files []string
	for _, pattern := range []string{"*.md.tmpl", "*/*.md.tmpl"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, file)
		if err != nil {
			return err
		}
		if _, err := s.templates.New(filepath.ToSlash(name)).Parse(string(text)); err != nil {
			return err
		}
	}
	return nil
}

// withoutBlankLines joins the empty lines that templates leave behind in a row.
func withoutBlankLines(text string) string {
	for strings.Contains(text, "\n\n\n") {
		text = strings.ReplaceAll(text, "\n\n\n", "\n\n")
	}
	return strings.TrimSpace(text) + "\n"
}

func (s *site) render(name string, data any) (string, error) {
	var out bytes.Buffer
	if err := s.templates.ExecuteTemplate(&out, name, data); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return withoutBlankLines(out.String()), nil
}
