package example;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.Output;
import com.pulumi.inference.Provider;
import com.pulumi.inference.ProviderArgs;
import com.pulumi.inference.OpenModel;
import com.pulumi.inference.OpenModelArgs;
import com.pulumi.inference.inputs.OpenModelMetadataArgs;
import com.pulumi.inference.inputs.OpenModelSpecArgs;
import com.pulumi.inference.inputs.SourceArgs;
import com.pulumi.inference.inputs.ModelHubArgs;
import com.pulumi.inference.inputs.InferenceConfigArgs;
import com.pulumi.inference.inputs.FlavorArgs;
import com.pulumi.inference.Playground;
import com.pulumi.inference.PlaygroundArgs;
import com.pulumi.inference.inputs.MetadataArgs;
import com.pulumi.inference.inputs.PlaygroundSpecArgs;
import com.pulumi.inference.inputs.ModelClaimsArgs;
import com.pulumi.inference.inputs.ModelClaimsModelArgs;
import com.pulumi.inference.inputs.BackendRuntimeConfigArgs;
import com.pulumi.inference.inputs.SpecResourcesArgs;
import com.pulumi.inference.inputs.ElasticConfigArgs;
import com.pulumi.inference.inputs.ElasticConfigScaleTriggerArgs;
import com.pulumi.inference.inputs.HpaArgs;
import com.pulumi.inference.kubernetes.inputs.MetricSpecArgs;
import com.pulumi.inference.kubernetes.inputs.ExternalMetricSourceArgs;
import com.pulumi.inference.kubernetes.inputs.MetricIdentifierArgs;
import com.pulumi.inference.kubernetes.inputs.MetricTargetArgs;
import com.pulumi.inference.kubernetes.inputs.HorizontalPodAutoscalerBehaviorArgs;
import com.pulumi.inference.kubernetes.inputs.HPAScalingRulesArgs;
import com.pulumi.inference.inputs.PlaygroundDirectArgs;
import com.pulumi.inference.inputs.TimeoutsArgs;
import com.pulumi.resources.CustomResourceOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Paths;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    public static void stack(Context ctx) {
        final var config = ctx.config();
        final var mode = config.get("mode").orElse("direct");
        var cluster = new Provider("cluster", ProviderArgs.builder()
            .mode(mode)
            .namespace("default")
            .build());

        var main = new OpenModel("main", OpenModelArgs.builder()
            .metadata(OpenModelMetadataArgs.builder()
                .name("qwen2-5-72b")
                .build())
            .spec(OpenModelSpecArgs.builder()
                .familyName("qwen2")
                .source(SourceArgs.builder()
                    .modelHub(ModelHubArgs.builder()
                        .modelId("Qwen/Qwen2.5-72B-Instruct")
                        .build())
                    .build())
                .inferenceConfig(InferenceConfigArgs.builder()
                    .flavors(FlavorArgs.builder()
                        .name("gpu")
                        .limits(Map.of("nvidia.com/gpu", "4"))
                        .build())
                    .build())
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        var draft = new OpenModel("draft", OpenModelArgs.builder()
            .metadata(OpenModelMetadataArgs.builder()
                .name("qwen2-5-7b")
                .build())
            .spec(OpenModelSpecArgs.builder()
                .familyName("qwen2")
                .source(SourceArgs.builder()
                    .modelHub(ModelHubArgs.builder()
                        .modelId("Qwen/Qwen2.5-7B-Instruct")
                        .build())
                    .build())
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        var chat = new Playground("chat", PlaygroundArgs.builder()
            .metadata(MetadataArgs.builder()
                .name("chat")
                .build())
            .spec(PlaygroundSpecArgs.builder()
                .replicas(1)
                .modelClaims(ModelClaimsArgs.builder()
                    .models(
                        ModelClaimsModelArgs.builder()
                            .name(main.metadata().applyValue(_metadata -> _metadata.name()))
                            .role("main")
                            .build(),
                        ModelClaimsModelArgs.builder()
                            .name(draft.metadata().applyValue(_metadata -> _metadata.name()))
                            .role("draft")
                            .build())
                    .build())
                .backendRuntimeConfig(BackendRuntimeConfigArgs.builder()
                    .backendName("vllm")
                    .configName("speculative-decoding")
                    .args(
                        "--max-model-len",
                        "16384",
                        "--tensor-parallel-size",
                        "4")
                    .resources(SpecResourcesArgs.builder()
                        .requests(Map.ofEntries(
                            Map.entry("cpu", "16"),
                            Map.entry("memory", "128Gi")
                        ))
                        .limits(Map.ofEntries(
                            Map.entry("cpu", "16"),
                            Map.entry("memory", "128Gi")
                        ))
                        .build())
                    .build())
                .elasticConfig(ElasticConfigArgs.builder()
                    .minReplicas(1)
                    .maxReplicas(4)
                    .scaleTrigger(ElasticConfigScaleTriggerArgs.builder()
                        .hpa(HpaArgs.builder()
                            .metrics(MetricSpecArgs.builder()
                                .type("Pods")
                                .pods(ExternalMetricSourceArgs.builder()
                                    .metric(MetricIdentifierArgs.builder()
                                        .name("vllm:num_requests_waiting")
                                        .build())
                                    .target(MetricTargetArgs.builder()
                                        .type("AverageValue")
                                        .averageValue("8")
                                        .build())
                                    .build())
                                .build())
                            .behavior(HorizontalPodAutoscalerBehaviorArgs.builder()
                                .scaleDown(HPAScalingRulesArgs.builder()
                                    .stabilizationWindowSeconds(600)
                                    .build())
                                .build())
                            .build())
                        .build())
                    .build())
                .build())
            .references(
                main.manifest(),
                draft.manifest())
            .direct(PlaygroundDirectArgs.builder()
                .startupSeconds(3600)
                .build())
            .timeouts(TimeoutsArgs.builder()
                .create("2h")
                .update("2h")
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        ctx.export("endpoint", chat.endpoint());
        ctx.export("ready", chat.ready());
    }
}
