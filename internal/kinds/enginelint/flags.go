package enginelint

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/engines"
)

// spellings are the flags that take one value, by the name of what they set.
//
// Mirrors vllm-project/vllm vllm/engine/arg_utils.py@v0.9.2 and sgl-project/sglang
// python/sglang/srt/server_args.py@v0.5.2.
var spellings = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		tensor:                    engines.TensorFlags(),
		pipeline:                  engines.PipelineFlags(),
		data:                      engines.DataFlags(),
		"the model":               {"--model", "--model-path"},
		contextLength:             {"--max-model-len", "--context-length"},
		"the data type":           {"--dtype"},
		"the quantization":        {"--quantization", "-q"},
		"the memory fraction":     {"--gpu-memory-utilization", "--mem-fraction-static"},
		"the number of sequences": {"--max-num-seqs", "--max-running-requests"},
		"the type of the cache":   {"--kv-cache-dtype"},
		"the port":                {"--port"},
		"the address":             {"--host"},
		revision:                  {"--revision"},
		cacheTokens:               {"--max-total-tokens"},
	}
})

const (
	tensor   = "the tensor parallel size"
	pipeline = "the pipeline parallel size"
	data     = "the data parallel size"

	contextLength = "the context length"
	cacheTokens   = "the number of tokens in the cache"
	revision      = "the revision"
)

// setting is one flag of a command line with its value.
type setting struct {
	what, flag, value string
	at                *field.Path
}

// settings reads the flags that it knows out of command and arguments. A text with spaces is
// a script for a shell, whose commands are not told apart: it is passed over.
func (e Engine) settings() []setting {
	line, known := e.commandLine()
	var found []setting
	before := 0
	for _, words := range [][]string{e.Container.Command, e.Container.Args} {
		for i, word := range words {
			flag, value, joined := strings.Cut(word, "=")
			what := meaning(flag)
			if what == "" || strings.ContainsAny(word, " \n") || known && !line.MayHave(flag) {
				continue
			}
			if !joined && i+1 < len(words) {
				value = words[i+1]
			}
			found = append(found, setting{what, flag, value, e.word(before + i)})
		}
		before += len(words)
	}
	return found
}

func meaning(flag string) string {
	for what, names := range spellings() {
		if slices.Contains(names, flag) {
			return what
		}
	}
	return ""
}

// number is the value of the one setting of what, 1 where there is none, and false
// where it cannot be told.
func number(all []setting, what string) (n int64, at *field.Path, ok bool) {
	n = 1
	for _, s := range all {
		if s.what != what {
			continue
		}
		if at != nil {
			return 0, nil, false
		}
		parsed, err := strconv.ParseInt(s.value, 10, 32)
		if err != nil || parsed < 1 {
			return 0, nil, false
		}
		n, at = parsed, s.at
	}
	return n, at, true
}
