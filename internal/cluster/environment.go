package cluster

import (
	"fmt"
	"maps"
	"path/filepath"
	"strconv"
)

// FromEnvironment completes explicit settings with the environment variables that the
// Kubernetes providers for Terraform have in common (hashicorp/terraform-provider-kubernetes
// kubernetes/provider.go@v3.2.1). lookup is os.LookupEnv outside of tests; an empty variable
// counts as not set.
//
// An attribute wins over its variable: KUBE_HOST, KUBE_USER, KUBE_PASSWORD, KUBE_INSECURE,
// KUBE_TLS_SERVER_NAME, KUBE_CLIENT_CERT_DATA, KUBE_CLIENT_KEY_DATA,
// KUBE_CLUSTER_CA_CERT_DATA, KUBE_CONFIG_PATH, KUBE_CONFIG_PATHS, KUBE_CTX,
// KUBE_CTX_AUTH_INFO, KUBE_CTX_CLUSTER, KUBE_TOKEN and KUBE_PROXY_URL. Three rules keep
// explicit settings from being mixed with an environment that means something else:
//
//   - Explicit credentials are complete: beside them only the other half of the same pair
//     is read (KUBE_PASSWORD for username, KUBE_CLIENT_KEY_DATA for client_certificate).
//   - An explicit host is the cluster: kubeconfig variables are read only when a
//     config_context attribute asks for a kubeconfig.
//   - Explicit kubeconfig files are the cluster: KUBE_HOST, KUBE_CLUSTER_CA_CERT_DATA and
//     KUBE_TLS_SERVER_NAME are not read, unless host is explicit as well.
//
// KUBE_CONFIG_PATH wins over KUBE_CONFIG_PATHS. When neither a host nor a kubeconfig is
// known by then, the files of KUBECONFIG are used, and after that the service account of
// the pod that the provider runs in.
//
// The error is a [ConfigError] for a variable whose text cannot be understood.
func FromEnvironment(base Config, lookup func(string) (string, bool)) (Config, error) {
	e := environment{Config: base, lookup: lookup}
	e.sources = map[string]string{}
	maps.Copy(e.sources, base.sources)
	explicitFiles := len(base.ConfigPaths) > 0
	if base.Host != "" || !explicitFiles {
		if err := e.readCluster(base); err != nil {
			return Config{}, err
		}
	} else if err := e.readInsecure(base); err != nil {
		return Config{}, err
	}
	e.readCredentials(base)
	e.text(&e.ProxyURL, "proxy_url", "KUBE_PROXY_URL")

	selects := base.ConfigContext != "" || base.ConfigContextAuthInfo != "" || base.ConfigContextCluster != ""
	if base.Host == "" || explicitFiles || selects {
		e.readKubeconfig(explicitFiles)
	}
	host, port := e.value("KUBERNETES_SERVICE_HOST"), e.value("KUBERNETES_SERVICE_PORT")
	if e.Host == "" && len(e.ConfigPaths) == 0 && host != "" && port != "" {
		e.InCluster = true
	}
	return e.Config, nil
}

type environment struct {
	Config
	lookup func(string) (string, bool)
}

func (e *environment) readCluster(base Config) error {
	e.text(&e.Host, "host", "KUBE_HOST")
	e.text(&e.TLSServerName, "tls_server_name", "KUBE_TLS_SERVER_NAME")
	if base.Insecure == nil || !*base.Insecure {
		e.text(&e.ClusterCACertificate, "cluster_ca_certificate", "KUBE_CLUSTER_CA_CERT_DATA")
	}
	return e.readInsecure(base)
}

// readInsecure leaves the certificate that an explicit CA asks for verified.
func (e *environment) readInsecure(base Config) error {
	const variable = "KUBE_INSECURE"
	text := e.value(variable)
	if base.Insecure != nil || base.ClusterCACertificate != "" || text == "" {
		return nil
	}
	insecure, err := strconv.ParseBool(text)
	if err != nil {
		return &ConfigError{Attribute: "insecure", Variable: variable, Detail: fmt.Sprintf("%q is neither true nor false", text)}
	}
	e.Insecure, e.sources["insecure"] = &insecure, variable
	return nil
}

func (e *environment) readCredentials(base Config) {
	none := base.credential() == ""
	if none || base.Username != "" || base.Password != "" {
		e.text(&e.Username, "username", "KUBE_USER")
		e.text(&e.Password, "password", "KUBE_PASSWORD")
	}
	if none || base.ClientCertificate != "" || base.ClientKey != "" {
		e.text(&e.ClientCertificate, "client_certificate", "KUBE_CLIENT_CERT_DATA")
		e.text(&e.ClientKey, "client_key", "KUBE_CLIENT_KEY_DATA")
	}
	if none {
		e.text(&e.Token, "token", "KUBE_TOKEN")
	}
}

func (e *environment) readKubeconfig(explicitFiles bool) {
	e.text(&e.ConfigContext, "config_context", "KUBE_CTX")
	e.text(&e.ConfigContextAuthInfo, "config_context_auth_info", "KUBE_CTX_AUTH_INFO")
	e.text(&e.ConfigContextCluster, "config_context_cluster", "KUBE_CTX_CLUSTER")
	if explicitFiles {
		return
	}
	if path := e.value("KUBE_CONFIG_PATH"); path != "" {
		e.setPaths([]string{path}, "KUBE_CONFIG_PATH")
		return
	}
	e.setPaths(filepath.SplitList(e.value("KUBE_CONFIG_PATHS")), "KUBE_CONFIG_PATHS")
	if e.Host == "" && len(e.ConfigPaths) == 0 {
		e.setPaths(filepath.SplitList(e.value("KUBECONFIG")), "KUBECONFIG")
	}
}

// setPaths takes the files that a variable lists, without the empty ones.
func (e *environment) setPaths(paths []string, variable string) {
	for _, path := range paths {
		if path != "" {
			e.ConfigPaths = append(e.ConfigPaths, path)
		}
	}
	if len(e.ConfigPaths) > 0 {
		e.sources[e.pathsAttribute()] = variable
	}
}

// text sets a field that is empty from a variable that is not.
func (e *environment) text(field *string, attribute, variable string) {
	if *field != "" {
		return
	}
	if value := e.value(variable); value != "" {
		*field, e.sources[attribute] = value, variable
	}
}

func (e *environment) value(variable string) string {
	value, _ := e.lookup(variable)
	return value
}
