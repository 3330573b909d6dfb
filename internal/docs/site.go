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
	// common are the attributes that resources share.
	common map[string]*tfprotov6.SchemaAttribute
	// pages are those that are made, by their path below docs.
	pages map[string]string
}

// Pages returns the Markdown of every page by its path below docs. root is the repository.
func Pages(ctx context.Context, root string) (map[string]string, error) {
	served, err := providerserver.NewProtocol6(provider.New("docs")())().GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	s := &site{root: root, served: served, common: commonAttributes(served.ResourceSchemas), pages: map[string]string{}}
	if err := s.load(); err != nil {
		return nil, err
	}
	if err := s.write("index.md", "index.md.tmpl", s.index()); err != nil {
		return nil, err
	}
	for _, t := range s.templates.Templates() {
		if page, isPage := strings.CutSuffix(t.Name(), ".tmpl"); isPage && strings.HasPrefix(page, "guides/") {
			if err := s.write(page, t.Name(), nil); err != nil {
				return nil, err
			}
		}
	}
	return s.pages, s.writeTypes()
}

// writeTypes writes the pages of the resources, data sources, list resources, actions and functions.
func (s *site) writeTypes() error {
	for name := range s.served.ResourceSchemas {
		page, err := s.resourcePage(name)
		if err != nil {
			return err
		}
		if err := s.write(page.path("resources"), "resources.md.tmpl", page); err != nil {
			return err
		}
	}
	for name := range s.served.DataSourceSchemas {
		page, err := s.dataSourcePage(name)
		if err != nil {
			return err
		}
		if err := s.write(page.path("data-sources"), "data-sources.md.tmpl", page); err != nil {
			return err
		}
	}
	for name, served := range s.served.ListResourceSchemas {
		page, err := s.typePage(name, "list-resources/"+name+"/list-resource*.tfquery.hcl", served, newCollection(kindOf(name), true))
		if err != nil {
			return err
		}
		if err := s.write(page.path("list-resources"), "list-resources.md.tmpl", page); err != nil {
			return err
		}
	}
	for name := range s.served.ActionSchemas {
		page, err := s.actionPage(name)
		if err != nil {
			return err
		}
		if err := s.write("actions/"+strings.TrimPrefix(name, provider.TypeName+"_")+".md", "actions.md.tmpl", page); err != nil {
			return err
		}
	}
	for name := range s.served.Functions {
		page, err := s.functionPage(name)
		if err != nil {
			return err
		}
		if err := s.write("functions/"+name+".md", "functions.md.tmpl", page); err != nil {
			return err
		}
	}
	return nil
}

// load reads the templates, each under its path below templates.
func (s *site) load() error {
	s.templates = template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"example": s.example, "recording": s.recording, "taskLines": s.taskLines, "taskValues": s.taskValues, "kubernetesTypes": kubernetesTypes, "differences": operatorDifferences, "engines": knownEngines, "families": families, "engineMetrics": engineMetrics, "models": fittingModels, "accelerators": knownAccelerators, "findings": s.foundMistakes, "commonAttributes": s.commonMarkdown, "oneLine": oneLine,
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

// write makes a page of a template.
func (s *site) write(page, template string, data any) error {
	var out bytes.Buffer
	if err := s.templates.ExecuteTemplate(&out, template, data); err != nil {
		return fmt.Errorf("%s: %w", page, err)
	}
	s.pages[page] = withoutBlankLines(out.String())
	return nil
}
