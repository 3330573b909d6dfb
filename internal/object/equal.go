package object

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Equal reports whether two trees of the shape n mean the same: quantities by amount,
// durations and times by value, numbers and their text alike where the API takes
// either, and nothing, an empty collection and a zero value alike, because the API
// server's webhooks write one for another when they pass an object through Go types. An
// entry of a map is something even when its value is empty.
func Equal(n *schema.Node, a, b any) bool {
	if a == nil || b == nil {
		return empty(n, a) && empty(n, b)
	}
	switch n.Kind {
	case schema.Object:
		return equalObject(n, a, b)
	case schema.Map:
		x, okX := a.(map[string]any)
		y, okY := b.(map[string]any)
		if !okX || !okY || len(x) != len(y) {
			return false
		}
		for key, v := range x {
			w, ok := y[key]
			if !ok || !Equal(n.Elem, v, w) {
				return false
			}
		}
		return true
	case schema.List:
		x, okX := a.([]any)
		y, okY := b.([]any)
		return okX && okY && slices.EqualFunc(x, y, func(v, w any) bool { return Equal(n.Elem, v, w) })
	case schema.Quantity:
		return equalQuantity(a, b)
	case schema.IntOrString:
		return sameText(a, b)
	case schema.String:
		return equalString(n.Format, a, b)
	case schema.Integer, schema.Number:
		return equalNumber(a, b)
	case schema.JSON:
		return equalFree(a, b)
	}
	return reflect.DeepEqual(a, b)
}

func equalObject(n *schema.Node, a, b any) bool {
	x, okX := a.(map[string]any)
	y, okY := b.(map[string]any)
	if !okX || !okY {
		return false
	}
	names := maps.Clone(x)
	maps.Copy(names, y)
	for name := range names {
		f, ok := n.JSONField(name)
		if ok && !Equal(f.Node, x[name], y[name]) {
			return false
		}
		if !ok && !equalFree(x[name], y[name]) {
			return false
		}
	}
	return true
}

// equalFree compares values of no known shape: numbers by value, all else as it stands.
func equalFree(a, b any) bool {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		return ok && maps.EqualFunc(x, y, equalFree)
	case []any:
		y, ok := b.([]any)
		return ok && slices.EqualFunc(x, y, equalFree)
	}
	return reflect.DeepEqual(a, b) || equalNumber(a, b)
}

func equalNumber(a, b any) bool {
	x, okX := bigFloat(a)
	y, okY := bigFloat(b)
	return okX && okY && x.Cmp(y) == 0
}

func equalQuantity(a, b any) bool {
	x, okX := scalarText(a)
	y, okY := scalarText(b)
	if !okX || !okY {
		return false
	}
	if x == y {
		return true
	}
	p, okP := parseQuantity(x)
	q, okQ := parseQuantity(y)
	return okP && okQ && p.Cmp(q) == 0
}

// longExponent is an exponent that takes the Kubernetes parser minutes or more, far beyond
// the amounts that the API can hold.
var longExponent = regexp.MustCompile(`[eE][+-]?0*[1-9][0-9]{3,}$`)

func parseQuantity(text string) (resource.Quantity, bool) {
	if longExponent.MatchString(text) {
		return resource.Quantity{}, false
	}
	q, err := resource.ParseQuantity(text)
	return q, err == nil
}

func equalString(format string, a, b any) bool {
	x, okX := a.(string)
	y, okY := b.(string)
	if !okX || !okY {
		return false
	}
	if x == y {
		return true
	}
	switch format {
	case "duration":
		d, errD := time.ParseDuration(x)
		e, errE := time.ParseDuration(y)
		return errD == nil && errE == nil && d == e
	case "date-time":
		t, errT := time.Parse(time.RFC3339, x)
		u, errU := time.Parse(time.RFC3339, y)
		return errT == nil && errU == nil && t.Equal(u)
	}
	return false
}

func sameText(a, b any) bool {
	x, okX := scalarText(a)
	y, okY := scalarText(b)
	return okX && okY && x == y
}

// empty reports whether v is what re-serialisation through Go types leaves out.
func empty(n *schema.Node, v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case int64:
		return v == 0
	case float64:
		return v == 0
	case []any:
		return len(v) == 0
	case map[string]any:
		for name, entry := range v {
			f, ok := n.JSONField(name)
			if !ok || !empty(f.Node, entry) {
				return false
			}
		}
		return true
	}
	return false
}
