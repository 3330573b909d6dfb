// Package weights has what the renderers of all systems share about the weights of models: the claim that keeps
// them, the volumes and variables by which containers reach them, and the URIs that say where they are.
package weights

import (
	"cmp"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Cache is a claim that is made to keep weights.
type Cache struct {
	// Name is that of the claim.
	Name string
	// Size is that of the volume, nil where nobody says it.
	Size *resource.Quantity
	// StorageClassName is nil for the cluster's default.
	StorageClassName *string
	// AccessMode is ReadWriteOnce when it is empty.
	AccessMode string
}

// Claim returns the object of a claim with a size.
func (c Cache) Claim(o render.Owner) *unstructured.Unstructured {
	return render.PersistentVolumeClaim(o, c.Name, *c.Size, c.StorageClassName, c.mode())
}

func (c Cache) mode() corev1.PersistentVolumeAccessMode {
	return corev1.PersistentVolumeAccessMode(cmp.Or(c.AccessMode, string(corev1.ReadWriteOnce)))
}

// Shared reports whether pods on several nodes can mount the claim.
func (c Cache) Shared() bool { return c.mode() == corev1.ReadWriteMany }

// Check refuses a size that is none; example is one that is.
func (c Cache) Check(at *field.Path, example string) *field.Error {
	if c.Size == nil || c.Size.Sign() > 0 {
		return nil
	}
	return render.Breaks(render.RuleCacheSize, field.Invalid(at, c.Size.String(), "must be greater than zero, such as "+example))
}

// Crowded says why not all of so many pods can mount the claim, "" when they can. Subject begins the
// sentence, and remedy ends it with the option that has the mode.
func (c Cache) Crowded(pods int64, subject, remedy string) string {
	switch {
	case pods < 2 || c.Shared():
		return ""
	case c.mode() == corev1.ReadWriteOncePod:
		return fmt.Sprintf("%s can be mounted by one pod only, and there may be %d: the others never start. Set %s", subject, pods, remedy)
	}
	return fmt.Sprintf("%s can be mounted on one node only, and there may be %d pods: those on other nodes never start. Set %s", subject, pods, remedy)
}

// OnClaim returns a volume of that name on a claim.
func OnClaim(volume, claim string) corev1.Volume {
	return corev1.Volume{Name: volume, VolumeSource: corev1.VolumeSource{
		PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: claim},
	}}
}

// OnHost returns a volume of that name which is a path of the node. An empty kind means that nothing is checked.
func OnHost(volume, path string, kind corev1.HostPathType) corev1.Volume {
	source := &corev1.HostPathVolumeSource{Path: path}
	if kind != corev1.HostPathUnset {
		source.Type = &kind
	}
	return corev1.Volume{Name: volume, VolumeSource: corev1.VolumeSource{HostPath: source}}
}

// InPod returns a volume of that name which lives as long as the pod. A nil size sets no limit.
func InPod(volume string, size *resource.Quantity) corev1.Volume {
	return corev1.Volume{Name: volume, VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{SizeLimit: size}}}
}

// Secret returns a variable with the value of a key of a Secret, which has to exist.
func Secret(name, secret, key string) corev1.EnvVar {
	return corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{
		LocalObjectReference: corev1.LocalObjectReference{Name: secret}, Key: key,
	}}}
}

// IfThere returns a variable of [Secret] that is unset while there is no such key.
func IfThere(variable corev1.EnvVar) corev1.EnvVar {
	variable.ValueFrom.SecretKeyRef.Optional = new(true)
	return variable
}

// SplitClaim returns the parts of what follows pvc:// in a URI, `[<namespace>:]<claim>/<path>`. The namespace is
// empty when there is none.
func SplitClaim(address string) (namespace, claim, path string) {
	head, path, _ := strings.Cut(address, "/")
	if namespace, claim, named := strings.Cut(head, ":"); named {
		return namespace, claim, path
	}
	return "", head, path
}
