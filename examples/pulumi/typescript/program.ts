import * as inference from "@inferops/inference";

export async function program() {
    const cluster = new inference.Provider("cluster", { mode: "direct" });
    const model = new inference.OpenModel("model", {
        metadata: { name: "qwen2-ts" },
        spec: {
            familyName: "qwen2",
            source: { modelHub: { modelId: "Qwen/Qwen2.5-0.5B-Instruct" } },
            inferenceConfig: { flavors: [{ name: "gpu", limits: { "nvidia.com/gpu": "1" } }] },
        },
    }, { provider: cluster });
    const chat = new inference.Playground("chat", {
        metadata: { name: "chat-ts", namespace: "default" },
        spec: { replicas: 1, modelClaim: { modelName: model.metadata.name } },
        references: [model.manifest],
    }, { provider: cluster });
    // What a reviewer of a preview asks: how many accelerators it takes, and what it disrupts.
    return {
        accelerators: chat.accelerators,
        plannedDisruption: chat.plannedDisruption,
        drifts: chat.drifts,
        endpoint: chat.endpoint,
        ready: chat.ready,
    };
}
