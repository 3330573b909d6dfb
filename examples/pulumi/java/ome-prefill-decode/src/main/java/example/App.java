package example;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.Output;
import com.pulumi.inference.Provider;
import com.pulumi.inference.ProviderArgs;
import com.pulumi.inference.ClusterBaseModel;
import com.pulumi.inference.ClusterBaseModelArgs;
import com.pulumi.inference.inputs.OpenModelMetadataArgs;
import com.pulumi.inference.inputs.BaseModelSpecArgs;
import com.pulumi.inference.inputs.ModelFormatArgs;
import com.pulumi.inference.inputs.DatasetArgs;
import com.pulumi.inference.inputs.ClusterBaseModelDirectArgs;
import com.pulumi.inference.inputs.TimeoutsArgs;
import com.pulumi.inference.ClusterServingRuntime;
import com.pulumi.inference.ClusterServingRuntimeArgs;
import com.pulumi.inference.inputs.ServingRuntimeSpecArgs;
import com.pulumi.inference.inputs.ModelSizeRangeArgs;
import com.pulumi.inference.inputs.SupportedModelFormatArgs;
import com.pulumi.inference.inputs.DecoderArgs;
import com.pulumi.inference.kubernetes.inputs.ContainerArgs;
import com.pulumi.inference.kubernetes.inputs.ContainerPortArgs;
import com.pulumi.inference.kubernetes.inputs.ResourceRequirementsArgs;
import com.pulumi.inference.inputs.RouterArgs;
import com.pulumi.inference.OmeService;
import com.pulumi.inference.OmeServiceArgs;
import com.pulumi.inference.inputs.MetadataArgs;
import com.pulumi.inference.inputs.OmeServiceSpecArgs;
import com.pulumi.inference.inputs.OmeServiceSpecModelArgs;
import com.pulumi.inference.inputs.RuntimeArgs;
import com.pulumi.inference.BenchmarkJob;
import com.pulumi.inference.BenchmarkJobArgs;
import com.pulumi.inference.inputs.BenchmarkJobSpecArgs;
import com.pulumi.inference.inputs.BenchmarkJobSpecEndpointArgs;
import com.pulumi.inference.inputs.InferenceServiceArgs;
import com.pulumi.inference.inputs.BenchmarkJobDirectArgs;
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
        final var sglang = "docker.io/lmsysorg/sglang:v0.5.5";

        var cluster = new Provider("cluster", ProviderArgs.builder()
            .mode(mode)
            .apiReleases(Map.of("ome", "v0.1.5"))
            .build());

        var model = new ClusterBaseModel("model", ClusterBaseModelArgs.builder()
            .metadata(OpenModelMetadataArgs.builder()
                .name("deepseek-v3")
                .build())
            .spec(BaseModelSpecArgs.builder()
                .vendor("deepseek-ai")
                .modelFormat(ModelFormatArgs.builder()
                    .name("safetensors")
                    .version("1.0.0")
                    .build())
                .modelFramework(ModelFormatArgs.builder()
                    .name("transformers")
                    .version("4.33.1")
                    .build())
                .modelArchitecture("DeepseekV3ForCausalLM")
                .modelParameterSize("685B")
                .quantization("fp8")
                .storage(DatasetArgs.builder()
                    .storageUri("hf://deepseek-ai/DeepSeek-V3")
                    .path("/raid/models/deepseek-ai/DeepSeek-V3")
                    .build())
                .build())
            .direct(ClusterBaseModelDirectArgs.builder()
                .namespace("llm")
                .size("1Ti")
                .accessMode("ReadWriteMany")
                .build())
            .timeouts(TimeoutsArgs.builder()
                .create("6h")
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        var runtime = new ClusterServingRuntime("runtime", ClusterServingRuntimeArgs.builder()
            .metadata(OpenModelMetadataArgs.builder()
                .name("srt-deepseek-v3-pd")
                .build())
            .spec(ServingRuntimeSpecArgs.builder()
                .protocolVersions("openAI")
                .modelSizeRange(ModelSizeRangeArgs.builder()
                    .min("650B")
                    .max("700B")
                    .build())
                .supportedModelFormats(SupportedModelFormatArgs.builder()
                    .modelFormat(ModelFormatArgs.builder()
                        .name("safetensors")
                        .version("1.0.0")
                        .build())
                    .modelFramework(ModelFormatArgs.builder()
                        .name("transformers")
                        .version("4.33.1")
                        .build())
                    .modelArchitecture("DeepseekV3ForCausalLM")
                    .quantization("fp8")
                    .build())
                .engineConfig(DecoderArgs.builder()
                    .runner(ContainerArgs.builder()
                        .name("ome-container")
                        .image(sglang)
                        .commands(
                            "python3",
                            "-m",
                            "sglang.launch_server",
                            "--model-path",
                            "$(MODEL_PATH)",
                            "--served-model-name",
                            "deepseek-v3",
                            "--port",
                            "8080",
                            "--tp-size",
                            "8",
                            "--disaggregation-mode")
                        .args("prefill")
                        .ports(ContainerPortArgs.builder()
                            .name("http")
                            .containerPort(8080)
                            .protocol("TCP")
                            .build())
                        .resources(ResourceRequirementsArgs.builder()
                            .requests(Map.of("nvidia.com/gpu", "8"))
                            .limits(Map.of("nvidia.com/gpu", "8"))
                            .build())
                        .build())
                    .build())
                .decoderConfig(DecoderArgs.builder()
                    .runner(ContainerArgs.builder()
                        .name("ome-container")
                        .image(sglang)
                        .commands(
                            "python3",
                            "-m",
                            "sglang.launch_server",
                            "--model-path",
                            "$(MODEL_PATH)",
                            "--served-model-name",
                            "deepseek-v3",
                            "--port",
                            "8080",
                            "--tp-size",
                            "8",
                            "--disaggregation-mode")
                        .args("decode")
                        .ports(ContainerPortArgs.builder()
                            .name("http")
                            .containerPort(8080)
                            .protocol("TCP")
                            .build())
                        .resources(ResourceRequirementsArgs.builder()
                            .requests(Map.of("nvidia.com/gpu", "8"))
                            .limits(Map.of("nvidia.com/gpu", "8"))
                            .build())
                        .build())
                    .build())
                .routerConfig(RouterArgs.builder()
                    .runner(ContainerArgs.builder()
                        .name("router")
                        .image(sglang)
                        .commands(
                            "python3",
                            "-m",
                            "sglang_router.launch_router",
                            "--pd-disaggregation",
                            "--port",
                            "8080")
                        .args(
                            "--service-discovery",
                            "--service-discovery-namespace",
                            "llm",
                            "--service-discovery-port",
                            "8080",
                            "--prefill-selector",
                            "component=engine ome.io/inferenceservice={{.Name}}",
                            "--decode-selector",
                            "component=decoder ome.io/inferenceservice={{.Name}}")
                        .ports(ContainerPortArgs.builder()
                            .name("http")
                            .containerPort(8080)
                            .protocol("TCP")
                            .build())
                        .resources(ResourceRequirementsArgs.builder()
                            .requests(Map.ofEntries(
                                Map.entry("cpu", "2"),
                                Map.entry("memory", "4Gi")
                            ))
                            .build())
                        .build())
                    .build())
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        var service = new OmeService("service", OmeServiceArgs.builder()
            .metadata(MetadataArgs.builder()
                .name("deepseek-v3")
                .namespace("llm")
                .build())
            .spec(OmeServiceSpecArgs.builder()
                .model(OmeServiceSpecModelArgs.builder()
                    .name(model.metadata().applyValue(_metadata -> _metadata.name()))
                    .build())
                .runtime(RuntimeArgs.builder()
                    .name(runtime.metadata().applyValue(_metadata -> _metadata.name()))
                    .build())
                .engine(DecoderArgs.builder()
                    .minReplicas(2)
                    .maxReplicas(2)
                    .build())
                .decoder(DecoderArgs.builder()
                    .minReplicas(1)
                    .maxReplicas(1)
                    .build())
                .router(RouterArgs.builder()
                    .minReplicas(1)
                    .maxReplicas(2)
                    .build())
                .build())
            .references(
                model.manifest(),
                runtime.manifest())
            .timeouts(TimeoutsArgs.builder()
                .create("90m")
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        var benchmark = new BenchmarkJob("benchmark", BenchmarkJobArgs.builder()
            .metadata(MetadataArgs.builder()
                .name("deepseek-v3")
                .namespace("llm")
                .build())
            .spec(BenchmarkJobSpecArgs.builder()
                .endpoint(BenchmarkJobSpecEndpointArgs.builder()
                    .inferenceService(InferenceServiceArgs.builder()
                        .name(service.metadata().applyValue(_metadata -> _metadata.name()))
                        .namespace("llm")
                        .build())
                    .build())
                .task("text-to-text")
                .trafficScenarios(
                    "D(100,100)",
                    "D(2000,200)")
                .numConcurrencies(
                    1,
                    16,
                    64)
                .maxTimePerIteration(15)
                .maxRequestsPerIteration(300)
                .outputLocation(DatasetArgs.builder()
                    .storageUri("pvc://benchmark-results/deepseek-v3")
                    .build())
                .build())
            .references(
                model.manifest(),
                service.manifest())
            .direct(BenchmarkJobDirectArgs.builder()
                .modelName("deepseek-v3")
                .build())
            .timeouts(TimeoutsArgs.builder()
                .create("2h")
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        ctx.export("endpoint", service.endpoint());
        ctx.export("ready", service.ready());
    }
}
