package main

import (
	"fmt"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// kubernetesPage is where Kubernetes' own definitions stand, from the folder of a resource.
const kubernetesPage = "../guides/pod-types.md"

// place is where a definition is used in an object.
type place struct {
	// api is the path in the API, dotted JSON names with "[]" for every item of a list,
	// terraform the path of the attribute.
	api, terraform string
}

// field is the place of a field of the object at p.
func (p place) field(f *schema.Field) place {
	return place{p.api + "." + f.JSON, p.terraform + "." + f.Name}
}

// words are the path of the attribute, and that in the API where it is another one.
func (p place) words() string {
	root, _, _ := strings.Cut(p.terraform, ".")
	if p.api == p.terraform || root == "direct" {
		return "`" + p.terraform + "`"
	}
	return "`" + p.terraform + "` (`" + p.api + "`)"
}

// shape is an object that is described in a section: a named definition, or an object
// without a name.
type shape struct {
	title, anchor string
	node          *schema.Node
	props         *apiextensionsv1.JSONSchemaProps
	places        []place
}

// collection is the definitions that a page describes.
type collection struct {
	// kind is nil on the page of Kubernetes' definitions.
	kind *kinds.Kind
	// shapes are by the name of their definition, or by their place when they have none.
	shapes map[string]*shape
	// order is that of the sections.
	order []string
	// kubernetes are the definitions of Kubernetes that the page only refers to, with all they reach.
	kubernetes map[string]*schema.Node
	readOnly   bool
}

func newCollection(k *kinds.Kind, readOnly bool) *collection {
	return &collection{kind: k, shapes: map[string]*shape{}, kubernetes: map[string]*schema.Node{}, readOnly: readOnly}
}

// objectOf is the object that a node is, lists or maps; nil when there is none.
func objectOf(n *schema.Node) *schema.Node {
	for n != nil && (n.Kind == schema.List || n.Kind == schema.Map) {
		n = n.Elem
	}
	if n == nil || n.Kind != schema.Object {
		return nil
	}
	return n
}

func isKubernetes(definition string) bool {
	return strings.HasPrefix(definition, "k8s.io/")
}

// add takes up the object that a node is, lists or maps, and everything below it.
func (c *collection) add(n *schema.Node, props *apiextensionsv1.JSONSchemaProps, at place) {
	for n.Kind == schema.List || n.Kind == schema.Map {
		if n.Kind == schema.List {
			n, props, at.api = n.Elem, props.Items.Schema, at.api+"[]"
		} else {
			n, props, at.api = n.Elem, props.AdditionalProperties.Schema, at.api+"[<key>]"
		}
	}
	if n.Kind != schema.Object {
		return
	}
	if isKubernetes(n.Definition) && c.kind != nil {
		reach(c.kubernetes, n, nil)
		return
	}
	key, title, anchor := at.terraform, at.terraform, attributeAnchor(at.terraform)
	if n.Definition != "" {
		key, title, props = n.Definition, shortName(n.Definition), schema.Expand(n.Definition)
		anchor = definitionAnchor(title)
	}
	known, ok := c.shapes[key]
	if !ok {
		known = &shape{title: title, anchor: anchor, node: n, props: props}
		c.shapes[key] = known
		c.order = append(c.order, key)
	}
	known.places = append(known.places, at)
	for i := range n.Fields {
		f := &n.Fields[i]
		p := props.Properties[f.JSON]
		c.add(f.Node, &p, at.field(f))
	}
}

// reach collects the object that a node is, lists or maps, and the objects below it, but
// for the fields that a release lacks.
func reach(found map[string]*schema.Node, n *schema.Node, lacking []string) {
	n = objectOf(n)
	if n == nil || found[n.Definition] != nil {
		return
	}
	if n.Definition != "" {
		found[n.Definition] = n
	}
	for i := range n.Fields {
		if !slices.Contains(lacking, n.Definition+"."+n.Fields[i].JSON) {
			reach(found, n.Fields[i].Node, lacking)
		}
	}
}

func shortName(definition string) string {
	return definition[strings.LastIndex(definition, ".")+1:]
}

// sections are those of all definitions that were added.
func (c *collection) sections() []section {
	out := make([]section, 0, len(c.order))
	for _, key := range c.order {
		s := c.shapes[key]
		made := section{title: s.title, anchor: s.anchor, intro: c.intro(s), closing: closing(s.props)}
		for i := range s.node.Fields {
			made.entries = append(made.entries, c.entry(s, &s.node.Fields[i]))
		}
		out = append(out, made)
	}
	return out
}

// intro says what a definition is and where it stands, and of one that is not ours where it is described.
func (c *collection) intro(s *shape) string {
	if reference := upstreamReference(s.node.Definition); reference != "" {
		return reference
	}
	where := make([]string, 0, len(s.places))
	for _, p := range s.places {
		where = append(where, p.words())
	}
	const most = 6
	text := oneLine(s.props.Description) + "\n\nIn " + strings.Join(where[:min(len(where), most)], ", ")
	if len(where) > most {
		text += fmt.Sprintf(" and %d more places", len(where)-most)
	}
	return strings.TrimSpace(text) + "."
}

// upstreamReference leads to the description of a definition that another project makes; empty for
// the definitions that the provider describes itself.
func upstreamReference(definition string) string {
	pkg := definition[:max(strings.LastIndex(definition, "."), 0)]
	if !strings.Contains(strings.Split(pkg, "/")[0], ".") {
		return ""
	}
	return fmt.Sprintf("Described in [%s](https://pkg.go.dev/%s#%s).", strings.TrimPrefix(pkg, "k8s.io/")+"."+shortName(definition), pkg, shortName(definition))
}

// closing are the rules that the API's own schema has for a definition.
func closing(props *apiextensionsv1.JSONSchemaProps) string {
	if len(props.XValidations) == 0 {
		return ""
	}
	lines := []string{"The API checks:", ""}
	for _, rule := range props.XValidations {
		lines = append(lines, "- "+oneLine(rule.Message)+".")
	}
	return strings.Join(lines, "\n")
}

// entry describes one field of a definition.
func (c *collection) entry(s *shape, f *schema.Field) entry {
	e := entry{name: f.Name, typ: typeWords(f.Node), group: isOptional}
	switch {
	case c.readOnly:
		e.group = isReadOnly
	case f.Required:
		e.group = isRequired
	}
	if object := objectOf(f.Node); object != nil {
		e.typ += ", " + c.link(object, s, f)
	}
	props := s.props.Properties[f.JSON]
	upstream := upstreamReference(s.node.Definition) != ""
	if !upstream {
		e.texts = append(e.texts, f.Description)
	}
	if !c.readOnly {
		e.add(constraints(f.Node, &props)...)
	}
	if upstream {
		e.add(schema.Default(f.Default))
	}
	if f.Node.Kind == schema.JSON && !c.readOnly {
		e.add(jsonText(f.Node))
	}
	if spelling := respelled(s.node.Definition, f); spelling != "" {
		e.add(spelling)
	}
	if c.kind != nil {
		e.add(generationNotes(c.kind, s, f)...)
		if !c.readOnly {
			e.add(replacementNotes(c.kind, s, f)...)
		}
	}
	return e
}

// add appends the sentences that the texts do not have yet.
func (e *entry) add(sentences ...string) {
	for _, sentence := range sentences {
		if sentence != "" && !strings.Contains(strings.Join(e.texts, " "), sentence) {
			e.texts = append(e.texts, sentence)
		}
	}
}

// link leads to the section of an object.
func (c *collection) link(object *schema.Node, holder *shape, f *schema.Field) string {
	title, page := shortName(object.Definition), ""
	anchor := definitionAnchor(title)
	if object.Definition == "" {
		title = holder.places[0].field(f).terraform
		anchor = attributeAnchor(title)
	}
	if isKubernetes(object.Definition) && c.kind != nil {
		page = kubernetesPage
	}
	return fmt.Sprintf("[%s](%s#%s)", title, page, anchor)
}

// jsonText says how to write a value that is JSON text in Terraform.
func jsonText(n *schema.Node) string {
	text := "Written with `jsonencode`"
	if object := objectOf(n.Shape); object != nil && object.Definition != "" {
		if n.Shape.Kind == schema.List {
			text += ": a list"
		}
		text += ", with the names of the API's " + shortName(object.Definition)
	}
	return text + "."
}

// respelled says what the API calls a field whose attribute does not lead back to its name.
func respelled(definition string, f *schema.Field) string {
	words := strings.Split(f.Name, "_")
	for i, word := range words[1:] {
		if word != "" {
			words[i+1] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	if strings.Join(words, "") == f.JSON || strings.HasPrefix(definition, "direct.") {
		return ""
	}
	return "`" + f.JSON + "` in the API."
}
