package provider

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint/hub"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/forecast"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kthena"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/stage/controllers"
	"github.com/inferops/terraform-provider-inference/internal/stage/drift"
	"github.com/inferops/terraform-provider-inference/internal/stage/ownership"
)

// engineSettings is what the block says to every resource. A connection that is not known yet
// or cannot be used leaves the client out and says why: plans do without one.
func (c *config) engineSettings(version string) *model.Settings {
	out := &model.Settings{
		Unread:                 &sync.Once{},
		Compared:               &sync.Map{},
		Nodes:                  &model.NodeList{},
		ConflictingControllers: controllers.NewConflictingControllers(kthena.ConflictingControllers()),
		PlanChecks:             forecast.NewPlanChecks(c.planValidation == forecast.ValidationServer, c.capacityCheck, c.defaulted(attrModelCheck, c.modelCheck, forecast.ModelOffline)),
		Mode:                   c.defaulted("mode", c.mode, model.Operator),
		Namespace:              c.defaulted("namespace", c.namespace, "default"),
		FieldManager:           c.defaulted("field_manager", c.FieldManager, cluster.DefaultFieldManager),
		Workspace:              workspace(os.LookupEnv),
		Session:                session(),
		Reservations:           ownership.NewReservations(),
		UnreportedDrift:        drift.NewUnreportedDrift(),
		Releases:               c.releases,
		Budget:                 forecast.NewBudget(c.budget),
		Quotas:                 forecast.NewQuotas(),
		Claims:                 forecast.NewClaims(),
		Hubs:                   hubs(version, os.LookupEnv),
		// A value that is not known yet protects nothing in the plan; the apply knows it.
		DeletionProtection: c.deletionProtection != nil && *c.deletionProtection,
	}
	connection, known := c.connection()
	if !known {
		out.Unknown = true
		return out
	}
	connection, err := cluster.FromEnvironment(connection, os.LookupEnv)
	if err == nil {
		connection.UserAgent = cluster.UserAgent(version)
		out.Client, err = cluster.New(connection)
	}
	out.Unavailable = err
	return out
}

// hubs reads the variables of the hubs' own clients.
// Source: huggingface/huggingface_hub src/huggingface_hub/constants.py@v0.34.0; modelscope/modelscope modelscope/hub/constants.py@master.
func hubs(version string, lookup func(string) (string, bool)) model.Hubs {
	variable := func(name string) string {
		text, _ := lookup(name)
		return strings.TrimSpace(text)
	}
	offline := strings.ToUpper(variable("HF_HUB_OFFLINE"))
	seconds, _ := strconv.ParseFloat(variable("HF_HUB_ETAG_TIMEOUT"), 64)
	return model.Hubs{
		Timeout:             time.Duration(seconds * float64(time.Second)),
		HuggingFaceEndpoint: variable("HF_ENDPOINT"), HuggingFaceToken: variable(hub.HuggingFaceTokenVariable), ModelScopeToken: variable(hub.ModelScopeTokenVariable),
		Offline: slices.Contains([]string{"1", "ON", "YES", "TRUE"}, offline), UserAgent: cluster.UserAgent(version),
	}
}

// defaulted is "" for a value that is not known yet.
func (c *config) defaulted(attribute, value, fallback string) string {
	if value == "" && !c.unknown[attribute] {
		return fallback
	}
	return value
}

// releases returns the systems, and the names of the releases of every system and kind.
func generations() (systems []string, known map[string][]string) {
	known = map[string][]string{}
	add := func(key, generation string) {
		if !slices.Contains(known[key], generation) {
			known[key] = append(known[key], generation)
		}
	}
	for _, k := range kinds.WithCustomResource(Kinds()) {
		if !slices.Contains(systems, k.System) {
			systems = append(systems, k.System)
		}
		for _, d := range k.Releases {
			for _, name := range append([]string{d.Name}, d.Also...) {
				add(k.System, name)
				add(k.TypeName, name)
			}
		}
	}
	return systems, known
}
