package pulumi_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	inference "github.com/inferops/terraform-provider-inference/internal/pulumi"
)

// Budgets of the package. Without shared types there would be thousands of them, and SDKs
// that no machine compiles.
const (
	maxTypes       = 470
	maxSchemaBytes = 5 << 18 // a sixth are the examples in six languages
	maxTypeName    = 60
)

func TestSchemaIsWithinItsBudget(t *testing.T) {
	spec := packageSchema(t)
	text, err := json.Marshal(spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d resources, %d functions, %d types, %d bytes", len(spec.Resources), len(spec.Functions), len(spec.Types), len(text))
	if len(spec.Types) > maxTypes {
		t.Errorf("%d types, more than %d", len(spec.Types), maxTypes)
	}
	if len(text) > maxSchemaBytes {
		t.Errorf("%d bytes, more than %d", len(text), maxSchemaBytes)
	}
	for token := range spec.Types {
		if name := token[strings.LastIndex(token, ":")+1:]; len(name) > maxTypeName {
			t.Errorf("the name of the type %s is longer than %d", name, maxTypeName)
		}
	}
}

// TestEverythingIsInThePackage finds every resource and data source of the provider, the options of its checks, and the
// properties that stand in for what Pulumi does not show: warnings and functions.
func TestEverythingIsInThePackage(t *testing.T) {
	spec, info := packageSchema(t), inference.Info("0.1.0")
	for name, r := range info.Resources {
		resource, ok := spec.Resources[r.Tok.String()]
		if !ok {
			t.Errorf("%s is not in the package", name)
			continue
		}
		for _, property := range []string{"manifest", "drifts", "plannedDisruption", "accelerators", "diagnosis", "warnings", "ready"} {
			if _, ok := resource.Properties[property]; !ok {
				t.Errorf("%s has no property %s", name, property)
			}
		}
	}
	for _, option := range []string{"planValidation", "capacityCheck", "modelCheck"} {
		if _, ok := spec.Config.Variables[option]; !ok {
			t.Errorf("the provider has no option %s", option)
		}
	}
	for name, d := range info.DataSources {
		if _, ok := spec.Functions[d.Tok.String()]; !ok {
			t.Errorf("the data source %s is not in the package", name)
		}
	}
}

// TestSchemaIsDescribed finds a description of every property, in Pulumi's words, and of every resource how it is imported.
func TestSchemaIsDescribed(t *testing.T) {
	spec := packageSchema(t)
	expect := func(where, description string) {
		t.Helper()
		if description == "" {
			t.Errorf("%s has no description", where)
		}
		if word := terraformOnly.FindString(description); word != "" {
			t.Errorf("the description of %s says %q, which a program has not: %s", where, word, description)
		}
	}
	for token, resource := range spec.Resources {
		if !strings.Contains(resource.Description, "\n$ pulumi import "+token+" example default/example\n") {
			t.Errorf("%s does not say how it is imported: %s", token, resource.Description)
		}
		for name, property := range resource.InputProperties {
			expect(token+"."+name, property.Description)
		}
		for name, property := range resource.Properties {
			expect(token+"."+name, property.Description)
		}
	}
	for token, object := range spec.Types {
		for name, property := range object.Properties {
			expect(token+"."+name, property.Description)
		}
	}
	for token, function := range spec.Functions {
		if !strings.HasPrefix(token, "inference:index/get") {
			continue // the generator describes what a function of the provider takes in its text
		}
		for name, property := range function.Inputs.Properties {
			expect(token+"."+name, property.Description)
		}
		returned := function.Outputs
		if returned == nil {
			returned = function.ReturnType.ObjectTypeSpec
		}
		for name, property := range returned.Properties {
			expect(token+"."+name, property.Description)
		}
	}
}

// terraformOnly matches what a program in Pulumi does not have. HCP Terraform has a tool of its own for credentials, and
// the configuration that getHcl prints is one of Terraform.
var terraformOnly = regexp.MustCompile("write-only|provider block|` -target|OpenTofu|[^P] Terraform (drops|replaces|plans|1)")

// TestOutputsThatMayBeNull has types that say so: an endpoint, unless something is served.
func TestOutputsThatMayBeNull(t *testing.T) {
	spec := packageSchema(t)
	playground := spec.Resources["inference:index/playground:Playground"]
	for name, required := range map[string]bool{"endpoint": false, "diagnosis": false, "uid": false, "ready": true, "manifest": true} {
		if slices.Contains(playground.Required, name) != required {
			t.Errorf("%s of a playground is required: %t, want %t", name, !required, required)
		}
	}
}

// TestKubernetesTypesHaveAModule finds the types of Kubernetes' own APIs in a module of theirs by the names that they have
// there, and none that leads out of it, which the SDK for Go could not be compiled with.
func TestKubernetesTypesHaveAModule(t *testing.T) {
	spec := packageSchema(t)
	const own = "inference:kubernetes/"
	for _, name := range []string{"Container", "EnvVar", "Probe", "Toleration", "ResourceRequirements", "LabelSelector", "MetricSpec"} {
		if _, ok := spec.Types[own+name+":"+name]; !ok {
			t.Errorf("there is no %s", own+name+":"+name)
		}
	}
	for token, object := range spec.Types {
		if !strings.HasPrefix(token, own) {
			continue
		}
		text, err := json.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "#/types/inference:index/") {
			t.Errorf("%s refers to a type of the package: %s", token, text)
		}
	}
	if ref := spec.Types["inference:index/BackendRuntimeConfig:BackendRuntimeConfig"].Properties["envs"].Items.Ref; ref != "#/types/"+own+"EnvVar:EnvVar" {
		t.Errorf("the environment of a backend is of %s", ref)
	}
}

// TestEnumerations has the allowed values of texts as types, beside which any text is taken.
func TestEnumerations(t *testing.T) {
	spec := packageSchema(t)
	role := spec.Types["inference:index/ModelClaimsModel:ModelClaimsModel"].Properties["role"]
	if role.Type != "string" || len(role.OneOf) != 2 || role.OneOf[0].Type != "string" {
		t.Fatalf("a role is %+v", role.TypeSpec)
	}
	values := spec.Types[strings.TrimPrefix(role.OneOf[1].Ref, "#/types/")]
	if len(values.Enum) != 2 || values.Enum[0].Name != "Main" || values.Enum[0].Value != "main" || values.Enum[1].Value != "draft" {
		t.Errorf("the values of a role are %+v", values.Enum)
	}
	for token, object := range spec.Types {
		names := map[string]bool{}
		for _, value := range object.Enum {
			if names[value.Name] {
				t.Errorf("%s has two values %s", token, value.Name)
			}
			names[value.Name] = true
		}
	}
}
