package install

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
)

// CRDs creates every CustomResourceDefinition in the files and folders and waits until each version of each is served.
// Other documents are left out. It returns the names created.
//
// Descriptions, which are half of a large definition and hold no rule, and conversion webhooks, which do not run here,
// are removed first.
func CRDs(ctx context.Context, cfg *rest.Config, paths []string) (map[string]bool, error) {
	crds := map[string]*apiextensionsv1.CustomResourceDefinition{}
	err := documents(paths, func(file string, doc []byte) error {
		crd := &apiextensionsv1.CustomResourceDefinition{}
		var kind metav1.TypeMeta
		if err := json.Unmarshal(doc, &kind); err != nil || kind.Kind != "CustomResourceDefinition" {
			return err
		}
		if err := json.Unmarshal(doc, crd); err != nil {
			return err
		}
		if crds[crd.Name] != nil {
			return fmt.Errorf("the definition %s is in more than one of the files given: remove one", crd.Name)
		}
		simplify(crd)
		crds[crd.Name] = crd
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("custom resource definitions: %w", err)
	}
	client, err := apiextensions.NewForConfig(cfg)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	group, creating := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for name, crd := range crds {
		names[name] = true
		group.Go(func() error {
			if err := create(creating, client, crd); err != nil {
				return fmt.Errorf("custom resource definition %s: %w", name, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return names, discovered(ctx, client.Discovery(), crds)
}

// discovered waits until aggregated discovery, which trails behind, lists the definitions: clients learn kinds from it.
func discovered(ctx context.Context, client discovery.DiscoveryInterface, crds map[string]*apiextensionsv1.CustomResourceDefinition) error {
	missing := ""
	err := wait.PollUntilContextCancel(ctx, 50*time.Millisecond, true, func(context.Context) (bool, error) {
		_, lists, err := client.ServerGroupsAndResources()
		if err != nil {
			missing = err.Error()
			return false, nil //nolint:nilerr // discovery answers once the new groups are in it
		}
		listed := map[string]bool{}
		for _, list := range lists {
			for _, resource := range list.APIResources {
				listed[list.GroupVersion+" "+resource.Name] = true
			}
		}
		missing = ""
		for name, crd := range crds {
			for _, version := range crd.Spec.Versions {
				if version.Served && !listed[crd.Spec.Group+"/"+version.Name+" "+crd.Spec.Names.Plural] {
					missing = name
				}
			}
		}
		return missing == "", nil
	})
	if err != nil {
		return fmt.Errorf("the API server does not list %s: %w", missing, context.Cause(ctx))
	}
	return nil
}

func create(ctx context.Context, client apiextensions.Interface, crd *apiextensionsv1.CustomResourceDefinition) error {
	crds := client.ApiextensionsV1().CustomResourceDefinitions()
	if _, err := crds.Create(ctx, crd, metav1.CreateOptions{}); err != nil {
		return err
	}
	// It asks for the custom resources, not for the definition: a definition can be megabytes, and reading it over and
	// over is what makes an installation slow.
	var last error
	err := wait.PollUntilContextCancel(ctx, 100*time.Millisecond, false, func(ctx context.Context) (bool, error) {
		last = served(ctx, client.Discovery(), crd)
		return last == nil, nil
	})
	if err == nil {
		return nil
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if now, err := crds.Get(late, crd.Name, metav1.GetOptions{}); err == nil {
		for _, c := range now.Status.Conditions {
			if c.Status == apiextensionsv1.ConditionFalse {
				return fmt.Errorf("it is not served: %s: %s", c.Type, c.Message)
			}
		}
	}
	return fmt.Errorf("it is not served: %w", errors.Join(context.Cause(ctx), last))
}

func served(ctx context.Context, client discovery.DiscoveryInterface, crd *apiextensionsv1.CustomResourceDefinition) error {
	for _, version := range crd.Spec.Versions {
		if !version.Served {
			continue
		}
		groupVersion := crd.Spec.Group + "/" + version.Name
		path := "/apis/" + groupVersion + "/" + crd.Spec.Names.Plural
		if err := client.RESTClient().Get().AbsPath(path).Param("limit", "1").Do(ctx).Error(); err != nil {
			return err
		}
		list, err := client.ServerResourcesForGroupVersion(groupVersion)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(list.APIResources, func(r metav1.APIResource) bool { return r.Name == crd.Spec.Names.Plural }) {
			return fmt.Errorf("%s is not listed in %s yet", crd.Spec.Names.Plural, groupVersion)
		}
	}
	return nil
}

func simplify(crd *apiextensionsv1.CustomResourceDefinition) {
	if c := crd.Spec.Conversion; c != nil && c.Strategy == apiextensionsv1.WebhookConverter {
		crd.Spec.Conversion = nil
	}
	for _, version := range crd.Spec.Versions {
		if version.Schema != nil {
			removeDescriptions(version.Schema.OpenAPIV3Schema)
		}
	}
}

func removeDescriptions(schema *apiextensionsv1.JSONSchemaProps) {
	if schema == nil {
		return
	}
	schema.Description = ""
	for _, m := range []map[string]apiextensionsv1.JSONSchemaProps{schema.Properties, schema.PatternProperties} {
		for name, child := range m {
			removeDescriptions(&child)
			m[name] = child
		}
	}
	for _, list := range [][]apiextensionsv1.JSONSchemaProps{schema.AllOf, schema.AnyOf, schema.OneOf} {
		for i := range list {
			removeDescriptions(&list[i])
		}
	}
	if schema.Items != nil {
		removeDescriptions(schema.Items.Schema)
	}
	if schema.AdditionalProperties != nil {
		removeDescriptions(schema.AdditionalProperties.Schema)
	}
	removeDescriptions(schema.Not)
}
