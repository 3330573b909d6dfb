package ome

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// servedModel is the model of a service and the place of its definition.
type servedModel struct {
	kind, name  string
	at          *field.Path
	annotations map[string]string
	spec        v1beta1.BaseModelSpec
}

// The kinds of model and runtime, each namespaced and cluster-scoped, with the Terraform types.
const (
	kindModel          = "BaseModel"
	kindClusterModel   = "ClusterBaseModel"
	kindRuntime        = "ServingRuntime"
	kindClusterRuntime = "ClusterServingRuntime"
	kindClass          = "AcceleratorClass"
)

var terraformTypes = map[string]string{
	kindModel: "inference_base_model", kindClusterModel: "inference_cluster_base_model",
	kindRuntime: "inference_serving_runtime", kindClusterRuntime: "inference_cluster_serving_runtime",
	kindClass: "inference_accelerator_class",
}

// find looks up a definition that the service can refer to. The path is that of the definition.
func (s directService) find(kind, name string) (*unstructured.Unstructured, *field.Path) {
	for i, obj := range s.References {
		if obj.GetKind() == kind && obj.GetName() == name && s.reaches(obj) {
			return obj, field.NewPath("references").Index(i)
		}
	}
	return nil, nil
}

// reaches reports whether the service can refer to an object: to a namespaced one only in its
// own namespace.
func (s directService) reaches(obj *unstructured.Unstructured) bool {
	if obj.GetKind() != kindModel && obj.GetKind() != kindRuntime {
		return true
	}
	return cmp.Or(obj.GetNamespace(), metav1.NamespaceDefault) == s.Owner.Namespace
}

// missing says that a reference leads to no definition.
func (s directService) missing(path *field.Path, name, id string, kinds ...string) *field.Error {
	var has, add []string
	for _, kind := range kinds {
		has = append(has, kind+": "+render.List(s.References.Names(kind)))
		add = append(add, terraformTypes[kind]+".<x>.manifest")
	}
	return render.Missing(id, path, name, fmt.Sprintf("references has no %s of this name for the namespace %s (it has %s): add %s to references",
		strings.Join(kinds, " or "), s.Owner.Namespace, strings.Join(has, "; "), strings.Join(add, " or ")))
}

// findModel looks up the model that is served.
func (s directService) findModel() (m servedModel) {
	ref, path := s.spec.Model, specPath.Child("model")
	kind := ptr.Deref(ref.Kind, kindClusterModel)
	other, known := map[string]string{kindClusterModel: kindModel, kindModel: kindClusterModel}[kind]
	if !known {
		s.Fail(render.Breaks("IS-12", field.NotSupported(path.Child("kind"), kind, []string{kindModel, kindClusterModel})))
		return m
	}
	obj, at := s.find(kind, ref.Name)
	if obj == nil {
		if found, _ := s.find(other, ref.Name); found != nil {
			s.Fail(render.Breaks("IS-12", field.Invalid(path.Child("kind"), kind, fmt.Sprintf("references has a %s %s: set kind = %q", other, ref.Name, other))))
		} else {
			s.Fail(s.missing(path.Child("name"), ref.Name, "IS-13", kind))
		}
		return m
	}
	decoded, err := render.Decode[v1beta1.BaseModel](obj.Object)
	if err != nil {
		s.Fail(render.Breaks(render.RuleManifest, field.Invalid(at, ref.Name, err.Error())))
		return m
	}
	m = servedModel{kind: kind, name: ref.Name, at: at, annotations: obj.GetAnnotations(), spec: decoded.Spec}
	s.Fail(m.check(path.Child("name"))...)
	return m
}

// check returns what keeps the model from being served at all. The name becomes that of a
// volume, and the vendor the value of a label.
func (m servedModel) check(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	if m.spec.Disabled != nil && *m.spec.Disabled {
		errs = append(errs, render.Breaks("IS-14", field.Invalid(path, m.name, m.kind+" "+m.name+" is disabled: refer to another model, or enable it")))
	}
	if len(validation.IsDNS1123Label(m.name)) > 0 {
		errs = append(errs, render.Breaks("BM-01", field.Invalid(path, m.name, "pods name a volume after the model: give it a name of lower-case letters, digits and `-`, 63 at most")))
	}
	for _, label := range []struct{ what, value string }{
		{"the vendor", m.vendor()}, {"the annotation " + annotationModelCategory, m.annotations[annotationModelCategory]},
	} {
		if len(validation.IsValidLabelValue(label.value)) > 0 {
			errs = append(errs, render.Breaks("BM-14", field.Invalid(m.at, label.value, fmt.Sprintf(
				"%s of %s %s becomes a label of pods: write it with letters, digits, `-`, `_` and `.`, 63 at most", label.what, m.kind, m.name))))
		}
	}
	return errs
}

func (m servedModel) vendor() string {
	return ptr.Deref(m.spec.Vendor, "")
}

// servedWeights are the weights of a model as pods see them.
type servedWeights struct {
	volume corev1.Volume
	mount  corev1.VolumeMount
	// nodes are where a model on the disks of nodes can be read.
	nodes        map[string]string
	nodeAffinity *corev1.NodeAffinity
}

// weightsPath is the directory in which containers see the weights of a model.
func weightsPath(m servedModel) string {
	if path := m.spec.Storage.Path; path != nil && *path != "" {
		return *path
	}
	return "/mnt/models/" + m.name
}

// findWeights says where pods get the weights from.
func (s directService) findWeights() servedWeights {
	m := s.model
	refuse := func(rule string, value any, format string, args ...any) {
		s.Fail(render.Breaks(rule, field.Invalid(m.at, value, fmt.Sprintf(format, args...))))
	}
	if m.spec.Storage == nil || m.spec.Storage.StorageURI == nil {
		s.Fail(render.Breaks("DR-44", field.Required(m.at, fmt.Sprintf("%s %s has no storage_uri: say where its weights are", m.kind, m.name))))
		return servedWeights{}
	}
	uri, path := *m.spec.Storage.StorageURI, weightsPath(m)
	if !strings.HasPrefix(path, "/") {
		refuse("BM-04", path, "storage.path of %s %s must be an absolute directory: begin it with `/`", m.kind, m.name)
		return servedWeights{}
	}
	w := servedWeights{mount: corev1.VolumeMount{Name: m.name, MountPath: path, ReadOnly: true}}
	claimed := s.options.ModelClaimName
	scheme, address, _ := strings.Cut(uri, "://")
	if claimed != "" && (scheme == "pvc" || scheme == "local") {
		s.Fail(render.Breaks("DR-45", field.Forbidden(directPath.Child("modelClaimName"),
			fmt.Sprintf("%s %s is at %s, so nothing is read from another claim: remove model_claim_name", m.kind, m.name, uri))))
		return w
	}
	switch {
	case scheme == "pvc":
		namespace, claim, path := weights.SplitClaim(address)
		if !fitsClaim(address) {
			refuse("U-03", uri, "storage_uri of %s %s must be `pvc://[<namespace>:]<claim>/<path>`", m.kind, m.name)
		} else if namespace = cmp.Or(namespace, s.Owner.Namespace); namespace != s.Owner.Namespace {
			refuse("DR-46", uri, "the claim of %s %s is in the namespace %s, and pods of %s cannot mount it: serve the model there, or copy it onto a claim of this namespace", m.kind, m.name, namespace, s.Owner.Namespace)
		}
		w.volume, w.mount.SubPath = weights.OnClaim(m.name, claim), strings.Trim(path, "/")
	case scheme == "local":
		if !strings.HasPrefix(address, "/") {
			refuse("U-10", uri, "storage_uri of %s %s must be `local://` and an absolute path, such as local:///models/%s", m.kind, m.name, m.name)
		}
		w.volume = weights.OnHost(m.name, address, corev1.HostPathUnset)
		w.nodes, w.nodeAffinity = m.spec.Storage.NodeSelector, m.spec.Storage.NodeAffinity
	case claimed == "" && !slices.Contains(downloadSchemes, scheme):
		refuse("DR-47", uri, "direct mode cannot load %s %s from there: bring its weights onto a PersistentVolumeClaim and name it in direct.model_claim_name", m.kind, m.name)
	default:
		w.volume = weights.OnClaim(m.name, cmp.Or(claimed, modelClaimName(m.name)))
	}
	return w
}
