package install

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

// Manifests applies every object in the files server-side, in the order of the files, and returns how many there are.
// A namespaced object without a namespace goes to `default`. Admission policies take effect a moment after they are
// applied, as on every cluster.
func Manifests(ctx context.Context, cfg *rest.Config, paths []string) (int, error) {
	if len(paths) == 0 {
		return 0, nil
	}
	client, err := dynamic.NewForConfig(cfg)
	if err != nil {
		return 0, err
	}
	disco, err := discovery.NewDiscoveryClientForConfig(cfg)
	if err != nil {
		return 0, err
	}
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(disco))
	count := 0
	err = documents(paths, func(_ string, doc []byte) error {
		obj := &unstructured.Unstructured{}
		if err := obj.UnmarshalJSON(doc); err != nil {
			return err
		}
		if obj.IsList() {
			return fmt.Errorf("a List is not supported: write its items as separate documents")
		}
		if err := apply(ctx, client, mapper, obj); err != nil {
			return fmt.Errorf("%s %s: %w", obj.GetKind(), obj.GetName(), err)
		}
		count++
		return nil
	})
	if err != nil {
		return count, fmt.Errorf("manifests: %w", err)
	}
	return count, nil
}

func apply(ctx context.Context, client dynamic.Interface, mapper meta.RESTMapper, obj *unstructured.Unstructured) error {
	gvk := obj.GroupVersionKind()
	mapping, err := mapper.RESTMapping(gvk.GroupKind(), gvk.Version)
	if err != nil {
		return err
	}
	var target dynamic.ResourceInterface = client.Resource(mapping.Resource)
	if mapping.Scope.Name() == meta.RESTScopeNameNamespace {
		if obj.GetNamespace() == "" {
			obj.SetNamespace(metav1.NamespaceDefault)
		}
		target = client.Resource(mapping.Resource).Namespace(obj.GetNamespace())
	}
	_, err = target.Apply(ctx, obj.GetName(), obj, metav1.ApplyOptions{FieldManager: "localcluster", Force: true})
	return err
}
