package llmaz

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var (
	backendConfigPath = field.NewPath("spec", "backendRuntimeConfig")
	elasticConfigPath = field.NewPath("spec", "elasticConfig")
)

// playgroundRules mirror InftyAI/llmaz pkg/webhook/playground_webhook.go,
// pkg/controller/inference/playground_controller.go and pkg/controller_helper @v0.1.4 and @v0.1.0.
var playgroundRules = slices.Concat(
	[]kinds.Rule{
		{
			ID: "PG-W1", Says: "exactly one of `model_claim` and `model_claims` is set",
			Reads: []string{"spec.modelClaim", "spec.modelClaims"}, Check: kinds.Typed(oneClaimRule),
		},
		{
			ID: "PG-W2", Says: "with a model of the role `draft` there are exactly two models",
			Reads: []string{"spec.modelClaims.models[].role"}, Check: claimedModelsRule(playgroundClaims, draftNeedsTwoModels),
		},
		{
			ID: "PG-W3", Says: "at most one model has the role `main`",
			Reads: []string{"spec.modelClaims.models[].role"}, Check: claimedModelsRule(playgroundClaims, severalMains),
		},
		{
			ID: "PG-W4", Says: "a request in `backend_runtime_config.resources` is not more than its limit",
			Reads: []string{"spec.backendRuntimeConfig.resources"},
			Check: kinds.Typed(playgroundResourcesRule),
		},
		{
			ID: "PG-W5", Says: "`min_replicas` is not 0, because llmaz does not scale to zero",
			Reads: []string{"spec.elasticConfig.minReplicas"}, Check: kinds.Typed(minReplicasZeroRule),
		},
		{
			ID: "PG-W6", Says: "`max_replicas` is greater than `min_replicas`",
			Reads: []string{"spec.elasticConfig.minReplicas", "spec.elasticConfig.maxReplicas"},
			Check: kinds.Typed(replicaBoundsRule),
		},
		{
			ID: "PG-W7", Says: "`scale_trigger` has its `hpa`",
			Reads: []string{"spec.elasticConfig.scaleTrigger.hpa"}, Check: kinds.Typed(playgroundTriggerRule),
		},
		{
			ID: "PG-W7", Says: "`scale_trigger` and `scale_trigger_ref` are not set together",
			Reads: []string{"spec.elasticConfig.scaleTrigger", "spec.elasticConfig.scaleTriggerRef"}, Warn: true,
			Check: kinds.Typed(triggerTwiceRule),
		},
		{
			ID: "PG-C2", Says: "the model to serve is named, by a name that can be the value of a label",
			Reads: []string{"spec.modelClaim.modelName", "spec.modelClaims.models[].name", "spec.modelClaims.models[].role"},
			Check: kinds.Typed(playgroundModelNameRule),
		},
		{
			ID: "PG-C3", Says: "`model_claims` lists at least one model",
			Reads: []string{"spec.modelClaims.models"}, Check: claimedModelsRule(playgroundClaims, modelsMissing),
		},
		{
			ID: "PG-C4", Says: "beside a draft there is a model of the role `main`",
			Reads: []string{"spec.modelClaims.models[].role"}, Check: claimedModelsRule(playgroundClaims, noMain),
		},
		{
			ID: "PG-C8", Says: "`args` have no words in braces, which only the recommended configurations of a runtime replace",
			Reads: []string{"spec.backendRuntimeConfig.args"}, Warn: true, Check: kinds.Typed(playgroundArgsRule),
		},
		{
			ID: "PG-C11", Says: "`replicas` is 0 or more",
			Reads: []string{"spec.replicas"}, Check: kinds.Typed(playgroundReplicasRule),
		},
		{
			ID: "PG-9.3", Says: "with `args` and a draft model, `config_name` is set, or llmaz v0.1.0 ignores the draft",
			Dialects: []string{"v0.1.0"}, Modes: kinds.OperatorMode,
			Reads: []string{
				"spec.backendRuntimeConfig.args", "spec.backendRuntimeConfig.configName",
				"spec.modelClaim", "spec.modelClaims.models[].role",
			},
			Check: kinds.Typed(argsHideDraftRule),
		},
		{
			ID: "H-12", Says: "`min_replicas` is not negative",
			Reads: []string{"spec.elasticConfig.minReplicas"}, Check: kinds.Typed(minReplicasNegativeRule),
		},
	},
	claimRules(claimOfPlayground, claimReads...),
	chosenRuntimeRules,
	workloadNameRules("PG-W8"),
)

func playgroundClaims(p *inferencev1alpha1.Playground) *corev1alpha1.ModelClaims {
	return p.Spec.ModelClaims
}

// oneClaimRule is stricter than the webhook, which lets both claims pass although the
// API documents them as exclusive: the controllers then ignore modelClaims.
func oneClaimRule(p *inferencev1alpha1.Playground, _ kinds.Candidate) field.ErrorList {
	switch {
	case p.Spec.ModelClaim == nil && p.Spec.ModelClaims == nil:
		return field.ErrorList{field.Required(field.NewPath("spec"),
			"say what to serve: set `model_claim` for one model or `model_claims` for a main model and its draft")}
	case p.Spec.ModelClaim != nil && p.Spec.ModelClaims != nil:
		return field.ErrorList{field.Forbidden(field.NewPath("spec", "modelClaims"),
			"not together with `model_claim`, which would be used while `model_claims` is ignored; remove one of them")}
	}
	return nil
}

// severalMains compares roles where the webhook compares the names of the models with
// "main", which is plainly not what it is for.
func severalMains(models []corev1alpha1.ModelRef) field.ErrorList {
	if mains, _ := countRoles(models); mains <= 1 {
		return nil
	}
	return notOneMain(models)
}

func noMain(models []corev1alpha1.ModelRef) field.ErrorList {
	if mains, drafts := countRoles(models); mains > 0 || drafts == 0 {
		return nil
	}
	return notOneMain(models)
}

func modelsMissing(models []corev1alpha1.ModelRef) field.ErrorList {
	if len(models) > 0 {
		return nil
	}
	return field.ErrorList{field.Required(claimedModelsPath, "list at least the model of role `main`")}
}

func playgroundModelNameRule(p *inferencev1alpha1.Playground, _ kinds.Candidate) field.ErrorList {
	if p.Spec.ModelClaim != nil {
		return mainModelName(string(p.Spec.ModelClaim.ModelName), field.NewPath("spec", "modelClaim", "modelName"))
	}
	if p.Spec.ModelClaims != nil {
		return mainModelNames(p.Spec.ModelClaims.Models)
	}
	return nil
}

func playgroundResourcesRule(p *inferencev1alpha1.Playground, _ kinds.Candidate) field.ErrorList {
	if p.Spec.BackendRuntimeConfig == nil {
		return nil
	}
	return limitsBelowRequests(p.Spec.BackendRuntimeConfig.Resources, backendConfigPath.Child("resources"))
}

// minReplicas returns the least number of replicas that an autoscaler keeps, and false
// when there is none.
func minReplicas(p *inferencev1alpha1.Playground) (int32, bool) {
	if p.Spec.ElasticConfig == nil {
		return 0, false
	}
	if p.Spec.ElasticConfig.MinReplicas == nil {
		return 1, true
	}
	return *p.Spec.ElasticConfig.MinReplicas, true
}

func minReplicasZeroRule(p *inferencev1alpha1.Playground, _ kinds.Candidate) field.ErrorList {
	if least, elastic := minReplicas(p); !elastic || least != 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(elasticConfigPath.Child("minReplicas"), 0,
		"llmaz does not scale to zero: must be at least 1; to stop serving, remove `elastic_config` and set `replicas = 0`")}
}

func minReplicasNegativeRule(p *inferencev1alpha1.Playground, _ kinds.Candidate) field.ErrorList {
	least, elastic := minReplicas(p)
	if !elastic || least >= 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(elasticConfigPath.Child("minReplicas"), least, "must be at least 1")}
}

func replicaBoundsRule(p *inferencev1alpha1.Playground, _ kinds.Candidate) field.ErrorList {
	least, elastic := minReplicas(p)
	if !elastic || least < p.Spec.ElasticConfig.MaxReplicas {
		return nil
	}
	return field.ErrorList{field.Invalid(elasticConfigPath.Child("maxReplicas"), p.Spec.ElasticConfig.MaxReplicas, fmt.Sprintf(
		"must be greater than `min_replicas`, which is %d (1 when unset); for a fixed number of replicas use `replicas` without "+
			"`elastic_config`", least))}
}

func playgroundTriggerRule(p *inferencev1alpha1.Playground, _ kinds.Candidate) field.ErrorList {
	if p.Spec.ElasticConfig == nil {
		return nil
	}
	return triggerWithoutHPA(p.Spec.ElasticConfig.ScaleTrigger, elasticConfigPath.Child("scaleTrigger"))
}

// triggerWithoutHPA is the verdict on a trigger that says nothing.
func triggerWithoutHPA(trigger *inferencev1alpha1.ScaleTrigger, path *field.Path) field.ErrorList {
	if trigger == nil || trigger.HPA != nil {
		return nil
	}
	return field.ErrorList{field.Required(path.Child("hpa"),
		"a trigger needs its `hpa`, which may be empty (`{}`, scaling on CPU); set it, or remove the trigger")}
}

func triggerTwiceRule(p *inferencev1alpha1.Playground, _ kinds.Candidate) field.ErrorList {
	elastic := p.Spec.ElasticConfig
	if elastic == nil || elastic.ScaleTrigger == nil || elastic.ScaleTriggerRef == nil {
		return nil
	}
	return field.ErrorList{field.Forbidden(elasticConfigPath.Child("scaleTriggerRef"),
		"it is ignored, because `scale_trigger` is used instead; remove one of them")}
}

func playgroundArgsRule(p *inferencev1alpha1.Playground, _ kinds.Candidate) field.ErrorList {
	if p.Spec.BackendRuntimeConfig == nil {
		return nil
	}
	var errs field.ErrorList
	for i, arg := range p.Spec.BackendRuntimeConfig.Args {
		if argumentToken.MatchString(arg) {
			errs = append(errs, field.Invalid(backendConfigPath.Child("args").Index(i), arg,
				"the engine will get the braces as they stand: only the `recommended_configs` of an `inference_backend_runtime` "+
					"have words replaced; write the value itself, or add a configuration there"))
		}
	}
	return errs
}

func playgroundReplicasRule(p *inferencev1alpha1.Playground, _ kinds.Candidate) field.ErrorList {
	return negativeReplicas(p.Spec.Replicas)
}

// negativeReplicas is the verdict on spec.replicas of a workload.
func negativeReplicas(replicas *int32) field.ErrorList {
	if replicas == nil || *replicas >= 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("spec", "replicas"), *replicas, "must be 0 or more")}
}

// argsHideDraftRule finds the playgrounds of llmaz v0.1.0 whose additional arguments make
// its CRD fill in the configuration "default", which then wins over the one that
// follows from the draft model.
func argsHideDraftRule(p *inferencev1alpha1.Playground, _ kinds.Candidate) field.ErrorList {
	config := p.Spec.BackendRuntimeConfig
	if config == nil || config.Args == nil || config.ConfigName != nil || p.Spec.ModelClaim != nil || p.Spec.ModelClaims == nil {
		return nil
	}
	if _, drafts := countRoles(p.Spec.ModelClaims.Models); drafts == 0 {
		return nil
	}
	return field.ErrorList{field.Required(backendConfigPath.Child("configName"),
		"with `args`, llmaz v0.1.0 takes the configuration `default` unless one is named, and the draft model would be ignored; "+
			"name one that uses it, such as `"+configSpeculativeDecoding+"`")}
}
