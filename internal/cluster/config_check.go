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

	"k8s.io/apimachinery/pkg/util/validation/field"
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

// exclusive lists attributes of which only one can be meant, with the reason.
var exclusive = []struct{ one, other, why string }{
	{"config_path", "config_paths", "both name kubeconfig files. Put every file into config_paths, or keep config_path alone"},
	{"token", "token_path", "both are the bearer token. Keep token_path for a token that is renewed while the provider runs, else token"},
	{"exec", "token", "both authenticate. Keep exec to let a program fetch credentials, else token"},
	{"exec", "token_path", "both authenticate. Keep exec to let a program fetch credentials, else token_path"},
	{"exec", "username", "both authenticate. Keep exec to let a program fetch credentials, else username and password"},
	{"token", "username", "both authenticate. Keep token, or username and password"},
	{"token_path", "username", "both authenticate. Keep token_path, or username and password"},
}

// Check reports what cannot work whatever the environment adds. Each error is about an attribute, such as "exec.command".
func (c Config) Check() field.ErrorList {
	settings := c.Settings()
	errs := Check(settings, nil)
	set := map[string]bool{}
	for _, s := range settings {
		set[s.Name] = s.IsSet()
	}
	for _, pair := range exclusive {
		if set[pair.one] && set[pair.other] {
			errs = append(errs, field.Forbidden(field.NewPath(pair.other), fmt.Sprintf("cannot be set together with %s, for %s", c.name(pair.one), pair.why)))
		}
	}
	if c.Insecure != nil && *c.Insecure && c.ClusterCACertificate != "" {
		errs = append(errs, field.Forbidden(field.NewPath("insecure"),
			fmt.Sprintf("cannot be true together with %s, which would not be used. Remove insecure to verify the server with the certificate", c.name("cluster_ca_certificate"))))
	}
	if c.QPS != nil && *c.QPS <= 0 {
		errs = append(errs, field.Invalid(field.NewPath("qps"), *c.QPS, fmt.Sprintf("must be above 0 requests a second. Remove it for the default of %v", DefaultQPS)))
	}
	if c.Burst != nil && *c.Burst < 1 {
		errs = append(errs, field.Invalid(field.NewPath("burst"), *c.Burst, fmt.Sprintf("must be at least 1 request. Remove it for the default of %d", DefaultBurst)))
	}
	return errs
}

// check reports what is wrong with the settings by themselves, those of the environment among them.
func (c Config) check() error {
	for _, err := range c.Check() {
		return c.fault(err.Field, err.ErrorBody())
	}
	if c.ClusterCACertificate != "" {
		if _, err := certutil.ParseCertsPEM([]byte(c.ClusterCACertificate)); err != nil {
			return c.fault("cluster_ca_certificate", "no certificate could be read: "+pemHint)
		}
	}
	for _, pair := range [][2]string{{"client_certificate", "client_key"}, {"username", "password"}} {
		if err := c.checkPair(pair[0], pair[1]); err != nil {
			return err
		}
	}
	if c.ClientCertificate == "" {
		return nil
	}
	if _, err := certutil.ParseCertsPEM([]byte(c.ClientCertificate)); err != nil {
		return c.fault("client_certificate", "no certificate could be read: "+pemHint)
	}
	if _, err := tls.X509KeyPair([]byte(c.ClientCertificate), []byte(c.ClientKey)); err != nil {
		return c.fault("client_key", "is not the private key of client_certificate, or not a key at all: "+pemHint)
	}
	return nil
}

const pemHint = "it must be the text of a PEM block (\"-----BEGIN ...\"); decode what a kubeconfig or a cloud API returns with base64decode()"

// checkPair reports one of two settings without the other.
func (c Config) checkPair(one, other string) error {
	settings := map[string]Setting{}
	for _, s := range c.Settings() {
		settings[s.Name] = s
	}
	if settings[one].IsSet() == settings[other].IsSet() {
		return nil
	}
	if settings[other].IsSet() {
		one, other = other, one
	}
	return c.fault(one, fmt.Sprintf("needs %s (%s) as well", other, settings[other].Variable))
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
