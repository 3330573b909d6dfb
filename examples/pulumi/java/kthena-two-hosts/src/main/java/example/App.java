package example;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.Output;
import com.pulumi.inference.Provider;
import com.pulumi.inference.ProviderArgs;
import com.pulumi.inference.ModelServing;
import com.pulumi.inference.ModelServingArgs;
import com.pulumi.inference.inputs.MetadataArgs;
import com.pulumi.inference.inputs.ModelServingSpecArgs;
import com.pulumi.inference.inputs.ModelServingSpecRolloutStrategyArgs;
import com.pulumi.inference.inputs.ModelServingSpecRolloutStrategyRollingUpdateConfigurationArgs;
import com.pulumi.inference.inputs.ModelServingSpecTemplateArgs;
import com.pulumi.inference.inputs.GangPolicyArgs;
import com.pulumi.inference.inputs.NetworkTopologyArgs;
import com.pulumi.inference.inputs.RolePolicyArgs;
import com.pulumi.inference.inputs.ModelServingSpecTemplateRoleArgs;
import com.pulumi.inference.inputs.EntryTemplateArgs;
import com.pulumi.inference.inputs.EntryTemplateMetadataArgs;
import com.pulumi.inference.inputs.EntryTemplateSpecArgs;
import com.pulumi.inference.kubernetes.inputs.ContainerArgs;
import com.pulumi.inference.kubernetes.inputs.ResourceRequirementsArgs;
import com.pulumi.inference.kubernetes.inputs.ContainerPortArgs;
import com.pulumi.inference.kubernetes.inputs.ProbeArgs;
import com.pulumi.inference.kubernetes.inputs.HTTPGetActionArgs;
import com.pulumi.inference.kubernetes.inputs.VolumeMountArgs;
import com.pulumi.inference.inputs.VolumeArgs;
import com.pulumi.inference.kubernetes.inputs.EmptyDirVolumeSourceArgs;
import com.pulumi.inference.inputs.TimeoutsArgs;
import com.pulumi.inference.Pool;
import com.pulumi.inference.PoolArgs;
import com.pulumi.inference.inputs.PoolSpecArgs;
import com.pulumi.inference.inputs.PoolSpecSelectorArgs;
import com.pulumi.inference.inputs.PortArgs;
import com.pulumi.inference.inputs.EndpointPickerRefArgs;
import com.pulumi.inference.inputs.PoolDirectArgs;
import com.pulumi.inference.Objective;
import com.pulumi.inference.ObjectiveArgs;
import com.pulumi.inference.inputs.ObjectiveSpecArgs;
import com.pulumi.inference.inputs.PoolRefArgs;
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
            .namespace("llm")
            .apiReleases(Map.of("kthena", "v1.0.0"))
            .build());

        var serving = new ModelServing("serving", ModelServingArgs.builder()
            .metadata(MetadataArgs.builder()
                .name("qwen")
                .labels(Map.of("app", "qwen"))
                .build())
            .spec(ModelServingSpecArgs.builder()
                .replicas(1)
                .schedulerName("volcano")
                .recoveryPolicy("ServingGroupRecreate")
                .rolloutStrategy(ModelServingSpecRolloutStrategyArgs.builder()
                    .type("ServingGroupRollingUpdate")
                    .rollingUpdateConfiguration(ModelServingSpecRolloutStrategyRollingUpdateConfigurationArgs.builder()
                        .maxUnavailable("1")
                        .build())
                    .build())
                .template(ModelServingSpecTemplateArgs.builder()
                    .restartGracePeriodSeconds(30)
                    .gangPolicy(GangPolicyArgs.builder()
                        .minRoleReplicas(Map.of("server", 1))
                        .build())
                    .networkTopology(NetworkTopologyArgs.builder()
                        .groupPolicy(RolePolicyArgs.builder()
                            .mode("soft")
                            .highestTierAllowed(1)
                            .build())
                        .build())
                    .roles(ModelServingSpecTemplateRoleArgs.builder()
                        .name("server")
                        .replicas(1)
                        .workerReplicas(1)
                        .entryTemplate(EntryTemplateArgs.builder()
                            .metadata(EntryTemplateMetadataArgs.builder()
                                .labels(Map.ofEntries(
                                    Map.entry("app", "qwen"),
                                    Map.entry("stage", "entry")
                                ))
                                .build())
                            .spec(EntryTemplateSpecArgs.builder()
                                .containers(ContainerArgs.builder()
                                    .name("engine")
                                    .image("lmsysorg/sglang:v0.4.9")
                                    .commands(
                                        "python3",
                                        "-m",
                                        "sglang.launch_server")
                                    .args(
                                        "--model-path",
                                        "Qwen/Qwen2.5-72B-Instruct",
                                        "--host",
                                        "0.0.0.0",
                                        "--port",
                                        "8000",
                                        "--tp",
                                        "4",
                                        "--nnodes",
                                        "$(GROUP_SIZE)",
                                        "--node-rank",
                                        "$(WORKER_INDEX)",
                                        "--dist-init-addr",
                                        "$(ENTRY_ADDRESS):5000")
                                    .resources(ResourceRequirementsArgs.builder()
                                        .requests(Map.ofEntries(
                                            Map.entry("nvidia.com/gpu", "2"),
                                            Map.entry("memory", "64Gi")
                                        ))
                                        .limits(Map.ofEntries(
                                            Map.entry("nvidia.com/gpu", "2"),
                                            Map.entry("memory", "64Gi")
                                        ))
                                        .build())
                                    .ports(ContainerPortArgs.builder()
                                        .name("http")
                                        .containerPort(8000)
                                        .build())
                                    .readinessProbe(ProbeArgs.builder()
                                        .httpGet(HTTPGetActionArgs.builder()
                                            .path("/health")
                                            .port("http")
                                            .build())
                                        .periodSeconds(10)
                                        .build())
                                    .startupProbe(ProbeArgs.builder()
                                        .httpGet(HTTPGetActionArgs.builder()
                                            .path("/health")
                                            .port("http")
                                            .build())
                                        .periodSeconds(10)
                                        .failureThreshold(360)
                                        .build())
                                    .volumeMounts(VolumeMountArgs.builder()
                                        .name("shm")
                                        .mountPath("/dev/shm")
                                        .build())
                                    .build())
                                .volumes(VolumeArgs.builder()
                                    .name("shm")
                                    .emptyDir(EmptyDirVolumeSourceArgs.builder()
                                        .medium("Memory")
                                        .sizeLimit("16Gi")
                                        .build())
                                    .build())
                                .build())
                            .build())
                        .workerTemplate(EntryTemplateArgs.builder()
                            .metadata(EntryTemplateMetadataArgs.builder()
                                .labels(Map.ofEntries(
                                    Map.entry("app", "qwen"),
                                    Map.entry("stage", "worker")
                                ))
                                .build())
                            .spec(EntryTemplateSpecArgs.builder()
                                .containers(ContainerArgs.builder()
                                    .name("engine")
                                    .image("lmsysorg/sglang:v0.4.9")
                                    .commands(
                                        "python3",
                                        "-m",
                                        "sglang.launch_server")
                                    .args(
                                        "--model-path",
                                        "Qwen/Qwen2.5-72B-Instruct",
                                        "--host",
                                        "0.0.0.0",
                                        "--port",
                                        "8000",
                                        "--tp",
                                        "4",
                                        "--nnodes",
                                        "$(GROUP_SIZE)",
                                        "--node-rank",
                                        "$(WORKER_INDEX)",
                                        "--dist-init-addr",
                                        "$(ENTRY_ADDRESS):5000")
                                    .resources(ResourceRequirementsArgs.builder()
                                        .requests(Map.ofEntries(
                                            Map.entry("nvidia.com/gpu", "2"),
                                            Map.entry("memory", "64Gi")
                                        ))
                                        .limits(Map.ofEntries(
                                            Map.entry("nvidia.com/gpu", "2"),
                                            Map.entry("memory", "64Gi")
                                        ))
                                        .build())
                                    .volumeMounts(VolumeMountArgs.builder()
                                        .name("shm")
                                        .mountPath("/dev/shm")
                                        .build())
                                    .build())
                                .volumes(VolumeArgs.builder()
                                    .name("shm")
                                    .emptyDir(EmptyDirVolumeSourceArgs.builder()
                                        .medium("Memory")
                                        .sizeLimit("16Gi")
                                        .build())
                                    .build())
                                .build())
                            .build())
                        .build())
                    .build())
                .build())
            .timeouts(TimeoutsArgs.builder()
                .create("90m")
                .update("90m")
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        var pool = new Pool("pool", PoolArgs.builder()
            .metadata(MetadataArgs.builder()
                .name("qwen")
                .build())
            .spec(PoolSpecArgs.builder()
                .selector(PoolSpecSelectorArgs.builder()
                    .matchLabels(Map.ofEntries(
                        Map.entry("app", "qwen"),
                        Map.entry("stage", "entry")
                    ))
                    .build())
                .targetPorts(PortArgs.builder()
                    .number(8000)
                    .build())
                .endpointPickerRef(EndpointPickerRefArgs.builder()
                    .name("qwen-epp")
                    .port(PortArgs.builder()
                        .number(9002)
                        .build())
                    .build())
                .build())
            .direct(PoolDirectArgs.builder()
                .engine("sglang")
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        var interactive = new Objective("interactive", ObjectiveArgs.builder()
            .mode("operator")
            .metadata(MetadataArgs.builder()
                .name("qwen-interactive")
                .build())
            .spec(ObjectiveSpecArgs.builder()
                .priority(100)
                .poolRef(PoolRefArgs.builder()
                    .name(pool.metadata().applyValue(_metadata -> _metadata.name()))
                    .build())
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        var batch = new Objective("batch", ObjectiveArgs.builder()
            .mode("operator")
            .metadata(MetadataArgs.builder()
                .name("qwen-batch")
                .build())
            .spec(ObjectiveSpecArgs.builder()
                .priority(0)
                .poolRef(PoolRefArgs.builder()
                    .name(pool.metadata().applyValue(_metadata -> _metadata.name()))
                    .build())
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        ctx.export("ready", serving.ready());
    }
}
