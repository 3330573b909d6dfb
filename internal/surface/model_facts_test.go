package surface

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
	"github.com/inferops/terraform-provider-inference/internal/fit"
)

// TestDescribed shows that the attributes are the fields of what they are made of, no more and no fewer.
func TestDescribed(t *testing.T) {
	var sub func(of []described, typ reflect.Type, at string)
	sub = func(of []described, typ reflect.Type, at string) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
			typ = typ.Elem()
		}
		var names, want []string
		for _, each := range of {
			names = append(names, each.name)
		}
		for field := range typ.Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "-" {
				continue
			}
			want = append(want, name)
			for _, each := range of {
				if each.name == name && len(each.of) > 0 {
					sub(each.of, field.Type, at+"."+name)
				}
			}
		}
		slices.Sort(names)
		slices.Sort(want)
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("%s: %s", at, diff)
		}
	}
	sub(factAttributes, reflect.TypeFor[checkpoint.Facts](), "facts")
	sub(fitArguments, reflect.TypeFor[fit.Question](), "fit")
	sub(fitResults, reflect.TypeFor[fit.Answer](), "result")
}
