package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// Arguments of a rendering outside a resource.
const (
	argManifest = "manifest"
	argOptions  = "options"
)

// renderSubject stands for an object in messages that has no name yet.
const renderSubject = "the object to render"

// renderRequest asks for the workloads of a custom resource that no Terraform resource stands for.
type renderRequest struct {
	// manifest is the custom resource as YAML or JSON, in the vocabulary of the newest release.
	manifest string
	// references are the manifests of the objects it refers to.
	references []string
	// options is the JSON of a `direct` object; "" is the same as none.
	options string
}

// renderResult is what direct mode would apply.
type renderResult struct {
	// rendered are the manifests by `<kind>/<name>`.
	rendered map[string]string
	yaml     string
	endpoint string
	warnings []string
}

// yamlSeparator stands before every document but the first.
const yamlSeparator = "---\n"

// run renders for one of the kinds. Everything that a plan of the resource would find is found here.
func (r renderRequest) run(all []*resourceModel) (renderResult, diag.Diagnostics) {
	fields, err := parseManifest(r.manifest)
	if err != nil {
		return renderResult{}, refuse(field.Invalid(field.NewPath(argManifest), shorten(r.manifest), "must be one Kubernetes object as YAML or JSON: "+err.Error()), renderSubject)
	}
	s, fault := renderable(all, fields)
	if fault != nil {
		return renderResult{}, refuse(fault, renderSubject)
	}
	v, fault := r.values(s, fields)
	if fault != nil {
		return renderResult{}, refuse(fault, s.subject(v))
	}
	errs := s.checkSchema(v)
	var found findings
	if len(errs) == 0 {
		found = s.checkRules(v, Direct, s.kind.Newest().Name)
		errs = found.errs
	}
	if len(errs) > 0 {
		return renderResult{}, refuseAll(s, v, errs)
	}
	out, errs := s.render(v, nil)
	if len(errs) > 0 {
		return renderResult{}, refuseAll(s, v, errs)
	}
	manifests, err := printManifests(out.Objects)
	if err != nil {
		return renderResult{}, diag.Diagnostics{diagnostic.Fault("Printing a manifest", err)}
	}
	result := renderResult{rendered: map[string]string{}, yaml: strings.Join(manifests, yamlSeparator), endpoint: out.Endpoint, warnings: out.Warnings}
	for i, obj := range out.Objects {
		result.rendered[target{applied: obj}.id()] = manifests[i]
	}
	for _, warn := range found.warns {
		result.warnings = append(result.warnings, s.spelled(warn).Error())
	}
	return result, nil
}

// renderable returns the shape of the object's kind, which has a renderer.
func renderable(all []*resourceModel, fields *unstructured.Unstructured) (*resourceModel, *field.Error) {
	at, gvk := field.NewPath(argManifest), fields.GroupVersionKind()
	i := slices.IndexFunc(all, func(s *resourceModel) bool { return s.kind.GVK == gvk })
	switch {
	case i < 0 || all[i].kind.Render == nil:
		var known []string
		for _, s := range all {
			if s.kind.Render != nil {
				known = append(known, s.kind.GVK.Kind+" ("+s.kind.GVK.GroupVersion().String()+")")
			}
		}
		return nil, field.Invalid(at, gvk.Kind+" "+gvk.GroupVersion().String(), "nothing is rendered for this kind: give one of "+strings.Join(known, ", "))
	case fields.GetName() == "":
		return nil, field.Required(at.Child("metadata", "name"), "must not be empty: give the object a name")
	}
	return all[i], nil
}

// values are those that a resource with this configuration would have.
func (r renderRequest) values(s *resourceModel, fields *unstructured.Unstructured) (values, *field.Error) {
	v := values{object: fields.Object, options: map[string]any{}}
	if len(r.references) > 0 {
		v.attributes = map[string]tftypes.Value{attrReferences: stringList(r.references)}
		s.readReferences(&v)
	}
	if r.options == "" {
		return v, nil
	}
	at := field.NewPath(argOptions)
	if s.options == nil {
		return v, field.Forbidden(at, s.kind.GVK.Kind+" has no options of direct mode: remove them")
	}
	value, err := tftypes.ValueFromJSON([]byte(r.options), s.options.TerraformType()) //nolint:staticcheck // the one decoder of Terraform's JSON
	if err != nil {
		return v, field.Invalid(at, shorten(r.options), fmt.Sprintf("must be the JSON of the attribute `direct` of inference_%s: %s", s.kind.TypeName, err))
	}
	tree, _, err := object.Encode(s.options, value, at)
	if err != nil {
		return v, field.Invalid(at, shorten(r.options), err.Error())
	}
	if options, ok := tree.(map[string]any); ok {
		v.options = options
	}
	return v, nil
}

// refuseAll tells mistakes of the object, whose fields are all in one argument.
func refuseAll(s *resourceModel, v values, errs field.ErrorList) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, err := range errs {
		diags.Append(refuse(s.spelled(err), s.subject(v))...)
	}
	return diags
}

// refuse tells a mistake at the argument it is in.
func refuse(err *field.Error, subject string) diag.Diagnostics {
	argument := argManifest
	for _, root := range []string{attrReferences, argOptions} {
		if strings.HasPrefix(err.Field, root) {
			argument = root
		}
	}
	if strings.HasPrefix(err.Field, attrDirect) {
		argument = argOptions
	}
	return diag.Diagnostics{diagnostic.Field(err, path.Root(argument), subject)}
}

// modelsOf returns the models of kinds.
func modelsOf(all []*kinds.Kind) []*resourceModel {
	models := make([]*resourceModel, len(all))
	for i, k := range all {
		models[i] = newResourceModel(k)
	}
	return models
}
