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

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
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
	for i, obj := range s.definitions {
		if obj.GetKind() == kind && obj.GetName() == name && s.reaches(obj) {
			return obj, field.NewPath("definitions").Index(i)
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
	return cmp.Or(obj.GetNamespace(), metav1.NamespaceDefault) == s.owner.Namespace
}

// missing says that a reference leads to no definition.
func (s directService) missing(path *field.Path, name, id string, kinds ...string) *field.Error {
	err := field.NotFound(path, name)
	var has, add []string
	for _, kind := range kinds {
		has = append(has, kind+": "+render.List(s.definitions.Names(kind)))
		add = append(add, terraformTypes[kind]+".<x>.definition")
	}
	err.Detail = fmt.Sprintf("definitions has no %s of this name for the namespace %s (it has %s): add %s to definitions (%s)",
		strings.Join(kinds, " or "), s.owner.Namespace, strings.Join(has, "; "), strings.Join(add, " or "), id)
	return err
}

// findModel looks up the model that is served.
func (s directService) findModel() (servedModel, field.ErrorList) {
	ref, path := s.spec.Model, specPath.Child("model")
	kind := kindClusterModel
	if ref.Kind != nil {
		kind = *ref.Kind
	}
	other := kindModel
	switch kind {
	case kindClusterModel:
	case kindModel:
		other = kindClusterModel
	default:
		return servedModel{}, field.ErrorList{field.NotSupported(path.Child("kind"), kind, []string{kindModel, kindClusterModel})}
	}
	obj, at := s.find(kind, ref.Name)
	if obj == nil {
		if found, _ := s.find(other, ref.Name); found != nil {
			return servedModel{}, field.ErrorList{field.Invalid(path.Child("kind"), kind,
				fmt.Sprintf("definitions has a %s %s: set kind = %q (IS-12)", other, ref.Name, other))}
		}
		return servedModel{}, field.ErrorList{s.missing(path.Child("name"), ref.Name, "IS-13", kind)}
	}
	decoded, err := render.Decode[v1beta1.BaseModel](obj.Object)
	if err != nil {
		return servedModel{}, field.ErrorList{field.Invalid(at, ref.Name, err.Error())}
	}
	m := servedModel{kind: kind, name: ref.Name, at: at, annotations: obj.GetAnnotations(), spec: decoded.Spec}
	return m, m.check(path.Child("name"))
}

// check returns what keeps the model from being served at all. The name becomes that of a
// volume, and the vendor the value of a label.
func (m servedModel) check(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	if m.spec.Disabled != nil && *m.spec.Disabled {
		errs = append(errs, field.Invalid(path, m.name, m.kind+" "+m.name+" is disabled: refer to another model, or enable it (IS-14)"))
	}
	if len(validation.IsDNS1123Label(m.name)) > 0 {
		errs = append(errs, field.Invalid(path, m.name, "pods name a volume after the model: give it a name of lower-case letters, digits and `-`, 63 at most (BM-01)"))
	}
	for _, label := range []struct{ what, value string }{
		{"the vendor", m.vendor()}, {"the annotation " + annotationModelCategory, m.annotations[annotationModelCategory]},
	} {
		if len(validation.IsValidLabelValue(label.value)) > 0 {
			errs = append(errs, field.Invalid(m.at, label.value, fmt.Sprintf(
				"%s of %s %s becomes a label of pods: write it with letters, digits, `-`, `_` and `.`, 63 at most (BM-14)", label.what, m.kind, m.name)))
		}
	}
	return errs
}

func (m servedModel) vendor() string {
	if m.spec.Vendor == nil {
		return ""
	}
	return *m.spec.Vendor
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
func (s directService) findWeights() (servedWeights, field.ErrorList) {
	m := s.model
	if m.spec.Storage == nil || m.spec.Storage.StorageURI == nil {
		return servedWeights{}, field.ErrorList{field.Required(m.at, fmt.Sprintf("%s %s has no storage_uri: say where its weights are", m.kind, m.name))}
	}
	uri, path := *m.spec.Storage.StorageURI, weightsPath(m)
	if !strings.HasPrefix(path, "/") {
		return servedWeights{}, field.ErrorList{field.Invalid(m.at, path, fmt.Sprintf("storage.path of %s %s must be an absolute directory: begin it with `/` (BM-04)", m.kind, m.name))}
	}
	w := servedWeights{
		volume: corev1.Volume{Name: m.name},
		mount:  corev1.VolumeMount{Name: m.name, MountPath: path, ReadOnly: true},
	}
	claimed, option := s.options.ModelClaimName, field.NewPath("direct", "modelClaimName")
	scheme, address, _ := strings.Cut(uri, "://")
	switch scheme {
	case "pvc", "local":
		if claimed != "" {
			return w, field.ErrorList{field.Forbidden(option, fmt.Sprintf("%s %s is at %s, so nothing is read from another claim: remove model_claim_name", m.kind, m.name, uri))}
		}
	default:
		if claimed == "" && !slices.Contains(downloadSchemes, scheme) {
			return w, field.ErrorList{field.Invalid(m.at, uri, fmt.Sprintf(
				"direct mode cannot load %s %s from there: bring its weights onto a PersistentVolumeClaim and name it in direct.model_claim_name", m.kind, m.name))}
		}
	}
	var err *field.Error
	switch scheme {
	case "pvc":
		err = s.readClaim(&w, address)
	case "local":
		err = s.readHost(&w, address)
	default:
		w.volume.PersistentVolumeClaim = &corev1.PersistentVolumeClaimVolumeSource{ClaimName: cmp.Or(claimed, modelClaimName(m.name))}
	}
	if err != nil {
		return w, field.ErrorList{err}
	}
	return w, nil
}

// readClaim mounts a directory of the claim that a pvc:// model names.
func (s directService) readClaim(w *servedWeights, address string) *field.Error {
	m := s.model
	if !fitsClaim(address) {
		return field.Invalid(m.at, "pvc://"+address, fmt.Sprintf("storage_uri of %s %s must be `pvc://[<namespace>:]<claim>/<path>` (U-03)", m.kind, m.name))
	}
	head, path, _ := strings.Cut(address, "/")
	namespace, claim, named := strings.Cut(head, ":")
	if !named {
		namespace, claim = s.owner.Namespace, head
	}
	if namespace != s.owner.Namespace {
		return field.Invalid(m.at, "pvc://"+address, fmt.Sprintf(
			"the claim of %s %s is in the namespace %s, and pods of %s cannot mount it: serve the model there, or copy it onto a claim of this namespace", m.kind, m.name, namespace, s.owner.Namespace))
	}
	w.volume.PersistentVolumeClaim = &corev1.PersistentVolumeClaimVolumeSource{ClaimName: claim}
	w.mount.SubPath = strings.Trim(path, "/")
	return nil
}

// readHost mounts a directory of the node.
func (s directService) readHost(w *servedWeights, address string) *field.Error {
	m := s.model
	if !strings.HasPrefix(address, "/") {
		return field.Invalid(m.at, "local://"+address, fmt.Sprintf("storage_uri of %s %s must be `local://` and an absolute path, such as local:///models/%s (U-10)", m.kind, m.name, m.name))
	}
	w.volume.HostPath = &corev1.HostPathVolumeSource{Path: address}
	w.nodes, w.nodeAffinity = m.spec.Storage.NodeSelector, m.spec.Storage.NodeAffinity
	return nil
}
