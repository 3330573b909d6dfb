// Package lint is the source check as a command, for machines and editors that run no plan.
package lint

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/source"
)

// The codes with which the command ends.
const (
	ExitClean  = 0
	ExitFound  = 1
	ExitMisuse = 2
)

// Name is the name of the command.
const Name = "lint"

// rule is the identifier of the only rule.
const rule = "unknown-attribute-name"

// Run checks the configuration in a folder, the working directory where none is given, with the modules that it calls, and
// returns a code. Both of Terraform's and OpenTofu's files are read, and the mocks of tests.
func Run(args []string, out, problems io.Writer, provider string, schemas source.Schemas) int {
	flags := flag.NewFlagSet(Name, flag.ContinueOnError)
	flags.SetOutput(problems)
	format := flags.String("format", "text", "text, json or sarif")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return ExitClean
		}
		return ExitMisuse
	}
	write, ok := formats[*format]
	if !ok || flags.NArg() > 1 {
		_, _ = fmt.Fprintln(problems, "usage: lint [-format text|json|sarif] [DIR]")
		return ExitMisuse
	}
	dir := "."
	if flags.NArg() == 1 {
		dir = flags.Arg(0)
	}
	var all []source.Finding
	for _, client := range []source.Client{source.Terraform, source.OpenTofu} {
		from := source.Origin{Dir: dir, DataDir: filepath.Join(dir, ".terraform"), Provider: provider, Client: client, Calls: true, Tests: true}
		all = append(all, source.Read(from, schemas).All()...)
	}
	all = source.Sorted(all)
	if err := write(out, all); err != nil {
		_, _ = fmt.Fprintln(problems, err)
		return ExitMisuse
	}
	if len(all) > 0 {
		return ExitFound
	}
	return ExitClean
}

var formats = map[string]func(io.Writer, []source.Finding) error{"text": writeText, "json": writeJSON, "sarif": writeSARIF}

// message is what the provider says of a finding, without its place.
func message(f source.Finding) string {
	said := diagnostic.UnknownName(true, f.Place(), f.Object(), f.Name, f.Nearest, f.Allowed)
	return strings.TrimPrefix(said.Detail(), f.Place()+": ")
}

func writeText(out io.Writer, all []source.Finding) error {
	for _, f := range all {
		if _, err := fmt.Fprintf(out, "%s: %s\n", f.Place(), message(f)); err != nil {
			return err
		}
	}
	return nil
}

// object is one of JSON.
type object = map[string]any

func encode(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

func writeJSON(out io.Writer, all []source.Finding) error {
	findings := make([]object, 0, len(all))
	for _, f := range all {
		findings = append(findings, object{
			"file": f.File, "line": f.Line, "column": f.Column, "end_line": f.EndLine, "end_column": f.EndColumn,
			"address": f.Address, "path": f.Path, "name": f.Name, "nearest": f.Nearest, "allowed": f.Allowed, "message": message(f),
		})
	}
	return encode(out, object{"findings": findings})
}

// writeSARIF writes the Static Analysis Results Interchange Format, version 2.1.0.
func writeSARIF(out io.Writer, all []source.Finding) error {
	results := make([]object, 0, len(all))
	for _, f := range all {
		results = append(results, object{
			"ruleId": rule, "level": "error", "message": object{"text": message(f)},
			"locations": []object{{"physicalLocation": object{
				"artifactLocation": object{"uri": filepath.ToSlash(f.File)},
				"region":           object{"startLine": f.Line, "startColumn": f.Column, "endLine": f.EndLine, "endColumn": f.EndColumn},
			}}},
		})
	}
	driver := object{"name": "terraform-provider-inference", "rules": []object{{"id": rule, "shortDescription": object{"text": "A name that the schema does not have"}}}}
	return encode(out, object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{"tool": object{"driver": driver}, "results": results}},
	})
}
