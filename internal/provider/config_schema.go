package provider

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// configSchema returns the schema of the provider block. Everything is optional.
func configSchema() schema.Schema {
	attributes := map[string]schema.Attribute{}
	for _, part := range []map[string]schema.Attribute{
		endpointAttributes(), kubeconfigAttributes(), credentialAttributes(), requestAttributes(), defaultAttributes(), budgetAttributes(), planCheckAttributes(),
	} {
		maps.Copy(attributes, part)
	}
	return schema.Schema{
		MarkdownDescription: "Runs LLM inference on Kubernetes: as custom resources for an installed operator, or as workloads without one.\n\n" +
			"The cluster is found, in this order, by `host` and `config_path` or `config_paths`, their environment variables, the files of `KUBECONFIG`, " +
			"and the service account of the pod that the provider runs in. There is no default kubeconfig: say `config_path = \"~/.kube/config\"` to use yours. " +
			"An attribute wins over its environment variable. Beside explicit credentials, credential variables are not read; beside an explicit `host`, " +
			"kubeconfig variables are read only when `config_context`, `config_context_auth_info` or `config_context_cluster` is set; " +
			"beside explicit kubeconfig files, `KUBE_HOST`, `KUBE_CLUSTER_CA_CERT_DATA` and `KUBE_TLS_SERVER_NAME` are not read.\n\n" +
			"Planning needs no cluster: values of this block may come from resources that do not exist yet.",
		Attributes: attributes,
	}
}

func endpointAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"host": text("URL of the API server, such as `https://10.0.0.1:6443`; `https://` is implied. Wins over the server of a kubeconfig. Environment: `KUBE_HOST`."),
		"insecure": schema.BoolAttribute{
			Optional: true,
			MarkdownDescription: "Do not verify the server's certificate. Excludes `cluster_ca_certificate`. Default `false`, or what the kubeconfig says. " +
				"Environment: `KUBE_INSECURE`, which is not read beside `cluster_ca_certificate`.",
		},
		"tls_server_name":        text("Name that the server's certificate must be for, where it is not the host. Environment: `KUBE_TLS_SERVER_NAME`."),
		"cluster_ca_certificate": text("PEM certificates that the server's certificate is verified with. Default: what the kubeconfig says, or those of the system. Environment: `KUBE_CLUSTER_CA_CERT_DATA`."),
		"proxy_url": text("Proxy for all requests: `http://`, `https://` or `socks5://` with host and port. Default: what the kubeconfig says, or `HTTPS_PROXY` and `NO_PROXY`. " +
			"Environment: `KUBE_PROXY_URL`."),
	}
}

func kubeconfigAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"config_path": text("Path of a kubeconfig file; a leading `~` is the home directory. Excludes `config_paths`. Environment: `KUBE_CONFIG_PATH`."),
		"config_paths": texts("Paths of kubeconfig files that are merged: the first file to set a value wins. Excludes `config_path`. " +
			"Environment: `KUBE_CONFIG_PATHS`, separated like `PATH`; then `KUBECONFIG`, when nothing else names a cluster."),
		"config_context":           text("Context of the kubeconfig. Default: its current context. Environment: `KUBE_CTX`."),
		"config_context_auth_info": text("User of the kubeconfig, instead of the one of the context. Environment: `KUBE_CTX_AUTH_INFO`."),
		"config_context_cluster":   text("Cluster of the kubeconfig, instead of the one of the context. Environment: `KUBE_CTX_CLUSTER`."),
	}
}

func credentialAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"username":           text("Name for basic authentication, together with `password`. Environment: `KUBE_USER`."),
		"password":           secret("Password for basic authentication. Environment: `KUBE_PASSWORD`."),
		"client_certificate": text("PEM certificate for TLS client authentication, together with `client_key`. Environment: `KUBE_CLIENT_CERT_DATA`."),
		"client_key":         secret("PEM private key of `client_certificate`. Environment: `KUBE_CLIENT_KEY_DATA`."),
		"token":              secret("Bearer token, such as that of a service account. Excludes `token_path`, `exec` and `username`. Environment: `KUBE_TOKEN`, which HCP Terraform's dynamic credentials set."),
		"token_path": text("Path of a file with a bearer token; a leading `~` is the home directory. The file is read again while the provider runs, so that a short-lived token can be renewed during a long wait. " +
			"Takes the `token_path` of HCP Terraform's `tfc_kubernetes_dynamic_credentials` as it is. Excludes `token`, `exec` and `username`. No environment variable."),
		"exec": schema.SingleNestedAttribute{
			Optional:            true,
			MarkdownDescription: "Program that prints credentials, run when they are needed and again when they expire. Excludes `token`, `token_path` and `username`. No environment variable.",
			Attributes: map[string]schema.Attribute{
				"api_version": required("Version of the credential plugin protocol that the program speaks: `client.authentication.k8s.io/v1` or `client.authentication.k8s.io/v1beta1`."),
				"command":     required("Name or path of the program, such as `aws`."),
				"args":        texts("Arguments of the program."),
				"env": schema.MapAttribute{
					Optional: true, ElementType: types.StringType,
					MarkdownDescription: "Environment variables of the program, in addition to those of the provider.",
				},
			},
		},
		"impersonate": schema.SingleNestedAttribute{
			Optional:            true,
			MarkdownDescription: "Make every request on behalf of somebody else. The credentials need the permission to `impersonate`. No environment variable.",
			Attributes: map[string]schema.Attribute{
				"user":   required("Name of the user, such as `system:serviceaccount:ci:terraform`."),
				"groups": texts("Groups of the user. Default: those that the API server gives to every user of the kind."),
				"uid":    text("UID of the user."),
				"extra": schema.MapAttribute{
					Optional: true, ElementType: types.ListType{ElemType: types.StringType},
					MarkdownDescription: "Further attributes of the user, each with its values.",
				},
			},
		},
	}
}

func requestAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"qps": schema.Float64Attribute{
			Optional:            true,
			MarkdownDescription: "Requests a second that the provider allows itself, above 0. Default `100`. No environment variable.",
		},
		"burst": schema.Int64Attribute{
			Optional:            true,
			MarkdownDescription: "Requests that may exceed `qps` for a moment, at least 1. Default `200`. No environment variable.",
		},
		"field_manager": text("Name under which fields are owned in the cluster (server-side apply), at most 84 characters. Default `terraform-provider-inference`. " +
			"Objects that were applied under another name keep that name as a second owner. No environment variable."),
	}
}

func defaultAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"mode": text("Default of the resources' `mode`: `operator` hands custom resources to the installed operator, `direct` renders and applies the workloads without one. " +
			"Default `operator`. No environment variable."),
		"namespace": text("Namespace of resources that name none. Default `default`. No environment variable."),
		"deletion_protection": schema.BoolAttribute{
			Optional:            true,
			MarkdownDescription: "Default of the resources' `deletion_protection`. It protects what was applied without it as well. Default `false`. No environment variable.",
		},
		"dialects": schema.MapAttribute{
			Optional: true, ElementType: types.StringType,
			MarkdownDescription: "Generation of an upstream API that objects are written for, by system, such as `{ llmaz = \"v0.1.0\" }`: needed where the cluster cannot be asked at plan. " +
				"Default: what the installed CustomResourceDefinition shows. No environment variable.",
		},
	}
}

func text(description string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description}
}

func required(description string) schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: description}
}

func secret(description string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: description}
}

func texts(description string) schema.ListAttribute {
	return schema.ListAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: description}
}
