package object_test

import (
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// FuzzEqualQuantity proves that amounts are compared without regard to their order, that
// each equals itself, and that no text makes the comparison panic.
func FuzzEqualQuantity(f *testing.F) {
	for _, seed := range [][2]string{{"1000m", "1"}, {"0.5", "500m"}, {"1Gi", "1024Mi"}, {"1e3", "1k"}, {"-0", "0"}, {"", "0"}, {"1e99999999", "1"}, {".", "+"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if object.Equal(quantity, a, b) != object.Equal(quantity, b, a) {
			t.Errorf("Equal(%q, %q) depends on the order", a, b)
		}
		if !object.Equal(quantity, a, a) {
			t.Errorf("%q does not equal itself", a)
		}
	})
}

// FuzzIntOrString proves that every text comes back from the object as it was written.
func FuzzIntOrString(f *testing.F) {
	for _, seed := range []string{"8080", "25%", "http", "", "-1", "-0", "007", "+1", "2147483647", "2147483648", "1e3", "0x1f"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		value := tftypes.NewValue(tftypes.String, s)
		tree, unknown, err := object.Encode(intOrString, value, field.NewPath("port"))
		if err != nil || len(unknown) > 0 {
			t.Fatalf("Encode(%q): %v, unknown %v", s, err, unknown)
		}
		back := decoded(t, intOrString, tree)
		if !back.Equal(value) {
			t.Errorf("%q came back as %s, through %#v", s, back, tree)
		}
		if !object.Equal(intOrString, s, tree) {
			t.Errorf("%q does not equal its image %#v", s, tree)
		}
	})
}

// FuzzJSONText proves that what JSON text means is the same after the way to an object and
// back, and that text that is no JSON is refused with its path.
func FuzzJSONText(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a": [1, 2.5, "x", null, true]}`, `[]`, `"x"`, `1e400`, `{"a":`, ``, `{"n": 9007199254740993}`, `{"a":1,"a":2}`, `null`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return // Terraform strings are UTF-8
		}
		tree, _, err := object.Encode(free, tftypes.NewValue(tftypes.String, s), field.NewPath("spec", "rbd"))
		if err != nil {
			const want = "spec.rbd: Invalid value: "
			if text := err.Error(); len(text) <= len(want) || text[:len(want)] != want {
				t.Fatalf("Encode(%q) = %q, want an error that begins with %q and goes on with its cause", s, text, want)
			}
			return
		}
		back := decoded(t, free, tree)
		if tree == nil {
			if !back.IsNull() {
				t.Errorf("null came back as %s", back)
			}
			return
		}
		again, _, err := object.Encode(free, back, field.NewPath("spec", "rbd"))
		if err != nil || !object.Equal(free, tree, again) {
			t.Errorf("%q means %#v, came back as %#v, %v", s, tree, again, err)
		}
	})
}

func decoded(t *testing.T, n *schema.Node, tree any) tftypes.Value {
	t.Helper()
	value, err := object.Decode(n, tree, field.NewPath("value"))
	if err != nil {
		t.Fatal(err)
	}
	return value
}
