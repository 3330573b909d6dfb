package cluster

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Setting is an attribute of the provider block.
type Setting struct {
	// Name is the attribute, and Variable the environment variable that stands in for it, "" for none.
	Name, Variable string
	// Doc describes the attribute in Markdown, and Note the variable.
	Doc, Note string
	// Field points to the value, which is zero while it is not set.
	Field any
	// Credential says who asks, and Sensitive values are shown nowhere.
	Credential, Sensitive bool
	// Required attributes of an object must be set with it.
	Required bool
	// Allowed are the only values, where there are not any.
	Allowed []string
}

// Nested is the value of an attribute that has attributes itself.
type Nested interface {
	// Settings are the attributes, each with the place of its value.
	Settings() []Setting
}

// Settings are the attributes of the provider block that the connection is made of.
func (c *Config) Settings() []Setting {
	return slices.Concat(c.endpoint(), c.kubeconfigs(), c.credentials(), c.requests())
}

func (c *Config) endpoint() []Setting {
	return []Setting{
		{
			Name: "host", Variable: "KUBE_HOST", Field: &c.Host,
			Doc: "URL of the API server, such as `https://10.0.0.1:6443`; `https://` is implied. Wins over the server of a kubeconfig.",
		},
		{
			Name: "insecure", Variable: "KUBE_INSECURE", Field: &c.Insecure, Note: ", which is not read beside `cluster_ca_certificate`",
			Doc: "Do not verify the server's certificate. Excludes `cluster_ca_certificate`. Default `false`, or what the kubeconfig says.",
		},
		{
			Name: "tls_server_name", Variable: "KUBE_TLS_SERVER_NAME", Field: &c.TLSServerName,
			Doc: "Name that the server's certificate must be for, where it is not the host.",
		},
		{
			Name: "cluster_ca_certificate", Variable: "KUBE_CLUSTER_CA_CERT_DATA", Field: &c.ClusterCACertificate,
			Doc: "PEM certificates that the server's certificate is verified with. Default: what the kubeconfig says, or those of the system.",
		},
		{
			Name: "proxy_url", Variable: "KUBE_PROXY_URL", Field: &c.ProxyURL,
			Doc: "Proxy for all requests: `http://`, `https://` or `socks5://` with host and port. Default: what the kubeconfig says, or `HTTPS_PROXY` and `NO_PROXY`.",
		},
	}
}

func (c *Config) kubeconfigs() []Setting {
	return []Setting{
		{
			Name: "config_path", Variable: "KUBE_CONFIG_PATH", Field: &c.ConfigPath,
			Doc: "Path of a kubeconfig file; a leading `~` is the home directory. Excludes `config_paths`.",
		},
		{
			Name: "config_paths", Variable: "KUBE_CONFIG_PATHS", Field: &c.ConfigPaths, Note: ", separated like `PATH`; then `KUBECONFIG`, when nothing else names a cluster",
			Doc: "Paths of kubeconfig files that are merged: the first file to set a value wins. Excludes `config_path`.",
		},
		{Name: "config_context", Variable: "KUBE_CTX", Field: &c.ConfigContext, Doc: "Context of the kubeconfig. Default: its current context."},
		{Name: "config_context_auth_info", Variable: "KUBE_CTX_AUTH_INFO", Field: &c.ConfigContextAuthInfo, Doc: "User of the kubeconfig, instead of the one of the context."},
		{Name: "config_context_cluster", Variable: "KUBE_CTX_CLUSTER", Field: &c.ConfigContextCluster, Doc: "Cluster of the kubeconfig, instead of the one of the context."},
	}
}

func (c *Config) credentials() []Setting {
	all := []Setting{
		{
			Name: "exec", Field: &c.Exec,
			Doc: "Program that prints credentials, run when they are needed and again when they expire. Excludes `token`, `token_path` and `username`.",
		},
		{
			Name: "token", Variable: "KUBE_TOKEN", Field: &c.Token, Sensitive: true, Note: ", which HCP Terraform's dynamic credentials set",
			Doc: "Bearer token, such as that of a service account. Excludes `token_path`, `exec` and `username`.",
		},
		{
			Name: "token_path", Field: &c.TokenPath,
			Doc: "Path of a file with a bearer token; a leading `~` is the home directory. The file is read again while the provider runs, so that a short-lived token can be renewed during a long wait. " +
				"Takes the `token_path` of HCP Terraform's `tfc_kubernetes_dynamic_credentials` as it is. Excludes `token`, `exec` and `username`.",
		},
		{Name: "username", Variable: "KUBE_USER", Field: &c.Username, Doc: "Name for basic authentication, together with `password`."},
		{Name: "password", Variable: "KUBE_PASSWORD", Field: &c.Password, Sensitive: true, Doc: "Password for basic authentication."},
		{
			Name: "client_certificate", Variable: "KUBE_CLIENT_CERT_DATA", Field: &c.ClientCertificate,
			Doc: "PEM certificate for TLS client authentication, together with `client_key`.",
		},
		{Name: "client_key", Variable: "KUBE_CLIENT_KEY_DATA", Field: &c.ClientKey, Sensitive: true, Doc: "PEM private key of `client_certificate`."},
	}
	for i := range all {
		all[i].Credential = true
	}
	return append(all, Setting{
		Name: "impersonate", Field: &c.Impersonate,
		Doc: "Make every request on behalf of somebody else. The credentials need the permission to `impersonate`.",
	})
}

func (c *Config) requests() []Setting {
	return []Setting{
		{Name: "qps", Field: &c.QPS, Doc: "Requests a second that the provider allows itself, above 0. Default `100`."},
		{Name: "burst", Field: &c.Burst, Doc: "Requests that may exceed `qps` for a moment, at least 1. Default `200`."},
		{
			Name: "field_manager", Field: &c.FieldManager,
			Doc: "Name under which fields are owned in the cluster (server-side apply), at most 84 characters. Default `terraform-provider-inference`. " +
				"Objects that were applied under another name keep that name as a second owner.",
		},
	}
}

// Settings implements [Nested].
func (e *Exec) Settings() []Setting {
	return []Setting{
		{
			Name: "api_version", Field: &e.APIVersion, Required: true, Allowed: []string{"client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"},
			Doc: "Version of the credential plugin protocol that the program speaks: `client.authentication.k8s.io/v1` or `client.authentication.k8s.io/v1beta1`.",
		},
		{Name: "command", Field: &e.Command, Required: true, Doc: "Name or path of the program, such as `aws`."},
		{Name: "args", Field: &e.Args, Doc: "Arguments of the program."},
		{Name: "env", Field: &e.Env, Doc: "Environment variables of the program, in addition to those of the provider."},
	}
}

// Settings implements [Nested].
func (i *Impersonate) Settings() []Setting {
	return []Setting{
		{Name: "user", Field: &i.User, Required: true, Doc: "Name of the user, such as `system:serviceaccount:ci:terraform`."},
		{Name: "groups", Field: &i.Groups, Doc: "Groups of the user. Default: those that the API server gives to every user of the kind."},
		{Name: "uid", Field: &i.UID, Doc: "UID of the user."},
		{Name: "extra", Field: &i.Extra, Doc: "Further attributes of the user, each with its values."},
	}
}

// IsSet reports whether there is a value; an empty string or list is the same as none.
func (s Setting) IsSet() bool {
	return !reflect.ValueOf(s.Field).Elem().IsZero()
}

// Nested is the object of a setting that is one and that is set.
func (s Setting) Nested() (Nested, bool) {
	if !s.IsSet() {
		return nil, false
	}
	nested, ok := reflect.ValueOf(s.Field).Elem().Interface().(Nested)
	return nested, ok
}

// Check reports settings without a value that they need, or with one that they do not know. at is the object that has them.
func Check(settings []Setting, at *field.Path) field.ErrorList {
	var errs field.ErrorList
	for _, s := range settings {
		place := at.Child(s.Name)
		text, _ := s.Field.(*string)
		switch {
		case s.Required && !s.IsSet():
			errs = append(errs, field.Required(place, "must not be empty. "+s.Doc))
		case s.Allowed != nil && s.IsSet() && !slices.Contains(s.Allowed, *text):
			errs = append(errs, field.NotSupported(place, *text, s.Allowed))
		}
		if nested, ok := s.Nested(); ok {
			errs = append(errs, Check(nested.Settings(), place)...)
		}
	}
	return errs
}

// parse sets the value to what a variable says.
func (s Setting) parse(text string) error {
	switch to := s.Field.(type) {
	case *string:
		*to = text
	case *[]string:
		*to = slices.DeleteFunc(filepath.SplitList(text), func(path string) bool { return path == "" })
	case **bool:
		value, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		*to = &value
	}
	return nil
}
