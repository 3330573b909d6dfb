package llmkube

import (
	"cmp"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// serviceRules mirror defilantech/LLMKube internal/controller/{deployment_builder,
// service_builder,hpa_reconciler,runtime_*}.go@v0.9.19 and @v0.8.7, and what the API
// server asks of the objects that they make.
var serviceRules = slices.Concat([]kinds.Rule{
	serviceRule("I-01", labelNameRule, "metadata.name"),
	serviceRule("I-02", serviceNameRule, "metadata.name"),
	serviceRule("I-04", modelRefRule, "spec.modelRef"),
	withOperator(serviceRule("I-10", portRule, "spec.runtime", "spec.containerPort", "spec.endpoint")),
	warning(serviceRule("I-11", nodePortRule, "spec.endpoint.type", "spec.endpoint.nodePort")),
	warning(serviceRule("I-13", ownPortRule, "spec.runtime", "spec.containerPort", "spec.command", "spec.args", "spec.env")),
	serviceRule("I-14", pathRule, "spec.endpoint.path"),
	serviceRule("I-16", imageRule, "spec.runtime", "spec.image"),
	serviceRule("I-17", argsRule, "spec.runtime", "spec.args"),
	warning(serviceRule("I-18", extraArgsRule, "spec.runtime", "spec.extraArgs")),
	inOldest(warning(serviceRule("I-18", extraArgsOfTGIRule, "spec.runtime", "spec.extraArgs"))),
	serviceRule("I-19", configRule, "spec.runtime", "spec.vllmConfig", "spec.sglangConfig", "spec.tgiConfig", "spec.personaPlexConfig"),
	warning(serviceRule("I-20", llamaCppOnlyRule, llamaCppReads()...)),
	warning(serviceRule("I-21", slotsRule, "spec.runtime", "spec.parallelSlots")),
	serviceRule("I-22", addressRule, "spec.bindAddress"),
	warning(serviceRule("I-22", addressUnusedRule, "spec.runtime", "spec.bindAddress")),
	warning(serviceRule("I-23", modeRule, "spec.runtime", "spec.mode")),
	warning(serviceRule("I-24", skipInitUnusedRule, "spec.runtime", "spec.skipModelInit")),
	serviceRule("I-25", skipInitRule, "spec.runtime", "spec.skipModelInit", "spec.extraArgs", "spec.command"),
	warning(serviceRule("I-28", routerRule, "spec.runtime", "spec.extraVolumeMounts")),
	inOldest(serviceRule("L-8.2", newerServiceValuesRule, "spec.runtime", "spec.vllmConfig.quantization")),
}, flagRules, podRules, resourceRules, scaleRules, servedModelRules, servedGPURules)

func runtimeOf(s *v1alpha1.InferenceService) string { return cmp.Or(s.Spec.Runtime, "llamacpp") }

// downloads reports whether a runtime has its model downloaded.
func downloads(runtime string) bool {
	return slices.Contains([]string{"llamacpp", "vllm", "sglang"}, runtime)
}

func isTrue(value *bool) bool { return value != nil && *value }

func labelNameRule(s *v1alpha1.InferenceService) field.ErrorList {
	if isLabelValue(s.Name) {
		return nil
	}
	return invalid(namePath, s.Name, "becomes the value of labels: must be at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends")
}

// serviceNameRule leaves the names that are too long in any case to I-01.
func serviceNameRule(s *v1alpha1.InferenceService) field.ErrorList {
	if name := serviceName(s.Name); name == "" || !isLabelValue(s.Name) || len(validation.IsDNS1035Label(name)) == 0 {
		return nil
	}
	return invalid(namePath, s.Name, "must start with a letter, because a core Service is named after it; put a word in front")
}

func modelRefRule(s *v1alpha1.InferenceService) field.ErrorList {
	if at := specPath.Child("modelRef"); s.Spec.ModelRef == "" {
		return required(at, "name the model to serve")
	} else if !isLabelValue(s.Spec.ModelRef) {
		return invalid(at, s.Spec.ModelRef, "becomes the value of a label: must be at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends")
	}
	return nil
}

var runtimePorts = map[string]int32{
	"llamacpp": 8080, "llamacpp-router": 8080, "vllm": 8000, "tgi": 80, "personaplex": 8998, "sglang": 30000, "generic": 8080,
}

func portRule(s *v1alpha1.InferenceService) field.ErrorList {
	listens, sends := runtimePorts[runtimeOf(s)], int32(defaultPort)
	if s.Spec.Endpoint != nil {
		sends = cmp.Or(s.Spec.Endpoint.Port, sends)
		listens = sends
	}
	at := specPath.Child("endpoint")
	if s.Spec.ContainerPort != nil {
		listens, at = *s.Spec.ContainerPort, specPath.Child("containerPort")
	}
	if listens == sends {
		return nil
	}
	return invalid(at, listens, fmt.Sprintf(
		"the engine listens on %d, but the core Service sends to %d, so nothing answers although the service is Ready; set `endpoint.port` to %d and leave `container_port` out",
		listens, sends, listens))
}

func nodePortRule(s *v1alpha1.InferenceService) field.ErrorList {
	if e := s.Spec.Endpoint; e == nil || e.NodePort == nil || e.Type == "NodePort" {
		return nil
	}
	return invalid(specPath.Child("endpoint", "nodePort"), *s.Spec.Endpoint.NodePort, "counts for the type `NodePort` only; set `type` or remove it")
}

func ownPortRule(s *v1alpha1.InferenceService) field.ErrorList {
	if runtime := runtimeOf(s); s.Spec.ContainerPort == nil || runtime != "generic" && runtime != "personaplex" {
		return nil
	}
	port := strconv.Itoa(int(*s.Spec.ContainerPort))
	told := slices.Concat(s.Spec.Command, s.Spec.Args)
	for _, env := range s.Spec.Env {
		told = append(told, env.Value)
	}
	if slices.ContainsFunc(told, func(text string) bool { return strings.Contains(text, port) }) {
		return nil
	}
	return invalid(specPath.Child("containerPort"), *s.Spec.ContainerPort,
		"LLMKube does not tell this runtime which port to listen on; unless the image listens on it anyway, say so in `args` or `env`")
}

func pathRule(s *v1alpha1.InferenceService) field.ErrorList {
	if e := s.Spec.Endpoint; e == nil || e.Path == "" || strings.HasPrefix(e.Path, "/") {
		return nil
	}
	return invalid(specPath.Child("endpoint", "path"), s.Spec.Endpoint.Path, "must start with `/`")
}

func imageRule(s *v1alpha1.InferenceService) field.ErrorList {
	if runtime := runtimeOf(s); s.Spec.Image != "" || runtime != "generic" && runtime != "personaplex" {
		return nil
	}
	return required(specPath.Child("image"), fmt.Sprintf("the runtime %q has no image of its own; name one", runtimeOf(s)))
}

func argsRule(s *v1alpha1.InferenceService) field.ErrorList {
	if len(s.Spec.Args) == 0 || runtimeOf(s) == "generic" {
		return nil
	}
	return forbidden(specPath.Child("args"), fmt.Sprintf("only the runtime `generic` takes it; use `extra_args` for %q", runtimeOf(s)))
}

func extraArgsRule(s *v1alpha1.InferenceService) field.ErrorList {
	if runtime := runtimeOf(s); len(s.Spec.ExtraArgs) == 0 || runtime != "generic" && runtime != "personaplex" {
		return nil
	}
	return forbidden(specPath.Child("extraArgs"), fmt.Sprintf("the runtime %q ignores it; use `args` with `generic`, or `command`", runtimeOf(s)))
}

func extraArgsOfTGIRule(s *v1alpha1.InferenceService) field.ErrorList {
	if len(s.Spec.ExtraArgs) == 0 || runtimeOf(s) != "tgi" {
		return nil
	}
	return forbidden(specPath.Child("extraArgs"), "LLMKube v0.8.7 ignores it for the runtime `tgi`; upgrade LLMKube or use `command`")
}

func configRule(s *v1alpha1.InferenceService) field.ErrorList {
	configs := map[string]bool{
		"vllmConfig": s.Spec.VLLMConfig != nil, "sglangConfig": s.Spec.SGLangConfig != nil,
		"tgiConfig": s.Spec.TGIConfig != nil, "personaPlexConfig": s.Spec.PersonaPlexConfig != nil,
	}
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(configs)) {
		runtime := strings.ToLower(strings.TrimSuffix(name, "Config"))
		if configs[name] && runtime != runtimeOf(s) {
			errs = append(errs, field.Forbidden(specPath.Child(name), fmt.Sprintf(
				"belongs to the runtime %q, and the runtime is %q; remove it or set `runtime`", runtime, runtimeOf(s))))
		}
	}
	return errs
}

// llamaCppFields says which of the fields that only llama.cpp reads are set.
func llamaCppFields(s *v1alpha1.InferenceService) map[string]bool {
	l := s.Spec.LlamaCppSpec
	return map[string]bool{
		"contextSize": l.ContextSize != nil, "ropeScaling": l.RopeScaling != nil,
		"flashAttention": l.FlashAttention != nil, "jinja": l.Jinja != nil,
		"cacheTypeK": l.CacheTypeK != "", "cacheTypeV": l.CacheTypeV != "",
		"cacheTypeCustomK": l.CacheTypeCustomK != "", "cacheTypeCustomV": l.CacheTypeCustomV != "",
		"moeCPUOffload": l.MoeCPUOffload != nil, "moeCPULayers": l.MoeCPULayers != nil,
		"noKvOffload": l.NoKvOffload != nil, "noWarmup": l.NoWarmup != nil,
		"reasoningBudget": l.ReasoningBudget != nil, "reasoningBudgetMessage": l.ReasoningBudgetMessage != "",
		"metadataOverrides": len(l.MetadataOverrides) > 0, "tensorOverrides": len(l.TensorOverrides) > 0,
		"batchSize": l.BatchSize != nil, "uBatchSize": l.UBatchSize != nil,
	}
}

func llamaCppReads() []string {
	reads := []string{"spec.runtime"}
	for _, name := range slices.Sorted(maps.Keys(llamaCppFields(&v1alpha1.InferenceService{}))) {
		reads = append(reads, "spec."+name)
	}
	return reads
}

func llamaCppOnlyRule(s *v1alpha1.InferenceService) field.ErrorList {
	if runtimeOf(s) == "llamacpp" {
		return nil
	}
	var errs field.ErrorList
	fields := llamaCppFields(s)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if fields[name] {
			errs = append(errs, field.Forbidden(specPath.Child(name), fmt.Sprintf(
				"only the runtime `llamacpp` reads it, and the runtime is %q; use the options of that runtime", runtimeOf(s))))
		}
	}
	return errs
}

func slotsRule(s *v1alpha1.InferenceService) field.ErrorList {
	if runtime := runtimeOf(s); s.Spec.ParallelSlots == nil || runtime == "llamacpp" || runtime == "vllm" {
		return nil
	}
	return invalid(specPath.Child("parallelSlots"), *s.Spec.ParallelSlots, fmt.Sprintf("the runtime %q ignores it; `llamacpp` and `vllm` read it", runtimeOf(s)))
}

func addressRule(s *v1alpha1.InferenceService) field.ErrorList {
	if s.Spec.BindAddress == "" {
		return nil
	}
	if _, err := netip.ParseAddr(s.Spec.BindAddress); err == nil {
		return nil
	}
	return invalid(specPath.Child("bindAddress"), s.Spec.BindAddress, "must be an IP address, such as `0.0.0.0` or `::`")
}

func addressUnusedRule(s *v1alpha1.InferenceService) field.ErrorList {
	if runtime := runtimeOf(s); s.Spec.BindAddress == "" || runtime != "generic" && runtime != "personaplex" {
		return nil
	}
	return invalid(specPath.Child("bindAddress"), s.Spec.BindAddress, fmt.Sprintf("the runtime %q ignores it; say it in the arguments of the image", runtimeOf(s)))
}

func modeRule(s *v1alpha1.InferenceService) field.ErrorList {
	runtime := runtimeOf(s)
	if s.Spec.Mode == "" || s.Spec.Mode == "chat" || runtime == "llamacpp" || runtime == "sglang" && s.Spec.Mode == "embedding" {
		return nil
	}
	return invalid(specPath.Child("mode"), s.Spec.Mode, fmt.Sprintf("the runtime %q gets no argument for it and only the status tells it; set the arguments of the engine yourself", runtime))
}

func skipInitUnusedRule(s *v1alpha1.InferenceService) field.ErrorList {
	if !isTrue(s.Spec.SkipModelInit) || downloads(runtimeOf(s)) {
		return nil
	}
	return invalid(specPath.Child("skipModelInit"), true, fmt.Sprintf("has no effect: nothing is downloaded for the runtime %q", runtimeOf(s)))
}

// modelArguments are the arguments by which llama.cpp finds a model of its own.
var modelArguments = []string{"--model", "-m", "-mu", "--model-url", "-hf", "--hf-repo"}

func skipInitRule(s *v1alpha1.InferenceService) field.ErrorList {
	if !isTrue(s.Spec.SkipModelInit) || runtimeOf(s) != "llamacpp" || len(s.Spec.Command) > 0 {
		return nil
	}
	for _, name := range modelArguments {
		if hasArgument(s.Spec.ExtraArgs, name) {
			return nil
		}
	}
	return invalid(specPath.Child("skipModelInit"), true, "llama.cpp would start with an empty `--model`; say in `extra_args` where the model is, with `-m` or `-hf`, or set `command`")
}

// hasArgument reports whether the argument is given, by itself or with its value.
func hasArgument(args []string, name string) bool {
	return slices.ContainsFunc(args, func(arg string) bool { return arg == name || strings.HasPrefix(arg, name+"=") })
}

func routerRule(s *v1alpha1.InferenceService) field.ErrorList {
	if runtimeOf(s) != "llamacpp-router" {
		return nil
	}
	for _, mount := range s.Spec.ExtraVolumeMounts {
		if strings.TrimSuffix(mount.MountPath, "/") == "/models" {
			return nil
		}
	}
	return required(specPath.Child("extraVolumeMounts"), "the router serves what is below `/models` and gets nothing there; mount a volume with the models at `/models`")
}

func newerServiceValuesRule(s *v1alpha1.InferenceService) field.ErrorList {
	var errs field.ErrorList
	if r := s.Spec.Runtime; r == "sglang" || r == "llamacpp-router" {
		errs = append(errs, field.Invalid(specPath.Child("runtime"), r, "LLMKube v0.8.7 does not know it; choose another runtime or upgrade LLMKube"))
	}
	if c := s.Spec.VLLMConfig; c != nil && c.Quantization == "mxfp4" {
		errs = append(errs, field.Invalid(specPath.Child("vllmConfig", "quantization"), c.Quantization, "LLMKube v0.8.7 does not know it; upgrade LLMKube"))
	}
	return errs
}
