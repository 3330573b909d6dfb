package pulumi_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	inference "github.com/inferops/terraform-provider-inference/internal/pulumi"
)

// TestWords translates what the provider says, by the kinds of things that it says.
func TestWords(t *testing.T) {
	at := func(steps ...any) *tftypes.AttributePath {
		path := tftypes.NewAttributePath()
		for _, s := range steps {
			switch s := s.(type) {
			case string:
				path = path.WithAttributeName(s)
			case int:
				path = path.WithElementKeyInt(s)
			}
		}
		return path
	}
	cases := map[string]struct {
		reason string
		of     string
		at     *tftypes.AttributePath
		text   string
		want   string
	}{
		"path": {
			reason: "every step has a name of its own, and lists are plurals", of: "inference_playground",
			text: "spec.backend_runtime_config.envs[1].name of Playground llm/chat is \"model_name\": give each entry a name of its own.",
			want: "spec.backendRuntimeConfig.envs[1].name of Playground llm/chat is \"model_name\": give each entry a name of its own.",
		},
		"plural": {
			reason: "the bridge makes plurals of lists", of: "inference_benchmark_job",
			text: "spec.num_concurrency[0] of BenchmarkJob llm/b is 0", want: "spec.numConcurrencies[0] of BenchmarkJob llm/b is 0",
		},
		"location": {
			reason: "a text without its path gets it", of: "inference_playground", at: at("spec", "model_claim", "model_name"),
			text: "must be set", want: "spec.modelClaim.modelName: must be set",
		},
		"location in the text": {
			reason: "a text with its path does not get it twice", of: "inference_playground", at: at("spec", "model_claim"),
			text: "spec.model_claim.model_name of Playground llm/chat is \"llama\"", want: "spec.modelClaim.modelName of Playground llm/chat is \"llama\"",
		},
		"attribute": {
			reason: "a name of its own", of: "inference_playground", at: at("spec"),
			text: "spec of Playground llm/chat: set `model_claim` or `model_claims`", want: "spec of Playground llm/chat: set `modelClaim` or `modelClaims`",
		},
		"assignment": {
			reason: "what to set is not written as in Terraform", of: "inference_playground", at: at("force_destroy"),
			text: "to delete it all the same, set force_destroy = true, apply that", want: "to delete it all the same, set forceDestroy: true, apply that",
		},
		"plain assignment": {
			reason: "a plain word is a name where a value is assigned to it", of: "inference_playground",
			text: "or set mode = \"direct\" where the resource has it", want: "or set mode: \"direct\" where the resource has it",
		},
		"assignment of an object": {
			reason: "so are the assignments in it", of: "inference_playground",
			text: "pin the release in the provider block with api_releases = { llmaz = \"v0.1.4\" } (one of \"v0.1.0\")",
			want: "pin the release in the provider with apiReleases: { llmaz: \"v0.1.4\" } (one of \"v0.1.0\")",
		},
		"attribute of the provider": {
			reason: "resources speak of the provider", of: "inference_playground",
			text: "takes the plan beyond accelerator_budget of the provider block", want: "takes the plan beyond acceleratorBudget of the provider",
		},
		"output of a resource": {
			reason: "there are no addresses", of: "inference_playground",
			text: "use one of them or add inference_backend_runtime.<x>.manifest to references (PG-C6)",
			want: "use one of them or add the manifest of an inference:BackendRuntime to references (PG-C6)",
		},
		"type": {
			reason: "a type of resources", of: "inference_playground",
			text: "or give an inference_service a sub_group_policy", want: "or give an inference:Service a subGroupPolicy",
		},
		"attribute named like a type": {
			reason: "what the resource has is meant", of: "inference_benchmark_job", at: at("spec", "endpoint"),
			text: "say what to measure: set `inference_service` or `endpoint`", want: "spec.endpoint: say what to measure: set `inferenceService` or `endpoint`",
		},
		"attribute of another type": {
			reason: "references are explained by what they refer to", of: "inference_playground",
			text: "only the `recommended_configs` of an `inference_backend_runtime`", want: "only the `recommendedConfigs` of an `inference:BackendRuntime`",
		},
		"import command": {
			reason: "Pulumi imports by the token", of: "inference_playground",
			text: "Import it with `terraform import inference_playground.<name> llm/chat`, or choose another name.",
			want: "Import it with `pulumi import inference:index/playground:Playground <name> llm/chat`, or choose another name.",
		},
		"import block": {
			reason: "there are no blocks", of: "inference_playground",
			text: "Import it:\n\nimport {\n  to = inference_playground.chat\n  id = \"llm/chat\"\n}\n",
			want: "Import it:\n\npulumi import inference:index/playground:Playground chat llm/chat\n",
		},
		"replacement": {
			reason: "the engine has an option where Terraform has an argument", of: "inference_playground",
			text: "If the plan replaces the object, remove create_before_destroy: two objects cannot have one name.",
			want: "If the plan replaces the object, set the option deleteBeforeReplace: true: two objects cannot have one name.",
		},
		"drift": {
			reason: "keys of entries stay", of: "inference_playground",
			text: "Playground llm/chat:\n  - Playground/chat: spec.elastic_config.min_replicas is 5 instead of 2 [changed]\n  - metadata.labels[team_name] = \"search\" was added",
			want: "Playground llm/chat:\n  - Playground/chat: spec.elasticConfig.minReplicas is 5 instead of 2 [changed]\n  - metadata.labels[team_name] = \"search\" was added",
		},
		"evidence": {
			reason: "what a container has written is not ours", of: "inference_playground",
			text: "Log of container main of Pod/chat-0, its last lines:\n  KeyError: model_name", want: "Log of container main of Pod/chat-0, its last lines:\n  KeyError: model_name",
		},
		"not ours": {
			reason: "names of other things that look like names", of: "inference_playground",
			text: "Server: playgrounds.inference.llmaz.io \"model_name\" at http://model_name/api with --model_name=x, $model_name, KUBE_CONFIG_PATH, spec.rules[].backendRefs[], example.com/model_name",
			want: "Server: playgrounds.inference.llmaz.io \"model_name\" at http://model_name/api with --model_name=x, $model_name, KUBE_CONFIG_PATH, spec.rules[].backendRefs[], example.com/model_name",
		},
	}
	sentence := inference.Sentences(inference.Info("0.1.0"))
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if got := sentence(tc.of, &tfprotov6.Diagnostic{Summary: tc.text, Attribute: tc.at}); got != tc.want {
				t.Errorf("%s: it is\n%s\nnot\n%s", tc.reason, got, tc.want)
			}
		})
	}
}
