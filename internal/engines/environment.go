package engines

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/spelling"
)

// Environment is what an engine reads of its environment.
type Environment struct {
	// Prefix is what the names of the engine's own variables begin with.
	Prefix    string     `json:"prefix"`
	Variables []Variable `json:"variables"`
}

// Variable is one that an engine reads.
type Variable struct {
	Name string `json:"name"`
	// Type is that of the value; "" is text.
	Type Type `json:"type"`
	// Choices are in lower case, which the engine does not mind.
	Choices []string `json:"choices"`
	// Otherwise is what the engine does with any other value.
	Otherwise Otherwise `json:"otherwise"`
	// Since is the first known version that reads it, and Until the first after that which does not; "" where all do.
	Since string `json:"since"`
	Until string `json:"until"`
}

// Types of values that only variables have, as the standard library of Go reads them.
const (
	Bool     Type = "bool"
	Unsigned Type = "uint"
	Duration Type = "duration" // with units, or a number of seconds
	Origins  Type = "origins"  // of web pages, between commas
)

// Otherwise is what an engine does with the value of a variable that it cannot make sense of.
type Otherwise string

// What there is beside doing as if the variable were not set.
const (
	TakenForTrue Otherwise = "true"
	Unloaded     Otherwise = "unloaded" // it starts, and loads no model
	Stops        Otherwise = "stops"    // it does not start
)

// Misread is a variable of a container that the engine does not read, or not as it is meant.
type Misread struct {
	// Index is that of the variable, and Named is true where its name is what is wrong.
	Index int
	Named bool
	// Value is what is wrong, and Detail says why, and what to do.
	Value, Detail string
	// Fatal is true where the engine does not start.
	Fatal bool
}

// MisreadVariables finds variables that the version of the engine in the image of a container does not read as they are meant. A name that
// is near to none of the engine's is left to whoever else reads it, and so is one that the container itself refers to.
func MisreadVariables(c *corev1.Container) []Misread {
	e, known := ofImage(c.Image)
	version := e.VersionOf(c.Image)
	if !known || !within(e.Known().Versions, version) {
		return nil
	}
	versions := e.around(version)
	var all []Misread
	for i, v := range c.Env {
		replaced := slices.ContainsFunc(c.Env[i+1:], func(later corev1.EnvVar) bool { return later.Name == v.Name })
		if replaced || v.ValueFrom != nil || !strings.HasPrefix(v.Name, e.Known().Environment.Prefix) {
			continue
		}
		if why := e.unread(c, v.Name, versions); why != "" {
			all = append(all, Misread{Index: i, Named: true, Value: v.Name, Detail: fmt.Sprintf("%s %s does not read it: %s", e.Name, version, why)})
		} else if read := e.reads(v.Name, versions); read != nil {
			if is := read.refuses(v.Value); is != "" {
				all = append(all, Misread{Index: i, Value: v.Value, Detail: fmt.Sprintf("%s of %s %s %s", v.Name, e.Name, version, is), Fatal: read.Otherwise == Stops})
			}
		}
	}
	return all
}

// reads returns the variable of a name that one of the versions reads, nil where none does.
func (e Engine) reads(name string, versions []release) *Variable {
	variables := e.Known().Environment.Variables
	for i := range variables {
		if v := &variables[i]; v.Name == name && v.in(versions) {
			return v
		}
	}
	return nil
}

// unread says what to do about a variable that none of the versions reads, "" where there is nothing to say.
func (e Engine) unread(c *corev1.Container, name string, versions []release) string {
	if e.reads(name, versions) != nil || refers(c, name) {
		return ""
	}
	var others []string
	for _, v := range e.Known().Environment.Variables {
		switch {
		case v.Name == name && v.Until != "" && slices.Compare(versions[0], readRelease(v.Until)) >= 0:
			return fmt.Sprintf("no version since %s does; remove it", v.Until)
		case v.Name == name:
			return fmt.Sprintf("%s is known to read it; name an image of that version or later, or remove it", v.Since)
		case v.in(versions):
			others = append(others, v.Name)
		}
	}
	if near := nearestVariable(name, others, e.Known().Environment.Prefix); near != "" {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return ""
}

// nearestVariable compares what stands after the prefix, by which all names are alike.
func nearestVariable(name string, names []string, prefix string) string {
	rest := make([]string, 0, len(names))
	for _, other := range names {
		rest = append(rest, strings.TrimPrefix(other, prefix))
	}
	name = strings.TrimPrefix(name, prefix)
	near := spelling.Nearest(name, rest, max(1, min(3, len(name)/5)))
	if len(near) == 0 {
		return ""
	}
	return prefix + slices.Min(near)
}

// refers reports whether something in a container beside the names in its environment has a text, such as the name of a variable: a
// script, a hook, a probe, or the value of a variable.
func refers(c *corev1.Container, name string) bool {
	texts := slices.Concat(c.Command, c.Args)
	for _, v := range c.Env {
		texts = append(texts, v.Value)
	}
	for _, p := range []*corev1.Probe{c.StartupProbe, c.ReadinessProbe, c.LivenessProbe} {
		if p != nil && p.Exec != nil {
			texts = append(texts, p.Exec.Command...)
		}
	}
	if c.Lifecycle != nil {
		for _, h := range []*corev1.LifecycleHandler{c.Lifecycle.PostStart, c.Lifecycle.PreStop} {
			if h != nil && h.Exec != nil {
				texts = append(texts, h.Exec.Command...)
			}
		}
	}
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, name) })
}

// in reports whether one of the versions reads the variable.
func (v *Variable) in(versions []release) bool {
	since, until := readRelease(v.Since), readRelease(v.Until)
	return slices.ContainsFunc(versions, func(r release) bool {
		return (since == nil || slices.Compare(r, since) >= 0) && (until == nil || slices.Compare(r, until) < 0)
	})
}

// refuses says what the value of a variable has to be, and what comes of it otherwise; "" where it may be what it is. Ollama
// leaves out quotation marks and spaces around it.
func (v *Variable) refuses(value string) string {
	value = strings.Trim(strings.TrimSpace(value), `"'`)
	if value == "" || undecided(value) {
		return ""
	}
	is := ""
	switch {
	case len(v.Choices) > 0 && !slices.Contains(v.Choices, strings.ToLower(value)):
		is = "is one of " + strings.Join(v.Choices, ", ")
	case len(v.Choices) > 0:
	default:
		is = misread(v.Type, value)
	}
	if is == "" {
		return ""
	}
	switch v.Otherwise {
	case TakenForTrue:
		return is + "; any other text is taken for true"
	case Unloaded:
		return is + "; it loads no model with another"
	case Stops:
		return is + "; it does not start with another"
	}
	return is + "; any other is as if it were not set"
}

// misread says what a value of a type has to be, "" where it is that.
func misread(t Type, value string) string {
	var err error
	switch t {
	case Bool:
		if _, err = strconv.ParseBool(value); err != nil {
			return "is true or false"
		}
	case Unsigned:
		if _, err = strconv.ParseUint(value, 10, 64); err != nil {
			return "is a whole number that is not negative"
		}
	case Duration:
		if _, err = time.ParseDuration(value); err == nil {
			return ""
		}
		if _, err = strconv.ParseInt(value, 10, 64); err != nil {
			return "is a number of seconds, or a duration with units such as 24h or 5m"
		}
	case Origins:
		if slices.ContainsFunc(strings.Split(value, ","), func(origin string) bool { return !isOrigin(origin) }) {
			return "is a list, with commas and no spaces, of texts that begin with a scheme such as https:// or have one asterisk"
		}
	}
	return ""
}

// schemes are those that an origin may begin with.
//
// Source: gin-contrib/cors config.go@v1.7.2, with browser extensions, as ollama/ollama server/routes.go@v0.24.0 has it.
var schemes = []string{"http://", "https://", "chrome-extension://", "safari-extension://", "moz-extension://", "ms-browser-extension://"}

// isOrigin reports whether a text may be an origin.
//
// Mirrors gin-contrib/cors cors.go@v1.7.2, which panics otherwise.
func isOrigin(text string) bool {
	if stars := strings.Count(text, "*"); stars > 0 {
		return stars == 1
	}
	return slices.ContainsFunc(schemes, func(scheme string) bool { return strings.HasPrefix(text, scheme) })
}
