package capacity

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
)

// Reference is an object that a pod needs in order to run.
type Reference struct {
	// Kind is that of the object, such as "Secret".
	Kind string
	Name string
}

// References are the objects that a pod refers to by name and does not run without, each
// once and in the order of the pod. Objects that may be missing are not among them, nor is the
// service account that every namespace has.
func References(spec *corev1.PodSpec) []Reference {
	r := &references{}
	r.need("PriorityClass", spec.PriorityClassName, nil)
	if spec.RuntimeClassName != nil {
		r.need("RuntimeClass", *spec.RuntimeClassName, nil)
	}
	if spec.ServiceAccountName != "default" {
		r.need("ServiceAccount", spec.ServiceAccountName, nil)
	}
	for _, s := range spec.ImagePullSecrets {
		r.need("Secret", s.Name, nil)
	}
	for _, c := range containers(spec) {
		r.environment(c)
	}
	for i := range spec.Volumes {
		r.volume(&spec.Volumes[i].VolumeSource)
	}
	return r.found
}

type references struct{ found []Reference }

func (r *references) need(kind, name string, optional *bool) {
	one := Reference{kind, name}
	if name == "" || optional != nil && *optional || slices.Contains(r.found, one) {
		return
	}
	r.found = append(r.found, one)
}

func (r *references) environment(c *corev1.Container) {
	for _, e := range c.Env {
		if e.ValueFrom == nil {
			continue
		}
		if s := e.ValueFrom.SecretKeyRef; s != nil {
			r.need("Secret", s.Name, s.Optional)
		}
		if m := e.ValueFrom.ConfigMapKeyRef; m != nil {
			r.need("ConfigMap", m.Name, m.Optional)
		}
	}
	for _, e := range c.EnvFrom {
		if e.SecretRef != nil {
			r.need("Secret", e.SecretRef.Name, e.SecretRef.Optional)
		}
		if e.ConfigMapRef != nil {
			r.need("ConfigMap", e.ConfigMapRef.Name, e.ConfigMapRef.Optional)
		}
	}
}

func (r *references) volume(v *corev1.VolumeSource) {
	if v.Secret != nil {
		r.need("Secret", v.Secret.SecretName, v.Secret.Optional)
	}
	if v.ConfigMap != nil {
		r.need("ConfigMap", v.ConfigMap.Name, v.ConfigMap.Optional)
	}
	if v.PersistentVolumeClaim != nil {
		r.need("PersistentVolumeClaim", v.PersistentVolumeClaim.ClaimName, nil)
	}
	if v.Ephemeral != nil && v.Ephemeral.VolumeClaimTemplate != nil && v.Ephemeral.VolumeClaimTemplate.Spec.StorageClassName != nil {
		r.need("StorageClass", *v.Ephemeral.VolumeClaimTemplate.Spec.StorageClassName, nil)
	}
	if v.Projected == nil {
		return
	}
	for _, s := range v.Projected.Sources {
		if s.Secret != nil {
			r.need("Secret", s.Secret.Name, s.Secret.Optional)
		}
		if s.ConfigMap != nil {
			r.need("ConfigMap", s.ConfigMap.Name, s.ConfigMap.Optional)
		}
	}
}
