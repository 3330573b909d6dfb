package model

import (
	"errors"
	"net/url"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Located are values that know no more than where the object is.
func (s *ResourceModel) Located(namespace, name string) Values {
	v := Values{Object: map[string]any{"metadata": map[string]any{"name": name, "namespace": namespace}}}
	v.Unstructured().SetGroupVersionKind(s.Kind.GVK)
	return v
}

// Defined is the object without what the cluster adds to it.
func Defined(table *unstructured.Unstructured) map[string]any {
	metadata := map[string]any{"name": table.GetName()}
	if namespace := table.GetNamespace(); namespace != "" {
		metadata["namespace"] = namespace
	}
	return map[string]any{
		"apiVersion": table.GetAPIVersion(), "kind": table.GetKind(), "metadata": metadata, "spec": table.Object["spec"],
	}
}

// IdOf is `<namespace>/<name>` of a live object, or `<name>` of a cluster-scoped one.
func IdOf(table *unstructured.Unstructured) string {
	return Values{Object: table.Object}.ID()
}

// ParseBase reads a base URL.
func ParseBase(text string) (*url.URL, error) {
	at, err := url.Parse(text)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Hostname() == "" || at.RawQuery != "" || at.User != nil {
		return nil, errors.New("must be a URL such as http://chat.llm.svc:8080, with neither a user nor a query")
	}
	return at, nil
}

// InCluster is a Service of the cluster.
type InCluster struct{ Scheme, Namespace, Name, Port, Path string }

// InsideCluster takes the URL of a Service apart; false for one that is not of a Service.
func InsideCluster(text string) (InCluster, bool) {
	at, err := ParseBase(text)
	if err != nil {
		return InCluster{}, false
	}
	labels := strings.Split(at.Hostname(), ".")
	if len(labels) < 3 || labels[2] != "svc" {
		return InCluster{}, false
	}
	port := at.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[at.Scheme]
	}
	return InCluster{at.Scheme, labels[1], labels[0], port, at.Path}, true
}
