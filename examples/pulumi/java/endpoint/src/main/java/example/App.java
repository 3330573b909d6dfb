package example;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.Output;
import com.pulumi.inference.Provider;
import com.pulumi.inference.ProviderArgs;
import com.pulumi.inference.Endpoint;
import com.pulumi.inference.EndpointArgs;
import com.pulumi.inference.inputs.MetadataArgs;
import com.pulumi.inference.inputs.EndpointSpecArgs;
import com.pulumi.inference.inputs.EndpointSpecModelArgs;
import com.pulumi.inference.inputs.AcceleratorsArgs;
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
            .build());

        var chat = new Endpoint("chat", EndpointArgs.builder()
            .metadata(MetadataArgs.builder()
                .name("endpoint-chat")
                .namespace("llm")
                .build())
            .spec(EndpointSpecArgs.builder()
                .model(EndpointSpecModelArgs.builder()
                    .repository("Qwen/Qwen2.5-0.5B-Instruct")
                    .build())
                .accelerators(AcceleratorsArgs.builder()
                    .count(1)
                    .build())
                .contextLength(4096)
                .build())
            .build(), CustomResourceOptions.builder()
                .provider(cluster)
                .build());

        ctx.export("endpoint", chat.endpoint());
        ctx.export("openaiBaseUrl", chat.openaiBaseUrl());
        ctx.export("model", chat.servedModelName());
        ctx.export("ready", chat.ready());
    }
}
