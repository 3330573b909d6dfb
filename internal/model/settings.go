package model

import (
	"cmp"
	"fmt"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint/hub"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// Modes of a resource.
const (
	// Operator mode hands a custom resource to the installed operator.
	Operator = "operator"
	// Direct mode renders and applies the workloads itself.
	Direct = "direct"
)

// Settings is what the provider block says to every resource.
type Settings struct {
	// Client talks to the cluster; nil while there is nobody to talk to, and then
	// Unavailable says why.
	Client      *cluster.Client
	Unavailable error
	// Unknown is true while the connection depends on values that are not known yet, as
	// when the cluster is made by the same apply.
	Unknown bool
	// Mode is the default mode of resources, Operator or Direct; empty while it is not known.
	Mode string
	// Namespace is the default namespace of resources; empty while it is not known.
	Namespace string
	// Releases pins releases by system, such as "llmaz" to "v0.1.0".
	Releases map[string]string
	// Budget bounds the accelerators of all resources together; nil when nothing does.
	Budget *Budget
	// Quotas are those that the plan makes, and what it holds against them.
	Quotas *Quotas
	// Claims are what the objects of the plan take for themselves.
	Claims *Claims
	// PlanChecks are those of a plan beside the rules, which may ask the cluster or a hub of models; nil for none.
	PlanChecks *PlanChecks
	// ConflictingControllers are what the workloads of direct mode must be kept from.
	ConflictingControllers *ConflictingControllers
	// Unread is done once a Secret could not be read.
	Unread *sync.Once
	// Compared has the kinds whose definition in the cluster was compared with what the provider knows; nil for a provider that
	// compares none.
	Compared *sync.Map
	// DeletionProtection protects the resources that do not say whether they are protected.
	DeletionProtection bool
	// Hubs is how hubs of models are asked.
	Hubs Hubs
	// Nodes are those of the cluster, as far as they were looked at.
	Nodes *NodeList
	// FieldManager is the name under which fields are owned.
	FieldManager string
	// Workspace tells the state that the provider works for from others, and Session its runs.
	Workspace, Session string
	// Reservations are the objects of the resources that are planned while the provider runs.
	Reservations *Reservations
	// UnreportedDrift is the drift that was found while the provider runs and that no plan has told yet.
	UnreportedDrift *UnreportedDrift
}

// Hubs is what the environment says of hubs of models; what a data source says goes before it.
type Hubs struct {
	// HuggingFaceEndpoint is where Hugging Face is, "" for its own address.
	HuggingFaceEndpoint string
	// HuggingFaceToken and ModelScopeToken are "" for none.
	HuggingFaceToken, ModelScopeToken string
	// Offline keeps Hugging Face from being asked.
	Offline bool
	// Timeout bounds what a plan asks about one model, 0 for the usual bound.
	Timeout time.Duration
	// UserAgent is who asks.
	UserAgent string
}

// Of is the hub of a source.
func (h Hubs) Of(source string) *hub.Hub {
	if source == hub.SourceModelScope {
		return &hub.Hub{Endpoint: hub.ModelScopeEndpoint, Token: h.ModelScopeToken, TokenVariable: hub.ModelScopeTokenVariable, Agent: h.UserAgent}
	}
	return &hub.Hub{Endpoint: cmp.Or(h.HuggingFaceEndpoint, hub.HuggingFaceEndpoint), Token: h.HuggingFaceToken, TokenVariable: hub.HuggingFaceTokenVariable, Agent: h.UserAgent}
}

// SettingsOf is what the provider hands to all that it serves; nil before it is configured.
func SettingsOf(data any) (*Settings, diag.Diagnostics) {
	settings, ok := data.(*Settings)
	if data != nil && !ok {
		return nil, diag.Diagnostics{diagnostic.Fault("Configuring the provider", fmt.Errorf("its data is a %T", data))}
	}
	return settings, nil
}
