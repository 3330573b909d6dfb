package gen

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	csharpgen "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	javagen "github.com/pulumi/pulumi-java/pkg/codegen/java"
	yamlgen "github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// programmers write a program of YAML in another language, as files by their names.
var programmers = map[string]func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error){
	"go":     gogen.GenerateProgram,
	"nodejs": nodejs.GenerateProgram,
	"python": python.GenerateProgram,
	"csharp": csharpgen.GenerateProgram,
	"java":   javagen.GenerateProgram,
}

// Program returns a program, which is given as the text of a Pulumi.yaml, in a language of the SDKs: files by their names.
func Program(spec schema.PackageSpec, language, text string) (map[string][]byte, error) {
	bound, err := bind(spec)
	if err != nil {
		return nil, err
	}
	return translate(bound, language, text)
}

func translate(bound *schema.Package, language, text string) (map[string][]byte, error) {
	write, ok := programmers[language]
	if !ok {
		return nil, fmt.Errorf("nobody writes a program for %q, but for %s", language, strings.Join(slices.Sorted(maps.Keys(programmers)), ", "))
	}
	folder, err := os.MkdirTemp("", "program")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if err := os.WriteFile(filepath.Join(folder, "Pulumi.yaml"), []byte(text), 0o600); err != nil {
		return nil, err
	}
	_, program, err := yamlgen.Eject(folder, packages{bound})
	if err != nil {
		return nil, err
	}
	files, problems, err := write(program)
	if err == nil && problems.HasErrors() {
		err = problems
	}
	return files, err
}

// packages loads the package alone, beside that of Pulumi itself.
type packages struct{ own *schema.Package }

// LoadPackage implements [schema.Loader].
func (p packages) LoadPackage(name string, version *semver.Version) (*schema.Package, error) {
	return p.LoadPackageV2(context.Background(), &schema.PackageDescriptor{Name: name, Version: version}) //nolint:forbidigo // the interface gives none
}

// LoadPackageV2 implements [schema.Loader].
func (p packages) LoadPackageV2(_ context.Context, wanted *schema.PackageDescriptor) (*schema.Package, error) {
	switch wanted.Name {
	case "pulumi":
		return schema.DefaultPulumiPackage, nil
	case p.own.Name:
		return p.own, nil
	}
	return nil, fmt.Errorf("the program takes the package %s, which is another one", wanted.Name)
}

// LoadPackageReference implements [schema.ReferenceLoader].
func (p packages) LoadPackageReference(name string, version *semver.Version) (schema.PackageReference, error) {
	return p.LoadPackageReferenceV2(context.Background(), &schema.PackageDescriptor{Name: name, Version: version}) //nolint:forbidigo // the interface gives none
}

// LoadPackageReferenceV2 implements [schema.ReferenceLoader].
func (p packages) LoadPackageReferenceV2(ctx context.Context, wanted *schema.PackageDescriptor) (schema.PackageReference, error) {
	found, err := p.LoadPackageV2(ctx, wanted)
	if err != nil {
		return nil, err
	}
	return found.Reference(), nil
}
