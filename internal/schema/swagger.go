package schema

import (
	"maps"
	"reflect"
	"strings"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// swaggerRoots are the Kubernetes types whose descriptions the table needs, each with
// all the types it reaches.
var swaggerRoots = []reflect.Type{
	reflect.TypeFor[corev1.PodTemplateSpec](),
	reflect.TypeFor[corev1.ServiceSpec](),
	reflect.TypeFor[appsv1.DeploymentSpec](),
	reflect.TypeFor[appsv1.StatefulSetSpec](),
	reflect.TypeFor[batchv1.JobSpec](),
	reflect.TypeFor[autoscalingv2.HorizontalPodAutoscalerSpec](),
	reflect.TypeFor[policyv1.PodDisruptionBudgetSpec](),
	reflect.TypeFor[rbacv1.PolicyRule](),
	reflect.TypeFor[rbacv1.RoleRef](),
	reflect.TypeFor[rbacv1.Subject](),
	reflect.TypeFor[resourcev1.ResourceClaimTemplateSpec](),
	reflect.TypeFor[metav1.Condition](),
}

// documented is how the types of k8s.io/api and k8s.io/apimachinery describe
// themselves: by the JSON name of each field, and the type itself under "".
type documented interface{ SwaggerDoc() map[string]string }

// swaggerDocs are the descriptions of Kubernetes' types by the name of the definition
// and the JSON name of the field.
var swaggerDocs = sync.OnceValue(func() map[string]map[string]string {
	docs := map[string]map[string]string{}
	for _, root := range swaggerRoots {
		collectSwaggerDocs(docs, root)
	}
	return docs
})

// swaggerDoc returns the descriptions of a Kubernetes type's fields by their JSON names, and
// nil for a definition of our own, which the table itself describes.
func swaggerDoc(definition string) map[string]string {
	if !strings.HasPrefix(definition, "k8s.io/") {
		return nil
	}
	return swaggerDocs()[definition]
}

func collectSwaggerDocs(docs map[string]map[string]string, t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		collectSwaggerDocs(docs, t.Elem())
		return
	case reflect.Struct:
	default:
		return
	}
	name := t.PkgPath() + "." + t.Name()
	if docs[name] != nil {
		return
	}
	docs[name] = map[string]string{}
	fields := docs[name]
	for _, field := range reflect.VisibleFields(t) {
		collectSwaggerDocs(docs, field.Type)
		// The fields of an embedded struct are described by that struct.
		if !field.Anonymous {
			continue
		}
		maps.Copy(fields, ownSwaggerDoc(field.Type))
	}
	maps.Copy(fields, ownSwaggerDoc(t))
}

// ownSwaggerDoc returns what a type says of itself. A struct that says nothing inherits the
// method of a struct it embeds, with which it shares the fields.
func ownSwaggerDoc(t reflect.Type) map[string]string {
	if described, ok := reflect.Zero(t).Interface().(documented); ok {
		return described.SwaggerDoc()
	}
	return nil
}
