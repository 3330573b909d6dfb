package ome

import (
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var (
	specPath    = field.NewPath("spec")
	storagePath = specPath.Child("storage")
)

// schemes are the schemes of storage URIs, each with its rule, its form and whether a rest
// after the scheme has it.
//
// Mirrors sgl-project/ome pkg/utils/storage/storage.go@v0.1.5.
var schemes = []struct {
	name, id, form string
	fits           func(rest string) bool
}{
	{"oci", "U-02", "oci://n/<namespace>/b/<bucket>/o/<path>", fitsOCI},
	{"pvc", "U-03", "pvc://[<namespace>:]<claim>/<path>", fitsClaim},
	{"vendor", "U-04", "vendor://<vendor>/<type>/<path>", regexp.MustCompile(`^[^/]+/[^/]+/.+$`).MatchString},
	{"hf", "U-05", "hf://<model>[@<branch>]", regexp.MustCompile(`^[^@]+(@.+)?$`).MatchString},
	{"s3", "U-06", "s3://<bucket>[@<region>][/<prefix>], with no `@` in the prefix", regexp.MustCompile(`^[^/@]+(@[^/@]+)?(/[^@]*)?$`).MatchString},
	{"az", "U-07", "az://<account>/<container>[/<path>]", regexp.MustCompile(`^[^/]+/[^/]+(/.*)?$`).MatchString},
	{"gs", "U-08", "gs://<bucket>[/<object>]", regexp.MustCompile(`^[^/]+(/.*)?$`).MatchString},
	{"github", "U-09", "github://<owner>/<repository>[@<tag>]", regexp.MustCompile(`^[^/@]+/[^@]+(@.*)?$`).MatchString},
	{"local", "U-10", "local://<path>", regexp.MustCompile(`^.+$`).MatchString},
}

func fitsOCI(rest string) bool {
	parts := strings.SplitN(rest, "/", 6)
	return len(parts) == 6 && parts[0] == "n" && parts[2] == "b" && parts[4] == "o"
}

func fitsClaim(rest string) bool {
	head, path, found := strings.Cut(rest, "/")
	namespace, claim, named := strings.Cut(head, ":")
	if !named {
		namespace, claim = "x", head
	}
	return found && path != "" && len(validation.IsDNS1123Label(namespace)) == 0 && len(validation.IsDNS1123Subdomain(claim)) == 0
}

// scheme returns the scheme of a storage URI, empty when it has none of OME's.
func scheme(uri string) string {
	for _, s := range schemes {
		if strings.HasPrefix(uri, s.name+"://") {
			return s.name
		}
	}
	return ""
}

func storageOf(s *v1beta1.BaseModelSpec) (storage v1beta1.StorageSpec, uri string) {
	if s.Storage == nil {
		return storage, ""
	}
	if s.Storage.StorageURI != nil {
		uri = *s.Storage.StorageURI
	}
	return *s.Storage, uri
}

// storageURIRules are the rules on the URI of the storage in a field of the spec.
// Only its form is judged; every scheme has a rule.
func storageURIRules(name string, storage func(kinds.Candidate) *v1beta1.StorageSpec) []kinds.Rule {
	at := field.NewPath("spec", name, "storageUri")
	reads := []string{"spec." + name + ".storageUri"}
	check := func(refuse func(uri string) string) func(kinds.Candidate) field.ErrorList {
		return func(c kinds.Candidate) field.ErrorList {
			s := storage(c)
			if s == nil || s.StorageURI == nil || refuse(*s.StorageURI) == "" {
				return nil
			}
			return field.ErrorList{field.Invalid(at, *s.StorageURI, refuse(*s.StorageURI))}
		}
	}
	rules := []kinds.Rule{{ID: "U-01", Says: "`storage_uri` begins with a scheme that OME knows", Reads: reads, Check: check(func(uri string) string {
		if scheme(uri) != "" {
			return ""
		}
		names := make([]string, len(schemes))
		for i, s := range schemes {
			names[i] = s.name + "://"
		}
		return "must begin with one of `" + strings.Join(names, "`, `") + "`, in lower case"
	})}}
	for _, s := range schemes {
		form, _, _ := strings.Cut(s.form, ",")
		rules = append(rules, kinds.Rule{ID: s.id, Says: "a `storage_uri` of `" + s.name + "` is `" + form + "`", Reads: reads, Check: check(func(uri string) string {
			rest, ours := strings.CutPrefix(uri, s.name+"://")
			if !ours || s.fits(rest) {
				return ""
			}
			return "must be `" + s.form + "`"
		})})
	}
	return rules
}

// modelSize is a number of parameters.
//
// Mirrors sgl-project/ome pkg/runtimeselector/matcher.go@v0.1.5.
var modelSize = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?[TBM]?$`)

// modelVersion is a version of a format or framework.
//
// Mirrors sgl-project/ome pkg/modelver/util.go@v0.1.5.
var modelVersion = regexp.MustCompile(`^v?(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)([-+.][0-9A-Za-z-]+)*)?)?$`)
