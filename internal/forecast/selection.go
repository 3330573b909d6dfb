package forecast

import (
	"context"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// checkSelection warns of a new or changed selector that selects no pod in its namespace, although others run there. Where
// `references` have a workload of the namespace, the rules have held the selector to it already. A namespace without pods is one
// that is only being filled. It costs two requests at most, and what cannot be asked is passed over.
func checkSelection(ctx context.Context, p *model.Planner) diag.Diagnostics {
	s := p.Model.Kind.Selects
	if s == nil || p.Settings.Client == nil {
		return nil
	}
	object := p.Plan.Unstructured()
	selector := s.SelectorOf(object)
	if len(selector) == 0 || p.Prior != nil && reflect.DeepEqual(selector, s.SelectorOf(p.Prior.Unstructured())) {
		return nil
	}
	if p.Model.Kind.SelectsReferences(kinds.Candidate{Object: object, Release: p.Release, References: p.Plan.References}) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, apiTimeout)
	defer cancel()
	text, namespace := matching(object, s.Field), object.GetNamespace()
	if there, err := anyPod(ctx, p.Settings.Client, namespace, text); there || err != nil {
		return nil
	}
	if others, err := anyPod(ctx, p.Settings.Client, namespace, ""); !others || err != nil {
		return nil
	}
	return diag.Diagnostics{diagnostic.SelectsNothing(p.Model.AttributePath(s.Field), p.Model.Subject(p.Plan), namespace, text)}
}

// matching is a selector as the API server reads it.
func matching(object *unstructured.Unstructured, field string) string {
	set := labels.Set{}
	for key, value := range (kinds.Selection{Field: field}).SelectorOf(object) {
		set[key], _ = value.(string)
	}
	return set.String()
}

// anyPod reports whether there is a pod with the labels.
func anyPod(ctx context.Context, client *cluster.Client, namespace, selector string) (bool, error) {
	for _, err := range client.List(ctx, model.Looked["Pod"], cluster.ListOptions{Namespace: namespace, LabelSelector: selector, Limit: 1}) {
		return err == nil, err
	}
	return false, nil
}
