package gen

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"github.com/inferops/terraform-provider-inference/internal/provider"
	inference "github.com/inferops/terraform-provider-inference/internal/pulumi"
)

// frontDoor puts what holds for Pulumi where a description says what holds for Terraform.
// It is put in before the schema is read, where a line ends with the two characters of JSON.
var frontDoor = strings.NewReplacer(
	`**NOTE:** This field is write-only and its value will not be updated in state as part of read operations.\n`, "",
	"The values are write-only, so no plan and no state contains them; this needs Terraform 1.11 or OpenTofu 1.11.", "Pulumi encrypts the values in its state.",
	"Terraform replaces a resource whose creation failed, so `error` costs a running model server its accelerators and weights.", "Pulumi keeps a resource whose creation failed, and its next update continues.",
	"Terraform drops such names from objects without a word, so the provider reads the `.tf` files itself.", "It reads `.tf` files, and has nothing to do for a program.",
	"all resources of this provider block", "all resources of this provider",
	"what `-target` leaves out", "what `--target` leaves out",
	"which Terraform plans as a creation; there, the action of the plan", "which Pulumi previews as a creation; there, the operation of the preview",
	"Names may be those of the API or of Terraform", "Names may be those of the API or, in snake case, of the attributes",
)

// mayBeNull matches a description that says when a value is null.
var mayBeNull = regexp.MustCompile(`(?i)\bnull\b`)

// describe puts in what the generator looks for in pages of documentation only: what resources and functions are, how an
// object is imported, what the properties of functions are. And an output that may be null is not required, so that the
// types of the SDKs say so.
func describe(ctx context.Context, spec *schema.PackageSpec, info tfbridge.ProviderInfo) error {
	served, err := provider.NewServer(info.Version).GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return err
	}
	inPulumi := inference.Translator(info)
	for name, r := range info.Resources {
		token := r.Tok.String()
		resource := spec.Resources[token]
		resource.Description = fmt.Sprintf("%s\n\n## Import\n\nAn object that exists is imported by its namespace and name, or by its name alone where it has no namespace:\n\n```sh\n$ pulumi import %s example default/example\n```\n",
			served.ResourceSchemas[name].Block.Description, token)
		resource.Required = required(resource.Required, resource.Properties)
		spec.Resources[token] = resource
	}
	for name, d := range info.DataSources {
		function, block := spec.Functions[d.Tok.String()], served.DataSourceSchemas[name].Block
		function.Description = block.Description
		said := map[string]string{"id": "The ID that Pulumi gives the result."}
		for _, a := range block.Attributes {
			said[property(a.Name, info.P.DataSourcesMap().Get(name).Schema(), d.Fields)] = inPulumi("data."+name, a.Description)
		}
		for _, object := range []*schema.ObjectTypeSpec{function.Inputs, returned(function)} {
			if object == nil {
				continue
			}
			for property, p := range object.Properties {
				p.Description = said[property]
				object.Properties[property] = p
			}
		}
		if out := returned(function); out != nil {
			out.Required = required(out.Required, out.Properties)
		}
		spec.Functions[d.Tok.String()] = function
	}
	return nil
}

// returned is what a function returns; nil for one whose generator knows none.
func returned(function schema.FunctionSpec) *schema.ObjectTypeSpec {
	if function.Outputs != nil {
		return function.Outputs
	}
	if function.ReturnType != nil {
		return function.ReturnType.ObjectTypeSpec
	}
	return nil
}

func property(attribute string, attributes shim.SchemaMap, fields map[string]*tfbridge.SchemaInfo) string {
	return tfbridge.TerraformToPulumiNameV2(attribute, attributes, fields)
}

// required leaves out the properties that may be null.
func required(names []string, properties map[string]schema.PropertySpec) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return mayBeNull.MatchString(properties[name].Description) })
}
