// Package pulumi maps the provider onto a Pulumi package, through Pulumi's bridge for
// Terraform providers.
package pulumi

import (
	framework "github.com/hashicorp/terraform-plugin-framework/provider"
	pf "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf/tfbridge"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge/tokens"

	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// Name is that of the package, and the first part of every token.
const Name = provider.TypeName

// GoImportPath is what a Go program imports.
const GoImportPath = "github.com/inferops/pulumi-inference/sdk/go/inference"

// Info returns the mapping at a version. Every resource and function is in the module
// `index`, so that a program says `inference.OpenModel`. Properties are named as the bridge
// names them: it loses the data of nested ones that are renamed.
func Info(version string) tfbridge.ProviderInfo {
	return mapped(provider.New(version)(), version)
}

func mapped(p framework.Provider, version string) tfbridge.ProviderInfo {
	info := tfbridge.ProviderInfo{
		P:           pf.ShimProvider(p),
		Name:        Name,
		Version:     version,
		DisplayName: "Inference",
		Publisher:   "inferops",
		Description: "LLM inference on Kubernetes, by an operator or without one.",
		Keywords:    []string{"category/infrastructure", "kind/native", "kubernetes", "inference", "llm"},
		Repository:  "https://github.com/inferops/terraform-provider-inference",
		Homepage:    "https://github.com/inferops/terraform-provider-inference",
		License:     "MPL-2.0",
		GitHubOrg:   "inferops",
		Golang:      &tfbridge.GolangInfo{ImportBasePath: GoImportPath, RespectSchemaVersion: true},
		JavaScript:  &tfbridge.JavaScriptInfo{PackageName: "@inferops/inference", RespectSchemaVersion: true},
		Python:      &tfbridge.PythonInfo{PackageName: "inferops_inference", RespectSchemaVersion: true},
		CSharp:      &tfbridge.CSharpInfo{RootNamespace: "Inferops", RespectSchemaVersion: true},
		// The bridge asks for metadata, of which this mapping has none.
		MetadataInfo: tfbridge.NewProviderMetadata(nil),
		// Differences of single properties, as the plan of the provider has them.
		EnableAccuratePFBridgePreview: true,
	}
	info.MustComputeTokens(tokens.SingleModule(Name+"_", "index", tokens.MakeStandard(Name)))
	for name, resource := range info.Resources {
		resource.PreCheckCallback = rejectUnknown(info.P.ResourcesMap().Get(name))
	}
	return info
}
