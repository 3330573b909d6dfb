package pulumi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"sync"
	"testing"

	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/types/known/structpb"

	inference "github.com/inferops/terraform-provider-inference/internal/pulumi"
	"github.com/inferops/terraform-provider-inference/internal/pulumi/gen"
)

// made is what the generator makes, once in the test process.
var made = sync.OnceValues(func() (*schema.PackageSpec, string) {
	var warnings bytes.Buffer
	spec, err := gen.Schema(context.Background(), "0.1.0", filepath.Join("..", "..", "examples"), &warnings)
	if err != nil {
		return nil, err.Error() + "\n" + warnings.String()
	}
	return spec, warnings.String()
})

// packageSchema is the schema of the package, as SDKs are made from it.
func packageSchema(t testing.TB) *schema.PackageSpec {
	t.Helper()
	spec, said := made()
	if spec == nil {
		t.Fatal(said)
	}
	return spec
}

// server is the plugin over its own protocol, without an engine and a command line.
type server struct {
	pulumirpc.ResourceProviderServer
}

// serve returns the plugin with a configuration.
func serve(t testing.TB, config map[string]any) server {
	t.Helper()
	return serveInfo(t, inference.Info("0.1.0"), config)
}

func serveInfo(t testing.TB, info tfbridge.ProviderInfo, config map[string]any) server {
	t.Helper()
	text, err := json.Marshal(packageSchema(t))
	if err != nil {
		t.Fatal(err)
	}
	s, err := inference.NewServer(t.Context(), nil, info, text)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Configure(t.Context(), &pulumirpc.ConfigureRequest{Args: marshal(t, configuration(t, config)), AcceptSecrets: true}); err != nil {
		t.Fatal(err)
	}
	return server{s}
}

// configuration is one as the engine sends it: what is not text is JSON.
func configuration(t testing.TB, config map[string]any) resource.PropertyMap {
	t.Helper()
	out := resource.PropertyMap{}
	for key, value := range config {
		if text, ok := value.(string); ok {
			out[resource.PropertyKey(key)] = resource.NewStringProperty(text)
			continue
		}
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		out[resource.PropertyKey(key)] = resource.NewStringProperty(string(text))
	}
	return out
}

var keepAll = plugin.MarshalOptions{KeepUnknowns: true, KeepSecrets: true, KeepResources: true}

func marshal(t testing.TB, m resource.PropertyMap) *structpb.Struct {
	t.Helper()
	s, err := plugin.MarshalProperties(m, keepAll)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func unmarshal(t testing.TB, s *structpb.Struct) resource.PropertyMap {
	t.Helper()
	m, err := plugin.UnmarshalProperties(s, keepAll)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func urn(token string) string { return "urn:pulumi:test::test::" + token + "::it" }

// check returns the checked inputs, and fails the test on any failure.
func (s server) check(t testing.TB, token string, inputs resource.PropertyMap) resource.PropertyMap {
	t.Helper()
	checked, err := s.Check(t.Context(), &pulumirpc.CheckRequest{Urn: urn(token), News: marshal(t, inputs)})
	if err != nil {
		t.Fatalf("check: %v", err)
	}
	for _, failure := range checked.Failures {
		t.Errorf("check: %s: %s", failure.Property, failure.Reason)
	}
	return unmarshal(t, checked.Inputs)
}

// preview returns what a creation is planned to result in.
func (s server) preview(t testing.TB, token string, inputs resource.PropertyMap) resource.PropertyMap {
	t.Helper()
	planned, err := s.Create(t.Context(), &pulumirpc.CreateRequest{Urn: urn(token), Properties: marshal(t, inputs), Preview: true})
	if err != nil {
		t.Fatalf("preview: %v", err)
	}
	return unmarshal(t, planned.Properties)
}
