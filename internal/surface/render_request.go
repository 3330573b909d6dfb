package surface

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
	"github.com/inferops/terraform-provider-inference/internal/model"
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
func (r renderRequest) run(all []*model.ResourceModel) (renderResult, diag.Diagnostics) {
	fields, err := model.ParseManifest(r.manifest)
	if err != nil {
		return renderResult{}, refuse(field.Invalid(field.NewPath(argManifest), model.Shorten(r.manifest), "must be one Kubernetes object as YAML or JSON: "+err.Error()), renderSubject)
	}
	s, fault := renderable(all, fields)
	if fault != nil {
		return renderResult{}, refuse(fault, renderSubject)
	}
	v, fault := r.values(s, fields)
	if fault != nil {
		return renderResult{}, refuse(fault, s.Subject(v))
	}
	errs := s.CheckSchema(v)
	var found model.Findings
	if len(errs) == 0 {
		found = s.CheckRules(v, model.Direct, s.Kind.Newest().Name)
		errs = found.Errs
	}
	if len(errs) > 0 {
		return renderResult{}, refuseAll(s, v, errs)
	}
	out, errs := s.Render(v, nil)
	if len(errs) > 0 {
		return renderResult{}, refuseAll(s, v, errs)
	}
	manifests, err := model.PrintManifests(out.Objects)
	if err != nil {
		return renderResult{}, diag.Diagnostics{diagnostic.Fault("Printing a manifest", err)}
	}
	result := renderResult{rendered: map[string]string{}, yaml: strings.Join(manifests, yamlSeparator), endpoint: out.Endpoint, warnings: out.Warnings}
	for i, obj := range out.Objects {
		result.rendered[model.Target{Applied: obj}.ID()] = manifests[i]
	}
	for _, warn := range found.Warns {
		result.warnings = append(result.warnings, s.Spelled(warn).Error())
	}
	return result, nil
}

// renderable returns the shape of the object's kind, which has a renderer.
func renderable(all []*model.ResourceModel, fields *unstructured.Unstructured) (*model.ResourceModel, *field.Error) {
	at, gvk := field.NewPath(argManifest), fields.GroupVersionKind()
	i := slices.IndexFunc(all, func(s *model.ResourceModel) bool { return s.Kind.GVK == gvk })
	switch {
	case i < 0 || all[i].Kind.Render == nil:
		var known []string
		for _, s := range all {
			if s.Kind.Render != nil {
				known = append(known, s.Kind.GVK.Kind+" ("+s.Kind.GVK.GroupVersion().String()+")")
			}
		}
		return nil, field.Invalid(at, gvk.Kind+" "+gvk.GroupVersion().String(), "nothing is rendered for this kind: give one of "+strings.Join(known, ", "))
	case fields.GetName() == "":
		return nil, field.Required(at.Child("metadata", "name"), "must not be empty: give the object a name")
	}
	return all[i], nil
}

// values are those that a resource with this configuration would have.
func (r renderRequest) values(s *model.ResourceModel, fields *unstructured.Unstructured) (model.Values, *field.Error) {
	v := model.Values{Object: fields.Object, Options: map[string]any{}}
	if len(r.references) > 0 {
		v.Attributes = map[string]tftypes.Value{model.AttrReferences: model.StringList(r.references)}
		s.ReadReferences(&v)
	}
	if r.options == "" {
		return v, nil
	}
	at := field.NewPath(argOptions)
	if s.Options == nil {
		return v, field.Forbidden(at, s.Kind.GVK.Kind+" has no options of direct mode: remove them")
	}
	value, err := tftypes.ValueFromJSON([]byte(r.options), s.Options.TerraformType()) //nolint:staticcheck // the one decoder of Terraform's JSON
	if err != nil {
		return v, field.Invalid(at, model.Shorten(r.options), fmt.Sprintf("must be the JSON of the attribute `direct` of inference_%s: %s", s.Kind.TypeName, err))
	}
	tree, _, err := object.Encode(s.Options, value, at)
	if err != nil {
		return v, field.Invalid(at, model.Shorten(r.options), err.Error())
	}
	if options, ok := tree.(map[string]any); ok {
		v.Options = options
	}
	return v, nil
}

// refuseAll tells mistakes of the object, whose fields are all in one argument.
func refuseAll(s *model.ResourceModel, v model.Values, errs field.ErrorList) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, err := range errs {
		diags.Append(refuse(s.Spelled(err), s.Subject(v))...)
	}
	return diags
}

// refuse tells a mistake at the argument it is in.
func refuse(err *field.Error, subject string) diag.Diagnostics {
	argument := argManifest
	for _, root := range []string{model.AttrReferences, argOptions} {
		if strings.HasPrefix(err.Field, root) {
			argument = root
		}
	}
	if strings.HasPrefix(err.Field, model.AttrDirect) {
		argument = argOptions
	}
	return diag.Diagnostics{diagnostic.Field(err, path.Root(argument), subject)}
}

// All returns the models of kinds.
func All(all []*kinds.Kind) []*model.ResourceModel {
	models := make([]*model.ResourceModel, len(all))
	for i, k := range all {
		models[i] = model.New(k)
	}
	return models
}
