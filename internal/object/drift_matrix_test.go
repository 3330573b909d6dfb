package object_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// matrixService has one field of every shape that is compared in a way of its own.
const matrixService = `
metadata: {name: chat, labels: {team: ml}, annotations: {note: a}}
spec:
  replicas: 2
  modelClaims: {models: [{name: qwen}]}
  workloadTemplate:
    workerTemplate:
      spec:
        nodeSelector: {gpu: a}
        containers:
        - name: x
          image: i:1
          args: [--port, "8080"]
          resources: {limits: {memory: 1Gi}}
          env: [{name: A, value: "1"}]
`

// shape is a field of [matrixService], and what another manager does to it.
type shape struct {
	// path is that of the field.
	path string
	// value, changed and same are the applied value, another one, and the applied one as
	// somebody else may spell it.
	value, changed, same any
	// added is a field of the same shape that is not applied, and addedAs how its drift is
	// told: by its own path unless that says otherwise.
	added   string
	addedAs []string
}

// matrix has a row for every shape; TestDriftMatrix has a column for every class.
var matrix = map[string]shape{
	"scalar":      {path: pod + `.containers[name="x"].image`, value: "i:1", changed: "i:2", same: "i:1", added: pod + `.containers[name="x"].workingDir`},
	"number":      {path: "spec.replicas", value: int64(2), changed: int64(5), same: int64(2), added: pod + ".terminationGracePeriodSeconds"},
	"quantity":    {path: pod + `.containers[name="x"].resources.limits[memory]`, value: "1Gi", changed: "2Gi", same: "1024Mi", added: pod + `.containers[name="x"].resources.limits[cpu]`},
	"label":       {path: "metadata.labels[team]", value: "ml", changed: "web", same: "ml", added: "metadata.labels[tier]"},
	"map entry":   {path: "metadata.annotations[note]", value: "a", changed: "b", same: "a", added: "metadata.annotations[more]"},
	"atomic map":  {path: pod + ".nodeSelector", value: map[string]any{"gpu": "a"}, changed: map[string]any{"gpu": "a", "zone": "z"}, same: map[string]any{"gpu": "a"}},
	"atomic list": {path: pod + `.containers[name="x"].args`, value: []any{"--port", "8080"}, changed: []any{"--port"}, same: []any{"--port", "8080"}, added: pod + `.containers[name="x"].command`},
	"keyed item": {
		path: pod + `.containers[name="x"].env[name="A"].value`, value: "1", changed: "2", same: "1",
		added: pod + `.containers[name="x"].env[name="B"]`, addedAs: []string{pod + `.containers[name="x"].env[name="B"].name`, pod + `.containers[name="x"].env[name="B"].value`},
	},
}

// addedValues are what is put at the added fields that take something else than their row's changed value.
var addedValues = map[string]any{
	"keyed item": map[string]any{"name": "B", "value": "2"},
}

// TestDriftMatrix is the truth table of drift: what every class looks like for every shape.
func TestDriftMatrix(t *testing.T) {
	writeTo := func(path string, value any) func(map[string]any) {
		return func(obj map[string]any) {
			changed, _ := object.Put(obj, path, value).(map[string]any)
			maps.Copy(obj, changed)
		}
	}
	columns := map[string]func(s *apiServer, name string, row shape) []string{
		"untouched": func(*apiServer, string, shape) []string { return nil },
		"changed": func(s *apiServer, _ string, row shape) []string {
			s.update("kubectl-edit", "", writeTo(row.path, row.changed))
			return []string{row.path + " changed kubectl-edit"}
		},
		"removed": func(s *apiServer, name string, row shape) []string {
			s.update("kubectl-edit", "", writeTo(row.path, nil))
			if name == "number" {
				return []string{row.path + " changed kubectl-edit"} // to the API's default
			}
			return []string{row.path + " removed "} // a removal leaves no claim of who made it
		},
		"ownership_lost": func(s *apiServer, _ string, row shape) []string {
			s.update("kubectl-edit", "", writeTo(row.path, row.changed))
			s.update("kubectl-edit", "", writeTo(row.path, row.same))
			return []string{row.path + " ownership_lost kubectl-edit"}
		},
		"shared": func(s *apiServer, _ string, row shape) []string {
			// The same value in both hands is no drift.
			s.update("kubectl-edit", "", writeTo(row.path, row.value))
			return nil
		},
		"foreign": func(s *apiServer, name string, row shape) []string {
			if row.added == "" {
				return nil // what is added to a whole changes it
			}
			value := row.changed
			if other, ok := addedValues[name]; ok {
				value = other
			}
			s.update("kubectl-edit", "", writeTo(row.added, value))
			paths, want := row.addedAs, []string(nil)
			if paths == nil {
				paths = []string{row.added}
			}
			for _, path := range paths {
				want = append(want, path+" foreign kubectl-edit")
			}
			return want
		},
		"of the operator": func(s *apiServer, name string, row shape) []string {
			if row.added == "" {
				return nil
			}
			value := row.changed
			if other, ok := addedValues[name]; ok {
				value = other
			}
			s.update("manager", "", writeTo(row.added, value))
			return nil
		},
		"scaled": func(s *apiServer, name string, row shape) []string {
			if name != "number" {
				return nil // the scale subresource has nothing else
			}
			s.update("kube-controller-manager", "scale", writeTo(row.path, row.changed))
			return []string{row.path + " scaled kube-controller-manager"}
		},
	}
	for name, row := range matrix {
		for class, write := range columns {
			t.Run(name+"/"+class, func(t *testing.T) {
				s := serve(t, serviceDefinition, serviceKind)
				applied := tree(t, matrixService)
				if v, ok := object.At(applied, row.path); !ok || cmp.Diff(row.value, v) != "" {
					t.Fatalf("%s is %v in the fixture, not %v", row.path, v, row.value)
				}
				s.apply(ours, applied)
				want := write(s, name, row)
				var got []string
				for _, d := range object.Compare(schema.Lookup(serviceDefinition), applied, s.tree(), s.claims(object.Release{}), ours, controllers) {
					got = append(got, fmt.Sprintf("%s %s %s", d.Path, d.Class, d.Manager))
				}
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			})
		}
	}
}
