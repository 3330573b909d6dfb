package llmkube

import (
	"strconv"
)

// arguments are the command line of an engine: every flag and every value stands alone.
type arguments []string

// add appends a flag and its values.
func (a *arguments) add(flag string, values ...string) {
	*a = append(append(*a, flag), values...)
}

// text appends a flag whose value is not empty.
func (a *arguments) text(flag, value string) {
	if value != "" {
		a.add(flag, value)
	}
}

// number appends a flag whose value is set.
func (a *arguments) number(flag string, value *int32) {
	if value != nil {
		a.add(flag, decimal(*value))
	}
}

// positive appends a flag whose value is more than 0.
func (a *arguments) positive(flag string, value *int32) {
	if value != nil && *value > 0 {
		a.add(flag, decimal(*value))
	}
}

// fraction appends a flag whose value is set, with as few digits as tell it from others.
func (a *arguments) fraction(flag string, value *float64) {
	if value != nil {
		a.add(flag, strconv.FormatFloat(*value, 'f', -1, 64))
	}
}

// yes appends a flag that is true.
func (a *arguments) yes(flag string, value *bool) {
	if isTrue(value) {
		a.add(flag)
	}
}

// unless appends a flag that the user's own arguments do not have.
func (a *arguments) unless(user []string, flag string, values ...string) {
	if !hasArgument(user, flag) {
		a.add(flag, values...)
	}
}

func decimal(n int32) string { return strconv.Itoa(int(n)) }

// anyAddress is all addresses of the family that every cluster has.
const anyAddress = "0.0.0.0"

// args is the command line of the engine.
//
// Mirrors defilantech/LLMKube internal/controller/runtime_*.go@v0.9.19.
func (s directService) args() []string {
	switch runtimeOf(s.InferenceService) {
	case "llamacpp":
		return s.llamaCppArgs()
	case "llamacpp-router":
		return s.routerArgs()
	case "vllm":
		return s.vllmArgs()
	case "sglang":
		return s.sglangArgs()
	case "tgi":
		return s.tgiArgs()
	case "personaplex":
		return s.personaPlexArgs()
	}
	return s.Spec.Args
}

// port is the port of the engine as its command line has it.
func (s directService) port() string { return decimal(s.containerPort()) }

func (s directService) address() string {
	if s.Spec.BindAddress != "" {
		return s.Spec.BindAddress
	}
	return anyAddress
}

// served is what an engine that loads models itself gets: a path, or what the source names.
//
// Mirrors defilantech/LLMKube internal/controller/source.go@v0.9.19.
func (s directService) served() string {
	switch {
	case s.storage.path != "":
		return s.storage.path
	case s.model.isRepository():
		return repositoryOf(s.model.Spec.Source).servedAs()
	}
	return s.model.Spec.Source
}
