package cluster

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// variables returns a lookup in a map.
func variables(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	}
}

// TestFromEnvironment covers every variable, alone and beside its attribute, and the
// rules for what is not mixed.
func TestFromEnvironment(t *testing.T) {
	list := string(os.PathListSeparator)
	tests := map[string]struct {
		reason string
		base   Config
		env    map[string]string
		want   Config
	}{
		"Nothing": {
			reason: "an empty environment sets nothing",
		},
		"EmptyVariables": {
			reason: "an empty variable is not set",
			env:    map[string]string{"KUBE_HOST": "", "KUBE_INSECURE": "", "KUBE_CONFIG_PATH": "", "KUBECONFIG": ""},
		},
		"EveryEndpointVariable": {
			reason: "each variable of the endpoint sets its attribute",
			env: map[string]string{
				"KUBE_HOST": "h", "KUBE_INSECURE": "true", "KUBE_TLS_SERVER_NAME": "n",
				"KUBE_CLUSTER_CA_CERT_DATA": "ca", "KUBE_PROXY_URL": "http://p:1",
			},
			want: Config{Host: "h", Insecure: new(true), TLSServerName: "n", ClusterCACertificate: "ca", ProxyURL: "http://p:1"},
		},
		"EveryCredentialVariable": {
			reason: "each variable of the credentials sets its attribute",
			env: map[string]string{
				"KUBE_USER": "u", "KUBE_PASSWORD": "p", "KUBE_TOKEN": "t",
				"KUBE_CLIENT_CERT_DATA": "c", "KUBE_CLIENT_KEY_DATA": "k",
			},
			want: Config{Username: "u", Password: "p", Token: "t", ClientCertificate: "c", ClientKey: "k"},
		},
		"EveryKubeconfigVariable": {
			reason: "each variable of the kubeconfig sets its attribute",
			env: map[string]string{
				"KUBE_CONFIG_PATH": "a", "KUBE_CTX": "c", "KUBE_CTX_AUTH_INFO": "i", "KUBE_CTX_CLUSTER": "l",
			},
			want: Config{ConfigPath: "a", ConfigContext: "c", ConfigContextAuthInfo: "i", ConfigContextCluster: "l"},
		},
		"AttributesWin": {
			reason: "an attribute wins over its variable",
			base: Config{
				Host: "H", Insecure: new(false), TLSServerName: "N", ProxyURL: "P", ConfigPaths: []string{"A"},
				ConfigContext: "C", ConfigContextAuthInfo: "I", ConfigContextCluster: "L", Username: "U", Password: "P",
			},
			env: map[string]string{
				"KUBE_HOST": "h", "KUBE_INSECURE": "true", "KUBE_TLS_SERVER_NAME": "n", "KUBE_PROXY_URL": "p",
				"KUBE_CONFIG_PATH": "a", "KUBE_CONFIG_PATHS": "b", "KUBE_CTX": "c", "KUBE_CTX_AUTH_INFO": "i",
				"KUBE_CTX_CLUSTER": "l", "KUBE_USER": "u", "KUBE_PASSWORD": "p", "KUBECONFIG": "k",
			},
			want: Config{
				Host: "H", Insecure: new(false), TLSServerName: "N", ProxyURL: "P", ConfigPaths: []string{"A"},
				ConfigContext: "C", ConfigContextAuthInfo: "I", ConfigContextCluster: "L", Username: "U", Password: "P",
			},
		},
		"PathsAreAList": {
			reason: "KUBE_CONFIG_PATHS separates files as PATH does",
			env:    map[string]string{"KUBE_CONFIG_PATHS": "a" + list + list + "b"},
			want:   Config{ConfigPaths: []string{"a", "b"}},
		},
		"PathBeforePaths": {
			reason: "KUBE_CONFIG_PATH wins over KUBE_CONFIG_PATHS and KUBECONFIG",
			env:    map[string]string{"KUBE_CONFIG_PATH": "a", "KUBE_CONFIG_PATHS": "b", "KUBECONFIG": "c"},
			want:   Config{ConfigPath: "a"},
		},
		"PathsBeforeKubeconfig": {
			reason: "KUBE_CONFIG_PATHS wins over KUBECONFIG",
			env:    map[string]string{"KUBE_CONFIG_PATHS": "b", "KUBECONFIG": "c"},
			want:   Config{ConfigPaths: []string{"b"}},
		},
		"KubeconfigIsTheFallback": {
			reason: "KUBECONFIG counts when nothing else names a cluster",
			env:    map[string]string{"KUBECONFIG": "a" + list + "b", "KUBERNETES_SERVICE_HOST": "10.0.0.1", "KUBERNETES_SERVICE_PORT": "443"},
			want:   Config{ConfigPaths: []string{"a", "b"}},
		},
		"HostBeforeKubeconfig": {
			reason: "a host from the environment keeps KUBECONFIG away",
			env:    map[string]string{"KUBE_HOST": "h", "KUBECONFIG": "a"},
			want:   Config{Host: "h"},
		},
		"InClusterIsLast": {
			reason: "the pod's own cluster counts when nothing names another",
			env:    map[string]string{"KUBERNETES_SERVICE_HOST": "10.0.0.1", "KUBERNETES_SERVICE_PORT": "443"},
			want:   Config{InCluster: true},
		},
		"HostBeforeInCluster": {
			reason: "an explicit host is the cluster, also inside a pod",
			base:   Config{Host: "h"},
			env:    map[string]string{"KUBERNETES_SERVICE_HOST": "10.0.0.1", "KUBERNETES_SERVICE_PORT": "443"},
			want:   Config{Host: "h"},
		},
		"ExplicitHostIsTheCluster": {
			reason: "a kubeconfig of the environment describes another cluster than an explicit host",
			base:   Config{Host: "h", Token: "t"},
			env:    map[string]string{"KUBE_CONFIG_PATH": "a", "KUBE_CTX": "c", "KUBECONFIG": "k"},
			want:   Config{Host: "h", Token: "t"},
		},
		"ExplicitContextAsksForAKubeconfig": {
			reason: "an explicit context makes no sense without a kubeconfig",
			base:   Config{Host: "h", ConfigContext: "c"},
			env:    map[string]string{"KUBE_CONFIG_PATH": "a"},
			want:   Config{Host: "h", ConfigContext: "c", ConfigPath: "a"},
		},
		"ExplicitFilesAreTheCluster": {
			reason: "explicit kubeconfig files are not sent to another host, but keep a context and a token",
			base:   Config{ConfigPaths: []string{"a"}},
			env: map[string]string{
				"KUBE_HOST": "h", "KUBE_CLUSTER_CA_CERT_DATA": "ca", "KUBE_TLS_SERVER_NAME": "n",
				"KUBE_CTX": "c", "KUBE_TOKEN": "t", "KUBE_INSECURE": "1",
			},
			want: Config{ConfigPaths: []string{"a"}, ConfigContext: "c", Token: "t", Insecure: new(true)},
		},
		"ExplicitTokenPathIsComplete": {
			reason: "the default token of HCP Terraform must not win over the token file of an alias",
			base:   Config{Host: "h", TokenPath: "f"},
			env:    map[string]string{"KUBE_TOKEN": "t", "KUBE_USER": "u", "KUBE_PASSWORD": "p", "KUBE_CLIENT_CERT_DATA": "c", "KUBE_CLIENT_KEY_DATA": "k"},
			want:   Config{Host: "h", TokenPath: "f"},
		},
		"ExplicitExecIsComplete": {
			reason: "an exec plugin is the way to authenticate when it is configured",
			base:   Config{Host: "h", Exec: &Exec{Command: "x"}},
			env:    map[string]string{"KUBE_TOKEN": "t", "KUBE_CLIENT_CERT_DATA": "c"},
			want:   Config{Host: "h", Exec: &Exec{Command: "x"}},
		},
		"HalvesOfAPair": {
			reason: "the other half of an explicit pair may come from the environment",
			base:   Config{Host: "h", Username: "u", ClientCertificate: "c"},
			env:    map[string]string{"KUBE_PASSWORD": "p", "KUBE_CLIENT_KEY_DATA": "k", "KUBE_TOKEN": "t"},
			want:   Config{Host: "h", Username: "u", Password: "p", ClientCertificate: "c", ClientKey: "k"},
		},
		"ExplicitInsecureKeepsTheCAAway": {
			reason: "verification that is explicitly off has no use for a CA of the environment",
			base:   Config{Host: "h", Insecure: new(true)},
			env:    map[string]string{"KUBE_CLUSTER_CA_CERT_DATA": "ca"},
			want:   Config{Host: "h", Insecure: new(true)},
		},
		"ExplicitCAKeepsInsecureAway": {
			reason: "an explicit CA is there to verify with",
			base:   Config{Host: "h", ClusterCACertificate: "ca"},
			env:    map[string]string{"KUBE_INSECURE": "true"},
			want:   Config{Host: "h", ClusterCACertificate: "ca"},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := FromEnvironment(tc.base, variables(tc.env))
			if err != nil {
				t.Fatalf("%s: %v", tc.reason, err)
			}
			if diff := cmp.Diff(tc.want, got, cmpopts.IgnoreUnexported(Config{})); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// TestFromEnvironmentFaults shows that a variable at fault is named, right away or when
// the settings are used.
func TestFromEnvironmentFaults(t *testing.T) {
	tests := map[string]struct {
		reason string
		env    map[string]string
		want   ConfigError
	}{
		"Insecure": {
			reason: "a word that is no boolean must not turn verification off or on",
			env:    map[string]string{"KUBE_INSECURE": "maybe"},
			want:   ConfigError{Attribute: "insecure", Variable: "KUBE_INSECURE", Detail: `"maybe" is neither true nor false`},
		},
		"Path": {
			reason: "a missing file is blamed on the variable that names it",
			env:    map[string]string{"KUBE_CONFIG_PATH": "testdata/absent.yaml"},
			want:   ConfigError{Attribute: "config_path", Variable: "KUBE_CONFIG_PATH", Detail: `the kubeconfig "testdata/absent.yaml" does not exist; set the path of an existing file`},
		},
		"Context": {
			reason: "an unknown context is blamed on the variable, with those that exist",
			env:    map[string]string{"KUBE_CONFIG_PATH": "testdata/kubeconfig.yaml", "KUBE_CTX": "red"},
			want:   ConfigError{Attribute: "config_context", Variable: "KUBE_CTX", Detail: `testdata/kubeconfig.yaml has no context "red"; it has blue, exec, green`},
		},
		"KubeconfigFiles": {
			reason: "KUBECONFIG may list missing files, but not only those",
			env:    map[string]string{"KUBECONFIG": "testdata/absent.yaml"},
			want:   ConfigError{Attribute: "config_paths", Variable: "KUBECONFIG", Detail: `none of the kubeconfig files exists: testdata/absent.yaml`},
		},
		"TwoCredentials": {
			reason: "two ways to authenticate are named by their variables",
			env:    map[string]string{"KUBE_HOST": "h", "KUBE_TOKEN": "secret", "KUBE_USER": "u", "KUBE_PASSWORD": "secret"},
			want:   ConfigError{Attribute: "username", Variable: "KUBE_USER", Detail: `Forbidden: cannot be set together with KUBE_TOKEN, for both authenticate. Keep token, or username and password`},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			cfg, err := FromEnvironment(Config{}, variables(tc.env))
			if err == nil {
				_, err = cfg.REST()
			}
			var got *ConfigError
			if !errors.As(err, &got) {
				t.Fatalf("%s: got %v, want a ConfigError", tc.reason, err)
			}
			if diff := cmp.Diff(tc.want, *got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
			if !strings.HasPrefix(err.Error(), tc.want.Variable+": ") {
				t.Errorf("%s: %q does not begin with the variable", tc.reason, err)
			}
		})
	}
}

// TestKubeconfigToleratesMissingFiles shows that KUBECONFIG works as it does for kubectl.
func TestKubeconfigToleratesMissingFiles(t *testing.T) {
	list := strings.Join([]string{"testdata/absent.yaml", "testdata/kubeconfig.yaml"}, string(os.PathListSeparator))
	cfg, err := FromEnvironment(Config{}, variables(map[string]string{"KUBECONFIG": list}))
	if err != nil {
		t.Fatal(err)
	}
	got, err := cfg.REST()
	if err != nil || got.Host != "https://blue.example.com:6443" {
		t.Errorf("got %v, %v; want the cluster of the file that exists", got, err)
	}
}
