// Package gen makes the schema of the Pulumi package and its SDKs.
package gen

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"

	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf/tfgen"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag/colors"

	inference "github.com/inferops/terraform-provider-inference/internal/pulumi"
)

// spelling is how the generator marks a name with its spelling in every language, as JSON has
// it. The SDKs would show the mark-up, so only the name stays.
var spelling = regexp.MustCompile(`\\u003cspan pulumi-lang-.*?\\u003e(.*?)\\u003c/span\\u003e`)

// Schema returns the schema of the package at a version, with the examples of a folder, and
// writes what the generator warns of to warnings.
func Schema(ctx context.Context, version, examples string, warnings io.Writer) (*schema.PackageSpec, error) {
	info := inference.Info(version)
	shareTypes(&info)
	result, err := tfgen.GenerateSchema(ctx, tfgen.GenerateSchemaOptions{
		ProviderInfo:    info,
		DiagnosticsSink: diag.DefaultSink(warnings, warnings, diag.FormatOptions{Color: colors.Never}),
		XInMemoryDocs:   true, // The descriptions are those of the provider's own schema.
	})
	if err != nil {
		return nil, fmt.Errorf("making the schema of the package: %w", err)
	}
	var spec schema.PackageSpec
	text := frontDoor.Replace(string(spelling.ReplaceAll(result.ProviderMetadata.PackageSchema, []byte("$1"))))
	if err := json.Unmarshal([]byte(text), &spec); err != nil {
		return nil, fmt.Errorf("reading the schema of the package: %w", err)
	}
	// The generator leaves the version out, without which the command line does not find the package offline.
	spec.Version = version
	moveKubernetes(&spec, info)
	if err := describe(ctx, &spec, info); err != nil {
		return nil, err
	}
	enumerate(&spec)
	return &spec, illustrate(&spec, info, examples)
}
