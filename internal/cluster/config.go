package cluster

import (
	"strings"

	"k8s.io/client-go/rest"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// Defaults of the connection settings.
const (
	DefaultQPS          float32 = 100
	DefaultBurst                = 200
	DefaultFieldManager         = "terraform-provider-inference"
)

// Config is everything that can be said about a connection. Empty means not set. [Config.Settings] says what the
// attributes of the provider block mean that the fields are named after.
type Config struct {
	Host               string
	Username, Password string
	// Insecure is a pointer so that an explicit false wins over KUBE_INSECURE.
	Insecure                     *bool
	TLSServerName                string
	ClientCertificate, ClientKey string
	ClusterCACertificate         string

	ConfigPath            string
	ConfigPaths           []string
	ConfigContext         string
	ConfigContextAuthInfo string
	ConfigContextCluster  string

	Token       string
	TokenPath   string
	Exec        *Exec
	ProxyURL    string
	Impersonate *Impersonate

	// QPS and Burst limit the requests a second; nil means [DefaultQPS] and [DefaultBurst].
	QPS   *float64
	Burst *int64
	// FieldManager is the name under which fields are owned; empty means [DefaultFieldManager].
	FieldManager string
	// UserAgent is what the API server's audit log shows, see the function [UserAgent];
	// empty means that of a development version.
	UserAgent string

	// InCluster takes host, CA and token of the pod that the provider runs in. It is
	// the last resort: Host and kubeconfig files take precedence.
	InCluster bool

	// sources maps the name of an attribute to the environment variable its value came from.
	sources map[string]string
}

// Exec is a credential plugin as a kubeconfig has it under users[].user.exec.
type Exec struct {
	// APIVersion is "client.authentication.k8s.io/v1" or "client.authentication.k8s.io/v1beta1".
	APIVersion string
	Command    string
	Args       []string
	Env        map[string]string
}

// Impersonate names whom requests are made for; see the API server's "user impersonation".
type Impersonate struct {
	User   string
	Groups []string
	UID    string
	Extra  map[string][]string
}

// UserAgent returns the user agent of a version of the provider.
func UserAgent(version string) string {
	return "terraform-provider-inference/" + version
}

// REST returns the settings as client-go has them. It reads kubeconfig files but makes
// no request.
//
// Settings of the connection and of its TLS replace the kubeconfig's one by one.
// Credentials replace those of the kubeconfig as a whole: a client certificate left
// over from a kubeconfig would win over an explicit token in the API server.
//
// A setting at fault is reported as a [ConfigError], a connection without any setting as
// [ErrNotConfigured].
func (c Config) REST() (*rest.Config, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	out, err := c.source()
	if err != nil {
		return nil, err
	}
	if err := c.applyEndpoint(out); err != nil {
		return nil, err
	}
	if err := c.applyCredentials(out); err != nil {
		return nil, err
	}
	if i := c.Impersonate; i != nil {
		out.Impersonate = rest.ImpersonationConfig{UserName: i.User, Groups: i.Groups, UID: i.UID, Extra: i.Extra}
	}
	if out.ExecProvider != nil {
		out.ExecProvider.StdinUnavailable = true
		out.ExecProvider.StdinUnavailableMessage = "a Terraform provider has no terminal"
	}
	out.QPS, out.Burst, out.UserAgent = DefaultQPS, DefaultBurst, UserAgent("dev")
	if c.QPS != nil {
		out.QPS = float32(*c.QPS)
	}
	if c.Burst != nil {
		out.Burst = int(*c.Burst)
	}
	if c.UserAgent != "" {
		out.UserAgent = c.UserAgent
	}
	out.WarningHandlerWithContext = warningHandler{}
	return out, nil
}

// source returns the settings of the place that names the cluster.
func (c Config) source() (*rest.Config, error) {
	switch {
	case len(c.files()) > 0:
		return c.kubeconfig()
	case c.Host != "":
		return &rest.Config{}, nil
	case c.InCluster:
		out, err := rest.InClusterConfig()
		if err != nil {
			return nil, &ConfigError{Detail: "the credentials of the pod cannot be used (" + err.Error() + "). " +
				"Mount a service account token, or set host or config_path", Err: ErrNotConfigured}
		}
		return out, nil
	default:
		return nil, ErrNotConfigured
	}
}

// applyEndpoint sets where the API server is and how it is verified.
func (c Config) applyEndpoint(out *rest.Config) error {
	if c.Host != "" {
		host, err := normalizeHost(c.Host)
		if err != nil {
			return c.fault("host", err.Error())
		}
		out.Host = host
	}
	if c.ClusterCACertificate != "" {
		out.CAData, out.CAFile, out.Insecure = []byte(c.ClusterCACertificate), "", false
	}
	if c.Insecure != nil {
		out.Insecure = *c.Insecure
		if out.Insecure {
			out.CAData, out.CAFile = nil, ""
		}
	}
	if c.TLSServerName != "" {
		out.ServerName = c.TLSServerName
	}
	if c.ProxyURL != "" {
		proxy, err := proxyFunc(c.ProxyURL)
		if err != nil {
			return c.fault("proxy_url", err.Error())
		}
		out.Proxy = proxy
	}
	return nil
}

// applyCredentials replaces the credentials when there are any.
func (c Config) applyCredentials(out *rest.Config) error {
	attribute := c.credential()
	if attribute == "" {
		return nil
	}
	if strings.HasPrefix(out.Host, "http://") {
		return c.fault(attribute, "would travel unencrypted to "+out.Host+"; use an https:// host or remove the credentials")
	}
	out.Username, out.Password = c.Username, c.Password
	out.BearerToken, out.BearerTokenFile = c.Token, ""
	if c.TokenPath != "" {
		path, err := c.tokenFile()
		if err != nil {
			return err
		}
		out.BearerTokenFile = path
	}
	out.CertFile, out.CertData = "", []byte(c.ClientCertificate)
	out.KeyFile, out.KeyData = "", []byte(c.ClientKey)
	out.AuthProvider, out.AuthConfigPersister, out.ExecProvider = nil, nil, nil
	if e := c.Exec; e != nil {
		out.ExecProvider = &clientcmdapi.ExecConfig{
			APIVersion: e.APIVersion, Command: e.Command, Args: e.Args, Env: execEnv(e.Env),
			InteractiveMode: clientcmdapi.NeverExecInteractiveMode,
		}
	}
	return nil
}

// credential returns the attribute that tells who asks, and "" when none does.
func (c Config) credential() string {
	for _, s := range c.Settings() {
		if s.Credential && s.IsSet() {
			return s.Name
		}
	}
	return ""
}
