// Generic stands in for the generic Kubernetes providers in tests of `moved` blocks: Terraform
// asks the provider that a state names for its schemas before it moves a resource of it
// elsewhere, and for nothing else. The types have the attributes of the real ones that tell
// which object they are about.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

func main() {
	serve := func() provider.Provider { return generic{} }
	if err := providerserver.Serve(context.Background(), serve, providerserver.ServeOpts{Address: "registry.terraform.io/test/generic"}); err != nil {
		log.Fatal(err)
	}
}

type generic struct{}

func (generic) Metadata(context.Context, provider.MetadataRequest, *provider.MetadataResponse)    {}
func (generic) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse)          {}
func (generic) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}
func (generic) DataSources(context.Context) []func() datasource.DataSource                        { return nil }

func (generic) Resources(context.Context) []func() resource.Resource {
	dynamic, text := schema.DynamicAttribute{Optional: true}, schema.StringAttribute{Optional: true}
	return []func() resource.Resource{
		manifest{"kubernetes_manifest", schema.Schema{Version: 1, Attributes: map[string]schema.Attribute{"manifest": dynamic, "object": dynamic}}}.make,
		manifest{"kubectl_manifest", schema.Schema{Version: 1, Attributes: map[string]schema.Attribute{
			"id": text, "api_version": text, "kind": text, "name": text, "namespace": text, "uid": text, "yaml_body": text, "yaml_body_parsed": text,
		}}}.make,
	}
}

// manifest is a resource type whose every verb does nothing.
type manifest struct {
	typeName string
	schema   schema.Schema
}

func (m manifest) make() resource.Resource { return m }

func (m manifest) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = m.typeName
}

func (m manifest) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = m.schema
}

func (manifest) Create(context.Context, resource.CreateRequest, *resource.CreateResponse) {}
func (manifest) Read(context.Context, resource.ReadRequest, *resource.ReadResponse)       {}
func (manifest) Update(context.Context, resource.UpdateRequest, *resource.UpdateResponse) {}
func (manifest) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
