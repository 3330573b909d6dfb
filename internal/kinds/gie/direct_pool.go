package gie

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	poolv1 "github.com/inferops/terraform-provider-inference/internal/apis/gie/v1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

var (
	specPath   = field.NewPath("spec")
	directPath = field.NewPath("direct")
)

// directPool is a configured pool with its endpoint picker.
type directPool struct {
	owner   render.Owner
	spec    poolv1.InferencePoolSpec
	options direct.GIEPool
	images  *render.Images
	// picker is the name of the endpoint picker.
	picker string
}

// RenderPool renders an InferencePool and its endpoint picker, the objects of the upstream
// chart: the pool first, because an endpoint picker without its pool is restarted for ever. The cluster
// needs the definition of InferencePool, a Gateway and a route.
// [poolDifferences] say how it differs from the chart on purpose.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension config/charts/{inferencepool,epplib}@v1.5.0.
func RenderPool(in render.Input) (render.Output, field.ErrorList) {
	object, err := render.Decode[poolv1.InferencePool](in.Object.Object)
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(specPath, err)}
	}
	options, err := render.Decode[direct.GIEPool](in.Options)
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(directPath, err)}
	}
	p := directPool{owner: render.OwnerOf(in.Object), spec: object.Spec, options: options, images: in.Images}
	p.picker = pickerName(p.owner.Name)
	if errs := p.check(); len(errs) > 0 {
		return render.Output{}, errs
	}
	objects, err := p.objects(in.Object)
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(specPath, err)}
	}
	return render.Output{Objects: objects, Warnings: render.ReplacedLabelWarnings(p.owner)}, nil
}

// objects returns everything in the order of application.
func (p directPool) objects(configured *unstructured.Unstructured) ([]*unstructured.Unstructured, error) {
	pool, err := p.pool(configured)
	if err != nil {
		return nil, err
	}
	objects := []*unstructured.Unstructured{pool}
	access, err := p.access()
	if err != nil {
		return nil, err
	}
	objects = append(objects, access...)
	text, err := p.config()
	if err != nil {
		return nil, err
	}
	config, err := render.ConfigMap(p.owner, p.picker, map[string]string{configKey: text})
	if err != nil {
		return nil, err
	}
	service, err := p.service()
	if err != nil {
		return nil, err
	}
	deployment, err := p.deployment(text)
	if err != nil {
		return nil, err
	}
	return append(objects, config, service, deployment), nil
}

// pool returns the InferencePool with nothing more than the configuration sets, but for the
// reference to the endpoint picker.
func (p directPool) pool(configured *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	pool := &unstructured.Unstructured{Object: map[string]any{}}
	pool.SetGroupVersionKind(configured.GroupVersionKind())
	pool.SetName(p.owner.Name)
	pool.SetNamespace(p.owner.Namespace)
	pool.SetLabels(p.owner.ObjectLabels())
	if len(p.owner.Annotations) > 0 {
		pool.SetAnnotations(p.owner.Annotations)
	}
	spec, _, err := unstructured.NestedMap(configured.Object, "spec")
	if err != nil {
		return nil, err
	}
	pool.Object["spec"] = spec
	for _, fault := range []error{
		unstructured.SetNestedField(pool.Object, p.picker, "spec", "endpointPickerRef", "name"),
		unstructured.SetNestedField(pool.Object, int64(pickerPort), "spec", "endpointPickerRef", "port", "number"),
	} {
		if fault != nil {
			return nil, fault
		}
	}
	return pool, nil
}
