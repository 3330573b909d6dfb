package model

import (
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Findings are the violations of a configuration: errors, and warnings of values that
// do not do what they say.
type Findings struct {
	Errs, Warns field.ErrorList
}

// CheckSchema finds what the API server would refuse by schema.
func (s *ResourceModel) CheckSchema(v Values) field.ErrorList {
	if errs := v.checkPresence(); len(errs) > 0 {
		return errs
	}
	errs := append(s.checkMetadata(v), schema.Validate(s.Kind.Definition, v.Object, v.Unknown)...)
	errs = append(errs, v.faults...)
	if s.Options == nil || len(v.Options) == 0 {
		return errs
	}
	prefix := AttrDirect + "."
	var unknown []string
	for _, at := range v.Unknown {
		if below, ok := strings.CutPrefix(at, prefix); ok {
			unknown = append(unknown, below)
		}
	}
	for _, err := range schema.Validate(s.Kind.DirectDefinition, v.Options, unknown) {
		err.Field = strings.TrimSuffix(prefix+err.Field, ".")
		errs = append(errs, err)
	}
	return errs
}

// checkPresence finds required attributes that are null, which Terraform accepts of them.
// A definition given to a function has no attributes.
func (v Values) checkPresence() field.ErrorList {
	var errs field.ErrorList
	for _, name := range []string{AttrMetadata, AttrSpec} {
		if value, written := v.Attributes[name]; written && value.IsNull() {
			errs = append(errs, field.Required(field.NewPath(name), "set it, it cannot be null"))
		}
	}
	return errs
}

// CheckMode finds a mode that the kind does not have.
func (s *ResourceModel) CheckMode(mode string) field.ErrorList {
	why := ""
	switch {
	case mode == Direct:
		why = s.Kind.OperatorOnly
	case mode == Operator && s.Kind.DirectOnly != "":
		why = s.Kind.DirectOnly + "; remove `mode`, which is direct whatever the provider block says"
	}
	if why == "" {
		return nil
	}
	return field.ErrorList{field.Forbidden(field.NewPath(AttrMode), why)}
}

// DefaultMode is the mode of a resource that names none, from that of the provider block.
func (s *ResourceModel) DefaultMode(configured string) string {
	if s.Kind.DirectOnly != "" {
		return Direct
	}
	return configured
}

// CheckRules runs the kind's rules for a mode and a release, either of which may not be known.
func (s *ResourceModel) CheckRules(v Values, mode, release string) Findings {
	candidate := kinds.Candidate{Object: v.Unstructured(), Release: release, Direct: mode == Direct, References: v.References}
	errs, warns := s.violations(candidate, v)
	if mode != "" {
		return Findings{errs, warns}
	}
	// What holds in both modes holds whichever it will be.
	candidate.Direct = true
	errsDirect, warnsDirect := s.violations(candidate, v)
	return Findings{Common(errs, errsDirect), Common(warns, warnsDirect)}
}

// violations are what the kind's rules find, a name that no object can have, and the credentials
// that nothing reads.
func (s *ResourceModel) violations(candidate kinds.Candidate, v Values) (errs, warns field.ErrorList) {
	errs, warns = s.Kind.Check(candidate, v.Unknown)
	errs = append(errs, checkName(candidate.Object.GetName(), errs)...)
	return append(errs, s.CheckPlaces(v, candidate.Direct)...), warns
}

// Common are the errors of one list that the other has too.
func Common(a, b field.ErrorList) field.ErrorList {
	return slices.DeleteFunc(a, func(err *field.Error) bool { return !Has(b, err) })
}

// Has reports whether a list has an error that says the same.
func Has(list field.ErrorList, err *field.Error) bool {
	return slices.ContainsFunc(list, func(other *field.Error) bool {
		return other.Field == err.Field && other.Detail == err.Detail && other.Type == err.Type
	})
}

// CheckRelease finds fields that a release lacks, or requires and does not find. Of
// several releases that are possible it reports the newest one's findings, and only if
// none of them takes the object.
func (s *ResourceModel) CheckRelease(v Values, candidates []object.Release) field.ErrorList {
	var errs field.ErrorList
	for _, d := range candidates {
		errs = object.CheckRelease(s.Root, d, s.Kind.Releases, v.Object, v.Unknown)
		if len(errs) == 0 {
			return nil
		}
	}
	return errs
}

// Candidates are the releases an object may be written for: the known one, or all.
func (s *ResourceModel) Candidates(release string) []object.Release {
	if d, ok := s.Kind.Release(release); ok {
		return []object.Release{d}
	}
	return s.Kind.Releases
}

// Diagnose turns findings into diagnostics on their attributes.
func (s *ResourceModel) Diagnose(f Findings, v Values) diag.Diagnostics {
	var diags diag.Diagnostics
	subject := s.Subject(v)
	for _, err := range f.Errs {
		diags.Append(diagnostic.Rule(s.Spelled(err), s.AttributePath(err.Field), subject, s.Kind.PageOf(err.Origin)))
	}
	for _, err := range f.Warns {
		diags.Append(diagnostic.RuleWarning(s.Spelled(err), s.AttributePath(err.Field), subject, s.Kind.PageOf(err.Origin)))
	}
	return diags
}

// Spelled is an error whose field is named as the configuration spells it.
func (s *ResourceModel) Spelled(err *field.Error) *field.Error {
	out := *err
	out.Field = s.Spell(err.Field)
	return &out
}

// Spell returns a field path of the object as the configuration spells it. Messages name
// fields so because Terraform shows no more than the root attribute of an error. Steps below the
// deepest attribute, as in JSON text, stay as the API has them.
func (s *ResourceModel) Spell(text string) string {
	at := s.AttributePath(text)
	steps, err := fieldpath.Parse(text)
	if err != nil || len(at.Steps()) == 0 {
		return text
	}
	out := at.String()
	for _, step := range steps[len(at.Steps()):] {
		if name := step.Name(); name != "" {
			step = fieldpath.Field("." + name)
		}
		out += string(step)
	}
	return out
}

// Subject names the object in messages, such as `Playground llm/chat`.
func (s *ResourceModel) Subject(v Values) string {
	if _, name := v.Name(); name == "" {
		return s.Kind.GVK.Kind
	}
	return Subject(s.Kind.GVK.Kind, v.ID())
}

// Subject names an object in messages, by its kind alone where it has no name yet.
func Subject(kind, id string) string {
	if id == "" {
		return kind
	}
	return kind + " " + id
}

// AttributePath returns the deepest attribute that a field path of the object leads to.
func (s *ResourceModel) AttributePath(text string) path.Path {
	steps, err := fieldpath.Parse(text)
	if err != nil || len(steps) == 0 {
		return path.Empty()
	}
	switch root := path.Root(steps[0].Name()); steps[0].Name() {
	case AttrMode:
		return root
	case AttrSpec:
		return s.Spec.AttributePath(root, steps[1:])
	case AttrDirect:
		if s.Options != nil {
			return s.Options.AttributePath(root, steps[1:])
		}
	case AttrCredentials:
		for _, step := range steps[1:] {
			root = root.AtName(step.Name())
		}
		return root
	case AttrMetadata:
		return metadataPath(root, steps[1:])
	case AttrReferences:
		if len(steps) > 1 {
			index, _ := steps[1].Index()
			return root.AtListIndex(index)
		}
		return root
	}
	return path.Empty()
}

func metadataPath(root path.Path, steps fieldpath.Path) path.Path {
	if len(steps) == 0 {
		return root
	}
	switch name := steps[0].Name(); name {
	case "name", "namespace":
		return root.AtName(name)
	case "labels", "annotations":
		if len(steps) > 1 && steps[1].Name() != "" {
			return root.AtName(name).AtMapKey(steps[1].Name())
		}
		return root.AtName(name)
	}
	return root
}

// Without are the errors of a list that were not reported before.
func Without(list, told field.ErrorList) field.ErrorList {
	return slices.DeleteFunc(slices.Clone(list), func(err *field.Error) bool { return Has(told, err) })
}
