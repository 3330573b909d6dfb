package llmaz

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// modelOf is the OpenModel of that name, nil when its definition is not given.
func modelOf(c kinds.Candidate, name string) *corev1alpha1.OpenModel {
	return definitionOf[corev1alpha1.OpenModel](c, "OpenModel", name)
}

// definitionOf returns the cluster-scoped object of that kind and name, nil when its
// definition is not given.
func definitionOf[T any](c kinds.Candidate, kind, name string) *T {
	definition := c.Find(kind, "", name)
	if definition == nil {
		return nil
	}
	object, err := render.Decode[T](definition.Object)
	if err != nil {
		return nil // the schema of the definition reports it better
	}
	return &object
}

// claimRules compare a claim with the definitions of the models. In direct mode the
// renderer reports them, because it needs the definitions.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/service_controller.go and
// pkg/controller_helper/modelsource @v0.1.4.
func claimRules[T any](claimOf func(*T, kinds.Candidate) claim, reads ...string) []kinds.Rule {
	rule := func(id, says string, check func(claim) field.ErrorList, also ...string) kinds.Rule {
		return kinds.Rule{
			ID: id, Says: says, Modes: kinds.OperatorMode, Reads: slices.Concat([]string{"definitions"}, reads, also),
			Check: kinds.Typed(func(object *T, c kinds.Candidate) field.ErrorList { return check(claimOf(object, c)) }),
		}
	}
	hosts := rule("DUP-1", "no model is on a directory of the host, for which llmaz v0.1.4 makes two volumes of one name", hostModelRule, "metadata.annotations")
	hosts.Dialects = []string{"v0.1.4"}
	return []kinds.Rule{
		rule("PG-C5", "the main model has the flavors that are claimed", claimedFlavorsRule),
		rule("OM-C5", "models on S3 and GCS are loaded by the runtime, without the model loader", bucketLoaderRule, "metadata.annotations"),
		hosts,
		rule("DUP-6", "one model at most is on a directory of the host", severalHostsRule),
	}
}

func claimedFlavorsRule(c claim) field.ErrorList {
	main, ok := c.main()
	if !ok {
		return nil
	}
	var names []string
	if config := main.model.Spec.InferenceConfig; config != nil {
		for _, flavor := range config.Flavors {
			names = append(names, flavor.Name)
		}
	}
	var errs field.ErrorList
	for i, name := range c.flavors {
		if !slices.Contains(names, name) {
			err := field.NotFound(c.flavorsAt.Index(i), name)
			err.Detail = fmt.Sprintf("the OpenModel `%s` has no flavor of this name, so its pods would get no accelerator (it has: %s); claim one of them, or add it to the model", main.name, render.List(slices.Values(names)))
			errs = append(errs, err)
		}
	}
	return errs
}

func bucketLoaderRule(c claim) field.ErrorList {
	var errs field.ErrorList
	for _, m := range c.given() {
		if scheme := m.scheme(); !c.skipsLoader && (scheme == "S3" || scheme == "GCS") {
			errs = append(errs, field.Invalid(m.at, m.name, fmt.Sprintf(
				"the model loader cannot read `%s` and fails for ever; set the annotation `%s: \"true\"` and use a runtime that loads the weights itself", m.uri(), annotationSkipModelLoader)))
		}
	}
	return errs
}

func hostModelRule(c claim) field.ErrorList {
	var errs field.ErrorList
	for _, m := range c.given() {
		if !c.skipsLoader && m.scheme() == "HOST" {
			errs = append(errs, field.Invalid(m.at, m.name, fmt.Sprintf(
				"llmaz v0.1.4 gives the pods of `%s` two volumes of one name, which the API server refuses; load the model from a hub or a bucket, or use direct mode", m.uri())))
		}
	}
	return errs
}

func severalHostsRule(c claim) field.ErrorList {
	hosts := slices.DeleteFunc(c.given(), func(m claimedModel) bool { return m.scheme() != "HOST" })
	if len(hosts) < 2 {
		return nil
	}
	return field.ErrorList{field.Invalid(hosts[1].at, hosts[1].name,
		"a second model from a directory of the host would need a second volume of the same name, which the API server refuses; load it from a hub or a bucket")}
}

// loaderVariables are the environment variables that the loader adds for a source, by
// its scheme.
var loaderVariables = map[string][]string{
	"HUB": {
		"MODEL_SOURCE_TYPE", "MODEL_ID", "MODEL_HUB_NAME", "MODEL_FILENAME", "REVISION", "MODEL_ALLOW_PATTERNS", "MODEL_IGNORE_PATTERNS",
		"HUGGING_FACE_HUB_TOKEN", "HF_TOKEN",
	},
	"OSS": {"MODEL_SOURCE_TYPE", "PROVIDER", "ENDPOINT", "BUCKET", "MODEL_PATH", "OSS_ACCESS_KEY_ID", "OSS_ACCESS_KEY_SECRET"},
}

// loaderTwice finds variables that the loader of a claimed model gets a second time.
func (c claim) loaderTwice(envs []corev1.EnvVar, at func(i int) *field.Path) field.ErrorList {
	if c.skipsLoader {
		return nil
	}
	var errs field.ErrorList
	for i, env := range envs {
		for _, m := range c.given() {
			if slices.Contains(loaderVariables[m.scheme()], env.Name) {
				detail := fmt.Sprintf("llmaz copies it to the container that loads `%s`, which has the variable already, and the API server refuses that; remove it", m.name)
				if strings.HasPrefix(env.Name, "H") {
					detail += ", and give the token in the Secret `" + modelHubSecretName + "`"
				}
				errs = append(errs, field.Invalid(at(i), env.Name, detail))
				break
			}
		}
	}
	return errs
}

// serviceLoaderRule looks at the first container of a template, whose variables the
// loader gets.
func serviceLoaderRule(s *inferencev1alpha1.Service, c kinds.Candidate) field.ErrorList {
	claim := claimOfService(s, c)
	var errs field.ErrorList
	for _, template := range templatesOf(s) {
		if len(template.pod.Containers) == 0 {
			continue
		}
		errs = append(errs, claim.loaderTwice(template.pod.Containers[0].Env, func(i int) *field.Path {
			return template.path.Child("containers").Index(0).Child("env").Index(i).Child("name")
		})...)
	}
	return errs
}
