package cluster

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/client-go/rest"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// settings is what the tests compare of a rest.Config, in plain values.
type settings struct {
	Host, ServerName          string
	Insecure                  bool
	CA, Cert, Key             string
	Username, Password        string
	Token, TokenFile          string
	Exec                      *clientcmdapi.ExecConfig
	Impersonate               rest.ImpersonationConfig
	Proxy                     string
	QPS                       float32
	Burst                     int
	UserAgent                 string
	CAFile, CertFile, KeyFile string
}

func settingsOf(t *testing.T, c *rest.Config) settings {
	t.Helper()
	s := settings{
		Host: c.Host, ServerName: c.ServerName, Insecure: c.Insecure,
		CA: string(c.CAData), Cert: string(c.CertData), Key: string(c.KeyData),
		CAFile: c.CAFile, CertFile: c.CertFile, KeyFile: c.KeyFile,
		Username: c.Username, Password: c.Password, Token: c.BearerToken, TokenFile: c.BearerTokenFile,
		Exec: c.ExecProvider, Impersonate: c.Impersonate, QPS: c.QPS, Burst: c.Burst, UserAgent: c.UserAgent,
	}
	if c.Proxy != nil {
		proxy, err := c.Proxy(nil)
		if err != nil {
			t.Fatal(err)
		}
		s.Proxy = proxy.String()
	}
	return s
}

// TestREST covers every way to connect and to authenticate.
func TestREST(t *testing.T) {
	cert, key := newPair(t, "client")
	tokenFile := filepath.Join(t.TempDir(), "token")
	write(t, tokenFile, "file-token\n")
	defaults := settings{QPS: 100, Burst: 200, UserAgent: "terraform-provider-inference/dev"}
	const noTerminal = "a Terraform provider has no terminal"
	tests := map[string]struct {
		reason string
		config Config
		want   func(*settings)
	}{
		"BareHost": {
			reason: "a host without a scheme must not be talked to in clear text",
			config: Config{Host: "api.example.com:6443", Token: "t"},
			want:   func(s *settings) { s.Host, s.Token = "https://api.example.com:6443", "t" },
		},
		"HostWithPrefix": {
			reason: "an API server may be below a path, as behind Rancher",
			config: Config{Host: "https://example.com/k8s/clusters/c-1/"},
			want:   func(s *settings) { s.Host = "https://example.com/k8s/clusters/c-1" },
		},
		"TLS": {
			reason: "CA and TLS server name verify the server",
			config: Config{Host: "https://h", ClusterCACertificate: cert, TLSServerName: "n"},
			want:   func(s *settings) { s.Host, s.CA, s.ServerName = "https://h", cert, "n" },
		},
		"Insecure": {
			reason: "verification can be turned off",
			config: Config{Host: "https://h", Insecure: new(true)},
			want:   func(s *settings) { s.Host, s.Insecure = "https://h", true },
		},
		"BasicAuthentication": {
			reason: "username and password",
			config: Config{Host: "https://h", Username: "u", Password: "p"},
			want:   func(s *settings) { s.Host, s.Username, s.Password = "https://h", "u", "p" },
		},
		"ClientCertificate": {
			reason: "certificate and key are given as PEM",
			config: Config{Host: "https://h", ClientCertificate: cert, ClientKey: key},
			want:   func(s *settings) { s.Host, s.Cert, s.Key = "https://h", cert, key },
		},
		"TokenPath": {
			reason: "a token file is read by client-go on requests, so its token is not copied",
			config: Config{Host: "https://h", TokenPath: tokenFile},
			want:   func(s *settings) { s.Host, s.TokenFile = "https://h", tokenFile },
		},
		"Exec": {
			reason: "a plugin gets its arguments and variables, and never the terminal",
			config: Config{Host: "https://h", Exec: &Exec{
				APIVersion: "client.authentication.k8s.io/v1", Command: "aws", Args: []string{"eks", "get-token"}, Env: map[string]string{"B": "2", "A": "1"},
			}},
			want: func(s *settings) {
				s.Host = "https://h"
				s.Exec = &clientcmdapi.ExecConfig{
					APIVersion: "client.authentication.k8s.io/v1", Command: "aws", Args: []string{"eks", "get-token"},
					Env:             []clientcmdapi.ExecEnvVar{{Name: "A", Value: "1"}, {Name: "B", Value: "2"}},
					InteractiveMode: "Never", StdinUnavailable: true, StdinUnavailableMessage: noTerminal,
				}
			},
		},
		"Impersonation": {
			reason: "user, groups, UID and extra all arrive",
			config: Config{Host: "https://h", Impersonate: &Impersonate{User: "u", Groups: []string{"g"}, UID: "i", Extra: map[string][]string{"scopes": {"a", "b"}}}},
			want: func(s *settings) {
				s.Host = "https://h"
				s.Impersonate = rest.ImpersonationConfig{UserName: "u", Groups: []string{"g"}, UID: "i", Extra: map[string][]string{"scopes": {"a", "b"}}}
			},
		},
		"Proxy": {
			reason: "all requests go through the proxy",
			config: Config{Host: "https://h", ProxyURL: "socks5://127.0.0.1:1080"},
			want:   func(s *settings) { s.Host, s.Proxy = "https://h", "socks5://127.0.0.1:1080" },
		},
		"LimitsAndAgent": {
			reason: "limits and user agent can be set",
			config: Config{Host: "https://h", QPS: new(7.0), Burst: new(int64(9)), UserAgent: UserAgent("1.2.3")},
			want: func(s *settings) {
				s.Host, s.QPS, s.Burst, s.UserAgent = "https://h", 7, 9, "terraform-provider-inference/1.2.3"
			},
		},
		"CurrentContext": {
			reason: "a kubeconfig is used with its current context",
			config: Config{ConfigPaths: []string{"testdata/kubeconfig.yaml"}},
			want: func(s *settings) {
				s.Host, s.ServerName, s.Token = "https://blue.example.com:6443", "blue.internal", "alice-token"
			},
		},
		"Context": {
			reason: "a context selects cluster and user",
			config: Config{ConfigPaths: []string{"testdata/kubeconfig.yaml"}, ConfigContext: "green"},
			want: func(s *settings) {
				s.Host, s.Insecure, s.Username, s.Password = "https://green.example.com:6443", true, "bob", "bob-password"
			},
		},
		"UserAndClusterOfTheKubeconfig": {
			reason: "user and cluster can be taken from different contexts",
			config: Config{ConfigPaths: []string{"testdata/kubeconfig.yaml"}, ConfigContextAuthInfo: "alice", ConfigContextCluster: "green"},
			want: func(s *settings) {
				s.Host, s.Insecure, s.Token = "https://green.example.com:6443", true, "alice-token"
			},
		},
		"NoContextNeeded": {
			reason: "user and cluster together need no context",
			config: Config{ConfigPaths: []string{"testdata/no-current-context.yaml"}, ConfigContextAuthInfo: "alice", ConfigContextCluster: "red"},
			want:   func(s *settings) { s.Host, s.Token = "https://red.example.com:6443", "other-token" },
		},
		"SeveralFiles": {
			reason: "files are merged and the first to say something wins, as for kubectl",
			config: Config{ConfigPaths: []string{"testdata/no-current-context.yaml", "testdata/kubeconfig.yaml"}},
			want: func(s *settings) {
				s.Host, s.ServerName, s.Token = "https://blue.example.com:6443", "blue.internal", "other-token"
			},
		},
		"ExecOfTheKubeconfig": {
			reason: "a plugin of a kubeconfig gets no terminal either",
			config: Config{ConfigPaths: []string{"testdata/kubeconfig.yaml"}, ConfigContext: "exec"},
			want: func(s *settings) {
				s.Host, s.ServerName = "https://blue.example.com:6443", "blue.internal"
				s.Exec = &clientcmdapi.ExecConfig{
					APIVersion: "client.authentication.k8s.io/v1", Command: "get-token", Args: []string{"--for", "carol"},
					InteractiveMode: "IfAvailable", StdinUnavailable: true, StdinUnavailableMessage: noTerminal,
				}
			},
		},
		"CredentialsReplaceTheKubeconfigs": {
			reason: "nothing of the kubeconfig's user is left beside an explicit token",
			config: Config{ConfigPaths: []string{"testdata/kubeconfig.yaml"}, ConfigContext: "exec", Token: "t"},
			want: func(s *settings) {
				s.Host, s.ServerName, s.Token = "https://blue.example.com:6443", "blue.internal", "t"
			},
		},
		"HostReplacesTheKubeconfigs": {
			reason: "the TLS server name of the kubeconfig's cluster means nothing for another host",
			config: Config{ConfigPaths: []string{"testdata/kubeconfig.yaml"}, Host: "other.example.com"},
			want:   func(s *settings) { s.Host, s.Token = "https://other.example.com", "alice-token" },
		},
		"CAReplacesTheKubeconfigsInsecure": {
			reason: "an explicit CA turns verification on again",
			config: Config{ConfigPaths: []string{"testdata/kubeconfig.yaml"}, ConfigContext: "green", ClusterCACertificate: cert},
			want: func(s *settings) {
				s.Host, s.CA, s.Username, s.Password = "https://green.example.com:6443", cert, "bob", "bob-password"
			},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := tc.config.REST()
			if err != nil {
				t.Fatalf("%s: %v", tc.reason, err)
			}
			want := defaults
			tc.want(&want)
			if diff := cmp.Diff(want, settingsOf(t, got)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// TestRESTExpandsHome shows that "~" is understood in paths.
func TestRESTExpandsHome(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	kubeconfig, err := os.ReadFile("testdata/kubeconfig.yaml")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(home, "config"), string(kubeconfig))
	write(t, filepath.Join(home, "token"), "t")
	got, err := Config{ConfigPaths: []string{"~/config"}, TokenPath: "~/token"}.REST()
	if err != nil {
		t.Fatal(err)
	}
	if got.Host != "https://blue.example.com:6443" || got.BearerTokenFile != filepath.Join(home, "token") {
		t.Errorf("got host %q and token file %q", got.Host, got.BearerTokenFile)
	}
}

// TestRESTFaults shows that each mistake names its attribute, and no secret.
func TestRESTFaults(t *testing.T) {
	cert, key := newPair(t, "client")
	_, otherKey := newPair(t, "other")
	empty := filepath.Join(t.TempDir(), "empty")
	write(t, empty, "\n")
	const kubeconfig = "testdata/kubeconfig.yaml"
	tests := map[string]struct {
		reason    string
		config    Config
		attribute string
		detail    string
	}{
		"HostWithPath":         {"a query is not part of an address", Config{Host: "https://h?x=1"}, "host", `must look like https://host:port`},
		"HostScheme":           {"other protocols are not spoken", Config{Host: "ftp://h"}, "host", `"ftp://h" is not the address of an API server`},
		"HostWithPassword":     {"a password in an address is not repeated", Config{Host: "https://u:secret@h"}, "host", `"...@h" is not the address`},
		"ProxyScheme":          {"unknown proxies are refused", Config{Host: "h", ProxyURL: "ssh://p"}, "proxy_url", `"ssh://p" is not the address of a proxy`},
		"ProxyWithPassword":    {"a password in an address is not repeated", Config{Host: "h", ProxyURL: "ssh://u:secret@p"}, "proxy_url", `"...@p" is not`},
		"CABase64":             {"a CA is often left encoded", Config{Host: "h", ClusterCACertificate: "c2VjcmV0"}, "cluster_ca_certificate", "decode what a kubeconfig or a cloud API returns with base64decode()"},
		"CAAndInsecure":        {"verification cannot be on and off", Config{Host: "h", Insecure: new(true), ClusterCACertificate: cert}, "insecure", "cannot be true together with cluster_ca_certificate"},
		"CertificateAlone":     {"a certificate needs its key", Config{Host: "h", ClientCertificate: cert}, "client_certificate", "needs client_key (KUBE_CLIENT_KEY_DATA)"},
		"KeyAlone":             {"a key needs its certificate", Config{Host: "h", ClientKey: key}, "client_key", "needs client_certificate (KUBE_CLIENT_CERT_DATA)"},
		"CertificateNoPEM":     {"a certificate is PEM", Config{Host: "h", ClientCertificate: "c2VjcmV0", ClientKey: key}, "client_certificate", "no certificate could be read"},
		"KeyOfAnother":         {"key and certificate belong together", Config{Host: "h", ClientCertificate: cert, ClientKey: otherKey}, "client_key", "is not the private key of client_certificate"},
		"PasswordAlone":        {"a password needs a name", Config{Host: "h", Password: "secret"}, "password", "needs username (KUBE_USER)"},
		"UsernameAlone":        {"a name needs a password", Config{Host: "h", Username: "u"}, "username", "needs password (KUBE_PASSWORD)"},
		"TokenAndTokenPath":    {"one token", Config{Host: "h", Token: "secret", TokenPath: "f"}, "token_path", "cannot be set together with token, for both are the bearer token. Keep token_path"},
		"ExecAndToken":         {"one way to authenticate", Config{Host: "h", Token: "secret", Exec: &Exec{APIVersion: "client.authentication.k8s.io/v1", Command: "c"}}, "token", "cannot be set together with exec, for both authenticate. Keep exec"},
		"ExecVersion":          {"the protocol has two versions", Config{Host: "h", Exec: &Exec{APIVersion: "v1", Command: "c"}}, "exec.api_version", `supported values: "client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"`},
		"ExecCommand":          {"a plugin is a program", Config{Host: "h", Exec: &Exec{APIVersion: "client.authentication.k8s.io/v1"}}, "exec.command", "must not be empty. Name or path of the program"},
		"ImpersonateUser":      {"groups alone are refused by the API server", Config{Host: "h", Impersonate: &Impersonate{Groups: []string{"g"}}}, "impersonate.user", "must not be empty. Name of the user"},
		"QPS":                  {"a rate is not negative", Config{Host: "h", QPS: new(0.0)}, "qps", "Invalid value: 0: must be above 0 requests a second. Remove it for the default of 100"},
		"Burst":                {"a burst is not negative", Config{Host: "h", Burst: new(int64(0))}, "burst", "Invalid value: 0: must be at least 1 request. Remove it for the default of 200"},
		"TokenFileMissing":     {"a token file must be there", Config{Host: "h", TokenPath: "testdata/absent"}, "token_path", `the file "testdata/absent" does not exist`},
		"TokenFileEmpty":       {"an empty token would be anonymous", Config{Host: "h", TokenPath: empty}, "token_path", "is empty"},
		"ClearText":            {"credentials do not travel in clear text", Config{Host: "http://h", Token: "secret"}, "token", "would travel unencrypted to http://h"},
		"KubeconfigMissing":    {"a missing kubeconfig is not skipped", Config{ConfigPaths: []string{kubeconfig, "testdata/absent.yaml"}}, "config_paths", `the kubeconfig "testdata/absent.yaml" does not exist`},
		"KubeconfigDirectory":  {"a directory is not a kubeconfig", Config{ConfigPath: "testdata"}, "config_path", `"testdata" is a directory`},
		"KubeconfigBroken":     {"a file that is not YAML is named", Config{ConfigPath: "testdata/broken.yaml"}, "config_path", "testdata/broken.yaml"},
		"NoCurrentContext":     {"without a current context one has to be chosen", Config{ConfigPaths: []string{"testdata/no-current-context.yaml"}}, "config_context", "has no current context; set one of red"},
		"CurrentContextGone":   {"a current context can be stale", Config{ConfigPaths: []string{"testdata/dangling.yaml"}}, "config_context", `the current context "gone" of testdata/dangling.yaml does not exist; set one of red`},
		"ContextWithoutTarget": {"a context can name what is not there", Config{ConfigPath: "testdata/dangling.yaml", ConfigContext: "red"}, "config_path", `context "red" of testdata/dangling.yaml cannot be used`},
		"ContextUnknown":       {"the contexts that exist are listed", Config{ConfigPaths: []string{kubeconfig}, ConfigContext: "x"}, "config_context", `has no context "x"; it has blue, exec, green`},
		"UserUnknown":          {"the users that exist are listed", Config{ConfigPaths: []string{kubeconfig}, ConfigContextAuthInfo: "x"}, "config_context_auth_info", `has no user "x"; it has alice, bob, carol`},
		"ClusterUnknown":       {"the clusters that exist are listed", Config{ConfigPaths: []string{kubeconfig}, ConfigContextCluster: "x"}, "config_context_cluster", `has no cluster "x"; it has blue, green`},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := New(tc.config)
			var got *ConfigError
			if !errors.As(err, &got) {
				t.Fatalf("%s: got %v, want a ConfigError", tc.reason, err)
			}
			if got.Attribute != tc.attribute || !strings.Contains(got.Detail, tc.detail) {
				t.Errorf("%s: got %s: %s\nwant %s: ...%s...", tc.reason, got.Attribute, got.Detail, tc.attribute, tc.detail)
			}
			if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "c2VjcmV0") {
				t.Errorf("the message repeats a secret: %v", err)
			}
		})
	}
}

// TestNotConfigured shows that nothing means an error that lists where to say something,
// and never a request to localhost.
func TestNotConfigured(t *testing.T) {
	cfg, err := FromEnvironment(Config{Token: "t", ConfigContext: "c"}, variables(nil))
	if err != nil {
		t.Fatal(err)
	}
	_, err = New(cfg)
	if !errors.Is(err, ErrNotConfigured) {
		t.Fatalf("got %v, want ErrNotConfigured", err)
	}
	for _, part := range []string{"host", "KUBE_HOST", "config_path", "KUBE_CONFIG_PATH", "KUBE_CONFIG_PATHS", "KUBECONFIG", "KUBERNETES_SERVICE_HOST"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not mention %s", err, part)
		}
	}
}

// TestInClusterWithoutServiceAccount shows that a pod without credentials is told so.
func TestInClusterWithoutServiceAccount(t *testing.T) {
	t.Setenv("KUBERNETES_SERVICE_HOST", "")
	_, err := New(Config{InCluster: true})
	if !errors.Is(err, ErrNotConfigured) || !strings.Contains(err.Error(), "the credentials of the pod cannot be used") {
		t.Errorf("got %v, want ErrNotConfigured that tells of the pod's credentials", err)
	}
}

// FuzzNormalizeHost shows that an accepted host is a URL with a host and nothing else
// that would end up in requests.
func FuzzNormalizeHost(f *testing.F) {
	for _, seed := range []string{"h", "h:1", "https://h", "http://h/p/", "https://u:p@h", "[::1]:6443", "https://", "://", "h?x", "h#f"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, host string) {
		got, err := normalizeHost(host)
		if err != nil {
			return
		}
		u, err := url.Parse(got)
		if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http" {
			t.Errorf("%q became %q", host, got)
		}
	})
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
