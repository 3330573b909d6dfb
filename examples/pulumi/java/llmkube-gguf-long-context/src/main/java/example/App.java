package example;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.Output;
import com.pulumi.inference.Provider;
import com.pulumi.inference.ProviderArgs;
import com.pulumi.inference.LlmkubeModel;
import com.pulumi.inference.LlmkubeModelArgs;
import com.pulumi.inference.inputs.MetadataArgs;
import com.pulumi.inference.inputs.LlmkubeModelSpecArgs;
import com.pulumi.inference.inputs.HardwareArgs;
import com.pulumi.inference.inputs.GpuArgs;
import com.pulumi.inference.LlmkubeService;
import com.pulumi.inference.LlmkubeServiceArgs;
import com.pulumi.inference.inputs.LlmkubeServiceSpecArgs;
import com.pulumi.inference.inputs.RopeScalingArgs;
import com.pulumi.inference.inputs.SpecEndpointArgs;
import com.pulumi.inference.inputs.LlmkubeServiceSpecResourcesArgs;
import com.pulumi.inference.inputs.LlmkubeServiceDirectArgs;
import com.pulumi.inference.inputs.LlmkubeServiceDirectCacheArgs;
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
        final var mode = config.get("mode").orElse("operator");
        var cluster = new Provider("cluster", ProviderArgs.builder()
            .mode(mode)
            .apiReleases(Map.of("llmkube", "v0.9.19"))
            .build());

        var model = new LlmkubeModel("model", LlmkubeModelArgs.builder()
            .metadata(MetadataArgs.builder()
                .name("qwen2-5-7b")
                .namespace("llm")
                .build())
            .spec(LlmkubeModelSpecArgs.builder()
                .source("https://huggingface.co/Qwen/Qwen2.5-7B-Instruct-GGUF/resolve/main/qwen2.5-7b-instruct-q3_k_m.gguf")
                .format("gguf")
                .quantization("Q3_K_M")
                .hardware(HardwareArgs.builder()
                    .accelerator("cuda")
                    .gpu(GpuArgs.builder()
                        .enabled(true)
                        .count(1)
                        .vendor("nvidia")
                        .layers(-1)
                        .build())
                    .build())
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        var service = new LlmkubeService("service", LlmkubeServiceArgs.builder()
            .metadata(MetadataArgs.builder()
                .name("qwen-long")
                .namespace("llm")
                .build())
            .spec(LlmkubeServiceSpecArgs.builder()
                .modelRef(model.metadata().applyValue(_metadata -> _metadata.name()))
                .contextSize(65536)
                .ropeScaling(RopeScalingArgs.builder()
                    .type("yarn")
                    .factor("2.0")
                    .originalContext(32768)
                    .build())
                .parallelSlots(2)
                .flashAttention(true)
                .jinja(true)
                .cacheTypeK("q8_0")
                .cacheTypeV("q8_0")
                .endpoint(SpecEndpointArgs.builder()
                    .port(8080)
                    .type("ClusterIP")
                    .build())
                .resources(LlmkubeServiceSpecResourcesArgs.builder()
                    .cpu("4")
                    .memory("16Gi")
                    .build())
                .build())
            .references(model.manifest())
            .direct(LlmkubeServiceDirectArgs.builder()
                .cache(LlmkubeServiceDirectCacheArgs.builder()
                    .size("20Gi")
                    .build())
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        ctx.export("endpoint", service.endpoint());
        ctx.export("ready", service.ready());
    }
}
