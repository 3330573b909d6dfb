package ome

import (
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"text/template"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
)

var (
	specPath        = field.NewPath("spec")
	storagePath     = specPath.Child("storage")
	annotationsPath = field.NewPath("metadata", "annotations")
)

// schemes are those of storage URIs.
//
// Mirrors sgl-project/ome pkg/utils/storage/storage.go@v0.1.5.
var schemes = []string{"oci", "pvc", "vendor", "hf", "s3", "az", "gs", "github", "local"}

// fitsClaim is whether what follows the scheme of a claim has its form.
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
		if strings.HasPrefix(uri, s+"://") {
			return s
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

// modelSize is a number of parameters.
//
// Mirrors sgl-project/ome pkg/runtimeselector/matcher.go@v0.1.5.
var modelSize = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?[TBM]?$`)

// modelVersion is a version of a format or framework.
//
// Mirrors sgl-project/ome pkg/modelver/util.go@v0.1.5.
var modelVersion = regexp.MustCompile(`^v?(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)([-+.][0-9A-Za-z-]+)*)?)?$`)

// templateProblem is what OME's template engine says of a main container, whose whole text is a Go template over the
// metadata of the service; empty where it works.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/utils/utils.go@v0.1.5.
func templateProblem(container *corev1.Container) string {
	raw, err := json.Marshal(container)
	if err != nil || !strings.Contains(string(raw), "{{") {
		return ""
	}
	parsed, err := template.New("container").Parse(string(raw))
	if err == nil {
		err = parsed.Execute(io.Discard, metav1.ObjectMeta{})
	}
	if err != nil {
		return err.Error()
	}
	return ""
}
