package object_test

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Shapes of scalars and collections.
var (
	quantity    = &schema.Node{Kind: schema.Quantity}
	intOrString = &schema.Node{Kind: schema.IntOrString}
	integer     = &schema.Node{Kind: schema.Integer}
	number      = &schema.Node{Kind: schema.Number}
	boolean     = &schema.Node{Kind: schema.Bool}
	text        = &schema.Node{Kind: schema.String}
	duration    = &schema.Node{Kind: schema.String, Format: "duration"}
	dateTime    = &schema.Node{Kind: schema.String, Format: "date-time"}
	free        = &schema.Node{Kind: schema.JSON}
	texts       = &schema.Node{Kind: schema.List, Elem: text, ListType: schema.Atomic}
	quantities  = &schema.Node{Kind: schema.Map, Elem: quantity, ListType: schema.Granular}
	labels      = &schema.Node{Kind: schema.Map, Elem: text, ListType: schema.Granular}
)

type (
	fields = map[string]any
	list   = []any
)

func TestEqual(t *testing.T) {
	container := schema.Lookup("k8s.io/api/core/v1.Container")
	cases := map[string]struct {
		reason string
		node   *schema.Node
		a, b   any
		want   bool
	}{
		"Milli":               {"1000 thousandths are one.", quantity, "1000m", "1", true},
		"Decimal":             {"A half is 500 thousandths.", quantity, "0.5", "500m", true},
		"Binary":              {"1024 Mi are one Gi.", quantity, "1024Mi", "1Gi", true},
		"QuantityAsNumber":    {"YAML writes whole quantities as numbers.", quantity, "8", int64(8), true},
		"QuantityAsFraction":  {"And others as fractions.", quantity, "500m", 0.5, true},
		"OtherAmount":         {"Binary and decimal giga differ.", quantity, "1Gi", "1G", false},
		"LongExponent":        {"An exponent beyond all amounts is not computed.", quantity, "1e99999999", "10e99999998", false},
		"NoQuantity":          {"What is no quantity equals only itself.", quantity, "much", "1", false},
		"SameNoQuantity":      {"What is no quantity equals only itself.", quantity, "much", "much", true},
		"QuantityAndBool":     {"Another type is never a quantity.", quantity, "1", true, false},
		"Port":                {"A port may be text or a number.", intOrString, "8080", int64(8080), true},
		"OtherPort":           {"Ports differ by number.", intOrString, "8080", int64(8081), false},
		"Percent":             {"A percentage is text.", intOrString, "25%", "25%", true},
		"PercentIsNoNumber":   {"A percentage is not its number.", intOrString, "25%", int64(25), false},
		"Duration":            {"60 seconds are a minute.", duration, "60s", "1m0s", true},
		"OtherDuration":       {"Durations differ by length.", duration, "60s", "61s", false},
		"NoDuration":          {"What is no duration equals only itself.", duration, "soon", "1m", false},
		"Time":                {"The same moment in two zones.", dateTime, "2026-05-01T12:00:00Z", "2026-05-01T14:00:00+02:00", true},
		"OtherTime":           {"Two moments.", dateTime, "2026-05-01T12:00:00Z", "2026-05-01T12:00:01Z", false},
		"TextLooksLikeAmount": {"Text without a format is compared as it stands.", text, "1m", "60s", false},
		"TextAndNumber":       {"Text is not a number.", text, "1", int64(1), false},
		"IntegerAndFloat":     {"JSON may spell a whole number with a fraction.", integer, int64(3), 3.0, true},
		"Number":              {"Numbers differ by value.", number, 0.5, 0.25, false},
		"Bool":                {"Truth values differ.", boolean, true, false, false},
		"NilAndEmptyText":     {"Go types leave out empty text.", text, nil, "", true},
		"NilAndFalse":         {"Go types leave out false.", boolean, false, nil, true},
		"NilAndZero":          {"Go types leave out zero.", integer, nil, int64(0), true},
		"NilAndZeroFraction":  {"Go types leave out zero.", number, nil, 0.0, true},
		"NilAndText":          {"Text is something.", text, nil, "x", false},
		"NilAndTrue":          {"True is something.", boolean, nil, true, false},
		"NilAndEmptyList":     {"Go types leave out empty lists.", texts, list{}, nil, true},
		"NilAndList":          {"A list with an item is something.", texts, list{""}, nil, false},
		"NilAndEmptyMap":      {"Go types leave out empty maps.", labels, nil, fields{}, true},
		"NilAndEntry":         {"An entry of a map counts even when its value is empty.", labels, nil, fields{"gpu": ""}, false},
		"NilAndEmptyObject":   {"An object of nothing but nothing is nothing.", container, nil, fields{"env": list{}, "resources": fields{"limits": fields{}}}, true},
		"NilAndObject":        {"An object with a value is something.", container, nil, fields{"name": "c"}, false},
		"NilAndUnknownField":  {"A field that the shape lacks is something.", container, nil, fields{"fancy": false}, false},
		"Nils":                {"Nothing is nothing.", text, nil, nil, true},
		"Lists":               {"Lists are equal item by item.", texts, list{"a", "b"}, list{"a", "b"}, true},
		"ListOrder":           {"Order counts.", texts, list{"a", "b"}, list{"b", "a"}, false},
		"ListLength":          {"Length counts.", texts, list{"a"}, list{"a", ""}, false},
		"ListAndText":         {"A list is not its item.", texts, list{"a"}, "a", false},
		"Maps":                {"Maps are equal value by value.", quantities, fields{"cpu": "1", "memory": "1Gi"}, fields{"memory": "1024Mi", "cpu": "1000m"}, true},
		"MapKey":              {"A map with another key is another map.", quantities, fields{"cpu": "1"}, fields{"memory": "1"}, false},
		"MapEmptyEntry":       {"An empty entry is an entry.", labels, fields{"a": ""}, fields{}, false},
		"MapAndList":          {"A map is not a list.", labels, fields{"a": "b"}, list{"a"}, false},
		"Objects":             {"Fields are compared by their shapes.", container, fields{"name": "c", "stdin": false, "resources": fields{"limits": fields{"cpu": "1"}}}, fields{"name": "c", "resources": fields{"limits": fields{"cpu": "1000m"}}}, true},
		"ObjectField":         {"A nested value differs.", container, fields{"resources": fields{"limits": fields{"cpu": "1"}}}, fields{"resources": fields{"limits": fields{"cpu": "2"}}}, false},
		"ObjectAndText":       {"An object is not text.", container, fields{"name": "c"}, "c", false},
		"UnknownField":        {"Fields that the shape lacks count.", container, fields{"name": "c", "fancy": "x"}, fields{"name": "c"}, false},
		"UnknownNestedSame":   {"And may be the same.", container, fields{"fancy": fields{"a": list{int64(1)}}}, fields{"fancy": fields{"a": list{1.0}}}, true},
		"UnknownNested":       {"And may differ.", container, fields{"fancy": fields{"a": list{int64(1)}}}, fields{"fancy": fields{"a": list{int64(2)}}}, false},
		"JSONNumber":          {"Numbers in JSON text are compared by value.", free, fields{"partition": 1.0, "l": list{2.0}}, fields{"partition": int64(1), "l": list{int64(2)}}, true},
		"JSONNumberAndText":   {"A number is not its text.", free, fields{"partition": int64(1)}, fields{"partition": "1"}, false},
		"JSONField":           {"Each has a field that the other lacks.", free, fields{"a": nil}, fields{"b": nil}, false},
		"JSONQuantity":        {"Nothing in JSON text is a quantity.", free, fields{"cpu": "1000m"}, fields{"cpu": "1"}, false},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if got := object.Equal(tc.node, tc.a, tc.b); got != tc.want {
				t.Errorf("%s\nEqual(%v, %v) = %t, want %t", tc.reason, tc.a, tc.b, got, tc.want)
			}
			if got := object.Equal(tc.node, tc.b, tc.a); got != tc.want {
				t.Errorf("%s\nEqual(%v, %v) = %t, want %t", tc.reason, tc.b, tc.a, got, tc.want)
			}
		})
	}
}
