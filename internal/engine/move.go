package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	kschema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// privateMoved is the key of the private state that holds the manifest of the resource that
// a move began with, until Read has looked at the object.
const privateMoved = "moved"

// origins read the manifest out of the state of a resource type of a generic Kubernetes
// provider. Who publishes that provider does not matter: the forks keep the attributes.
//
// Mirrors hashicorp/terraform-provider-kubernetes manifest/provider/resource.go@v3.2.1 and
// alekc/terraform-provider-kubectl kubernetes/resource_kubectl_manifest.go@v2.4.1.
var origins = map[string]func(state map[string]any) (*unstructured.Unstructured, error){
	"kubernetes_manifest": kubernetesManifest,
	"kubectl_manifest":    kubectlManifest,
}

// MoveState implements [resource.ResourceWithMoveState]. The state of a move knows where the
// object is; what was configured of it waits in the private state for Read, which has a
// cluster to look at.
func (r *Resource) MoveState(context.Context) []resource.StateMover {
	return []resource.StateMover{{StateMover: func(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
		move(ctx, r.Scope, req, resp)
	}}}
}

func move(ctx context.Context, r *model.Scope, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
	read, known := origins[req.SourceTypeName]
	if !known {
		resp.Diagnostics.Append(notMoved(r, req))
		return
	}
	if req.SourceRawState == nil {
		return // Terraform says that there is no such move.
	}
	manifest, err := readOrigin(req.SourceRawState.JSON, read)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.MoveUnreadable(req.SourceTypeName, r.TypeName(), err))
		return
	}
	gvk := manifest.GroupVersionKind()
	if !model.Takes(r.Model.Kind, gvk) {
		subject := model.Subject(gvk.Kind, model.Values{Object: manifest.Object}.ID())
		resp.Diagnostics.Append(diagnostic.MoveOtherKind(subject, gvk.GroupVersion().String(), r.TypeName(), typeOf(r, gvk)))
		return
	}
	namespace := manifest.GetNamespace()
	if namespace == "" && r.Model.Kind.Namespaced {
		namespace = "default" // where both providers put it
	}
	resp.TargetState.Raw = r.Model.Value(ImportAttributes(r.Model, namespace, manifest.GetName()))
	v, err := r.Model.Read(resp.TargetState.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Writing the state", err))
		return
	}
	resp.Diagnostics.Append(model.SetIdentity(ctx, resp.TargetIdentity, v)...)
	resp.Diagnostics.Append(setMoved(ctx, resp.TargetPrivate, manifest)...)
}

// notMoved says why a resource that no mover reads does not become one of this type, and what leads there instead.
func notMoved(r *model.Scope, req resource.MoveStateRequest) diag.Diagnostic {
	source, target := req.SourceTypeName, r.TypeName()
	if source == target {
		return diagnostic.MoveOtherProvider(source, req.SourceProviderAddress)
	}
	i := slices.IndexFunc(r.All, func(k *kinds.Kind) bool { return "inference_"+k.TypeName == source })
	sameObject := i >= 0 && model.Takes(r.Model.Kind, r.All[i].GVK)
	if r.Model.Kind.DirectOnly != "" || i >= 0 && !sameObject {
		return diagnostic.MoveBeside(source+idIn(req.SourceRawState), target)
	}
	return diagnostic.MoveUnknown(source, target, slices.Sorted(maps.Keys(origins)))
}

// idIn is the ID that a state has, after a space, "" where it has none.
func idIn(state *tfprotov6.RawState) string {
	if state == nil {
		return ""
	}
	tree, err := object.ParseJSON(state.JSON)
	fields, _ := tree.(map[string]any)
	id, _ := fields["id"].(string)
	if err != nil || id == "" {
		return ""
	}
	return " " + id
}

func readOrigin(raw []byte, read func(map[string]any) (*unstructured.Unstructured, error)) (*unstructured.Unstructured, error) {
	tree, err := object.ParseJSON(raw)
	if err != nil {
		return nil, err
	}
	state, _ := tree.(map[string]any)
	manifest, err := read(state)
	if err != nil {
		return nil, err
	}
	if manifest.GetKind() == "" || manifest.GetAPIVersion() == "" || manifest.GetName() == "" {
		return nil, fmt.Errorf("it does not have apiVersion, kind and name of the object")
	}
	return manifest, nil
}

// kubernetesManifest is what the author of a kubernetes_manifest wrote. The object as the
// server answered it knows the namespace also where the author left it out.
func kubernetesManifest(state map[string]any) (*unstructured.Unstructured, error) {
	live := &unstructured.Unstructured{Object: dynamicObject(state["object"])}
	manifest := &unstructured.Unstructured{Object: dynamicObject(state["manifest"])}
	if manifest.Object == nil {
		manifest = live
	}
	if manifest.Object == nil {
		return nil, fmt.Errorf("it has neither `manifest` nor `object`")
	}
	if manifest.GetNamespace() == "" && live.GetNamespace() != "" {
		manifest.SetNamespace(live.GetNamespace())
	}
	return manifest, nil
}

// dynamicObject is an object out of a dynamic attribute, which a state keeps together with
// its type, or out of a plain one. Attributes without a value are left out.
func dynamicObject(value any) map[string]any {
	fields, _ := value.(map[string]any)
	if inner, dynamic := fields["value"]; dynamic && fields["type"] != nil && len(fields) == 2 {
		fields, _ = inner.(map[string]any)
	}
	fields, _ = withoutNulls(fields).(map[string]any)
	return fields
}

func withoutNulls(value any) any {
	switch value := value.(type) {
	case map[string]any:
		if value == nil {
			return nil
		}
		out := make(map[string]any, len(value))
		for name, entry := range value {
			if entry != nil {
				out[name] = withoutNulls(entry)
			}
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, item := range value {
			out[i] = withoutNulls(item)
		}
		return out
	}
	return value
}

// kubectlManifest is the body of a kubectl_manifest, with what the state tells beside it of
// where the object is. The parsed body may have sensitive values blacked out.
func kubectlManifest(state map[string]any) (*unstructured.Unstructured, error) {
	text := func(name string) string {
		s, _ := state[name].(string)
		return s
	}
	manifest := &unstructured.Unstructured{Object: map[string]any{}}
	for _, body := range []string{text("yaml_body"), text("yaml_body_parsed")} {
		if written, err := model.ParseManifest(body); err == nil {
			manifest.Object, _ = withoutNulls(written.Object).(map[string]any)
			break
		}
	}
	set := func(value string, write func(string)) {
		if value != "" {
			write(value)
		}
	}
	set(text("api_version"), manifest.SetAPIVersion)
	set(text("kind"), manifest.SetKind)
	set(text("name"), manifest.SetName)
	set(namespaceOfLink(text("id")), manifest.SetNamespace)
	set(text("namespace"), manifest.SetNamespace)
	set(text("override_namespace"), manifest.SetNamespace)
	return manifest, nil
}

// namespaceOfLink is the namespace in the path of an object in the API, "" when there is none.
func namespaceOfLink(link string) string {
	_, rest, _ := strings.Cut(link, "/namespaces/")
	namespace, _, below := strings.Cut(rest, "/")
	if !below {
		return ""
	}
	return namespace
}

// typeOf is the resource type that has objects of a kind, "" when none has.
func typeOf(r *model.Scope, gvk kschema.GroupVersionKind) string {
	k := model.KindOf(r.All, gvk)
	if k == nil {
		return ""
	}
	return "inference_" + k.TypeName
}

func setMoved(ctx context.Context, private model.PrivateState, manifest *unstructured.Unstructured) diag.Diagnostics {
	raw, err := json.Marshal(manifest.Object)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	return private.SetKey(ctx, privateMoved, raw)
}

// moved returns the manifest that a move began with, nil when the state comes from an import.
func moved(ctx context.Context, private model.PrivateState) *unstructured.Unstructured {
	raw, diags := private.GetKey(ctx, privateMoved)
	if diags.HasError() || len(raw) == 0 {
		return nil
	}
	tree, err := object.ParseJSON(raw)
	if fields, ok := tree.(map[string]any); err == nil && ok {
		return &unstructured.Unstructured{Object: fields}
	}
	return nil
}

// movedRelease returns the release that a moved object is in. Where a release has
// another group or kind, the object is in none of the others, whatever the cluster serves beside.
func movedRelease(ctx context.Context, r *model.Scope, v model.Values, origin *unstructured.Unstructured) (object.Release, diag.Diagnostics) {
	served, diags := r.ServedRelease(ctx, r.Model.Subject(v))
	if origin == nil || diags.HasError() {
		return served, diags
	}
	group := origin.GroupVersionKind().GroupKind()
	if r.Model.Resource(served).GroupKind() == group {
		return served, diags
	}
	for _, d := range slices.Backward(r.Model.Kind.Releases) {
		resource := r.Model.Resource(d)
		if resource.GroupKind() != group {
			continue
		}
		schema, found, err := r.Settings.Client.CRD(ctx, resource)
		if err == nil && found && model.Tells(schema, d) {
			return d, diags
		}
	}
	return served, diags
}

// Configured is what people configured of a live object: of a moved one what its manifest
// says, as far as the object still has it, of an imported one what the managed fields tell.
func Configured(r *model.Scope, t model.Target, live, origin *unstructured.Unstructured) (map[string]any, error) {
	if origin != nil && origin.GroupVersionKind() == t.Resource.GroupVersionKind {
		tree, _ := object.Project(t.Node, t.Release.FromWire(origin.Object), t.Table(live)).(map[string]any)
		return tree, nil
	}
	claims, err := object.ManagedFields(live, t.Release)
	if err != nil {
		return nil, err
	}
	return object.Owned(t.Release.Shape(t.Node), t.Table(live), claims, r.Settings.FieldManager, t.Controllers, t.Autoscaled...), nil
}
