package enginelint

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// What a model of layers with a sliding window can hold beyond the limit of the cache, as a
// fraction: SGLang gives such layers 0.8 of the tokens of the others, and shares the rest out.
const (
	windowGain    = 5
	windowGainFor = 4
)

// cacheTooSmall finds a context that no request can use up, because the cache of the engine
// holds fewer tokens. Only SGLang has flags for both in tokens; what a token takes in bytes
// follows from the model, of which a configuration does not say enough.
//
// SGLang takes requests of up to min(context length, tokens of the cache) - 1 tokens, and
// --max-total-tokens limits the cache of each copy of the model.
//
// Mirrors sgl-project/sglang python/sglang/srt/managers/tp_worker.py and
// python/sglang/srt/model_executor/model_runner.py@v0.5.2.
func cacheTooSmall(e Engine) field.ErrorList {
	all := e.settings()
	if slices.ContainsFunc(slices.Concat(e.Container.Command, e.Container.Args), func(word string) bool {
		return strings.HasPrefix(word, "--swa-full-tokens-ratio")
	}) || slices.ContainsFunc(all, func(s setting) bool { return s.what == contextLength && s.flag != "--context-length" }) {
		return nil
	}
	length, at, ok := number(all, contextLength)
	tokens, limit, ok2 := number(all, cacheTokens)
	if !ok || !ok2 || at == nil || limit == nil || windowGainFor*length <= windowGain*tokens {
		return nil
	}
	return field.ErrorList{field.Invalid(at, length, fmt.Sprintf(
		"--max-total-tokens in %s limits the cache to %d tokens, and a longer request is refused; raise that or lower the context length", limit, tokens))}
}
