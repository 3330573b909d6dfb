package engines

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// Serving is where clients of the API of OpenAI find a server, and by which name they ask for its model.
type Serving struct {
	// Path is below the address of the server, "" where it has no such API.
	Path string
	// Model is the name of the model, "" where the server answers to every name or the name is not known.
	Model string
}

// Serves reads from a container what its engine serves; the zero value where no engine is known in it.
func Serves(c *corev1.Container) Serving {
	e, known := Of(c)
	if !known {
		return Serving{}
	}
	return e.Serving(slices.Concat(c.Command, c.Args))
}

// Serving reads the same from a command line of the engine.
func (e Engine) Serving(words []string) Serving {
	if e.OpenAI == "" {
		return Serving{}
	}
	prefix, _ := value(words, e.Prefix)
	model, named := value(words, e.Served)
	if !named {
		if model, named = value(words, e.Models); !named {
			model = e.operand(words)
		}
	}
	if strings.Contains(model, "$(") { // Kubernetes writes out what the provider does not see
		model = ""
	}
	return Serving{Path: strings.TrimSuffix(prefix, "/") + e.OpenAI, Model: model}
}

// operand is the word behind the subcommand, which is the model; "" where there is none.
func (e Engine) operand(words []string) string {
	i := slices.Index(words, e.Subcommand.Name)
	if e.Subcommand.Name == "" || len(e.Models) == 0 || i < 0 || i+1 == len(words) || strings.HasPrefix(words[i+1], "-") {
		return ""
	}
	return words[i+1]
}
