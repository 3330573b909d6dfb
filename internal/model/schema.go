package model

import (
	"fmt"
	"maps"

	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Root attributes of every resource.
const (
	AttrID             = "id"
	AttrMetadata       = "metadata"
	AttrSpec           = "spec"
	AttrMode           = "mode"
	AttrReferences     = "references"
	AttrDirect         = "direct"
	AttrWait           = "wait"
	AttrTimeouts       = "timeouts"
	AttrForceConflicts = "force_conflicts"
	AttrUID            = "uid"
	AttrAPIRelease     = "api_release"
	AttrManifest       = "manifest"
	AttrRendered       = "rendered"
	AttrImages         = "images"
	AttrReady          = "ready"
	AttrEndpoint       = "endpoint"
	AttrOpenAIBaseURL  = "openai_base_url"
	AttrServedModel    = "served_model_name"
	AttrDrift          = "drift"
)

func (s *ResourceModel) buildSchema() rschema.Schema {
	attributes := map[string]rschema.Attribute{
		AttrMetadata: s.metadataAttribute(),
		AttrSpec: rschema.SingleNestedAttribute{
			Required: true, MarkdownDescription: s.specField.Description,
			Attributes: s.Spec.Attributes(), CustomType: s.Spec.AttrType().(types.ObjectType),
		},
		AttrMode:         s.modeAttribute(),
		AttrPruneForeign: pruneForeignAttribute(),
		AttrIgnoreDrift:  ignoreDriftAttribute(),
		AttrWait:         s.waitAttribute(),
		AttrTimeouts:     timeoutsAttribute(),
		AttrForceConflicts: rschema.BoolAttribute{
			Optional:            true,
			MarkdownDescription: "Take over fields that another manager owns instead of failing with a conflict. Default `false`.",
		},
	}
	if len(s.Kind.Refers) > 0 {
		attributes[AttrReferences] = rschema.ListAttribute{
			Optional: true, ElementType: types.StringType,
			MarkdownDescription: "The `manifest` of every object that this one refers to by name. The plan checks them together, and direct mode renders from them. In operator mode, references to objects that are not listed are not checked.",
		}
	}
	if s.Options != nil {
		attributes[AttrDirect] = rschema.SingleNestedAttribute{
			Optional: true, MarkdownDescription: "Options of direct mode.",
			Attributes: s.Options.Attributes(), CustomType: s.Options.AttrType().(types.ObjectType),
		}
	}
	maps.Copy(attributes, computedAttributes())
	maps.Copy(attributes, forecastAttributes())
	attributes[AttrWarnings] = warningsAttribute()
	maps.Copy(attributes, protectionAttributes())
	maps.Copy(attributes, s.credentialAttributes())
	maps.Copy(attributes, s.operationAttributes())
	maps.Copy(attributes, s.outcomeAttributes())
	return rschema.Schema{MarkdownDescription: s.Kind.Description, Attributes: attributes}
}

func (s *ResourceModel) modeAttribute() rschema.Attribute {
	description := "`operator` hands the custom resource to the installed operator; `direct` renders the workloads and applies them without an operator. Default: the provider's `mode`. On a change, workloads that can keep running are handed over, and the plan says which cannot."
	if s.Kind.DirectOnly != "" {
		description = "Always `direct`, whatever the provider's `mode`: there is no operator for it."
	}
	return rschema.StringAttribute{Optional: true, Computed: true, MarkdownDescription: description}
}

func (s *ResourceModel) metadataAttribute() rschema.Attribute {
	attributes := map[string]rschema.Attribute{
		"name": rschema.StringAttribute{
			Required: true, MarkdownDescription: "Name of the object. Changing it replaces the object.",
		},
		"labels": rschema.MapAttribute{
			Optional: true, ElementType: types.StringType, MarkdownDescription: "Labels of the object. Labels that others set are left alone.",
		},
		"annotations": rschema.MapAttribute{
			Optional: true, ElementType: types.StringType, MarkdownDescription: "Annotations of the object. Annotations that others set are left alone.",
		},
	}
	if s.Kind.Namespaced {
		attributes["namespace"] = rschema.StringAttribute{
			Optional: true, Computed: true,
			MarkdownDescription: "Namespace of the object. Default: the provider's `namespace`. Changing it replaces the object.",
		}
	}
	return rschema.SingleNestedAttribute{
		Required: true, MarkdownDescription: "Name, labels and annotations of the object.",
		Attributes: attributes,
	}
}

func (s *ResourceModel) waitAttribute() rschema.Attribute {
	return rschema.SingleNestedAttribute{
		Optional: true, MarkdownDescription: "What an apply waits for, and what it does when that takes too long.",
		Attributes: map[string]rschema.Attribute{
			WaitPhases: phasesAttribute(),
			"until": rschema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "`ready` waits until the pods are ready, or clearly never will be; `serving` then also asks the model server for its models, through the API server's proxy of the Service in `endpoint`; `accepted` returns once the cluster has accepted the objects. Default `" + s.defaultUntil() + "`.",
			},
			"on_timeout": rschema.StringAttribute{
				Optional: true,
				MarkdownDescription: "`warn` ends the apply with a warning and `ready = false`, and the next apply continues to wait; `error` fails the apply. " +
					"Terraform replaces a resource whose creation failed, so `error` costs a running model server its accelerators and weights. Default `warn`.",
			},
			WaitSettle: rschema.StringAttribute{
				Optional: true,
				MarkdownDescription: "How long an update in operator mode waits for a sign that the operator has acted on it, as a duration such as `20s`. A change of a workload is one, and ends this wait at once. " +
					"Without any sign, the object counts as what its status says. A change that cannot reach pods is not waited for. Default `10s`.",
			},
		},
	}
}

func timeoutsAttribute() rschema.Attribute {
	duration := func(verb, what string) rschema.Attribute {
		return rschema.StringAttribute{
			Optional:            true,
			MarkdownDescription: fmt.Sprintf("How long %s may wait, as a duration such as `90m`. Default `%s`.", what, DefaultTimeouts[verb]),
		}
	}
	return rschema.SingleNestedAttribute{
		Optional: true, MarkdownDescription: "How long an apply may wait.",
		Attributes: map[string]rschema.Attribute{
			"create": duration("create", "a creation"), "update": duration("update", "an update"), "delete": duration("delete", "a deletion"),
		},
	}
}

func computedAttributes() map[string]rschema.Attribute {
	return map[string]rschema.Attribute{
		AttrID:  rschema.StringAttribute{Computed: true, MarkdownDescription: "`<namespace>/<name>`, or `<name>` for a cluster-scoped object."},
		AttrUID: rschema.StringAttribute{Computed: true, MarkdownDescription: "The UID of the custom resource in the cluster; null in direct mode."},
		AttrAPIRelease: rschema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The release of the upstream API that the object is written for: pinned by the provider's `api_releases`, or else the one that the cluster serves. Null in direct mode.",
		},
		AttrManifest: rschema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The object as YAML on one line, known at plan. Other resources take it in `references`; read it with `yamldecode`.",
		},
		AttrRendered: rschema.MapAttribute{
			Computed: true, ElementType: types.StringType,
			MarkdownDescription: "The objects that direct mode applies, as YAML by `<kind>/<name>`. Empty in operator mode.",
		},
		AttrImages: rschema.MapAttribute{
			Computed: true, ElementType: types.StringType,
			MarkdownDescription: "The container images that direct mode filled in where the configuration names none, by role. They stay as they were when the resource was created, even under a newer provider, until `direct.upgrade_images` is set.",
		},
		AttrReady:     rschema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the object was ready when it was last read."},
		AttrDiagnosis: diagnosisAttribute(),
		AttrEndpoint:  rschema.StringAttribute{Computed: true, MarkdownDescription: "The base URL of the model server inside the cluster; null when the object serves nothing."},
		AttrOpenAIBaseURL: rschema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "Where clients of the OpenAI API find the model server inside the cluster, as their `base_url`, known at plan. Null in operator mode, and where it is not known which engine serves.",
		},
		AttrServedModel: rschema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The name by which requests ask for the model, known at plan. Null in operator mode, and where the server answers to every name.",
		},
		AttrDrift: driftAttribute(),
	}
}
