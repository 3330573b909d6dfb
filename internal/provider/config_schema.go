package provider

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
)

// configSchema returns the schema of the provider block. Everything is optional.
func configSchema() schema.Schema {
	return schema.Schema{
		MarkdownDescription: "Runs LLM inference on Kubernetes: as custom resources for an installed operator, or as workloads without one.\n\n" +
			"The cluster is found, in this order, by `host` and `config_path` or `config_paths`, their environment variables, the files of `KUBECONFIG`, " +
			"and the service account of the pod that the provider runs in. There is no default kubeconfig: say `config_path = \"~/.kube/config\"` to use yours. " +
			"An attribute wins over its environment variable. Beside explicit credentials, credential variables are not read; beside an explicit `host`, " +
			"kubeconfig variables are read only when `config_context`, `config_context_auth_info` or `config_context_cluster` is set; " +
			"beside explicit kubeconfig files, `KUBE_HOST`, `KUBE_CLUSTER_CA_CERT_DATA` and `KUBE_TLS_SERVER_NAME` are not read.\n\n" +
			"Planning needs no cluster: values of this block may come from resources that do not exist yet.",
		Attributes: attributes(new(config).settings(), func(s cluster.Setting) string {
			if s.Variable == "" {
				return s.Doc + " No environment variable."
			}
			return s.Doc + " Environment: `" + s.Variable + "`" + s.Note + "."
		}),
	}
}

func attributes(settings []cluster.Setting, describe func(cluster.Setting) string) map[string]schema.Attribute {
	out := make(map[string]schema.Attribute, len(settings))
	for _, s := range settings {
		out[s.Name] = attribute(s, describe(s))
	}
	return out
}

func attribute(s cluster.Setting, description string) schema.Attribute {
	optional := !s.Required
	switch s.Field.(type) {
	case *string:
		return schema.StringAttribute{Optional: optional, Required: s.Required, Sensitive: s.Sensitive, MarkdownDescription: description}
	case **bool:
		return schema.BoolAttribute{Optional: optional, MarkdownDescription: description}
	case **float64:
		return schema.Float64Attribute{Optional: optional, MarkdownDescription: description}
	case **int64:
		return schema.Int64Attribute{Optional: optional, MarkdownDescription: description}
	case *[]string:
		return schema.ListAttribute{Optional: optional, ElementType: types.StringType, MarkdownDescription: description}
	case *map[string]string:
		return schema.MapAttribute{Optional: optional, ElementType: types.StringType, MarkdownDescription: description}
	case *map[string]int64:
		return schema.MapAttribute{Optional: optional, ElementType: types.Int64Type, MarkdownDescription: description}
	case *map[string][]string:
		return schema.MapAttribute{Optional: optional, ElementType: types.ListType{ElemType: types.StringType}, MarkdownDescription: description}
	case **cluster.Exec:
		return nested(new(cluster.Exec), description)
	case **cluster.Impersonate:
		return nested(new(cluster.Impersonate), description)
	default:
		panic(fmt.Sprintf("%s: a setting cannot be a %T", s.Name, s.Field))
	}
}

func nested(of cluster.Nested, description string) schema.Attribute {
	return schema.SingleNestedAttribute{
		Optional: true, MarkdownDescription: description,
		Attributes: attributes(of.Settings(), func(s cluster.Setting) string { return s.Doc }),
	}
}
