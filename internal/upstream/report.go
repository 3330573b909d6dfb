package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// report says what is new in definitions, by kind, and whether anything is.
func report(all []*kinds.Kind, known differences, crds []*apiextensionsv1.CustomResourceDefinition) (string, bool, error) {
	var text strings.Builder
	anything := false
	for _, crd := range crds {
		matched := false
		for _, kind := range kinds.WithCustomResource(all) {
			release, ok, err := takenFor(kind, crd)
			if err != nil {
				return "", false, err
			}
			if !ok {
				continue
			}
			matched = true
			found, err := known.compare(kind, release, crd)
			if err != nil {
				return "", false, err
			}
			title := fmt.Sprintf("%s, inference_%s, taken for %s", crd.Name, kind.TypeName, release.Name)
			if len(found) == 0 {
				fmt.Fprintf(&text, "%s: nothing new\n", title)
				continue
			}
			anything = true
			fmt.Fprintf(&text, "%s:\n", title)
			for _, d := range found {
				for _, line := range lines(d) {
					fmt.Fprintf(&text, "  %s\n", line)
				}
			}
		}
		if !matched {
			fmt.Fprintf(&text, "%s: no kind of the provider\n", crd.Name)
		}
	}
	if !anything {
		text.WriteString("nothing new\n")
	}
	return text.String(), anything, nil
}

// takenFor is the release of a kind that the provider would take a definition for; false when it is of another kind.
func takenFor(kind *kinds.Kind, crd *apiextensionsv1.CustomResourceDefinition) (object.Release, bool, error) {
	var oldest object.Release
	matched := false
	for _, release := range slices.Backward(kind.Releases) {
		r := resourceOf(kind, release)
		if r.Group != crd.Spec.Group || r.Names.Plural != crd.Spec.Names.Plural {
			continue
		}
		oldest, matched = release, true
		for _, version := range crd.Spec.Versions {
			if version.Name != r.Version || version.Schema == nil || version.Schema.OpenAPIV3Schema == nil {
				continue
			}
			openAPI, err := runtime.DefaultUnstructuredConverter.ToUnstructured(version.Schema.OpenAPIV3Schema)
			if err != nil {
				return object.Release{}, false, fmt.Errorf("reading %s: %w", crd.Name, err)
			}
			if model.Tells(openAPI, release) {
				return release, true, nil
			}
		}
	}
	return oldest, matched, nil
}

// keywords are the words for what differs where they are not the names of OpenAPI.
var keywords = map[string]string{"x-kubernetes-validations": "CEL rules", "required": "required fields", "enum": "allowed values"}

// lines say what differs: what the table has, and what the definition has.
func lines(d difference) []string {
	if d.added != nil {
		return added(d.path, d.added)
	}
	if d.keyword == keywordField {
		return []string{"removed field " + d.path}
	}
	what, ok := keywords[d.keyword]
	if !ok {
		what = d.keyword
	}
	if d.path != "" {
		what += " of " + d.path
	}
	return []string{unescape.Replace(fmt.Sprintf("changed %s: %s -> %s", what, d.ours, d.theirs))}
}

// unescape undoes what JSON does to the operators of rules.
var unescape = strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">")

// added are a new field and those below it.
func added(path string, props *apiextensionsv1.JSONSchemaProps) []string {
	var said []string
	for keyword, value := range facts(props) {
		switch keyword {
		case "items", "additionalProperties":
		case "type":
			said = append(said, strings.Trim(value, `"`))
		default:
			said = append(said, keyword+" "+value)
		}
	}
	slices.Sort(said)
	out := []string{unescape.Replace(fmt.Sprintf("new field %s: %s", path, strings.Join(said, ", ")))}
	for _, name := range slices.Sorted(maps.Keys(props.Properties)) {
		field := props.Properties[name]
		out = append(out, added(path+"."+name, &field)...)
	}
	if below := items(props); below != nil {
		out = append(out, added(path+"[]", below)...)
	}
	if below := values(props); below != nil {
		out = append(out, added(path+"{}", below)...)
	}
	return out
}
