package model

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// AttrAccelerators is the root attribute with what the pods hold.
const AttrAccelerators = "accelerators"

// boundsType is one element of the computed map `accelerators`.
var boundsType = types.ObjectType{AttrTypes: map[string]attr.Type{"min": types.Int64Type, "max": types.Int64Type}}

func acceleratorsAttribute() rschema.Attribute {
	return rschema.MapNestedAttribute{
		Computed: true,
		MarkdownDescription: "How many accelerators the pods hold, by resource name such as `nvidia.com/gpu`: the fewest and the most between the bounds of the autoscaler. " +
			"Known at plan. Empty when the pods hold none or nothing runs; null when the configuration and its `references` do not decide it. " +
			"All extended resources count as accelerators. Devices claimed through dynamic resource allocation do not count, nor do the extra pods of a rolling update.",
		CustomType: types.MapType{ElemType: boundsType},
		NestedObject: rschema.NestedAttributeObject{CustomType: boundsType, Attributes: map[string]rschema.Attribute{
			"min": rschema.Int64Attribute{Computed: true, MarkdownDescription: "How many the pods hold with the fewest replicas; 0 for a Job, which ends."},
			"max": rschema.Int64Attribute{Computed: true, MarkdownDescription: "How many the pods hold at the maximum number of replicas."},
		}},
	}
}

// Root attributes of credentials, and the attribute of `credentials` that says when to send the values again.
const (
	AttrCredentials    = "credentials"
	AttrSecrets        = "secrets"
	CredentialsVersion = "version"
)

// credentialAttributes are those of a kind whose workloads read Secrets; none of any other.
func (s *ResourceModel) credentialAttributes() map[string]rschema.Attribute {
	if len(s.Kind.Credentials) == 0 {
		return nil
	}
	below := map[string]rschema.Attribute{
		CredentialsVersion: rschema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Decides when the values are sent again. With a version: when the version changes. Without one: whenever a value differs from what was sent, " +
				"which suits values that are the same in every run. A Secret that somebody edited is repaired either way.",
		},
	}
	for _, c := range s.Kind.Credentials {
		below[c.Name] = credentialAttribute(c)
	}
	return map[string]rschema.Attribute{
		AttrCredentials: rschema.SingleNestedAttribute{
			Optional: true, Attributes: below,
			MarkdownDescription: "Tokens, logins and keys for the workloads. Each becomes a Kubernetes Secret that the workloads read; it is applied before them and deleted after them. " +
				"The values are write-only, so no plan and no state contains them; this needs Terraform 1.11 or OpenTofu 1.11. Running pods see a change only after a restart.",
		},
		AttrSecrets: rschema.MapNestedAttribute{
			Computed: true, CustomType: types.MapType{ElemType: secretType},
			MarkdownDescription: "The Secrets that hold `credentials`, by credential name; null without any.",
			NestedObject: rschema.NestedAttributeObject{CustomType: secretType, Attributes: map[string]rschema.Attribute{
				"namespace":  rschema.StringAttribute{Computed: true, MarkdownDescription: "The namespace of the Secret."},
				"name":       rschema.StringAttribute{Computed: true, MarkdownDescription: "The name of the Secret."},
				"applied_at": rschema.StringAttribute{Computed: true, MarkdownDescription: "When the values were last sent, in RFC 3339. Known after the apply if the plan sends them."},
			}},
		},
	}
}

func credentialAttribute(c kinds.Credential) rschema.Attribute {
	parts := make(map[string]rschema.Attribute, len(c.Parts))
	for _, part := range c.Parts {
		parts[part.Name] = rschema.StringAttribute{
			Required: !part.Optional, Optional: part.Optional, MarkdownDescription: part.Description, Sensitive: part.Secret, WriteOnly: part.Secret,
		}
	}
	text := c.Description
	if c.NamedBy != "" {
		text += fmt.Sprintf(" The Secret is the one that %s names.", c.NamedBy)
	}
	return rschema.SingleNestedAttribute{Optional: true, Attributes: parts, MarkdownDescription: text}
}

// AttrDiagnosis is the root attribute that says why an object is not ready.
const AttrDiagnosis = "diagnosis"

func diagnosisAttribute() rschema.Attribute {
	return rschema.StringAttribute{
		Computed: true,
		MarkdownDescription: "Why the object was not ready when it was last read: the probable cause and what to change, the objects below it with their " +
			"conditions and container states, events, and the last lines of the log of a container that failed. Null when it was ready. At most 8 KiB; anything that looks like a secret is hidden.",
	}
}

// AttrPlannedDisruption is the root attribute that says what a change does to running pods.
const AttrPlannedDisruption = "planned_disruption"

// disruptionType is the computed object `planned_disruption`.
var disruptionType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"effect": types.StringType, "pods": types.Int64Type, "accelerators": types.MapType{ElemType: types.Int64Type},
	"attributes": types.ListType{ElemType: types.StringType}, "reason": types.StringType,
}}

// forecastAttributes are what a plan foretells.
func forecastAttributes() map[string]rschema.Attribute {
	return map[string]rschema.Attribute{AttrAccelerators: acceleratorsAttribute(), AttrPlannedDisruption: plannedDisruptionAttribute()}
}

func plannedDisruptionAttribute() rschema.Attribute {
	return rschema.SingleNestedAttribute{
		Computed: true, CustomType: disruptionType,
		MarkdownDescription: "What the planned change does to running pods, known at plan. After the apply it says what the change did, until a plan changes something again. " +
			"Unknown in the plan of a replacement, which Terraform plans as a creation; there, the action of the plan and a warning say so.",
		Attributes: map[string]rschema.Attribute{
			"effect": rschema.StringAttribute{Computed: true, MarkdownDescription: "`none`: no pod stops. `scale_down`: some pods stop for good, the others are left alone. " +
				"`rolling`: pods are replaced step by step, and at least one replica serves at any time. `recreate`: all replicas of a part of the service stop before the first new one serves. " +
				"`unavailable`: all replicas of a part stop, and nothing takes their place. `replace`: the object is deleted with its pods and created again."},
			"pods":         rschema.Int64Attribute{Computed: true, MarkdownDescription: "How many pods stop; the upper bound where an autoscaler sets their number, or where `reason` says \"up to\"."},
			"accelerators": rschema.MapAttribute{Computed: true, ElementType: types.Int64Type, MarkdownDescription: "How many accelerators those pods hold, by resource name; null where that is not decided."},
			"attributes":   rschema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: "The attributes whose change stops pods; `rendered` if the workload was edited by hand or this release of the provider renders it differently."},
			"reason":       rschema.StringAttribute{Computed: true, MarkdownDescription: "The reason, for each workload; null when no pod stops."},
		},
	}
}

// AttrIgnoreDrift is the root attribute with the paths that others may change.
const AttrIgnoreDrift = "ignore_drift"

func ignoreDriftAttribute() rschema.Attribute {
	return rschema.ListAttribute{
		Optional: true, ElementType: types.StringType,
		MarkdownDescription: "Fields that others may change. Their drift is neither reported nor corrected, and a field that somebody else has changed is released to them. " +
			"Each entry is a path as in `drift`, such as `spec.template.spec.containers[name=\"main\"].image`, and covers everything below it. " +
			"Names may be those of the API or of Terraform: `*` stands for one name or a part of a key, `[*]` for every item or entry, `**` for any number of steps. " +
			"`<kind>/<name>: <path>` limits it to one object of direct mode, with `*` for any part of the name. A later change of the configured value is applied.",
	}
}

// Root attributes that operate what runs.
const (
	AttrRestartTrigger = "restart_trigger"
	AttrPaused         = "paused"
)

// operationAttributes are those of the kinds that run pods.
func (s *ResourceModel) operationAttributes() map[string]rschema.Attribute {
	if s.Kind.Render == nil {
		return nil
	}
	return map[string]rschema.Attribute{
		AttrRestartTrigger: rschema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Any text. Changing it restarts the pods by a rollout of their workloads. Jobs run once and are not restarted. " +
				"Direct mode only: in operator mode the pods are the operator's.",
		},
		AttrPaused: rschema.BoolAttribute{
			Optional: true,
			MarkdownDescription: "Scale the workloads to zero, remove their autoscalers and suspend the Jobs, which cancels what they run. Services and volume claims stay, so `false` brings the workloads back. " +
				"An apply does not wait for readiness meanwhile. Direct mode only. Default `false`.",
		},
	}
}

// Root attributes that keep a destruction from doing harm.
const (
	AttrDeletionProtection = "deletion_protection"
	AttrForceDestroy       = "force_destroy"
)

func protectionAttributes() map[string]rschema.Attribute {
	return map[string]rschema.Attribute{
		AttrDeletionProtection: rschema.BoolAttribute{
			Optional: true,
			MarkdownDescription: "Refuse to destroy or replace the object, in the plan and in the apply. " +
				"The value of the last apply counts: to destroy the object, apply `false` first. Default: the provider's `deletion_protection`.",
		},
		AttrForceDestroy: rschema.BoolAttribute{
			Optional: true,
			MarkdownDescription: "Destroy the object even if others still point at it, such as a route or a service that uses it. " +
				"The value of the last apply counts. Default `false`.",
		},
	}
}

// AttrPruneForeign is the root attribute that has the fields of others removed.
const AttrPruneForeign = "prune_foreign"

func pruneForeignAttribute() rschema.Attribute {
	return rschema.BoolAttribute{
		Optional: true,
		MarkdownDescription: "Remove the fields that others added by hand, those of the class `foreign` in `drift`, at the next apply. " +
			"Fields of operators, of autoscalers and those that the API server fills in are never removed. Default `false`: they are reported and left alone.",
	}
}

// AttrWarnings is the root attribute with the warnings of the last change.
const AttrWarnings = "warnings"

func warningsAttribute() rschema.Attribute {
	return rschema.ListAttribute{
		Computed: true, ElementType: types.StringType,
		MarkdownDescription: "The warnings of the plan of the last change: values without the effect they suggest, workloads that may not work as expected and, with `plan_validation` or `capacity_check`, " +
			"objections of the cluster. Known at plan, unless these checks are on or the release that the cluster serves decides. A plan that changes nothing keeps them. At most 4 KiB. " +
			"Drift, disruption and the reason why the object is not ready have attributes of their own.",
	}
}
