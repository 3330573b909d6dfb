package engines

import (
	"bytes"
	"embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"sync"

	"sigs.k8s.io/yaml"
)

// Engine is what is known of an inference engine.
type Engine struct {
	// Runtime is what llmaz and LLMKube call a runtime with the engine, and Name what people call it.
	Runtime string `json:"-"`
	Name    string `json:"name"`
	// Launchers are words of which one is in every command line that starts the server.
	Launchers []string `json:"launchers"`
	// Subcommand is what a launcher that does other things as well is told to be the server.
	Subcommand Subcommand `json:"subcommand"`
	// Besides are what a launcher is told to be something else than the server.
	Besides []string `json:"besides"`
	// Repositories are the ends of the names of its images, and Serves is true where their entry point is the server.
	Repositories []string `json:"repositories"`
	Serves       bool     `json:"serves"`
	// Accelerated are parts of the tags of those images that need an accelerator, and Processor of those that
	// do not all the same; "" is part of every tag.
	Accelerated []string `json:"accelerated"`
	Processor   []string `json:"processor"`
	// Tensor, Pipeline and Data are the flags for the parallel sizes, the one to write first; none where the engine spreads
	// a model over the accelerators of a host by itself.
	Tensor   []string `json:"tensor"`
	Pipeline []string `json:"pipeline"`
	Data     []string `json:"data"`
	// Hosts are flags of which one is in a command line whose process works together with those on other hosts.
	Hosts []string `json:"hosts"`
	// Port is where it listens unless the flag --port says otherwise, and Loopback is true where only containers of the same
	// pod reach it there unless --host says otherwise.
	Port     int32 `json:"port"`
	Loopback bool  `json:"loopback"`
	// Variable is the environment variable that says where it listens, of an engine that has one.
	Variable string `json:"variable"`
	// Linked is a variable that it reads, and that Kubernetes sets to an address which it does not start with, in every pod beside a
	// Service of the same name.
	Linked string `json:"linked"`
	// Ready is the path that answers 200 once requests are served.
	Ready string `json:"ready"`
	// OpenAI is the path below which it answers as the API of OpenAI does, "" for an engine that does not. Prefix are the flags
	// that put another path before it.
	OpenAI string   `json:"openai"`
	Prefix []string `json:"prefix"`
	// Served are the flags for the name of the model in requests, and Models those for the model, whose name it is otherwise; none
	// where the engine answers to every name, or to names that its command line does not have.
	Served []string `json:"served"`
	Models []string `json:"models"`
	// Requests is the metric of how many requests are in a pod.
	Requests string `json:"requests"`
	// Ray is how it spreads over hosts by Ray, nothing for an engine that does not.
	Ray Ray `json:"ray"`
	// Tag finds the version in the tag of an image.
	Tag string `json:"tag"`
	// Syntax is how the engine reads its command line.
	Syntax Syntax `json:"syntax"`
	tag    *regexp.Regexp
	known  func() Known
	models func() models
}

// Known are the arguments and the variables of an engine.
type Known struct {
	// Versions are those whose arguments are known, in their order. EveryVersion says that the arguments of those between two of
	// them are known as well; otherwise such a version may have what either has.
	Versions     []Version `json:"versions"`
	EveryVersion bool      `json:"everyVersion"`
	// Arguments are those of all versions, none where they are not known.
	Arguments []Argument `json:"arguments"`
	// Environment is what those versions read of their environment, nothing where that is not known.
	Environment Environment `json:"environment"`

	named map[string][]*Argument
}

// Subcommand is the word that a program has to be followed by.
type Subcommand struct {
	Program string `json:"program"`
	Name    string `json:"name"`
}

// Syntax is how an engine reads its command line.
type Syntax struct {
	// Underscores may stand for dashes, and Abbreviations are the beginnings of names.
	Underscores   bool `json:"underscores"`
	Abbreviations bool `json:"abbreviations"`
	// Joined is a value in the same word, after an equals sign.
	Joined bool `json:"joined"`
	// Dotted is a name that leads into a value in JSON, and None is the word for no value, whatever the type.
	Dotted bool `json:"dotted"`
	None   bool `json:"none"`
}

// Version is a release whose arguments are known.
type Version struct {
	Version string `json:"version"`
	Source  string `json:"source"`
}

// Argument is one that a command line may have.
type Argument struct {
	Name    string   `json:"name"`
	Aliases []string `json:"aliases"`
	// Type is that of the value; "" is text.
	Type Type `json:"type"`
	// Values is "*" where several words may follow, "?" where one may, and "" where one has to.
	Values string `json:"values"`
	// Negatable arguments have a twin --no-<name>, and Negations are the names of other twins.
	Negatable bool     `json:"negatable"`
	Negations []string `json:"negations"`
	// Repeatable arguments add up.
	Repeatable bool     `json:"repeatable"`
	Choices    []string `json:"choices"`
	// Since is the first known version that has it, and Until the first after that which has not; "" where all have.
	Since      string `json:"since"`
	Until      string `json:"until"`
	ReplacedBy string `json:"replaced_by"`

	names        []string // all that a command line may call it
	since, until release
}

// Type is the type of a value.
type Type string

// Types other than text.
const (
	Flag     Type = "flag"  // without a value
	Integer  Type = "int"   // a whole number
	Size     Type = "size"  // a whole number, perhaps with a suffix such as k
	Float    Type = "float" // a number
	JSON     Type = "json"
	AnyValue Type = "any" // versions differ: with or without a value
)

//go:embed tables/*.yaml
var tables embed.FS

// table has the engines in the order in which a container is compared with them.
var table = sync.OnceValue(func() []Engine {
	var all []Engine
	for _, name := range []string{"vllm", "sglang", "tgi", "tensorrtllm", "llamacpp", "ollama"} {
		e, err := read(path.Join("tables", name+".yaml"))
		if err != nil {
			panic(fmt.Sprintf("table of engine %s: %v", name, err)) // a test reads them all
		}
		e.Runtime, e.models = name, modelsOf(name)
		all = append(all, e)
	}
	return all
})

// beginning is the line by which the arguments of a table begin, after what is read of every engine.
const beginning = "versions:\n"

func read(file string) (Engine, error) {
	data, err := tables.ReadFile(file)
	if err != nil {
		return Engine{}, err
	}
	facts, arguments := data, []byte(nil)
	if at := bytes.Index(data, []byte("\n"+beginning)); at >= 0 {
		facts, arguments = data[:at], data[at:]
	}
	var e Engine
	if err := yaml.UnmarshalStrict(facts, &e); err != nil {
		return Engine{}, err
	}
	if e.Tag != "" {
		if e.tag, err = regexp.Compile(e.Tag); err != nil {
			return Engine{}, err
		}
	}
	e.known = sync.OnceValue(func() Known {
		known, err := readKnown(arguments)
		if err != nil {
			panic(fmt.Sprintf("%s: %v", file, err)) // a test reads them all
		}
		return known
	})
	return e, nil
}

func readKnown(data []byte) (Known, error) {
	k := Known{named: map[string][]*Argument{}}
	if err := yaml.UnmarshalStrict(data, &k); err != nil {
		return Known{}, err
	}
	for i := range k.Arguments {
		a := &k.Arguments[i]
		a.names, a.since, a.until = a.spellings(), readRelease(a.Since), readRelease(a.Until)
		for _, name := range a.names {
			k.named[name] = append(k.named[name], a)
		}
	}
	return k, nil
}

// Known returns the arguments of the engine, which are read when they are first asked for: most processes need those of one.
func (e Engine) Known() Known { return e.known() }

func (a *Argument) spellings() []string {
	names := slices.Concat([]string{a.Name}, a.Aliases, a.Negations)
	if a.Negatable {
		for _, name := range slices.Concat([]string{a.Name}, a.Aliases) {
			if rest, long := cutLong(name); long {
				names = append(names, "--no-"+rest)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// All are the engines that are known.
func All() []Engine { return slices.Clone(table()) }

// Named returns the engine of a runtime, by its name.
func Named(runtime string) (Engine, bool) {
	i := slices.IndexFunc(table(), func(e Engine) bool { return e.Runtime == runtime })
	if i < 0 {
		return Engine{}, false
	}
	return table()[i], true
}
