//go:build unix

package acctest_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// lister is the provider behind its protocol, which shows more than `terraform query` does: [testQuery].
type lister struct {
	tfprotov6.ProviderServerWithListResource
	schema *tfprotov6.GetProviderSchemaResponse
}

func newLister(t *testing.T, c *acctest.Cluster) *lister {
	t.Helper()
	listing, ok := provider.NewServer("test").(tfprotov6.ProviderServerWithListResource) //nolint:staticcheck // the one interface that lists
	if !ok {
		t.Fatal("the provider lists nothing")
	}
	l := &lister{ProviderServerWithListResource: listing}
	var err error
	if l.schema, err = l.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{}); err != nil || len(l.schema.Diagnostics) > 0 {
		t.Fatal(err, l.schema.Diagnostics)
	}
	resp, err := l.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{Config: jsonValue(t, map[string]any{"config_path": c.Kubeconfig})})
	if err != nil || len(resp.Diagnostics) > 0 {
		t.Fatal(err, resp)
	}
	return l
}

func jsonValue(t *testing.T, value any) *tfprotov6.DynamicValue {
	t.Helper()
	return &tfprotov6.DynamicValue{JSON: []byte(jsonOf(t, value))}
}

// found is a result of a list by the name that is shown for it.
type found struct {
	identity map[string]string
	resource tftypes.Value
}

// list lists with the attributes when they are asked for.
func (l *lister) list(t *testing.T, typeName string, config map[string]any, limit int64, whole bool) map[string]found {
	t.Helper()
	stream, err := l.ListResource(t.Context(), &tfprotov6.ListResourceRequest{TypeName: typeName, Config: jsonValue(t, config), Limit: limit, IncludeResource: whole})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]found{}
	for result := range stream.Results {
		for _, d := range result.Diagnostics {
			t.Fatalf("%s: %s: %s", typeName, d.Summary, d.Detail)
		}
		f := found{identity: identityOf(t, result.Identity)}
		if whole {
			f.resource = l.resource(t, typeName, result.Resource)
		}
		out[result.DisplayName] = f
	}
	return out
}

func identityOf(t *testing.T, data *tfprotov6.ResourceIdentityData) map[string]string {
	t.Helper()
	typ := tftypes.Map{ElementType: tftypes.String}
	value, err := data.IdentityData.Unmarshal(typ)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]tftypes.Value
	if err := value.As(&fields); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for name, field := range fields {
		var text string
		if err := field.As(&text); err != nil {
			t.Fatal(err)
		}
		out[name] = text
	}
	return out
}

func (l *lister) resource(t *testing.T, typeName string, data *tfprotov6.DynamicValue) tftypes.Value {
	t.Helper()
	value, err := data.Unmarshal(l.schema.ResourceSchemas[typeName].ValueType())
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// imported is what an import of an object by its ID leads to.
func (l *lister) imported(t *testing.T, typeName, id string) tftypes.Value {
	t.Helper()
	return l.importedBy(t, &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: id})
}

// importedBy is what an import of an object leads to.
func (l *lister) importedBy(t *testing.T, by *tfprotov6.ImportResourceStateRequest) tftypes.Value {
	t.Helper()
	begun, err := l.ImportResourceState(t.Context(), by)
	if err != nil || len(begun.Diagnostics) > 0 {
		t.Fatal(err, begun)
	}
	one := begun.ImportedResources[0]
	read, err := l.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{
		TypeName: by.TypeName, CurrentState: one.State, Private: one.Private, CurrentIdentity: one.Identity,
	})
	if err != nil || len(read.Diagnostics) > 0 {
		t.Fatal(err, read)
	}
	return l.resource(t, by.TypeName, read.NewState)
}

// testList lists objects of every kind by labels, namespaces and fields. What a list tells of
// an object is what an import of it leads to.
func testList(t *testing.T, c *acctest.Cluster, subjects []subject) {
	l := newLister(t, c)
	for _, s := range subjects {
		want := map[string]map[string]string{}
		var ids []string
		for _, suffix := range []string{"a", "b"} {
			one := s
			one.manifest = s.manifest.DeepCopy()
			one.manifest.SetName("list-" + suffix + "-" + kebabType(s.typeName))
			one.manifest.SetLabels(map[string]string{"listed": suffix + "-" + kebabType(s.typeName), "list": kebabType(s.typeName)})
			o := one.object()
			c.Create(t, o, "kubectl-create", one.manifest.Object)
			t.Cleanup(func() { c.Delete(t, o) })
			id, identity := o.Name, map[string]string{"name": o.Name}
			if o.Namespace != "" {
				id, identity["namespace"] = o.Namespace+"/"+o.Name, o.Namespace
			}
			want[id] = identity
			ids = append(ids, id)
		}
		expect := func(reason string, config map[string]any, limit int64, ids ...string) {
			t.Helper()
			listed := l.list(t, s.typeName, config, limit, false)
			if diff := cmp.Diff(ids, slices.Sorted(maps.Keys(listed))); diff != "" {
				t.Errorf("%s %s (-want +got):\n%s", s.typeName, reason, diff)
			}
			for id, f := range listed {
				if diff := cmp.Diff(want[id], f.identity); diff != "" {
					t.Errorf("identity of %s %s (-want +got):\n%s", s.typeName, id, diff)
				}
			}
		}
		both := "list=" + kebabType(s.typeName)
		expect("by label", map[string]any{"label_selector": both}, 0, ids...)
		expect("by another label", map[string]any{"label_selector": both + ",listed=a-" + kebabType(s.typeName)}, 0, ids[0])
		expect("up to a limit", map[string]any{"label_selector": both}, 1, ids[0])
		expect("by field", map[string]any{"label_selector": both, "field_selector": "metadata.name!=" + strings.TrimPrefix(ids[0], s.life.object.Namespace+"/")}, 0, ids[1])
		if s.life.object.Namespace != "" {
			expect("of the namespace", map[string]any{"label_selector": both, "namespace": s.life.object.Namespace}, 0, ids...)
			expect("of another namespace", map[string]any{"label_selector": both, "namespace": "kube-system"}, 0)
		}
		l.expectImports(t, s.typeName, map[string]any{"label_selector": both})
	}
}

// expectImports compares what a list tells of objects with what their imports lead to. An
// operator may change an object between the two, and then they are asked again.
func (l *lister) expectImports(t *testing.T, typeName string, config map[string]any) {
	t.Helper()
	for id := range l.list(t, typeName, config, 0, true) {
		var diff []tftypes.ValueDiff
		err := wait.PollUntilContextTimeout(t.Context(), 100*time.Millisecond, time.Minute, true, func(context.Context) (bool, error) {
			var err error
			diff, err = l.list(t, typeName, config, 0, true)[id].resource.Diff(l.imported(t, typeName, id))
			return len(diff) == 0, err
		})
		if err != nil {
			t.Errorf("what the list tells of %s %s differs from its import: %v %v", typeName, id, diff, err)
		}
	}
}
