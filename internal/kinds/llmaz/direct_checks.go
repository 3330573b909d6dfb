package llmaz

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"
)

// check returns what keeps the claimed models from reaching any pod.
func (s directServing) check() field.ErrorList {
	return append(s.checkSources(), s.checkCache()...)
}

func (s directServing) checkSources() field.ErrorList {
	var errs field.ErrorList
	hosts := 0
	for _, m := range s.models {
		switch m.source.kind {
		case sourceS3, sourceGCS:
			if !s.skipLoader {
				errs = append(errs, field.Invalid(m.at, m.name, fmt.Sprintf(
					"the model loader cannot read %s: set the annotation %s = \"true\" and use a runtime that loads the weights itself (OM-C5)",
					m.source.uri, annotationSkipModelLoader)))
			}
		case sourceHost:
			hosts++
			if s.skipLoader {
				errs = append(errs, field.Invalid(m.at, m.name, fmt.Sprintf(
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

func (s directServing) checkCache() field.ErrorList {
	cache, path := s.weights.Cache, field.NewPath("direct", "cache")
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
	if !s.mountsModels() {
		errs = append(errs, field.Forbidden(path,
			"no weights are loaded that it could keep, because they are on the host already or no loader runs: remove cache"))
	}
	return errs
}

// checkTopology refuses the placement of subgroups where a group has none.
//
// Mirrors kubernetes-sigs/lws pkg/webhooks/leaderworkerset_webhook.go@v0.9.0.
func (s directServing) checkTopology(subGroups bool) field.ErrorList {
	const key = lwsv1.SubGroupExclusiveKeyAnnotationKey
	topology, ok := s.owner.Annotations[key]
	if !ok || subGroups {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("metadata", "annotations").Key(key), topology,
		"the groups of the LeaderWorkerSet have no subgroups to place: remove it, or give an inference_service a sub_group_policy (LWS-10)")}
}

// refuseName is the verdict on a name.
func refuseName(name, detail string) field.ErrorList {
	return field.ErrorList{field.Invalid(field.NewPath("metadata", "name"), name, detail)}
}
