import * as pulumi from "@pulumi/pulumi";
import * as inference from "@inferops/inference";

const config = new pulumi.Config();
const mode = config.get("mode") || "operator";
const cluster = new inference.Provider("cluster", {mode: mode});
const chat = new inference.Endpoint("chat", {
    metadata: {
        name: "endpoint-chat",
        namespace: "llm",
    },
    spec: {
        model: {
            repository: "Qwen/Qwen2.5-0.5B-Instruct",
        },
        accelerators: {
            count: 1,
        },
        contextLength: 4096,
    },
}, {
    provider: cluster,
});
export const endpoint = chat.endpoint;
export const openaiBaseUrl = chat.openaiBaseUrl;
export const model = chat.servedModelName;
export const ready = chat.ready;
