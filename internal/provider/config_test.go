package provider

import (
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
)

// unknown stands for a value that is not known yet.
type unknown struct{}

// block returns a provider block with these attributes.
func block(t *testing.T, attributes map[string]any) *config {
	t.Helper()
	out, err := readConfig(value(t, configSchema().Type().TerraformType(t.Context()), attributes))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// value converts plain Go values to a type; nil is null.
func value(t testing.TB, kind tftypes.Type, plain any) tftypes.Value {
	t.Helper()
	switch plain := plain.(type) {
	case unknown:
		return tftypes.NewValue(kind, tftypes.UnknownValue)
	case nil:
		return tftypes.NewValue(kind, nil)
	case map[string]any:
		out := map[string]tftypes.Value{}
		if object, ok := kind.(tftypes.Object); ok {
			for name, attribute := range object.AttributeTypes {
				out[name] = value(t, attribute, plain[name])
			}
			for name := range plain {
				if _, ok := object.AttributeTypes[name]; !ok {
					t.Fatalf("there is no attribute %s", name)
				}
			}
			return tftypes.NewValue(kind, out)
		}
		for name, element := range plain {
			out[name] = value(t, kind.(tftypes.Map).ElementType, element)
		}
		return tftypes.NewValue(kind, out)
	case []any:
		var out []tftypes.Value
		for _, element := range plain {
			out = append(out, value(t, kind.(tftypes.List).ElementType, element))
		}
		return tftypes.NewValue(kind, out)
	case float64:
		return tftypes.NewValue(kind, big.NewFloat(plain))
	default:
		return tftypes.NewValue(kind, plain)
	}
}

// TestClusterConfig shows that every attribute of the connection arrives.
func TestClusterConfig(t *testing.T) {
	yes := true
	tests := map[string]struct {
		reason     string
		attributes map[string]any
		want       cluster.Config
	}{
		"Empty": {
			reason: "an empty block says nothing, and the environment is left to the caller",
		},
		"Endpoint": {
			reason: "host, TLS, proxy and limits",
			attributes: map[string]any{
				"host": "h", "insecure": true, "tls_server_name": "n", "proxy_url": "http://p:1",
				"qps": 1.5, "burst": float64(7), "field_manager": "m",
			},
			want: cluster.Config{Host: "h", Insecure: &yes, TLSServerName: "n", ProxyURL: "http://p:1", QPS: new(1.5), Burst: new(int64(7)), FieldManager: "m"},
		},
		"BasicAuthentication": {
			reason:     "username and password",
			attributes: map[string]any{"username": "u", "password": "p"},
			want:       cluster.Config{Username: "u", Password: "p"},
		},
		"Certificates": {
			reason:     "PEM is handed on as it is",
			attributes: map[string]any{"client_certificate": "c", "client_key": "k", "cluster_ca_certificate": "ca"},
			want:       cluster.Config{ClientCertificate: "c", ClientKey: "k", ClusterCACertificate: "ca"},
		},
		"Token": {
			reason:     "a token",
			attributes: map[string]any{"token": "t"},
			want:       cluster.Config{Token: "t"},
		},
		"TokenPath": {
			reason:     "a token file is not read here",
			attributes: map[string]any{"token_path": "/does/not/exist"},
			want:       cluster.Config{TokenPath: "/does/not/exist"},
		},
		"ConfigPath": {
			reason:     "one kubeconfig, with context, user and cluster",
			attributes: map[string]any{"config_path": "a", "config_context": "c", "config_context_auth_info": "i", "config_context_cluster": "l"},
			want:       cluster.Config{ConfigPath: "a", ConfigContext: "c", ConfigContextAuthInfo: "i", ConfigContextCluster: "l"},
		},
		"ConfigPaths": {
			reason:     "several kubeconfigs keep their order",
			attributes: map[string]any{"config_paths": []any{"b", "a"}},
			want:       cluster.Config{ConfigPaths: []string{"b", "a"}},
		},
		"Exec": {
			reason: "a credential plugin with arguments and variables",
			attributes: map[string]any{"exec": map[string]any{
				"api_version": "client.authentication.k8s.io/v1", "command": "aws", "args": []any{"eks"}, "env": map[string]any{"A": "1"},
			}},
			want: cluster.Config{Exec: &cluster.Exec{
				APIVersion: "client.authentication.k8s.io/v1", Command: "aws", Args: []string{"eks"}, Env: map[string]string{"A": "1"},
			}},
		},
		"Impersonate": {
			reason: "user, groups, UID and extra",
			attributes: map[string]any{"impersonate": map[string]any{
				"user": "u", "groups": []any{"g"}, "uid": "i", "extra": map[string]any{"scopes": []any{"a", "b"}},
			}},
			want: cluster.Config{Impersonate: &cluster.Impersonate{User: "u", Groups: []string{"g"}, UID: "i", Extra: map[string][]string{"scopes": {"a", "b"}}}},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			written := block(t, tc.attributes)
			got, known := written.connection()
			if diags := written.check(); !known || len(diags) > 0 {
				t.Fatalf("%s: known %v, diagnostics %v", tc.reason, known, diags)
			}
			if diff := cmp.Diff(tc.want, got, cmpopts.IgnoreUnexported(cluster.Config{})); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// TestClusterConfigUnknown shows that every attribute of the connection makes it unknown,
// also when only a part of its value is, and that defaults of resources do not.
func TestClusterConfigUnknown(t *testing.T) {
	defaults := []string{"mode", "namespace", "api_releases", "deletion_protection", attrBudget, "plan_validation", "capacity_check", "model_check", "source_check"}
	for _, name := range slices.Sorted(maps.Keys(configSchema().Attributes)) {
		written := block(t, map[string]any{name: unknown{}})
		_, got := written.connection()
		if want, diags := slices.Contains(defaults, name), written.check(); got != want || len(diags) > 0 {
			t.Errorf("%s unknown: got known %v, want %v; diagnostics %v", name, got, want, diags)
		}
	}
	parts := map[string]map[string]any{
		"ListElement": {"config_paths": []any{"a", unknown{}}},
		"ExecArgument": {"exec": map[string]any{
			"api_version": "client.authentication.k8s.io/v1", "command": "aws", "args": []any{"--cluster-name", unknown{}},
		}},
		"ExecCommand":     {"exec": map[string]any{"api_version": unknown{}, "command": unknown{}}},
		"ImpersonateUser": {"impersonate": map[string]any{"user": unknown{}}},
		"Extra":           {"impersonate": map[string]any{"user": "u", "extra": map[string]any{"a": []any{unknown{}}}}},
	}
	for name, attributes := range parts {
		written := block(t, attributes)
		_, known := written.connection()
		if diags := written.check(); known || len(diags) > 0 {
			t.Errorf("%s: got known %v, want false; diagnostics %v", name, known, diags)
		}
	}
}

// TestValidate shows each mistake on its attribute, with what is allowed and what to do.
func TestValidate(t *testing.T) {
	exec := map[string]any{"api_version": "client.authentication.k8s.io/v1", "command": "aws"}
	tests := map[string]struct {
		reason     string
		attributes map[string]any
		at         path.Path
		detail     string
	}{
		"TwoKubeconfigs":    {"both name files", map[string]any{"config_path": "a", "config_paths": []any{"b"}}, path.Root("config_paths"), "config_paths of the provider block: cannot be set together with config_path, for both name kubeconfig files. Put every file into config_paths"},
		"TwoTokens":         {"both are the token", map[string]any{"token": "t", "token_path": "f"}, path.Root("token_path"), "cannot be set together with token, for"},
		"ExecAndToken":      {"both authenticate", map[string]any{"token": "t", "exec": exec}, path.Root("token"), "cannot be set together with exec, for both authenticate. Keep exec"},
		"ExecAndTokenPath":  {"both authenticate", map[string]any{"token_path": "t", "exec": exec}, path.Root("token_path"), "cannot be set together with exec, for"},
		"ExecAndUsername":   {"both authenticate", map[string]any{"username": "u", "exec": exec}, path.Root("username"), "cannot be set together with exec, for"},
		"TokenAndUsername":  {"both authenticate", map[string]any{"username": "u", "token": "t"}, path.Root("username"), "cannot be set together with token, for"},
		"FileAndUsername":   {"both authenticate", map[string]any{"username": "u", "token_path": "t"}, path.Root("username"), "cannot be set together with token_path, for"},
		"InsecureAndCA":     {"the CA would not be used", map[string]any{"insecure": true, "cluster_ca_certificate": "c"}, path.Root("insecure"), "Remove insecure to verify the server"},
		"ExecVersion":       {"an old protocol", map[string]any{"exec": map[string]any{"api_version": "client.authentication.k8s.io/v1alpha1", "command": "c"}}, path.Root("exec").AtName("api_version"), `exec.api_version of the provider block is "client.authentication.k8s.io/v1alpha1": must be one of "client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1".`},
		"ExecCommand":       {"no program", map[string]any{"exec": map[string]any{"api_version": "client.authentication.k8s.io/v1", "command": ""}}, path.Root("exec").AtName("command"), "exec.command of the provider block: must not be empty. Name or path of the program"},
		"ExecBesideUnknown": {"what is known is judged", map[string]any{"exec": map[string]any{"api_version": "v1", "command": unknown{}}}, path.Root("exec").AtName("api_version"), "must be one of"},
		"ImpersonateUser":   {"no user", map[string]any{"impersonate": map[string]any{"user": "", "groups": []any{"g"}}}, path.Root("impersonate").AtName("user"), "must not be empty. Name of the user"},
		"QPS":               {"no rate", map[string]any{"qps": 0.0}, path.Root("qps"), "qps of the provider block is 0: must be above 0 requests a second. Remove it for the default of 100."},
		"Burst":             {"no burst", map[string]any{"burst": -1.0}, path.Root("burst"), "burst of the provider block is -1: must be at least 1 request. Remove it for the default of 200."},
		"FieldManagerLong":  {"the API server's limit", map[string]any{"field_manager": strings.Repeat("x", 85)}, path.Root("field_manager"), "must be at most 84 bytes long, all printable, and has 85"},
		"FieldManagerTab":   {"the API server's alphabet", map[string]any{"field_manager": "a\tb"}, path.Root("field_manager"), "all printable"},
		"Mode":              {"two modes", map[string]any{"mode": "auto"}, path.Root("mode"), `mode of the provider block is "auto": must be one of "operator", "direct".`},
		"Namespace":         {"a namespace has a name of its own form", map[string]any{"namespace": "My_NS"}, path.Root("namespace"), `namespace of the provider block is "My_NS": a lowercase RFC 1123 label`},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			diags := block(t, tc.attributes).check()
			if len(diags) != 1 {
				t.Fatalf("%s: %d diagnostics, want 1: %v", tc.reason, len(diags), diags)
			}
			checkDiagnostic(t, diags[0], tc.at, tc.detail)
		})
	}
}

// TestValidateAccepts shows what must not be refused.
func TestValidateAccepts(t *testing.T) {
	tests := map[string]struct {
		reason     string
		attributes map[string]any
	}{
		"Empty":        {"everything is optional", nil},
		"EmptyStrings": {"an empty string is the same as none, as in modules with defaults", map[string]any{"token": "", "token_path": "f", "config_path": "", "config_paths": []any{"a"}, "username": "", "mode": "", "namespace": ""}},
		"EmptyList":    {"an empty list is the same as none", map[string]any{"config_path": "a", "config_paths": []any{}}},
		"Unknown":      {"what is not known may turn out to be null", map[string]any{"token": unknown{}, "token_path": "f", "mode": unknown{}, "qps": unknown{}, "exec": unknown{}}},
		"HalfAPair":    {"the other half may come from the environment", map[string]any{"client_certificate": "c", "username": "u"}},
		"Modes":        {"both modes", map[string]any{"mode": "direct", "namespace": "llm"}},
		"InsecureOff":  {"verification with a CA", map[string]any{"insecure": false, "cluster_ca_certificate": "c"}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			if diags := block(t, tc.attributes).check(); len(diags) > 0 {
				t.Errorf("%s: %v", tc.reason, diags)
			}
		})
	}
}

func checkDiagnostic(t *testing.T, got diag.Diagnostic, at path.Path, detail string) {
	t.Helper()
	place := path.Empty()
	if d, ok := got.(diag.DiagnosticWithPath); ok {
		place = d.Path()
	}
	if !place.Equal(at) || !strings.Contains(got.Detail(), detail) {
		t.Errorf("got %s: %s\nwant %s: ...%s...", place, got.Detail(), at, detail)
	}
	if len(got.Summary()) > 60 || strings.HasSuffix(got.Summary(), ".") {
		t.Errorf("%q is not a headline", got.Summary())
	}
}

// TestConfigSchema shows that the block is valid, that secrets are marked, and that every
// description says which variable stands for the attribute or that there is none.
func TestConfigSchema(t *testing.T) {
	s := configSchema()
	if diags := s.ValidateImplementation(t.Context()); diags.HasError() {
		t.Fatal(diags)
	}
	var secrets, variables []string
	for name, attribute := range s.Attributes {
		if attribute.IsSensitive() {
			secrets = append(secrets, name)
		}
		description := attribute.GetMarkdownDescription()
		found := regexp.MustCompile("Environment: `((?:KUBE|INFERENCE)_[A-Z_]+)`").FindStringSubmatch(description)
		switch {
		case found != nil:
			variables = append(variables, found[1])
		case !strings.Contains(description, "No environment variable."):
			t.Errorf("%s does not say which environment variable it has: %s", name, description)
		}
		if !attribute.IsOptional() {
			t.Errorf("%s is not optional", name)
		}
		if nested, ok := attribute.(schema.SingleNestedAttribute); ok {
			for inner, attribute := range nested.Attributes {
				if attribute.GetMarkdownDescription() == "" {
					t.Errorf("%s.%s has no description", name, inner)
				}
			}
		}
	}
	slices.Sort(secrets)
	if diff := cmp.Diff([]string{"client_key", "password", "token"}, secrets); diff != "" {
		t.Errorf("sensitive attributes (-want +got):\n%s", diff)
	}
	slices.Sort(variables)
	want := []string{
		"INFERENCE_MODEL_CHECK", "INFERENCE_SOURCE_CHECK", "KUBE_CLIENT_CERT_DATA", "KUBE_CLIENT_KEY_DATA", "KUBE_CLUSTER_CA_CERT_DATA", "KUBE_CONFIG_PATH", "KUBE_CONFIG_PATHS",
		"KUBE_CTX", "KUBE_CTX_AUTH_INFO", "KUBE_CTX_CLUSTER", "KUBE_HOST", "KUBE_INSECURE", "KUBE_PASSWORD",
		"KUBE_PROXY_URL", "KUBE_TLS_SERVER_NAME", "KUBE_TOKEN", "KUBE_USER",
	}
	if diff := cmp.Diff(want, variables); diff != "" {
		t.Errorf("documented variables (-want +got):\n%s", diff)
	}
}
