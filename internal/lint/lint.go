// Package lint is the source check as a command, for machines and editors that run no plan.
package lint

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/source"
)

// The codes with which the command ends.
const (
	ExitClean  = 0
	ExitFound  = 1
	ExitMisuse = 2 // also where a file cannot be read
)

// Name is the name of the command.
const Name = "lint"

// rule is the identifier of the only rule, and help where it is explained.
var rule, help = diagnostic.UnknownNameClass()

// Run checks the configurations in folders, the working directory where none is given, with the modules that they call, and returns
// a code. A file stands for its folder. Both of Terraform's and OpenTofu's files are read, and tests.
func Run(args []string, out, problems io.Writer, provider string, schemas source.Schemas) int {
	flags := flag.NewFlagSet(Name, flag.ContinueOnError)
	flags.SetOutput(problems)
	flags.Usage = func() {
		_, _ = fmt.Fprintln(problems, "usage: lint [-format text|json|sarif] [DIR|FILE ...]")
	}
	format := flags.String("format", "text", "text, json or sarif")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return ExitClean
		}
		return ExitMisuse
	}
	write, ok := formats[*format]
	if !ok {
		flags.Usage()
		return ExitMisuse
	}
	dirs, err := folders(flags.Args())
	if err != nil {
		_, _ = fmt.Fprintln(problems, err)
		return ExitMisuse
	}
	var all []source.Finding
	var unread []string
	for _, dir := range dirs {
		for _, client := range []source.Client{source.Terraform, source.OpenTofu} {
			from := source.Origin{Dir: dir, DataDir: filepath.Join(dir, ".terraform"), Provider: provider, Client: client, Calls: true, Tests: true}
			read := source.Read(from, schemas)
			all, unread = append(all, read.All()...), append(unread, read.Unread()...)
		}
	}
	all = source.Sorted(all)
	if err := write(out, all); err != nil {
		_, _ = fmt.Fprintln(problems, err)
		return ExitMisuse
	}
	slices.Sort(unread)
	for _, why := range slices.Compact(unread) {
		_, _ = fmt.Fprintln(problems, why)
	}
	switch {
	case len(unread) > 0:
		return ExitMisuse
	case len(all) > 0:
		return ExitFound
	}
	return ExitClean
}

// folders are those of the arguments, each of them once.
func folders(args []string) ([]string, error) {
	if len(args) == 0 {
		return []string{"."}, nil
	}
	var out []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, err
		}
		dir := filepath.Clean(arg)
		if !info.IsDir() {
			dir = filepath.Dir(dir)
		}
		if !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	return out, nil
}

var formats = map[string]func(io.Writer, []source.Finding) error{"text": writeText, "json": writeJSON, "sarif": writeSARIF}

// message is what the provider says of a finding, without its place and the link to its class.
func message(f source.Finding) string {
	said, _ := diagnostic.Unlinked(diagnostic.UnknownName(true, f.Place(), f.Object(), f.Name, f.Nearest, f.Allowed).Detail())
	return strings.TrimPrefix(said, f.Place()+": ")
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
			"address": f.Address, "path": f.Path, "name": f.Name, "nearest": append([]string{}, f.Nearest...), "allowed": f.Allowed, "message": message(f),
		})
	}
	return encode(out, object{"findings": findings})
}

// writeSARIF writes the Static Analysis Results Interchange Format, version 2.1.0.
func writeSARIF(out io.Writer, all []source.Finding) error {
	results := make([]object, 0, len(all))
	for _, f := range all {
		results = append(results, object{
			"ruleId": rule, "ruleIndex": 0, "level": "error", "message": object{"text": message(f)},
			"locations": []object{{
				"physicalLocation": object{
					"artifactLocation": object{"uri": reference(f.File)},
					"region":           object{"startLine": f.Line, "startColumn": f.Column, "endLine": f.EndLine, "endColumn": f.EndColumn},
				},
				"logicalLocations": []object{{"fullyQualifiedName": strings.TrimSuffix(f.Address+"."+f.Path, "."), "kind": "member"}},
			}},
		})
	}
	driver := object{"name": "terraform-provider-inference", "informationUri": help, "rules": []object{{
		"id": rule, "shortDescription": object{"text": "A name that the schema does not have"}, "helpUri": help,
		"fullDescription":      object{"text": "Terraform leaves such names out without a word, so that the value has no effect."},
		"defaultConfiguration": object{"level": "error"},
	}}}
	return encode(out, object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{"tool": object{"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}},
	})
}

// reference is a path as a URI reference: relative where the path is.
func reference(path string) string {
	slashed := filepath.ToSlash(path)
	if filepath.IsAbs(path) {
		return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(slashed, "/")}).String()
	}
	return (&url.URL{Path: slashed}).String()
}
