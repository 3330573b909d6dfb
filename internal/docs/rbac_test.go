package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	rbacv1 "k8s.io/api/rbac/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// grants are the rules of files of examples/rbac.
func grants(t *testing.T, files ...string) []rbacv1.PolicyRule {
	t.Helper()
	var out []rbacv1.PolicyRule
	for _, file := range files {
		raw, err := os.ReadFile(filepath.Join(repository, "examples", "rbac", file))
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq(string(raw), "\n---\n") {
			var role rbacv1.ClusterRole
			if err := yaml.UnmarshalStrict([]byte(part), &role); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			out = append(out, role.Rules...)
		}
	}
	return out
}

func granted(rules []rbacv1.PolicyRule, of schema.GroupResource, verbs ...string) bool {
	return slices.ContainsFunc(rules, func(r rbacv1.PolicyRule) bool {
		for _, verb := range verbs {
			if !slices.Contains(r.Verbs, verb) {
				return false
			}
		}
		return slices.Contains(r.APIGroups, of.Group) && slices.Contains(r.Resources, of.Resource)
	})
}

var applying = []string{"get", "list", "watch", "create", "patch", "delete"}

// TestRolesNameEveryKind is about kinds that are new, and about the groups of all releases.
func TestRolesNameEveryKind(t *testing.T) {
	plan, apply := grants(t, "plan.yaml"), grants(t, "apply-cluster.yaml", "apply-operator.yaml")
	for _, k := range kinds.WithCustomResource(provider.Kinds()) {
		of := []schema.GroupResource{{Group: k.GVK.Group, Resource: k.Plural}}
		for _, d := range k.Releases {
			if !d.GVK.Empty() {
				of = append(of, schema.GroupResource{Group: d.GVK.Group, Resource: d.Plural})
			}
		}
		for _, resource := range of {
			if !granted(plan, resource, "get") {
				t.Errorf("plan.yaml lacks %s", resource)
			}
			if !granted(apply, resource, applying...) {
				t.Errorf("the roles of applies in operator mode lack %s", resource)
			}
		}
	}
}

// TestRolesNameEveryWorkload looks at what the cases of direct mode render.
func TestRolesNameEveryWorkload(t *testing.T) {
	plan, apply := grants(t, "plan.yaml"), grants(t, "apply-direct.yaml", "apply-direct-picker.yaml")
	rendered := map[schema.GroupResource]string{}
	err := filepath.WalkDir(filepath.Join(repository, "internal", "kinds"), func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "out.yaml" {
			return err
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for part := range strings.SplitSeq(string(raw), "\n---\n") {
			object := &unstructured.Unstructured{}
			if err := yaml.Unmarshal([]byte(part), &object.Object); err != nil || object.GetKind() == "" {
				continue
			}
			resource, _ := apimeta.UnsafeGuessKindToResource(object.GroupVersionKind())
			rendered[resource.GroupResource()] = file
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(rendered) < 10 {
		t.Errorf("%v only are rendered: the search is broken", rendered)
	}
	for resource, file := range rendered {
		if !granted(plan, resource, "get") {
			t.Errorf("plan.yaml lacks %s, as in %s", resource, file)
		}
		if !granted(apply, resource, applying...) {
			t.Errorf("the roles of applies in direct mode lack %s, as in %s", resource, file)
		}
	}
}

// TestRolesOfPlansOnlyRead is about verbs that change something.
func TestRolesOfPlansOnlyRead(t *testing.T) {
	for _, rule := range grants(t, "plan.yaml") {
		if !slices.Equal(rule.Verbs, []string{"get"}) {
			t.Errorf("plan.yaml grants %v on %v", rule.Verbs, rule.Resources)
		}
	}
	for _, file := range []string{"plan.yaml", "apply-cluster.yaml", "apply-operator.yaml", "apply-direct.yaml", "apply-direct-picker.yaml"} {
		for _, rule := range grants(t, file) {
			if slices.Contains(rule.Resources, "secrets") || slices.Contains(append(rule.Resources, rule.Verbs...), "*") {
				t.Errorf("%s grants %v on %v", file, rule.Verbs, rule.Resources)
			}
		}
	}
}
