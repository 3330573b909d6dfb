package credentials

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// secret is a credential that is configured, and the Secret that it becomes.
type secret struct {
	kinds.Credential
	at kinds.CredentialPlace
	// values are those of the parts that are set, unless one of them is not known yet.
	values  map[string]string
	unknown bool
}

func (s secret) data() map[string]string { return s.Data(s.values, s.at) }

// secrets are the Secrets that the credentials become. configured is the attribute as the
// configuration has it, which alone has the values; it is false while it is not known which Secrets they are.
func secrets(s *model.ResourceModel, v model.Values, configured tftypes.Value) ([]secret, bool) {
	if value := v.Attributes[model.AttrCredentials]; value.Type() != nil && !value.IsKnown() {
		return nil, false
	}
	credentials := s.ConfiguredCredentials(v)
	if len(credentials) == 0 {
		return nil, true
	}
	if !locates(v) {
		return nil, false
	}
	var found []secret
	for _, c := range credentials {
		parts := model.Children(model.Children(configured)[c.Name])
		places, known := s.Places(v, c, v.Text(model.AttrMode) == model.Direct)
		if !known || parts == nil {
			return nil, false
		}
		if len(places) == 1 {
			one := secret{Credential: c, at: places[0]}
			one.values, one.unknown = partValues(c, parts)
			found = append(found, one)
		}
	}
	return found, true
}

// locates reports whether everything is known that Secrets are named by.
func locates(v model.Values) bool {
	return v.Text(model.AttrMode) != "" && !v.IsUnknown(model.AttrMetadata) && !v.IsUnknown(model.AttrSpec) && !v.IsUnknown(model.AttrDirect)
}

func partValues(c kinds.Credential, parts map[string]tftypes.Value) (set map[string]string, unknown bool) {
	set = map[string]string{}
	for _, part := range c.Parts {
		text, known := model.StringOf(parts[part.Name])
		unknown = unknown || !known
		if text != "" {
			set[part.Name] = text
		}
	}
	return set, unknown
}

// WithoutSecrets is the attribute `credentials` as plans and states have it.
func WithoutSecrets(s *model.ResourceModel, value tftypes.Value) tftypes.Value {
	credentials := maps.Clone(model.Children(value))
	if credentials == nil {
		return value
	}
	for _, c := range s.Kind.Credentials {
		parts := maps.Clone(model.Children(credentials[c.Name]))
		if parts == nil {
			continue
		}
		for _, part := range c.Parts {
			if part.Secret {
				parts[part.Name] = tftypes.NewValue(tftypes.String, nil)
			}
		}
		credentials[c.Name] = tftypes.NewValue(credentials[c.Name].Type(), parts)
	}
	return tftypes.NewValue(value.Type(), credentials)
}

// Target is the Secret as an object of which only the place is known.
func Target(w model.Written) model.Target {
	return secretTarget(kinds.CredentialPlace{Namespace: w.Namespace, Name: w.Name})
}

// WrittenSecrets reads the computed map `secrets`, in the order of the names of the credentials.
func WrittenSecrets(v model.Values) []model.Written {
	entries := model.Children(v.Attributes[model.AttrSecrets])
	var out []model.Written
	for _, credential := range slices.Sorted(maps.Keys(entries)) {
		fields := model.Children(entries[credential])
		one := model.Written{Credential: credential}
		one.Namespace, _ = model.StringOf(fields["namespace"])
		one.Name, _ = model.StringOf(fields["name"])
		one.AppliedAt, _ = model.StringOf(fields["applied_at"])
		out = append(out, one)
	}
	return out
}

// secretsValue is the value of `secrets`; a time that is "" is not known yet.
func secretsValue(s *model.ResourceModel, all []model.Written) tftypes.Value {
	if len(all) == 0 {
		return s.Null(model.AttrSecrets)
	}
	typ, _ := s.Object().AttributeTypes[model.AttrSecrets].(tftypes.Map)
	entries := make(map[string]tftypes.Value, len(all))
	for _, one := range all {
		when := tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
		if one.AppliedAt != "" {
			when = model.StringValue(one.AppliedAt)
		}
		entries[one.Credential] = tftypes.NewValue(typ.ElementType, map[string]tftypes.Value{
			"namespace": model.StringValue(one.Namespace), "name": model.StringValue(one.Name), "applied_at": when,
		})
	}
	return tftypes.NewValue(typ, entries)
}

// secretOwner is the annotation that says which resource a Secret belongs to. Resources of one
// namespace may read Secrets of the same name, and only one of them keeps it.
const secretOwner = "inferops.dev/credentials-of"

// Owner is the value of secretOwner for a resource.
func Owner(s *model.ResourceModel, v model.Values) string { return s.Kind.TypeName + "/" + v.ID() }

// HasSecret reports whether a live Secret is the one that the owner holds. Where no UID is known of it, its annotation tells.
func HasSecret(h model.Held, t model.Target, live *unstructured.Unstructured, owner string) bool {
	uid, known := h[t.ID()]
	return belongs(live, owner) && (!known || uid == string(live.GetUID()))
}

// belongs reports whether a live Secret is that of the owner.
func belongs(live *unstructured.Unstructured, owner string) bool {
	return live.GetAnnotations()[secretOwner] == owner
}

// secretTarget is a Secret without data.
func secretTarget(at kinds.CredentialPlace) model.Target {
	obj := &unstructured.Unstructured{Object: map[string]any{}}
	obj.SetGroupVersionKind(cluster.Secret.GroupVersionKind)
	obj.SetNamespace(at.Namespace)
	obj.SetName(at.Name)
	return model.Target{Resource: cluster.Secret, Applied: obj, Node: schema.Lookup("workload.Secret")}
}
