package kthena

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

// boosterEngineRules are those about vLLM that nothing else says: a rule of the kind has arguments that are there twice, and what pods
// have beside the engine Kthena's templates decide.
var boosterEngineRules = slices.DeleteFunc(
	slices.Concat(enginelint.Rules(boosterEngines, "spec.backend.workers", "spec.backend.type"), enginelint.PodRules(boosterEngines, "EL-10", "EL-11")),
	func(r kinds.Rule) bool { return r.ID == "EL-2" || r.ID == "EL-5" },
)

// boosterEngines are those of the workers. Their command lines are put together of the config, in which the words stand.
var boosterEngines = enginelint.Of(func(b *servingv1alpha1.ModelBooster) []enginelint.Engine {
	var all []enginelint.Engine
	p := boosterPods{name: b.Name, backend: &b.Spec.Backend}
	for i := range b.Spec.Backend.Workers {
		w, at := &b.Spec.Backend.Workers[i], field.NewPath("spec", "backend", "workers").Index(i)
		words, places := configured(w, at.Child("config"))
		c := &corev1.Container{
			Name: "engine", Image: w.Image, Command: []string{"python3", "-m", "vllm.entrypoints.openai.api_server", "--model", p.weights()},
			Args: words, Env: p.backend.Env, Resources: w.Resources,
		}
		pods, ray := int64(1), (*field.Path)(nil)
		if cmp.Or(w.Type, workerServer) == workerServer && w.Pods > 1 {
			pods, ray = int64(w.Pods), at.Child("pods")
		}
		all = append(all, enginelint.Engine{
			Container: c, Pod: &corev1.PodSpec{RuntimeClassName: p.backend.RuntimeClassName, Containers: []corev1.Container{*c}},
			PodAt: field.NewPath("spec", "backend"), At: at, ArgsAt: at.Child("config"), Places: places, EnvAt: field.NewPath("spec", "backend", "env"), RayBy: ray,
			Accelerators: pods * engines.Accelerators(c),
		})
	}
	return all
})

// configured are the arguments of a config with the place of each word. An argument that a rule of the kind finds fault with is
// left to that.
func configured(w *servingv1alpha1.ModelWorker, at *field.Path) (words []string, places []*field.Path) {
	config := map[string]any{}
	if w.Config == nil || json.Unmarshal(w.Config.Raw, &config) != nil {
		return nil, nil
	}
	for _, key := range slices.Sorted(maps.Keys(config)) {
		one := *w
		text, err := json.Marshal(map[string]any{key: config[key]})
		one.Config = &apiextensionsv1.JSON{Raw: text}
		if err != nil || !plain(config[key]) || strings.ReplaceAll(key, "_", "-") == "model" {
			continue
		}
		arguments, _ := vllmArguments(&one)
		for range arguments {
			places = append(places, at.Key(key))
		}
		words = append(words, arguments...)
	}
	return words, places
}

// plain reports whether a value is written as it is meant: a text, or a number that gets no exponent.
func plain(value any) bool {
	number, ok := value.(float64)
	if ok {
		return number < 1e6 && number > -1e6
	}
	_, ok = value.(string)
	return ok
}
