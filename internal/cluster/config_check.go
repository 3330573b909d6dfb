package cluster

import (
	"crypto/tls"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	certutil "k8s.io/client-go/util/cert"
)

// ErrNotConfigured says that nothing names a cluster. It lists everything that was looked at.
var ErrNotConfigured = errors.New("no Kubernetes cluster is configured: host (KUBE_HOST), config_path (KUBE_CONFIG_PATH), " +
	"config_paths (KUBE_CONFIG_PATHS) and KUBECONFIG are all empty, and the provider does not run in a pod " +
	"(KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set). " +
	"Set one of them in the provider block or in the environment, such as config_path = \"~/.kube/config\"")

// ConfigError is a setting that cannot work. Values that may be secret are never part of it.
type ConfigError struct {
	// Attribute is the name in the provider block, such as "config_path"; empty when
	// no single attribute is at fault.
	Attribute string
	// Variable is the environment variable the value came from; empty for an attribute.
	Variable string
	// Detail says what is wrong, what is allowed and what to do.
	Detail string
	// Err is the cause that callers may test for, or nil.
	Err error
}

// Error returns the setting and what is wrong with it.
func (e *ConfigError) Error() string {
	switch {
	case e.Variable != "":
		return e.Variable + ": " + e.Detail
	case e.Attribute != "":
		return e.Attribute + ": " + e.Detail
	default:
		return e.Detail
	}
}

// Unwrap returns the cause.
func (e *ConfigError) Unwrap() error { return e.Err }

// fault reports an attribute, or the variable that stands in for it.
func (c Config) fault(attribute, detail string) *ConfigError {
	return &ConfigError{Attribute: attribute, Variable: c.sources[attribute], Detail: detail}
}

// name returns what the user knows an attribute by.
func (c Config) name(attribute string) string {
	if variable := c.sources[attribute]; variable != "" {
		return variable
	}
	return attribute
}

// check reports what is wrong with the settings by themselves.
func (c Config) check() error {
	checks := []func() *ConfigError{c.checkLimits, c.checkTLS, c.checkCredentials, c.checkExec, c.checkImpersonate}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (c Config) checkLimits() *ConfigError {
	if c.QPS < 0 {
		return c.fault("qps", fmt.Sprintf("%v requests a second are impossible; set a number above 0, or remove it for %v", c.QPS, DefaultQPS))
	}
	if c.Burst < 0 {
		return c.fault("burst", fmt.Sprintf("a burst of %d requests is impossible; set a number above 0, or remove it for %d", c.Burst, DefaultBurst))
	}
	return nil
}

func (c Config) checkTLS() *ConfigError {
	const pemHint = "it must be the text of a PEM block (\"-----BEGIN ...\"); decode what a kubeconfig or a cloud API returns with base64decode()"
	if c.ClusterCACertificate != "" {
		if c.Insecure != nil && *c.Insecure {
			return c.fault("insecure", fmt.Sprintf("cannot be true together with %s, which would not be used; remove one of them", c.name("cluster_ca_certificate")))
		}
		if _, err := certutil.ParseCertsPEM([]byte(c.ClusterCACertificate)); err != nil {
			return c.fault("cluster_ca_certificate", "no certificate could be read: "+pemHint)
		}
	}
	switch {
	case c.ClientCertificate == "" && c.ClientKey == "":
		return nil
	case c.ClientKey == "":
		return c.fault("client_certificate", "needs client_key (KUBE_CLIENT_KEY_DATA) as well; set both or none")
	case c.ClientCertificate == "":
		return c.fault("client_key", "needs client_certificate (KUBE_CLIENT_CERT_DATA) as well; set both or none")
	}
	if _, err := certutil.ParseCertsPEM([]byte(c.ClientCertificate)); err != nil {
		return c.fault("client_certificate", "no certificate could be read: "+pemHint)
	}
	if _, err := tls.X509KeyPair([]byte(c.ClientCertificate), []byte(c.ClientKey)); err != nil {
		return c.fault("client_key", "is not the private key of client_certificate, or not a key at all: "+pemHint)
	}
	return nil
}

// checkCredentials reports two settings that each claim to be the way to authenticate.
func (c Config) checkCredentials() *ConfigError {
	var ways []string
	for attribute, set := range map[string]bool{
		"token": c.Token != "", "token_path": c.TokenPath != "", "exec": c.Exec != nil,
		"username": c.Username != "" || c.Password != "",
	} {
		if set {
			ways = append(ways, attribute)
		}
	}
	slices.Sort(ways)
	if len(ways) > 1 {
		return c.fault(ways[1], fmt.Sprintf("cannot be used together with %s; keep one way to authenticate", c.name(ways[0])))
	}
	if c.Password != "" && c.Username == "" {
		return c.fault("password", "needs username (KUBE_USER) as well")
	}
	if c.Username != "" && c.Password == "" {
		return c.fault("username", "needs password (KUBE_PASSWORD) as well")
	}
	return nil
}

func (c Config) checkExec() *ConfigError {
	const group = "client.authentication.k8s.io/"
	switch {
	case c.Exec == nil:
		return nil
	case c.Exec.Command == "":
		return c.fault("exec.command", "must name the program that prints the credentials")
	case c.Exec.APIVersion != group+"v1" && c.Exec.APIVersion != group+"v1beta1":
		return c.fault("exec.api_version", fmt.Sprintf("%q is not a version of the credential plugin protocol; use %q or %q",
			c.Exec.APIVersion, group+"v1", group+"v1beta1"))
	default:
		return nil
	}
}

func (c Config) checkImpersonate() *ConfigError {
	if c.Impersonate != nil && c.Impersonate.User == "" {
		return c.fault("impersonate.user", "must be set: the API server accepts groups, uid and extra only together with a user")
	}
	return nil
}

// normalizeHost returns the URL of an API server given as URL, host or host:port.
func normalizeHost(host string) (string, error) {
	text := host
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" {
		return "", fmt.Errorf("%q is not the address of an API server; it must look like https://host:port or https://host/prefix", redactURL(host))
	}
	return strings.TrimSuffix(u.String(), "/"), nil
}

// proxyFunc returns the proxy for every request.
func proxyFunc(address string) (func(*http.Request) (*url.URL, error), error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || !slices.Contains([]string{"http", "https", "socks5"}, u.Scheme) {
		return nil, fmt.Errorf("%q is not the address of a proxy; it must look like http://host:port, https://host:port or socks5://host:port", redactURL(address))
	}
	return http.ProxyURL(u), nil
}

// redactURL removes user and password, of text that may not even be a URL.
func redactURL(text string) string {
	if i := strings.LastIndex(text, "@"); i >= 0 {
		return "..." + text[i:]
	}
	return text
}

// tokenFile returns the absolute path of the token file after a first look at it.
func (c Config) tokenFile() (string, error) {
	path, err := expandHome(c.TokenPath)
	if err != nil {
		return "", c.fault("token_path", err.Error())
	}
	token, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", c.fault("token_path", fmt.Sprintf("the file %q does not exist; set the path of a file with a bearer token", path))
	case err != nil:
		return "", c.fault("token_path", fmt.Sprintf("the file %q cannot be read: %v", path, errors.Unwrap(err)))
	case strings.TrimSpace(string(token)) == "":
		return "", c.fault("token_path", fmt.Sprintf("the file %q is empty; it must hold a bearer token", path))
	}
	return path, nil
}

// expandHome replaces a leading "~" by the home directory.
func expandHome(path string) (string, error) {
	rest, found := strings.CutPrefix(path, "~")
	if !found || rest != "" && !os.IsPathSeparator(rest[0]) {
		return path, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("the home directory in %q is not known (%w); write the path in full", path, err)
	}
	return filepath.Join(home, rest), nil
}

// execEnv returns the variables in the order of their names.
func execEnv(env map[string]string) []clientcmdapi.ExecEnvVar {
	var out []clientcmdapi.ExecEnvVar
	for _, name := range slices.Sorted(maps.Keys(env)) {
		out = append(out, clientcmdapi.ExecEnvVar{Name: name, Value: env[name]})
	}
	return out
}
