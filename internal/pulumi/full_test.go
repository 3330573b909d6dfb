package pulumi_test

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	framework "github.com/hashicorp/terraform-plugin-framework/provider"
	fwresource "github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/inferops/terraform-provider-inference/internal/provider"
	inference "github.com/inferops/terraform-provider-inference/internal/pulumi"
)

// filler makes values for every property of a resource as the SDKs have it, each text and
// number another one.
type filler struct {
	spec *schema.PackageSpec
	next int
	// bools counts the booleans, which are all true.
	bools int
	// marks are the places of texts and numbers by their values.
	marks map[string]string
}

func (f *filler) object(properties map[string]schema.PropertySpec, at string) resource.PropertyMap {
	out := resource.PropertyMap{}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		out[resource.PropertyKey(name)] = f.value(properties[name].TypeSpec, at+"."+name)
	}
	return out
}

func (f *filler) value(of schema.TypeSpec, at string) resource.PropertyValue {
	if name, ok := strings.CutPrefix(of.Ref, "#/types/"); ok {
		return resource.NewObjectProperty(f.object(f.spec.Types[name].Properties, at))
	}
	switch of.Type {
	case "array":
		return resource.NewArrayProperty([]resource.PropertyValue{f.value(*of.Items, at+"[0]")})
	case "object":
		return resource.NewObjectProperty(resource.PropertyMap{
			resource.PropertyKey(f.mark(at + "{key}")): f.value(*of.AdditionalProperties, at+"{}"),
		})
	case "boolean":
		f.bools++
		return resource.NewBoolProperty(true)
	case "integer", "number":
		n, _ := strconv.Atoi(f.mark(at))
		return resource.NewNumberProperty(float64(n))
	default:
		return resource.NewStringProperty(f.mark(at))
	}
}

// mark is a text of digits, which is also a number, a quantity and JSON.
func (f *filler) mark(at string) string {
	f.next++
	text := strconv.Itoa(1_000_000 + f.next)
	f.marks[text] = at
	return text
}

// recording is the provider with resources that plan nothing of their own and keep what they
// are configured with.
type recording struct {
	framework.Provider
	configured *tftypes.Value
}

// Resources implements [framework.Provider].
func (p recording) Resources(ctx context.Context) []func() fwresource.Resource {
	var out []func() fwresource.Resource
	for _, construct := range p.Provider.Resources(ctx) {
		out = append(out, func() fwresource.Resource { return recordingResource{construct(), p.configured} })
	}
	return out
}

type recordingResource struct {
	fwresource.Resource
	configured *tftypes.Value
}

// ModifyPlan implements [fwresource.ResourceWithModifyPlan].
func (r recordingResource) ModifyPlan(_ context.Context, req fwresource.ModifyPlanRequest, _ *fwresource.ModifyPlanResponse) {
	*r.configured = req.Config.Raw
}

// TestEveryPropertyArrives sets every property of every resource by the name that the SDKs
// give it, and finds its value in what the provider is configured with and in what Pulumi
// gets back.
func TestEveryPropertyArrives(t *testing.T) {
	spec := packageSchema(t)
	var configured tftypes.Value
	s := serveInfo(t, inference.Mapped(recording{provider.New("test")(), &configured}, "0.1.0"), nil)
	for token, r := range spec.Resources {
		t.Run(token[strings.LastIndex(token, ":")+1:], func(t *testing.T) {
			f := &filler{spec: spec, marks: map[string]string{}}
			inputs := f.object(r.InputProperties, "")
			planned := s.preview(t, token, inputs)
			delete(inputs, "credentials") // write-only values stay with the inputs
			for key, want := range inputs {
				if lost := missing(want, planned[key], string(key)); lost != "" {
					t.Errorf("Pulumi gets back without %s", lost)
				}
			}
			found := map[string]int{}
			leaves(t, configured, found)
			for mark, at := range f.marks {
				if found[mark] != 1 {
					t.Errorf("%s arrives %d times", at, found[mark])
				}
			}
			if found["true"] != f.bools {
				t.Errorf("%d booleans arrive of %d", found["true"], f.bools)
			}
			t.Logf("%d properties arrive", len(f.marks)+f.bools)
		})
	}
}

// missing is the first place of a value that another does not have, "" when there is none.
func missing(want, got resource.PropertyValue, at string) string {
	switch {
	case want.IsObject() && got.IsObject():
		for key, value := range want.ObjectValue() {
			if at := missing(value, got.ObjectValue()[key], at+"."+string(key)); at != "" {
				return at
			}
		}
		return ""
	case want.IsArray() && got.IsArray() && len(want.ArrayValue()) == len(got.ArrayValue()):
		for i, value := range want.ArrayValue() {
			if at := missing(value, got.ArrayValue()[i], fmt.Sprintf("%s[%d]", at, i)); at != "" {
				return at
			}
		}
		return ""
	case want.DeepEquals(got):
		return ""
	}
	return fmt.Sprintf("%s: %v became %v", at, want, got)
}

// leaves counts the texts, numbers and booleans of a value, keys of maps included.
func leaves(t *testing.T, v tftypes.Value, found map[string]int) {
	t.Helper()
	if v.IsNull() {
		return
	}
	var err error
	switch typ := v.Type(); {
	case typ.Is(tftypes.String):
		var text string
		err = v.As(&text)
		found[text]++
	case typ.Is(tftypes.Number):
		var number big.Float
		err = v.As(&number)
		found[number.Text('f', -1)]++
	case typ.Is(tftypes.Bool):
		var yes bool
		err = v.As(&yes)
		found[strconv.FormatBool(yes)]++
	case typ.Is(tftypes.List{}) || typ.Is(tftypes.Set{}):
		var items []tftypes.Value
		err = v.As(&items)
		for _, item := range items {
			leaves(t, item, found)
		}
	default:
		var items map[string]tftypes.Value
		err = v.As(&items)
		for key, item := range items {
			if typ.Is(tftypes.Map{}) {
				found[key]++
			}
			leaves(t, item, found)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}
