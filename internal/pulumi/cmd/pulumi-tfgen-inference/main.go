// Command pulumi-tfgen-inference writes the schema of the Pulumi package, or its SDK for a
// language.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"github.com/inferops/terraform-provider-inference/internal/pulumi/gen"
)

func main() {
	out := flag.String("out", "", "the file that the schema is written to, or the folder of the SDK")
	version := flag.String("version", "", "the version of the package")
	examples := flag.String("examples", "", "the folder of the examples in Terraform, which the schema has in every language")
	from := flag.String("schema", "", "the file of the schema that an SDK is made from")
	program := flag.String("program", "", "a Pulumi.yaml that is written in the language, in the place of its SDK")
	flag.Usage = func() {
		_, _ = fmt.Fprintln(flag.CommandLine.Output(), "pulumi-tfgen-inference -out FILE -version VERSION -examples FOLDER schema\npulumi-tfgen-inference -out FOLDER -schema FILE [-program FILE] go|nodejs|python|csharp|java")
		flag.PrintDefaults()
	}
	flag.Parse()
	var err error
	switch what := flag.Arg(0); {
	case *out == "" || what == "":
		flag.Usage()
		os.Exit(2)
	case what == "schema":
		err = writeSchema(context.Background(), *version, *examples, *out)
	default:
		err = writeSDK(*from, what, *program, *out)
	}
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err) // what is linked here takes the standard logger for itself
		os.Exit(1)
	}
}

// writeSchema writes the schema, and what the generator warns of to stderr when it fails.
func writeSchema(ctx context.Context, version, examples, out string) error {
	var warnings bytes.Buffer
	spec, err := gen.Schema(ctx, version, examples, &warnings)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, warnings.String())
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(text, '\n'), 0o644)
}

// writeSDK writes the SDK of a language, or a program in it.
func writeSDK(from, language, program, out string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return err
	}
	generate := func() (map[string][]byte, error) { return gen.SDK(spec, language) }
	if program != "" {
		text, err := os.ReadFile(program)
		if err != nil {
			return err
		}
		generate = func() (map[string][]byte, error) { return gen.Program(spec, language, string(text)) }
	}
	files, err := generate()
	if err != nil {
		return err
	}
	for name, content := range files {
		file := filepath.Join(out, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
