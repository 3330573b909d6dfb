package engine

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

// findings are the violations of a configuration: errors, and warnings of values that
// do not do what they say.
type findings struct {
	errs, warns field.ErrorList
}

// checkSchema finds what the API server would refuse by schema.
func (s *resourceModel) checkSchema(v values) field.ErrorList {
	if errs := v.checkPresence(); len(errs) > 0 {
		return errs
	}
	errs := append(s.checkMetadata(v), schema.Validate(s.kind.Definition, v.object, v.unknown)...)
	errs = append(errs, v.faults...)
	if s.options == nil || len(v.options) == 0 {
		return errs
	}
	prefix := attrDirect + "."
	var unknown []string
	for _, at := range v.unknown {
		if below, ok := strings.CutPrefix(at, prefix); ok {
			unknown = append(unknown, below)
		}
	}
	for _, err := range schema.Validate(s.kind.DirectDefinition, v.options, unknown) {
		err.Field = strings.TrimSuffix(prefix+err.Field, ".")
		errs = append(errs, err)
	}
	return errs
}

// checkPresence finds required attributes that are null, which Terraform accepts of them.
// A definition given to a function has no attributes.
func (v values) checkPresence() field.ErrorList {
	var errs field.ErrorList
	for _, name := range []string{attrMetadata, attrSpec} {
		if value, written := v.attributes[name]; written && value.IsNull() {
			errs = append(errs, field.Required(field.NewPath(name), "set it, it cannot be null"))
		}
	}
	return errs
}

// checkMode finds a mode that the kind does not have.
func (s *resourceModel) checkMode(mode string) field.ErrorList {
	if mode != Direct || s.kind.OperatorOnly == "" {
		return nil
	}
	return field.ErrorList{field.Forbidden(field.NewPath(attrMode), s.kind.OperatorOnly)}
}

// checkRules runs the kind's rules for a mode and a release, either of which may not be known.
func (s *resourceModel) checkRules(v values, mode, release string) findings {
	candidate := kinds.Candidate{Object: v.unstructured(), Release: release, Direct: mode == Direct, References: v.references}
	errs, warns := s.violations(candidate, v)
	if mode != "" {
		return findings{errs, warns}
	}
	// What holds in both modes holds whichever it will be.
	candidate.Direct = true
	errsDirect, warnsDirect := s.violations(candidate, v)
	return findings{common(errs, errsDirect), common(warns, warnsDirect)}
}

// violations are what the kind's rules find, a name that no object can have, and the credentials
// that nothing reads.
func (s *resourceModel) violations(candidate kinds.Candidate, v values) (errs, warns field.ErrorList) {
	errs, warns = kinds.Check(s.kind.Rules(), candidate, v.unknown)
	errs = append(errs, checkName(candidate.Object.GetName(), errs)...)
	return append(errs, s.checkPlaces(v, candidate.Direct)...), warns
}

// common are the errors of one list that the other has too.
func common(a, b field.ErrorList) field.ErrorList {
	return slices.DeleteFunc(a, func(err *field.Error) bool { return !has(b, err) })
}

// has reports whether a list has an error that says the same.
func has(list field.ErrorList, err *field.Error) bool {
	return slices.ContainsFunc(list, func(other *field.Error) bool {
		return other.Field == err.Field && other.Detail == err.Detail && other.Type == err.Type
	})
}

// checkRelease finds fields that a release lacks, or requires and does not find. Of
// several releases that are possible it reports the newest one's findings, and only if
// none of them takes the object.
func (s *resourceModel) checkRelease(v values, candidates []object.Release) field.ErrorList {
	var errs field.ErrorList
	for _, d := range candidates {
		errs = object.CheckRelease(s.root, d, s.kind.Releases, v.object, v.unknown)
		if len(errs) == 0 {
			return nil
		}
	}
	return errs
}

// candidates are the releases an object may be written for: the known one, or all.
func (s *resourceModel) candidates(release string) []object.Release {
	if d, ok := s.kind.Release(release); ok {
		return []object.Release{d}
	}
	return s.kind.Releases
}

// diagnose turns findings into diagnostics on their attributes.
func (s *resourceModel) diagnose(f findings, v values) diag.Diagnostics {
	var diags diag.Diagnostics
	subject := s.subject(v)
	for _, err := range f.errs {
		diags.Append(diagnostic.Field(s.spelled(err), s.attributePath(err.Field), subject))
	}
	for _, err := range f.warns {
		diags.Append(diagnostic.FieldWarning(s.spelled(err), s.attributePath(err.Field), subject))
	}
	return diags
}

// spelled is an error whose field is named as the configuration spells it.
func (s *resourceModel) spelled(err *field.Error) *field.Error {
	out := *err
	out.Field = s.spell(err.Field)
	return &out
}

// spell returns a field path of the object as the configuration spells it. Messages name
// fields so because Terraform shows no more than the root attribute of an error. Steps below the
// deepest attribute, as in JSON text, stay as the API has them.
func (s *resourceModel) spell(text string) string {
	at := s.attributePath(text)
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

// subject names the object in messages, such as `Playground llm/chat`.
func (s *resourceModel) subject(v values) string {
	if _, name := v.name(); name == "" {
		return s.kind.GVK.Kind
	}
	return subject(s.kind.GVK.Kind, v.id())
}

// subject names an object in messages, by its kind alone where it has no name yet.
func subject(kind, id string) string {
	if id == "" {
		return kind
	}
	return kind + " " + id
}

// attributePath returns the deepest attribute that a field path of the object leads to.
func (s *resourceModel) attributePath(text string) path.Path {
	steps, err := fieldpath.Parse(text)
	if err != nil || len(steps) == 0 {
		return path.Empty()
	}
	switch root := path.Root(steps[0].Name()); steps[0].Name() {
	case attrMode:
		return root
	case attrSpec:
		return s.spec.AttributePath(root, steps[1:])
	case attrDirect:
		if s.options != nil {
			return s.options.AttributePath(root, steps[1:])
		}
	case attrCredentials:
		for _, step := range steps[1:] {
			root = root.AtName(step.Name())
		}
		return root
	case attrMetadata:
		return metadataPath(root, steps[1:])
	case attrReferences:
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
