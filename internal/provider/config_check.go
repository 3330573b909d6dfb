package provider

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// check reports what cannot work whatever the environment adds. A value that is not known yet is taken to be right.
func (c *config) check() diag.Diagnostics {
	errs := c.Check()
	own := c.settings()[len(c.Settings()):]
	errs = append(errs, cluster.Check(own, nil)...)
	errs = append(errs, c.checkNames()...)
	errs = append(errs, c.checkBudget()...)
	errs = append(errs, checkReleases(c.releases)...)
	var diags diag.Diagnostics
	for _, err := range errs {
		if !c.unknown[err.Field] {
			diags.Append(diagnostic.Field(err, attributePath(err.Field), "the provider block"))
		}
	}
	return diags
}

// attributePath is where a field of the block is, such as `exec.command` or `releases[llmaz]`.
func attributePath(text string) path.Path {
	name, key, isKey := strings.Cut(strings.TrimSuffix(text, "]"), "[")
	steps := strings.Split(name, ".")
	at := path.Root(steps[0])
	for _, step := range steps[1:] {
		at = at.AtName(step)
	}
	if isKey {
		at = at.AtMapKey(key)
	}
	return at
}

func (c *config) checkNames() field.ErrorList {
	var errs field.ErrorList
	if name := c.FieldManager; len(name) > object.MaxManager || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		errs = append(errs, field.Invalid(field.NewPath("field_manager"), name,
			fmt.Sprintf("must be at most %d bytes long, all printable, and has %d. Use a short name, such as \"terraform-llm\"", object.MaxManager, len(name))))
	}
	if problems := validation.IsDNS1123Label(c.namespace); c.namespace != "" && len(problems) > 0 {
		errs = append(errs, field.Invalid(field.NewPath("namespace"), c.namespace, strings.Join(problems, "; ")))
	}
	return errs
}

// checkBudget finds limits that bound nothing.
func (c *config) checkBudget() field.ErrorList {
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(c.budget)) {
		at := field.NewPath(attrBudget).Key(name)
		if !podset.IsExtended(corev1.ResourceName(name)) {
			errs = append(errs, field.Forbidden(at, "is not the name of an extended resource, which has a domain, so that no pod counts against it. Use the name that pods ask for, such as \"nvidia.com/gpu\""))
		}
		if c.budget[name] < 0 {
			errs = append(errs, field.Invalid(at, c.budget[name], "must be 0 or more. Use 0 to allow none"))
		}
	}
	return errs
}

// checkReleases finds pins of systems, kinds and releases that there are not.
func checkReleases(pins map[string]string) field.ErrorList {
	systems, known := generations()
	var errs field.ErrorList
	for _, pinned := range slices.Sorted(maps.Keys(pins)) {
		at := field.NewPath(attrAPIReleases).Key(pinned)
		names, ok := known[pinned]
		switch {
		case !ok:
			errs = append(errs, field.Forbidden(at, fmt.Sprintf("is neither a system of this provider nor a resource without its prefix. Systems: %s. Remove the entry", strings.Join(systems, ", "))))
		case !slices.Contains(names, pins[pinned]):
			errs = append(errs, field.NotSupported(at, pins[pinned], names))
		}
	}
	return errs
}
