package cluster

import "maps"

// FromEnvironment completes explicit settings with the environment variables that the
// Kubernetes providers for Terraform have in common (hashicorp/terraform-provider-kubernetes
// kubernetes/provider.go@v3.2.1). lookup is os.LookupEnv outside of tests; an empty variable
// counts as not set.
//
// An attribute wins over its variable. Three rules keep explicit settings from being mixed
// with an environment that means something else:
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
	explicit := base
	base.sources = map[string]string{}
	maps.Copy(base.sources, explicit.sources)
	variable := func(name string) string {
		text, _ := lookup(name)
		return text
	}
	for _, s := range base.Settings() {
		if s.Variable == "" || s.IsSet() || !explicit.joins(s.Name) || s.Name == "config_paths" && base.ConfigPath != "" {
			continue
		}
		text, from := variable(s.Variable), s.Variable
		if s.Name == "config_paths" && text == "" && base.Host == "" {
			from = kubeconfigVariable
			text = variable(from)
		}
		if text == "" {
			continue
		}
		if err := s.parse(text); err != nil {
			return Config{}, &ConfigError{Attribute: s.Name, Variable: from, Detail: err.Error()}
		}
		base.sources[s.Name] = from
	}
	if base.Host == "" && len(base.files()) == 0 && variable("KUBERNETES_SERVICE_HOST") != "" && variable("KUBERNETES_SERVICE_PORT") != "" {
		base.InCluster = true
	}
	return base, nil
}

// kubeconfigVariable names files for every Kubernetes client, and not all of them need to exist.
const kubeconfigVariable = "KUBECONFIG"

// joins reports whether an attribute may come from the environment beside these explicit ones.
func (c Config) joins(attribute string) bool {
	files, none := len(c.files()) > 0, c.credential() == ""
	selects := c.ConfigContext != "" || c.ConfigContextAuthInfo != "" || c.ConfigContextCluster != ""
	switch attribute {
	case "host", "tls_server_name":
		return c.Host != "" || !files
	case "cluster_ca_certificate":
		return (c.Host != "" || !files) && (c.Insecure == nil || !*c.Insecure)
	case "insecure":
		return c.ClusterCACertificate == ""
	case "username", "password":
		return none || c.Username != "" || c.Password != ""
	case "client_certificate", "client_key":
		return none || c.ClientCertificate != "" || c.ClientKey != ""
	case "token":
		return none
	case "config_path", "config_paths":
		return !files && (c.Host == "" || selects)
	case "config_context", "config_context_auth_info", "config_context_cluster":
		return files || c.Host == "" || selects
	default:
		return true
	}
}
