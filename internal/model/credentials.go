package model

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// secretType is one element of the computed map `secrets`.
var secretType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"namespace": types.StringType, "name": types.StringType, "applied_at": types.StringType,
}}

// ConfiguredCredentials are the credentials that a configuration sets.
func (s *ResourceModel) ConfiguredCredentials(v Values) []kinds.Credential {
	set := Children(v.Attributes[AttrCredentials])
	return slices.DeleteFunc(slices.Clone(s.Kind.Credentials), func(c kinds.Credential) bool {
		value := set[c.Name]
		return value.Type() == nil || value.IsNull()
	})
}

// Places are the Secrets that the workloads read a credential from: of several that one that the
// credential names. It is false while that is not known.
func (s *ResourceModel) Places(v Values, c kinds.Credential, isDirect bool) ([]kinds.CredentialPlace, bool) {
	name, known := StringOf(Children(Children(v.Attributes[AttrCredentials])[c.Name])[kinds.SecretName])
	if !known {
		return nil, false
	}
	places := c.Places(render.Input{Object: v.Unstructured(), Options: v.Options, References: v.References}, isDirect)
	return slices.DeleteFunc(places, func(at kinds.CredentialPlace) bool { return name != "" && at.Name != name }), true
}

// Digests are those of the Secrets of a resource, by credential.
type Digests map[string]Digest

// Digest tells whether the data of a Secret is what was applied, and does not tell what that is.
type Digest struct {
	Salt []byte `json:"salt"`
	// Sums are salted hashes by the keys of the Secret.
	Sums map[string][]byte `json:"sums"`
}

// CheckPlaces finds credentials that no workload of the configuration reads.
func (s *ResourceModel) CheckPlaces(v Values, isDirect bool) field.ErrorList {
	var errs field.ErrorList
	if v.IsUnknown(AttrSpec) || v.IsUnknown(AttrDirect) {
		return nil
	}
	for _, c := range s.ConfiguredCredentials(v) {
		at := field.NewPath(AttrCredentials, c.Name)
		places, known := s.Places(v, c, isDirect)
		switch name, _ := StringOf(Children(Children(v.Attributes[AttrCredentials])[c.Name])[kinds.SecretName]); {
		case !known || len(places) == 1:
		case len(places) > 1:
			errs = append(errs, field.Required(at.Child(kinds.SecretName), fmt.Sprintf("%s names several Secrets: say which of them holds the credential", c.NamedBy)))
		case name != "":
			errs = append(errs, field.Invalid(at.Child(kinds.SecretName), name, fmt.Sprintf("must be a Secret that %s names; name it there too", c.NamedBy)))
		default:
			errs = append(errs, field.Forbidden(at, fmt.Sprintf("no workload would read it: name a Secret in %s, which this credential then becomes", c.NamedBy)))
		}
	}
	return errs
}
