package gen

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	"sigs.k8s.io/yaml"
)

// exampleFunctions are those that the examples call.
var exampleFunctions = map[string]function.Function{"jsonencode": stdlib.JSONEncodeFunc}

// example returns the Terraform example of a resource as a Pulumi program in YAML: its first comment, and its text.
func example(root, typeName string, info tfbridge.ProviderInfo) (lead, program string, err error) {
	file := filepath.Join(root, "resources", typeName, "resource.tf")
	raw, err := os.ReadFile(file)
	if err != nil {
		return "", "", err
	}
	parsed, problems := hclsyntax.ParseConfig(raw, file, hcl.InitialPos)
	if problems.HasErrors() {
		return "", "", problems
	}
	var text strings.Builder
	text.WriteString("resources:\n")
	for _, block := range parsed.Body.(*hclsyntax.Body).Blocks {
		if block.Type != "resource" {
			continue
		}
		r, ok := info.Resources[block.Labels[0]]
		if !ok {
			return "", "", fmt.Errorf("%s: nobody knows %s", file, block.Labels[0])
		}
		attributes := info.P.ResourcesMap().Get(block.Labels[0]).Schema()
		values := map[string]cty.Value{}
		for name, attribute := range block.Body.Attributes {
			value, problems := attribute.Expr.Value(&hcl.EvalContext{Variables: referred(attribute.Expr, info), Functions: exampleFunctions})
			if problems.HasErrors() {
				return "", "", problems
			}
			values[name] = value
		}
		written, err := yaml.Marshal(properties(attributes, values))
		if err != nil {
			return "", "", err
		}
		_, _ = fmt.Fprintf(&text, "  %s:\n    type: %s:%s\n    properties:\n", resourceName(block.Labels[1]), info.Name, r.Tok.Name())
		for line := range strings.Lines(string(written)) {
			text.WriteString("      " + line)
		}
	}
	return comment(string(raw)), text.String(), nil
}

// comment is what a file begins with, as one line.
func comment(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		said, ok := strings.CutPrefix(line, "# ")
		if !ok {
			break
		}
		out = append(out, strings.TrimSpace(said))
	}
	return strings.Join(out, " ")
}

// resourceName is the name of a resource in a program, which a language may take as that of a variable.
func resourceName(label string) string { return strings.ReplaceAll(label, "_", "-") }

// referred are the values of other resources that an expression has: references by Pulumi's names.
func referred(expr hcl.Expression, info tfbridge.ProviderInfo) map[string]cty.Value {
	out := map[string]map[string]map[string]cty.Value{}
	for _, traversal := range expr.Variables() {
		var steps []string
		for _, s := range traversal {
			switch s := s.(type) {
			case hcl.TraverseRoot:
				steps = append(steps, s.Name)
			case hcl.TraverseAttr:
				steps = append(steps, s.Name)
			}
		}
		if len(steps) < 3 || info.Resources[steps[0]] == nil {
			continue // the evaluation says that there is no such value
		}
		schema := info.P.ResourcesMap().Get(steps[0]).Schema()
		reference := []string{resourceName(steps[1])}
		for _, name := range steps[2:] {
			reference = append(reference, tfbridge.TerraformToPulumiNameV2(name, schema, nil))
			if attribute, ok := schema.GetOk(name); ok {
				if in, ok := attribute.Elem().(shim.Resource); ok {
					schema = in.Schema()
				}
			}
		}
		value := cty.StringVal("${" + strings.Join(reference, ".") + "}")
		for _, name := range slices.Backward(steps[3:]) {
			value = cty.ObjectVal(map[string]cty.Value{name: value})
		}
		if out[steps[0]] == nil {
			out[steps[0]] = map[string]map[string]cty.Value{}
		}
		if out[steps[0]][steps[1]] == nil {
			out[steps[0]][steps[1]] = map[string]cty.Value{}
		}
		out[steps[0]][steps[1]][steps[2]] = value
	}
	types := map[string]cty.Value{}
	for name, labels := range out {
		resources := map[string]cty.Value{}
		for label, attributes := range labels {
			resources[label] = cty.ObjectVal(attributes)
		}
		types[name] = cty.ObjectVal(resources)
	}
	return types
}

// properties are attributes by Pulumi's names.
func properties(attributes shim.SchemaMap, values map[string]cty.Value) map[string]any {
	out := map[string]any{}
	for name, value := range values {
		if attribute, ok := attributes.GetOk(name); ok && !value.IsNull() {
			out[tfbridge.TerraformToPulumiNameV2(name, attributes, nil)] = plain(attribute.Elem(), value)
		}
	}
	return out
}

// plain is a value of an attribute by what the schema says of its elements.
func plain(elem any, value cty.Value) any {
	switch typ := value.Type(); {
	case typ.IsTupleType() || typ.IsListType():
		items := []any{}
		for _, each := range value.AsValueSlice() {
			items = append(items, plain(item(elem), each))
		}
		return items
	case typ.IsObjectType() || typ.IsMapType():
		if in, ok := elem.(shim.Resource); ok {
			return properties(in.Schema(), value.AsValueMap())
		}
		entries := map[string]any{}
		for key, each := range value.AsValueMap() {
			entries[key] = plain(item(elem), each)
		}
		return entries
	case typ == cty.Number:
		number, _ := value.AsBigFloat().Float64()
		return number
	case typ == cty.Bool:
		return value.True()
	default:
		return value.AsString()
	}
}
