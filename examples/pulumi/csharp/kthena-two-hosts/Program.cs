using System.Collections.Generic;
using System.Linq;
using Pulumi;
using Inference = Inferops.Inference;

return await Deployment.RunAsync(() =>
{
    var config = new Config();
    var mode = config.Get("mode") ?? "operator";
    var cluster = new Inference.Provider("cluster", new()
    {
        Mode = mode,
        Namespace = "llm",
        ApiReleases =
        {
            { "kthena", "v1.0.0" },
        },
    });

    var serving = new Inference.ModelServing("serving", new()
    {
        Metadata = new Inference.Inputs.MetadataArgs
        {
            Name = "qwen",
            Labels =
            {
                { "app", "qwen" },
            },
        },
        Spec = new Inference.Inputs.ModelServingSpecArgs
        {
            Replicas = 1,
            SchedulerName = "volcano",
            RecoveryPolicy = Inference.ModelServingSpecRecoveryPolicy.ServingGroupRecreate,
            RolloutStrategy = new Inference.Inputs.ModelServingSpecRolloutStrategyArgs
            {
                Type = Inference.ModelServingSpecRolloutStrategyType.ServingGroupRollingUpdate,
                RollingUpdateConfiguration = new Inference.Inputs.ModelServingSpecRolloutStrategyRollingUpdateConfigurationArgs
                {
                    MaxUnavailable = "1",
                },
            },
            Template = new Inference.Inputs.ModelServingSpecTemplateArgs
            {
                RestartGracePeriodSeconds = 30,
                GangPolicy = new Inference.Inputs.GangPolicyArgs
                {
                    MinRoleReplicas =
                    {
                        { "server", 1 },
                    },
                },
                NetworkTopology = new Inference.Inputs.NetworkTopologyArgs
                {
                    GroupPolicy = new Inference.Inputs.RolePolicyArgs
                    {
                        Mode = Inference.RolePolicyMode.Soft,
                        HighestTierAllowed = 1,
                    },
                },
                Roles = new[]
                {
                    new Inference.Inputs.ModelServingSpecTemplateRoleArgs
                    {
                        Name = "server",
                        Replicas = 1,
                        WorkerReplicas = 1,
                        EntryTemplate = new Inference.Inputs.EntryTemplateArgs
                        {
                            Metadata = new Inference.Inputs.EntryTemplateMetadataArgs
                            {
                                Labels =
                                {
                                    { "app", "qwen" },
                                    { "stage", "entry" },
                                },
                            },
                            Spec = new Inference.Inputs.EntryTemplateSpecArgs
                            {
                                Containers = new[]
                                {
                                    new Inference.Kubernetes.Inputs.ContainerArgs
                                    {
                                        Name = "engine",
                                        Image = "lmsysorg/sglang:v0.4.9",
                                        Commands = new[]
                                        {
                                            "python3",
                                            "-m",
                                            "sglang.launch_server",
                                        },
                                        Args = new[]
                                        {
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
                                            "$(ENTRY_ADDRESS):5000",
                                        },
                                        Resources = new Inference.Kubernetes.Inputs.ResourceRequirementsArgs
                                        {
                                            Requests =
                                            {
                                                { "nvidia.com/gpu", "2" },
                                                { "memory", "64Gi" },
                                            },
                                            Limits =
                                            {
                                                { "nvidia.com/gpu", "2" },
                                                { "memory", "64Gi" },
                                            },
                                        },
                                        Ports = new[]
                                        {
                                            new Inference.Kubernetes.Inputs.ContainerPortArgs
                                            {
                                                Name = "http",
                                                ContainerPort = 8000,
                                            },
                                        },
                                        ReadinessProbe = new Inference.Kubernetes.Inputs.ProbeArgs
                                        {
                                            HttpGet = new Inference.Kubernetes.Inputs.HTTPGetActionArgs
                                            {
                                                Path = "/health",
                                                Port = "http",
                                            },
                                            PeriodSeconds = 10,
                                        },
                                        StartupProbe = new Inference.Kubernetes.Inputs.ProbeArgs
                                        {
                                            HttpGet = new Inference.Kubernetes.Inputs.HTTPGetActionArgs
                                            {
                                                Path = "/health",
                                                Port = "http",
                                            },
                                            PeriodSeconds = 10,
                                            FailureThreshold = 360,
                                        },
                                        VolumeMounts = new[]
                                        {
                                            new Inference.Kubernetes.Inputs.VolumeMountArgs
                                            {
                                                Name = "shm",
                                                MountPath = "/dev/shm",
                                            },
                                        },
                                    },
                                },
                                Volumes = new[]
                                {
                                    new Inference.Inputs.VolumeArgs
                                    {
                                        Name = "shm",
                                        EmptyDir = new Inference.Kubernetes.Inputs.EmptyDirVolumeSourceArgs
                                        {
                                            Medium = "Memory",
                                            SizeLimit = "16Gi",
                                        },
                                    },
                                },
                            },
                        },
                        WorkerTemplate = new Inference.Inputs.EntryTemplateArgs
                        {
                            Metadata = new Inference.Inputs.EntryTemplateMetadataArgs
                            {
                                Labels =
                                {
                                    { "app", "qwen" },
                                    { "stage", "worker" },
                                },
                            },
                            Spec = new Inference.Inputs.EntryTemplateSpecArgs
                            {
                                Containers = new[]
                                {
                                    new Inference.Kubernetes.Inputs.ContainerArgs
                                    {
                                        Name = "engine",
                                        Image = "lmsysorg/sglang:v0.4.9",
                                        Commands = new[]
                                        {
                                            "python3",
                                            "-m",
                                            "sglang.launch_server",
                                        },
                                        Args = new[]
                                        {
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
                                            "$(ENTRY_ADDRESS):5000",
                                        },
                                        Resources = new Inference.Kubernetes.Inputs.ResourceRequirementsArgs
                                        {
                                            Requests =
                                            {
                                                { "nvidia.com/gpu", "2" },
                                                { "memory", "64Gi" },
                                            },
                                            Limits =
                                            {
                                                { "nvidia.com/gpu", "2" },
                                                { "memory", "64Gi" },
                                            },
                                        },
                                        VolumeMounts = new[]
                                        {
                                            new Inference.Kubernetes.Inputs.VolumeMountArgs
                                            {
                                                Name = "shm",
                                                MountPath = "/dev/shm",
                                            },
                                        },
                                    },
                                },
                                Volumes = new[]
                                {
                                    new Inference.Inputs.VolumeArgs
                                    {
                                        Name = "shm",
                                        EmptyDir = new Inference.Kubernetes.Inputs.EmptyDirVolumeSourceArgs
                                        {
                                            Medium = "Memory",
                                            SizeLimit = "16Gi",
                                        },
                                    },
                                },
                            },
                        },
                    },
                },
            },
        },
        Timeouts = new Inference.Inputs.TimeoutsArgs
        {
            Create = "90m",
            Update = "90m",
        },
    }, new CustomResourceOptions
    {
        Provider = cluster,
    });

    var pool = new Inference.Pool("pool", new()
    {
        Metadata = new Inference.Inputs.MetadataArgs
        {
            Name = "qwen",
        },
        Spec = new Inference.Inputs.PoolSpecArgs
        {
            Selector = new Inference.Inputs.PoolSpecSelectorArgs
            {
                MatchLabels =
                {
                    { "app", "qwen" },
                    { "stage", "entry" },
                },
            },
            TargetPorts = new[]
            {
                new Inference.Inputs.PortArgs
                {
                    Number = 8000,
                },
            },
            EndpointPickerRef = new Inference.Inputs.EndpointPickerRefArgs
            {
                Name = "qwen-epp",
                Port = new Inference.Inputs.PortArgs
                {
                    Number = 9002,
                },
            },
        },
        Direct = new Inference.Inputs.PoolDirectArgs
        {
            Engine = Inference.PoolDirectEngine.Sglang,
        },
    }, new CustomResourceOptions
    {
        Provider = cluster,
    });

    var interactive = new Inference.Objective("interactive", new()
    {
        Mode = "operator",
        Metadata = new Inference.Inputs.MetadataArgs
        {
            Name = "qwen-interactive",
        },
        Spec = new Inference.Inputs.ObjectiveSpecArgs
        {
            Priority = 100,
            PoolRef = new Inference.Inputs.PoolRefArgs
            {
                Name = pool.Metadata.Apply(metadata => metadata.Name),
            },
        },
    }, new CustomResourceOptions
    {
        Provider = cluster,
    });

    var batch = new Inference.Objective("batch", new()
    {
        Mode = "operator",
        Metadata = new Inference.Inputs.MetadataArgs
        {
            Name = "qwen-batch",
        },
        Spec = new Inference.Inputs.ObjectiveSpecArgs
        {
            Priority = 0,
            PoolRef = new Inference.Inputs.PoolRefArgs
            {
                Name = pool.Metadata.Apply(metadata => metadata.Name),
            },
        },
    }, new CustomResourceOptions
    {
        Provider = cluster,
    });

    return new Dictionary<string, object?>
    {
        ["ready"] = serving.Ready,
    };
});
