package llmaz

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// check returns what keeps the playground from being rendered or from running.
func (p directPlayground) check() field.ErrorList {
	errs := p.checkName()
	errs = append(errs, p.checkSources()...)
	errs = append(errs, p.checkCache()...)
	errs = append(errs, p.checkMultiHost()...)
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

// checkName holds the name to the length that the StatefulSet of a LeaderWorkerSet can have.
func (p directPlayground) checkName() field.ErrorList {
	fault := statefulSetLength(p.owner.Name)
	if fault == "" || p.options.Workload == workloadDeployment {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("metadata", "name"), p.owner.Name,
		fault+"; shorten it, or set workload to Deployment (N-3)")}
}

func (p directPlayground) checkSources() field.ErrorList {
	var errs field.ErrorList
	hosts := 0
	for _, m := range p.models {
		switch m.source.kind {
		case sourceS3, sourceGCS:
			if !p.skipLoader {
				errs = append(errs, field.Invalid(m.path, m.name, fmt.Sprintf(
					"the model loader cannot read %s: set the annotation %s = \"true\" and use a runtime that loads the weights itself (OM-C5)",
					m.source.uri, annotationSkipModelLoader)))
			}
		case sourceHost:
			hosts++
			if p.skipLoader {
				errs = append(errs, field.Invalid(m.path, m.name, fmt.Sprintf(
					"with the annotation %s nothing mounts %s: remove the annotation, a host:// model needs no loader",
					annotationSkipModelLoader, m.source.uri)))
			}
		}
	}
	if hosts > 1 {
		errs = append(errs, field.Forbidden(field.NewPath("spec", "modelClaims", "models"),
			"only one of the claimed models can come from a directory of the host: load the others from a model hub or an object store (DUP-6)"))
	}
	return errs
}

func (p directPlayground) checkCache() field.ErrorList {
	cache, path := p.options.Cache, field.NewPath("direct", "cache")
	if cache == nil {
		return nil
	}
	var errs field.ErrorList
	const choice = "exactly one of claim_name (an existing PersistentVolumeClaim) and size (of one to create) is needed"
	switch {
	case cache.ClaimName == "" && cache.Size == nil:
		errs = append(errs, field.Required(path, choice+": set one of them"))
	case cache.ClaimName != "" && cache.Size != nil:
		errs = append(errs, field.Forbidden(path, choice+": remove one of them"))
	}
	if cache.Size != nil && cache.Size.Sign() <= 0 {
		errs = append(errs, field.Invalid(path.Child("size"), cache.Size.String(), "must be greater than zero, such as 100Gi"))
	}
	if !p.mountsModels() {
		errs = append(errs, field.Forbidden(path,
			"no weights are loaded that it could keep, because they are on the host already or no loader runs: remove cache"))
	}
	return errs
}

// checkMultiHost refuses what only the commands of a multi-host runtime could serve.
func (p directPlayground) checkMultiHost() field.ErrorList {
	if len(p.flavors) == 0 || p.runtime.spec.MultiHostCommands == nil {
		return nil
	}
	size, ok := p.flavors[0].Params["PP"]
	if !ok {
		return nil
	}
	return field.ErrorList{field.Forbidden(p.models[0].path, fmt.Sprintf(
		"flavor %s of OpenModel %s spreads the model over %s hosts (params.PP), and a playground cannot be rendered for several hosts: use inference_service with its own leader and worker templates in operator mode, or claim a flavor without PP",
		p.flavors[0].Name, p.models[0].name, size))}
}

// checkResources refuses limits below requests, which the API server refuses in pods only.
func (p directPlayground) checkResources() field.ErrorList {
	var errs field.ErrorList
	resources, _ := p.resources()
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
