package llmaz

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// check returns what keeps the playground from being rendered or from running.
func (p directPlayground) check() field.ErrorList {
	errs := p.checkName()
	errs = append(errs, checkWorkload(p.options.Workload, p.groupsFor())...)
	if p.inGroups() {
		errs = append(errs, p.checkTopology(false)...)
	}
	errs = append(errs, p.directServing.check()...)
	errs = append(errs, p.checkHosts()...)
	errs = append(errs, p.checkResources()...)
	if p.options.StartupSeconds != nil && p.runtime.spec.StartupProbe == nil {
		errs = append(errs, field.Invalid(field.NewPath("direct", "startupSeconds"), *p.options.StartupSeconds, fmt.Sprintf(
			"BackendRuntime %s has no startup probe, so nothing bounds the start of its container: remove startup_seconds", p.runtime.name)))
	}
	if _, err := p.scaleTrigger(); err != nil {
		errs = append(errs, err)
	}
	return errs
}

// checkName holds the name to the length that the StatefulSets of a LeaderWorkerSet can have.
func (p directPlayground) checkName() field.ErrorList {
	if !p.inGroups() {
		return nil
	}
	if fault := statefulSetLength(p.owner.Name); fault != "" {
		return refuseName(p.owner.Name, fault+"; shorten it (N-3)")
	}
	if p.groupSize() == 1 {
		return nil
	}
	if fault := groupNameLength(p.owner.Name, int(max(p.mostReplicas()-1, 0))); fault != "" {
		return refuseName(p.owner.Name, fault+"; shorten it (N-4)")
	}
	return nil
}

// checkHosts finds what is missing for a model that spans several hosts, or of no use
// for one that does not.
func (p directPlayground) checkHosts() field.ErrorList {
	var errs field.ErrorList
	if policy := p.options.StartupPolicy; policy != "" && p.groupSize() == 1 {
		errs = append(errs, field.Invalid(field.NewPath("direct", "startupPolicy"), policy,
			"the model is served by one host, where no worker could wait for a leader: remove startup_policy"))
	}
	if len(p.flavors) > 0 {
		if size, set := p.flavors[0].Params[tokenTensorParallel]; set && p.askedTensorSize() < 1 {
			errs = append(errs, field.Invalid(p.models[0].defined, p.models[0].name, fmt.Sprintf(
				"params.TP of flavor %s is %q: write the number of accelerators that share a layer, 1 or more", p.flavors[0].Name, size)))
		}
	}
	if p.groupSize() == 1 {
		return errs
	}
	const remedy = "and flavor %s of OpenModel %s spreads the model over %d hosts (params.PP): set it, or claim a flavor without PP"
	commands := p.runtime.spec.MultiHostCommands
	missing := func(what string) {
		errs = append(errs, field.Required(p.runtime.path, fmt.Sprintf("BackendRuntime %s has no spec.multiHostCommands.%s, "+remedy,
			p.runtime.name, what, p.flavors[0].Name, p.models[0].name, p.hosts)))
	}
	if len(commands.Leader) == 0 {
		missing("leader")
	}
	if len(commands.Worker) == 0 {
		missing("worker")
	}
	return errs
}

// checkResources refuses limits below requests, which the API server refuses in pods only.
func (p directPlayground) checkResources() field.ErrorList {
	var errs field.ErrorList
	resources, _ := p.resources()
	if len(p.flavors) > 0 {
		resources = render.DedicateResources(resources, p.flavors[0].Limits)
	}
	for _, name := range slices.Sorted(maps.Keys(resources.Limits)) {
		limit, request := resources.Limits[name], resources.Requests[name]
		if request.Cmp(limit) > 0 {
			errs = append(errs, field.Invalid(field.NewPath("spec", "backendRuntimeConfig", "resources", "limits").Key(string(name)), limit.String(),
				fmt.Sprintf("is below the request of %s, which configuration %s of BackendRuntime %s may have set: raise the limit or lower the request",
					request.String(), p.runtime.config.Name, p.runtime.name)))
		}
	}
	return errs
}
