package engine

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Root attributes of credentials, and the attribute of `credentials` that says when to send the values again.
const (
	attrCredentials    = "credentials"
	attrSecrets        = "secrets"
	credentialsVersion = "version"
)

// secretType is one element of the computed map `secrets`.
var secretType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"namespace": types.StringType, "name": types.StringType, "applied_at": types.StringType,
}}

// credentialAttributes are those of a kind whose workloads read Secrets; none of any other.
func (s *resourceModel) credentialAttributes() map[string]rschema.Attribute {
	if len(s.kind.Credentials) == 0 {
		return nil
	}
	below := map[string]rschema.Attribute{
		credentialsVersion: rschema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Decides when the values are sent again. With a version: when the version changes. Without one: whenever a value differs from what was sent, " +
				"which suits values that are the same in every run. A Secret that somebody edited is repaired either way.",
		},
	}
	for _, c := range s.kind.Credentials {
		below[c.Name] = credentialAttribute(c)
	}
	return map[string]rschema.Attribute{
		attrCredentials: rschema.SingleNestedAttribute{
			Optional: true, Attributes: below,
			MarkdownDescription: "Tokens, logins and keys for the workloads. Each becomes a Kubernetes Secret that the workloads read; it is applied before them and deleted after them. " +
				"The values are write-only, so no plan and no state contains them; this needs Terraform 1.11 or OpenTofu 1.11. Running pods see a change only after a restart.",
		},
		attrSecrets: rschema.MapNestedAttribute{
			Computed: true, CustomType: types.MapType{ElemType: secretType},
			MarkdownDescription: "The Secrets that hold `credentials`, by credential name; null without any.",
			NestedObject: rschema.NestedAttributeObject{CustomType: secretType, Attributes: map[string]rschema.Attribute{
				"namespace":  rschema.StringAttribute{Computed: true, MarkdownDescription: "The namespace of the Secret."},
				"name":       rschema.StringAttribute{Computed: true, MarkdownDescription: "The name of the Secret."},
				"applied_at": rschema.StringAttribute{Computed: true, MarkdownDescription: "When the values were last sent, in RFC 3339. Known after the apply if the plan sends them."},
			}},
		},
	}
}

func credentialAttribute(c kinds.Credential) rschema.Attribute {
	parts := make(map[string]rschema.Attribute, len(c.Parts))
	for _, part := range c.Parts {
		parts[part.Name] = rschema.StringAttribute{
			Required: !part.Optional, Optional: part.Optional, MarkdownDescription: part.Description, Sensitive: part.Secret, WriteOnly: part.Secret,
		}
	}
	text := c.Description
	if c.NamedBy != "" {
		text += fmt.Sprintf(" The Secret is the one that %s names.", c.NamedBy)
	}
	return rschema.SingleNestedAttribute{Optional: true, Attributes: parts, MarkdownDescription: text}
}

// secret is a credential that is configured, and the Secret that it becomes.
type secret struct {
	kinds.Credential
	at kinds.CredentialPlace
	// values are those of the parts that are set, unless one of them is not known yet.
	values  map[string]string
	unknown bool
}

func (s secret) data() map[string]string { return s.Data(s.values, s.at) }

// configuredCredentials are the credentials that a configuration sets.
func (s *resourceModel) configuredCredentials(v values) []kinds.Credential {
	set := children(v.attributes[attrCredentials])
	return slices.DeleteFunc(slices.Clone(s.kind.Credentials), func(c kinds.Credential) bool {
		value := set[c.Name]
		return value.Type() == nil || value.IsNull()
	})
}

// secrets are the Secrets that the credentials become. configured is the attribute as the
// configuration has it, which alone has the values; it is false while it is not known which Secrets they are.
func (s *resourceModel) secrets(v values, configured tftypes.Value) ([]secret, bool) {
	if value := v.attributes[attrCredentials]; value.Type() != nil && !value.IsKnown() {
		return nil, false
	}
	credentials := s.configuredCredentials(v)
	if len(credentials) == 0 {
		return nil, true
	}
	if !v.locates() {
		return nil, false
	}
	var found []secret
	for _, c := range credentials {
		parts := children(children(configured)[c.Name])
		places, known := s.places(v, c, v.text(attrMode) == Direct)
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
func (v values) locates() bool {
	return v.text(attrMode) != "" && !v.isUnknown(attrMetadata) && !v.isUnknown(attrSpec) && !v.isUnknown(attrDirect)
}

// places are the Secrets that the workloads read a credential from: of several that one that the
// credential names. It is false while that is not known.
func (s *resourceModel) places(v values, c kinds.Credential, isDirect bool) ([]kinds.CredentialPlace, bool) {
	name, known := stringOf(children(children(v.attributes[attrCredentials])[c.Name])[kinds.SecretName])
	if !known {
		return nil, false
	}
	places := c.Places(render.Input{Object: v.unstructured(), Options: v.options, References: v.references}, isDirect)
	return slices.DeleteFunc(places, func(at kinds.CredentialPlace) bool { return name != "" && at.Name != name }), true
}

func partValues(c kinds.Credential, parts map[string]tftypes.Value) (set map[string]string, unknown bool) {
	set = map[string]string{}
	for _, part := range c.Parts {
		text, known := stringOf(parts[part.Name])
		unknown = unknown || !known
		if text != "" {
			set[part.Name] = text
		}
	}
	return set, unknown
}

// withoutSecrets is the attribute `credentials` as plans and states have it.
func (s *resourceModel) withoutSecrets(value tftypes.Value) tftypes.Value {
	credentials := maps.Clone(children(value))
	if credentials == nil {
		return value
	}
	for _, c := range s.kind.Credentials {
		parts := maps.Clone(children(credentials[c.Name]))
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

// written is a Secret that a state knows of.
type written struct{ credential, namespace, name, appliedAt string }

// target is the Secret as an object of which only the place is known.
func (w written) target() target {
	return secretTarget(kinds.CredentialPlace{Namespace: w.namespace, Name: w.name})
}

// writtenSecrets reads the computed map `secrets`, in the order of the names of the credentials.
func (v values) writtenSecrets() []written {
	entries := children(v.attributes[attrSecrets])
	var out []written
	for _, credential := range slices.Sorted(maps.Keys(entries)) {
		fields := children(entries[credential])
		one := written{credential: credential}
		one.namespace, _ = stringOf(fields["namespace"])
		one.name, _ = stringOf(fields["name"])
		one.appliedAt, _ = stringOf(fields["applied_at"])
		out = append(out, one)
	}
	return out
}

// secretsValue is the value of `secrets`; a time that is "" is not known yet.
func (s *resourceModel) secretsValue(all []written) tftypes.Value {
	if len(all) == 0 {
		return s.null(attrSecrets)
	}
	typ, _ := s.object().AttributeTypes[attrSecrets].(tftypes.Map)
	entries := make(map[string]tftypes.Value, len(all))
	for _, one := range all {
		when := tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
		if one.appliedAt != "" {
			when = stringValue(one.appliedAt)
		}
		entries[one.credential] = tftypes.NewValue(typ.ElementType, map[string]tftypes.Value{
			"namespace": stringValue(one.namespace), "name": stringValue(one.name), "applied_at": when,
		})
	}
	return tftypes.NewValue(typ, entries)
}

// secretOwner is the annotation that says which resource a Secret belongs to. Resources of one
// namespace may read Secrets of the same name, and only one of them keeps it.
const secretOwner = "inferops.dev/credentials-of"

// owner is the value of secretOwner for a resource.
func (s *resourceModel) owner(v values) string { return s.kind.TypeName + "/" + v.id() }

// hasSecret reports whether a live Secret is the one that the owner holds. Where no UID is known of it, its annotation tells.
func (h held) hasSecret(t target, live *unstructured.Unstructured, owner string) bool {
	uid, known := h[t.id()]
	return belongs(live, owner) && (!known || uid == string(live.GetUID()))
}

// belongs reports whether a live Secret is that of the owner.
func belongs(live *unstructured.Unstructured, owner string) bool {
	return live.GetAnnotations()[secretOwner] == owner
}
