package provider

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/lint"
	"github.com/inferops/terraform-provider-inference/internal/server"
	"github.com/inferops/terraform-provider-inference/internal/source"
)

// NewProcess returns the provider for a process that its client starts for one walk of one run, as clients do unless a
// debugger lends them one.
func NewProcess(version string) tfprotov6.ProviderServer {
	s := protocolServer(version)
	if !appliesSavedPlan() {
		check, _ := os.LookupEnv(sourceCheckVariable)
		s.Source(source.Origin{Dir: ".", DataDir: dataDirectory(os.LookupEnv), Provider: TypeName, Client: clientKind()}, check)
	}
	if run := client(); run != "" {
		s.Once(server.NewSaid(filepath.Join(dataDirectory(os.LookupEnv), noteOfSaid), run))
	}
	return s
}

// Lint is the source check as a command; it returns the code with which the process ends.
func Lint(ctx context.Context, version string, args []string, out, problems io.Writer) int {
	return lint.Run(args, out, problems, TypeName, protocolServer(version).Schemas(ctx))
}

// noteOfSaid is where the processes of a run note what they have warned of, in the client's data directory.
const noteOfSaid = "inference-warnings"

// NewServer returns the provider at a version as Terraform's plugin protocol has it.
func NewServer(version string) tfprotov6.ProviderServer { return protocolServer(version) }

func protocolServer(version string) *server.Server {
	p := newProvider(version)
	resources := make(map[string]func() resource.Resource, len(p.resources))
	for i, k := range Kinds() {
		resources[TypeName+"_"+k.TypeName] = p.resources[i]
	}
	framework := providerserver.NewProtocol6(p)().(server.Framework)
	return server.New(framework, providerserver.NewProtocol6(outline{p})(), func(typeName string) (*engine.Resource, bool) {
		construct, ok := resources[typeName]
		if !ok {
			return nil, false
		}
		return construct().(*engine.Resource).With(p.settings.Load()), true
	})
}

// outline is the provider without the schemas of its resources.
type outline struct{ *inferenceProvider }

// Resources implements [provider.Provider].
func (p outline) Resources(context.Context) []func() resource.Resource {
	out := make([]func() resource.Resource, 0, len(p.resources))
	for _, construct := range p.resources {
		out = append(out, func() resource.Resource { return server.Outline{Resource: construct().(*engine.Resource)} })
	}
	return out
}
