package engines

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"sigs.k8s.io/yaml"
)

// Model is what engines know a model by.
type Model struct {
	// Architecture is the class in config.json, or general.architecture of a GGUF file, and Type is the model_type.
	Architecture, Type string
}

// Support is what is known about whether a version of an engine serves something.
type Support struct {
	// Sure is false where nothing is to be said: of a version that was not read, or of a name that this engine may know by another.
	Sure bool
	// Known is true where the version serves it.
	Known bool
	// Since is the first version that is known to, "" where none is, and Until the first after that which does not, "" where all do.
	Since, Until string
	// Fallback is true where the version has no implementation of its own, and tries that of the Transformers library: the model
	// may serve all the same, if the library in the image has it.
	Fallback bool
}

// models are what an engine serves, by version.
type models struct {
	// Versions are those that were read, and EveryVersion says that those between two of them are known as well.
	Versions     []Version `json:"versions"`
	EveryVersion bool      `json:"everyVersion"`
	// By is what the engine knows a model by.
	By naming `json:"by"`
	// Fallback is the first version that hands other models to the Transformers library, "" where none does.
	Fallback string `json:"fallback"`
	// Architectures are the models, and Quantizations the methods of checkpoints.
	Architectures map[string]span   `json:"architectures"`
	Quantizations map[string]method `json:"quantizations"`
}

type naming string

// What an engine knows a model by.
const (
	byClass naming = "class"
	byType  naming = "model_type"
	byGGUF  naming = "general.architecture"
)

// span is from the first known version that has something to the first after that which has not.
type span struct {
	Since string `json:"since"`
	Until string `json:"until"`
}

// method is a quantization method, with the least compute capability of NVIDIA's accelerators that it takes: the version from which
// on each number is in force, and ten times the capability.
type method struct {
	span
	Capability map[string]int `json:"capability"`
	// Never is true where no version that was read loads it: the loader for plain weights finds none, or takes others for them.
	Never bool `json:"never"`
}

//go:embed models/*.yaml
var modelFiles embed.FS

func readModels(runtime string) (models, error) {
	var m models
	data, err := modelFiles.ReadFile(path.Join("models", runtime+".yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		err = yaml.UnmarshalStrict(data, &m)
	}
	return m, err
}

// modelsOf reads the models of an engine when they are first asked for.
func modelsOf(runtime string) func() models {
	return sync.OnceValue(func() models {
		m, err := readModels(runtime)
		if err != nil {
			panic(fmt.Sprintf("models of engine %s: %v", runtime, err)) // a test reads them all
		}
		return m
	})
}

// Supports says whether a version of the engine serves a model.
func (e Engine) Supports(version string, m Model) Support {
	known := e.models()
	name, told := known.By.of(m)
	if !told {
		return Support{}
	}
	s, listed := known.Architectures[name]
	got := known.support(version, s, listed)
	if !got.Sure || got.Known {
		return got
	}
	if !known.By.decides(name) {
		return Support{}
	}
	got.Fallback = known.Fallback != "" && compare(version, known.Fallback) >= 0
	if got.Fallback && !listed {
		return Support{}
	}
	return got
}

// Quantizes says whether a version of the engine loads a checkpoint with a quant_method. Methods that no version is known to have
// may have another name in the checkpoint than in the engine.
func (e Engine) Quantizes(version, quantMethod string) Support {
	known := e.models()
	q, listed := known.Quantizations[quantMethod]
	if !listed {
		return Support{}
	}
	return known.support(version, q.span, !q.Never)
}

// OnlyGGUF reports whether the engine loads GGUF files and no other checkpoints.
func (e Engine) OnlyGGUF() bool { return e.models().By == byGGUF }

// Capability is the least compute capability of NVIDIA's accelerators, times ten, with which a version of the engine loads a
// checkpoint with a quant_method, and false where it is not known.
func (e Engine) Capability(version, quantMethod string) (int, bool) {
	known := e.models()
	q := known.Quantizations[quantMethod]
	if len(q.Capability) == 0 || !known.has(version) {
		return 0, false
	}
	versions := between(known.Versions, known.EveryVersion, version)
	least := 0
	for i, r := range versions {
		at := 0
		for _, since := range slices.SortedFunc(maps.Keys(q.Capability), compare) {
			if slices.Compare(r, readRelease(since)) >= 0 {
				at = q.Capability[since]
			}
		}
		if i == 0 || at < least {
			least = at
		}
	}
	return least, least > 0
}

// has reports whether what a version serves is known.
func (m models) has(version string) bool { return within(m.Versions, version) }

func (m models) support(version string, s span, listed bool) Support {
	if !m.has(version) {
		return Support{}
	}
	if !listed {
		return Support{Sure: true}
	}
	a := Argument{since: readRelease(s.Since), until: readRelease(s.Until)}
	return Support{Sure: true, Known: a.in(between(m.Versions, m.EveryVersion, version)), Since: cmp.Or(s.Since, m.Versions[0].Version), Until: s.Until}
}

// of returns the name of a model, and false where it has none of the kind that the engine knows.
func (n naming) of(m Model) (string, bool) {
	switch n {
	case byClass:
		return m.Architecture, isClass(m.Architecture)
	case byType:
		return m.Type, isClass(m.Architecture) && m.Type != ""
	case byGGUF:
		return m.Architecture, m.Architecture != ""
	default:
		return "", false
	}
}

// decides reports whether a version that does not list a name does not serve the model.
func (n naming) decides(name string) bool {
	switch n {
	case byClass: // engines make encoders and classifiers of classes that generate
		return strings.HasSuffix(name, "ForCausalLM") || strings.HasSuffix(name, "ForConditionalGeneration")
	case byGGUF: // a converter may make a file of a class for servers that are older than it is
		return !isClass(name)
	default:
		return true
	}
}

func isClass(name string) bool { return strings.ToLower(name) != name }

// ModelVersions are the versions whose models are known, in their order, none where they are not known.
func (e Engine) ModelVersions() []Version { return slices.Clone(e.models().Versions) }
