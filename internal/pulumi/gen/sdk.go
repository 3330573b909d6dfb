package gen

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	javagen "github.com/pulumi/pulumi-java/pkg/codegen/java"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// tool is named in the header of every generated file.
const tool = "pulumi-tfgen-inference"

// languages are the generators of the SDKs, which give files by their names.
var languages = map[string]func(*schema.Package) (map[string][]byte, error){
	"go": func(p *schema.Package) (map[string][]byte, error) { return gogen.GeneratePackage(tool, p, nil) },
	"nodejs": func(p *schema.Package) (map[string][]byte, error) {
		return nodejs.GeneratePackage(tool, p, nil, nil, false, nil)
	},
	"python": func(p *schema.Package) (map[string][]byte, error) {
		return python.GeneratePackage(tool, p, nil, nil)
	},
	"csharp": csharp,
	"java": func(p *schema.Package) (map[string][]byte, error) {
		return javagen.GeneratePackage(tool, p, nil, nil, false, false)
	},
}

// SDK returns the files of the SDK for a language by their names. The generators are those of
// Pulumi's own module, so no language host is needed.
func SDK(spec schema.PackageSpec, language string) (map[string][]byte, error) {
	generate, ok := languages[language]
	if !ok {
		return nil, fmt.Errorf("there is no generator for %q, but for %s", language, strings.Join(slices.Sorted(maps.Keys(languages)), ", "))
	}
	bound, err := bind(spec)
	if err != nil {
		return nil, err
	}
	return generate(bound)
}

// bind reads the schema of the package as the generators do.
func bind(spec schema.PackageSpec) (*schema.Package, error) {
	bound, problems, err := schema.BindSpec(spec, schema.NewNullLoader(), schema.ValidationOptions{AllowDanglingReferences: true})
	if err == nil && problems.HasErrors() {
		err = errors.Join(problems.Errs()...)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the schema of the package: %w", err)
	}
	return bound, nil
}
