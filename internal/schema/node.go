package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Kind is the shape of a value.
type Kind int

// Shapes of values, each with the Terraform type that holds it.
const (
	// Object has named fields: a nested attribute.
	Object Kind = iota
	// Map has values of one shape under free keys: a map.
	Map
	// List has items of one shape: a list.
	List
	// String is text: a string.
	String
	// Bool is a truth value: a bool.
	Bool
	// Integer is a whole number: a number.
	Integer
	// Number is a floating-point number: a number.
	Number
	// IntOrString is a whole number or text: a string.
	IntOrString
	// Quantity is an amount such as "500m" or "8Gi": a string.
	Quantity
	// JSON is a value written as JSON text, where typing it would cost more than it
	// gives, or where the API takes anything: a string.
	JSON
)

// List types and map types of the Kubernetes API.
const (
	Atomic   = "atomic"
	Granular = "granular"
	ListMap  = "map"
	ListSet  = "set"
)

// Node is the shape of one value of an API. Nodes of a named definition are shared by
// every place that refers to it and are never changed once built.
type Node struct {
	Kind Kind
	// Definition is the name in the definitions table, empty for an anonymous shape.
	Definition string
	// Fields of an Object, in the order of their Terraform names.
	Fields []Field
	// Elem is the shape of the values of a Map or the items of a List.
	Elem *Node
	// ListType is Atomic, ListMap or ListSet for a List; for an Object or a Map it is
	// Atomic or Granular.
	ListType string
	// Keys are the JSON names of the fields that identify an item of a ListMap.
	Keys []string
	// Format is the OpenAPI format of a scalar, such as "date-time"; "duration" for metav1.Duration.
	Format string
	// Shape is how the API sees what is JSON text in Terraform only; nil elsewhere.
	Shape *Node
	// Defaults are what the API server fills into JSON text, by the JSON name of the field.
	Defaults map[string]any

	byName map[string]int
	byJSON map[string]int
	views  views
}

// Field is one field of an Object.
type Field struct {
	// JSON is the name in the API, Name the name in Terraform.
	JSON, Name string
	Node       *Node
	// Required is true when the API refuses an object without the field and has no default for it.
	Required bool
	// Description is Markdown: what the field is, its default and its allowed values.
	Description string
	// Default is what the API server fills in; nil when there is none.
	Default any
}

// Field returns the field with that Terraform name.
func (n *Node) Field(name string) (*Field, bool) {
	i, ok := n.byName[name]
	if !ok {
		return nil, false
	}
	return &n.Fields[i], true
}

// JSONField returns the field with that name in the API.
func (n *Node) JSONField(name string) (*Field, bool) {
	i, ok := n.byJSON[name]
	if !ok {
		return nil, false
	}
	return &n.Fields[i], true
}

// WithoutDefault is the node as it is where the API server fills in nothing at a path: JSON names with dots between them, in which lists
// and maps are entered without being named. The node itself stays as it is.
func (n *Node) WithoutDefault(path ...string) *Node {
	copied := &Node{
		Kind: n.Kind, Definition: n.Definition, Fields: n.Fields, Elem: n.Elem, ListType: n.ListType, Keys: n.Keys,
		Format: n.Format, Shape: n.Shape, Defaults: n.Defaults, byName: n.byName, byJSON: n.byJSON,
	}
	if n.Kind != Object {
		if n.Elem != nil {
			copied.Elem = n.Elem.WithoutDefault(path...)
		}
		return copied
	}
	i, ok := n.byJSON[path[0]]
	if !ok {
		return n
	}
	copied.Fields = slices.Clone(n.Fields)
	if len(path) == 1 {
		copied.Fields[i].Default = nil
	} else {
		copied.Fields[i].Node = n.Fields[i].Node.WithoutDefault(path[1:]...)
	}
	return copied
}

// Lookup returns the node of a named definition. A name that the table does not have,
// or a definition that cannot be represented, is a fault of the build and panics.
func Lookup(definition string) *Node {
	nodesMu.Lock()
	defer nodesMu.Unlock()
	return namedNode(definition)
}

var (
	nodesMu sync.Mutex
	nodes   = map[string]*Node{}
)

// namedNode builds a definition once. Callers hold nodesMu.
func namedNode(name string) *Node {
	if n, ok := nodes[name]; ok {
		return n
	}
	props, ok := definition(name)
	if !ok {
		panic(fmt.Sprintf("schema: no definition %q", name))
	}
	n := &Node{Definition: name}
	nodes[name] = n
	n.shape(name, props)
	return n
}

// shape fills n from props.
func (n *Node) shape(name string, props *apiextensionsv1.JSONSchemaProps) {
	if isJSONText(name) {
		n.Kind, n.Defaults = JSON, defaultsOf(props)
		n.Shape = &Node{Definition: name}
		n.Shape.typedShape(name, props)
		return
	}
	n.typedShape(name, props)
}

// typedShape is shape as the API sees it.
func (n *Node) typedShape(name string, props *apiextensionsv1.JSONSchemaProps) {
	switch {
	case props.XPreserveUnknownFields != nil && *props.XPreserveUnknownFields && len(props.Properties) == 0:
		n.Kind = JSON
	case strings.HasSuffix(name, "api/resource.Quantity"):
		n.Kind = Quantity
	case props.XIntOrString:
		n.Kind = IntOrString
	case props.Type == "object" && props.AdditionalProperties != nil && props.AdditionalProperties.Schema != nil:
		n.Kind, n.Elem = Map, anonymous(props.AdditionalProperties.Schema)
		n.ListType = mapType(props)
	case props.Type == "object":
		n.Kind = Object
		n.ListType = mapType(props)
		n.objectFields(name, props)
	case props.Type == "array":
		n.Kind, n.Elem = List, anonymous(props.Items.Schema)
		n.ListType, n.Keys = listType(props)
	case props.Type == "string":
		n.Kind, n.Format = String, props.Format
		if strings.HasSuffix(name, "meta/v1.Duration") {
			n.Format = "duration"
		}
	case props.Type == "boolean":
		n.Kind = Bool
	case props.Type == "integer":
		n.Kind, n.Format = Integer, props.Format
	case props.Type == "number":
		n.Kind, n.Format = Number, props.Format
	default:
		panic(fmt.Sprintf("schema: definition %q has no known shape (type %q)", name, props.Type))
	}
}

// anonymous returns the node of a schema in place: the shared one of the definition it
// refers to, unless keywords beside the reference change its shape.
func anonymous(props *apiextensionsv1.JSONSchemaProps) *Node {
	if props.Ref != nil {
		return namedNode(*props.Ref)
	}
	n := &Node{}
	n.shape("", props)
	return n
}

func (n *Node) objectFields(name string, props *apiextensionsv1.JSONSchemaProps) {
	descriptions := swaggerDoc(name)
	for json, p := range props.Properties {
		f := Field{JSON: json, Name: AttributeName(json), Default: defaultOf(&p)}
		f.Required = slices.Contains(props.Required, json) && f.Default == nil
		f.Node = fieldNode(&p)
		if isJSONTextField(name, json) {
			f.Node = &Node{Kind: JSON, Shape: f.Node}
		}
		if json == "metadata" && f.Node.Kind == Object && f.Node.Definition == "" {
			f.Node = namedNode(metadataDefinition)
		}
		text := p.Description
		if text == "" {
			text = descriptions[json]
		}
		f.Description = describe(text, &p, f.Default)
		n.Fields = append(n.Fields, f)
	}
	slices.SortFunc(n.Fields, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	n.byName, n.byJSON = map[string]int{}, map[string]int{}
	for i, f := range n.Fields {
		if j, taken := n.byName[f.Name]; taken {
			panic(fmt.Sprintf("schema: %s: %s and %s are both %q in Terraform", name, n.Fields[j].JSON, f.JSON, f.Name))
		}
		n.byName[f.Name], n.byJSON[f.JSON] = i, i
	}
}

// metadataDefinition is the shape of what a resource configures of an object's metadata,
// which the definitions of whole objects leave open.
const metadataDefinition = "workload.Metadata"

// fieldNode is anonymous, but lets the keywords a field sets beside its reference
// decide how lists and objects merge.
func fieldNode(p *apiextensionsv1.JSONSchemaProps) *Node {
	if p.Ref == nil || p.XMapType == nil && p.XListType == nil {
		return anonymous(p)
	}
	shared := namedNode(*p.Ref)
	n := &Node{
		Kind: shared.Kind, Definition: shared.Definition, Fields: shared.Fields, Elem: shared.Elem,
		ListType: shared.ListType, Keys: shared.Keys, Format: shared.Format, byName: shared.byName, byJSON: shared.byJSON,
	}
	if p.XMapType != nil {
		n.ListType = *p.XMapType
	}
	if p.XListType != nil {
		n.ListType, n.Keys = *p.XListType, p.XListMapKeys
	}
	return n
}

func listType(props *apiextensionsv1.JSONSchemaProps) (string, []string) {
	if props.XListType == nil {
		return Atomic, nil
	}
	return *props.XListType, props.XListMapKeys
}

func mapType(props *apiextensionsv1.JSONSchemaProps) string {
	if props.XMapType == nil {
		return Granular
	}
	return *props.XMapType
}

func defaultOf(props *apiextensionsv1.JSONSchemaProps) any {
	if props.Default == nil {
		return nil
	}
	var v any
	if err := json.Unmarshal(props.Default.Raw, &v); err != nil {
		panic(fmt.Sprintf("schema: default %s: %v", props.Default.Raw, err))
	}
	return v
}

// defaultsOf are the defaults of the fields of an object; nil when there are none.
func defaultsOf(props *apiextensionsv1.JSONSchemaProps) map[string]any {
	var defaults map[string]any
	for name, p := range props.Properties {
		if value := defaultOf(&p); value != nil {
			if defaults == nil {
				defaults = map[string]any{}
			}
			defaults[name] = value
		}
	}
	return defaults
}
