package cluster

import (
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pluginVariable makes the test binary act as a credential plugin that hands out its value.
const pluginVariable = "CLUSTER_TEST_TOKEN"

func TestMain(m *testing.M) {
	if token, ok := os.LookupEnv(pluginVariable); ok {
		fmt.Printf(`{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":%q}}`, token)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestAuthentication shows what arrives at an API server for every way to authenticate.
func TestAuthentication(t *testing.T) {
	cert, key := newPair(t, "client")
	tokenFile := filepath.Join(t.TempDir(), "token")
	write(t, tokenFile, "file-token\n")
	tests := map[string]struct {
		reason string
		config Config
		want   map[string][]string
		client string
	}{
		"Anonymous": {
			reason: "without credentials none are sent",
		},
		"Token": {
			reason: "a token is a bearer token",
			config: Config{Token: "t"},
			want:   map[string][]string{"Authorization": {"Bearer t"}},
		},
		"TokenPath": {
			reason: "the token of the file is sent",
			config: Config{TokenPath: tokenFile},
			want:   map[string][]string{"Authorization": {"Bearer file-token"}},
		},
		"Basic": {
			reason: "username and password are basic authentication",
			config: Config{Username: "u", Password: "p"},
			want:   map[string][]string{"Authorization": {"Basic dTpw"}},
		},
		"Exec": {
			reason: "the plugin is run and its token is sent",
			config: Config{Exec: &Exec{
				APIVersion: "client.authentication.k8s.io/v1", Command: os.Args[0], Env: map[string]string{pluginVariable: "exec-token"},
			}},
			want: map[string][]string{"Authorization": {"Bearer exec-token"}},
		},
		"ClientCertificate": {
			reason: "the certificate is presented",
			config: Config{ClientCertificate: cert, ClientKey: key},
			client: "client",
		},
		"Impersonation": {
			reason: "user, groups, UID and extra are all sent",
			config: Config{Token: "t", Impersonate: &Impersonate{User: "u", Groups: []string{"g", "h"}, UID: "i", Extra: map[string][]string{"scopes": {"a", "b"}}}},
			want: map[string][]string{
				"Authorization": {"Bearer t"}, "Impersonate-User": {"u"}, "Impersonate-Group": {"g", "h"},
				"Impersonate-Uid": {"i"}, "Impersonate-Extra-Scopes": {"a", "b"},
			},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			got, client := map[string][]string{}, ""
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				for header, values := range r.Header {
					if header == "Authorization" || len(header) > 11 && header[:11] == "Impersonate" {
						got[header] = values
					}
				}
				if certificates := r.TLS.PeerCertificates; len(certificates) > 0 {
					client = certificates[0].Subject.CommonName
				}
				answer(200, object("u", 1))(w, r)
			}))
			server.TLS = &tls.Config{ClientAuth: tls.RequestClientCert}
			server.StartTLS()
			defer server.Close()

			tc.config.Host = server.URL
			tc.config.ClusterCACertificate = pemText("CERTIFICATE", server.Certificate().Raw)
			if _, err := clientOf(t, tc.config).Get(t.Context(), widget, "ns", "w"); err != nil {
				t.Fatalf("%s: %v", tc.reason, err)
			}
			if tc.want == nil {
				tc.want = map[string][]string{}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s: headers (-want +got):\n%s", tc.reason, diff)
			}
			if client != tc.client {
				t.Errorf("%s: certificate of %q, want %q", tc.reason, client, tc.client)
			}
		})
	}
}

// TestVerification shows that the server is verified by its CA and the expected name.
func TestVerification(t *testing.T) {
	server := httptest.NewUnstartedServer(answer(200, object("u", 1)))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // refused handshakes are wanted here
	server.StartTLS()
	defer server.Close()
	ca := pemText("CERTIFICATE", server.Certificate().Raw)
	tests := map[string]struct {
		reason string
		config Config
		ok     bool
	}{
		"NoCA":      {"a certificate of an unknown CA is refused", Config{}, false},
		"CA":        {"the CA makes it good", Config{ClusterCACertificate: ca}, true},
		"Insecure":  {"verification can be turned off", Config{Insecure: new(true)}, true},
		"Name":      {"the certificate is for example.com as well", Config{ClusterCACertificate: ca, TLSServerName: "example.com"}, true},
		"OtherName": {"the certificate is for nobody else", Config{ClusterCACertificate: ca, TLSServerName: "other.test"}, false},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			tc.config.Host = server.URL
			_, err := clientOf(t, tc.config).Get(t.Context(), widget, "ns", "w")
			if tc.ok && err != nil || !tc.ok && !IsUnreachable(err) {
				t.Errorf("%s: got %v", tc.reason, err)
			}
		})
	}
}

// TestProxy shows that requests go to the proxy and not to the host.
func TestProxy(t *testing.T) {
	var host string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host = r.URL.Host
		answer(200, object("u", 1))(w, r)
	}))
	defer proxy.Close()
	client := clientOf(t, Config{Host: "http://cluster.invalid", ProxyURL: proxy.URL})
	if _, err := client.Get(t.Context(), widget, "ns", "w"); err != nil || host != "cluster.invalid" {
		t.Errorf("the proxy saw a request for %q, want cluster.invalid; error %v", host, err)
	}
}

// TestNewMakesNoRequest shows that a client costs nothing until it is used, and that no
// discovery comes with the first use.
func TestNewMakesNoRequest(t *testing.T) {
	client, server := newTestClient(t, answer(200, object("u", 1)))
	if got := server.requests(); len(got) != 0 {
		t.Fatalf("requests of New: %v", got)
	}
	if _, err := client.Get(t.Context(), widget, "ns", "w"); err != nil {
		t.Fatal(err)
	}
	if got := server.requests(); !slices.Equal(got, []string{getWidget}) {
		t.Errorf("got requests %v, want the one", got)
	}
	if got := server.seen[0].UserAgent(); got != "terraform-provider-inference/dev" {
		t.Errorf("got user agent %q", got)
	}
}
