package acctest_test

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/acctest/standin"
)

// importEndpoint imports the endpoint of [endpointConfig].
func importEndpoint(name string) string {
	return fmt.Sprintf("import {\n  to = inference_endpoint.it\n  id = \"default/%s\"\n}\n", name)
}

// TestAccEndpointImport imports an endpoint that a state has lost: its configuration plans no change, a change by hand is drift, and
// its destruction deletes what was rendered.
func TestAccEndpointImport(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, bare)
	const name = "endpoint-import"
	config := strings.Replace(endpointConfig(c, name, "replicas = 2\n    context_length = 4096"), `namespace = "default" }`, `namespace = "default", labels = { team = "search" } }`, 1)
	config = strings.Replace(config, endpointTimeouts, "", 1) // which no import knows
	objects := []acctest.Object{
		{Resource: workloadTypes["Deployment"], Namespace: "default", Name: name},
		{Resource: serviceType, Namespace: "default", Name: name},
		{Resource: budgetType, Namespace: "default", Name: name},
	}
	at := func(attribute string, is knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownValue(endpointAddress, tfjsonpath.New(attribute), is)
	}
	acctest.Test(t, resource.TestCase{
		CheckDestroy: func(*terraform.State) error {
			for _, o := range objects {
				if c.Get(t, o) != nil {
					return fmt.Errorf("%s %s is left", o.Resource.Resource, o.Name)
				}
			}
			return nil
		},
		Steps: []resource.TestStep{
			{Config: config},
			{PreConfig: func() { expectListedAsImported(t, c, name) }, Config: c.Provider("") + keepEndpoint},
			{Config: config, ExpectError: says("Error: Object exists already", "import {", "to = inference_endpoint.endpoint_import", `id = "default/endpoint-import"`)},
			{
				Config: config + importEndpoint(name),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply:             []plancheck.PlanCheck{plancheck.ExpectResourceAction(endpointAddress, plancheck.ResourceActionNoop)},
					PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
				},
				ConfigStateChecks: []statecheck.StateCheck{
					at("id", knownvalue.StringExact("default/"+name)),
					at("mode", knownvalue.StringExact("direct")),
					at("ready", knownvalue.Bool(true)),
					at("openai_base_url", knownvalue.StringExact("http://endpoint-import.default.svc:8000/v1")),
					at("drift", knownvalue.ListSizeExact(0)),
					at("rendered", knownvalue.MapSizeExact(len(objects))),
				},
			},
			{
				PreConfig: func() { c.Edit(t, objects[0], "kubectl-edit", `{"spec":{"replicas":3}}`) },
				Config:    config,
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					acctest.ExpectDrift(endpointAddress, acctest.Drift{
						Object: "Deployment/" + name, Path: "spec.replicas", Class: "changed", Manager: "kubectl-edit", Operation: "Update", Applied: "2", Live: "3",
					}),
				}},
				Check: fieldIs(t, c, objects[0], int64(2), []string{"spec", "replicas"}),
			},
		},
	})
}

// expectListedAsImported finds an endpoint in a list with what an import of it leads to.
func expectListedAsImported(t *testing.T, c *acctest.Cluster, name string) {
	t.Helper()
	l, id := newLister(t, c), "default/"+name
	listed := l.list(t, "inference_endpoint", map[string]any{"namespace": "default", "label_selector": "team=search"}, 100, true)
	if len(listed) != 1 || listed[id].identity["name"] != name || listed[id].identity["namespace"] != "default" {
		t.Fatalf("the list finds %v", slices.Collect(maps.Keys(listed)))
	}
	var inList, byImport map[string]tftypes.Value
	if err := errors.Join(listed[id].resource.As(&inList), l.imported(t, "inference_endpoint", id).As(&byImport)); err != nil {
		t.Fatal(err)
	}
	for _, attribute := range []string{"id", "metadata", "mode", "spec", "manifest", "rendered"} {
		if inList[attribute].IsNull() || !inList[attribute].Equal(byImport[attribute]) {
			t.Errorf("%s is %v in a list, and %v after an import", attribute, inList[attribute], byImport[attribute])
		}
	}
}

// TestAccEndpointImportOfNone shows that what no endpoint has made is not imported as one.
func TestAccEndpointImportOfNone(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, bare)
	const name = "endpoint-import-of-others"
	service := acctest.Object{Resource: serviceType, Namespace: "default", Name: name}
	c.Create(t, service, "kubectl-create", map[string]any{
		"apiVersion": "v1", "kind": "Service", "metadata": map[string]any{
			"name": name, "namespace": "default",
			"labels": map[string]any{"app.kubernetes.io/name": name, "app.kubernetes.io/managed-by": "terraform-provider-inference"},
		},
		"spec": map[string]any{"ports": []any{map[string]any{"port": int64(8000)}}},
	})
	defer c.Delete(t, service)
	if listed := newLister(t, c).list(t, "inference_endpoint", map[string]any{"namespace": "default"}, 100, false); len(listed["default/"+name].identity) > 0 {
		t.Error("it is listed as an endpoint")
	}
	acctest.Test(t, resource.TestCase{Steps: []resource.TestStep{
		{
			Config:      endpointConfig(c, name, "") + importEndpoint(name),
			ExpectError: says("Error: Object not found", "Service default/endpoint-import-of-others is there, and is not a part of one"),
		},
		{
			Config:      endpointConfig(c, "missing", "") + importEndpoint("missing"),
			ExpectError: says("Error: Object not found", "Endpoint default/missing is not in the cluster. Check the name"),
		},
	}})
}

// endpointHead names an endpoint, and timeoutsLine is of what no import knows.
var (
	endpointHead = regexp.MustCompile(`(?m)^resource "inference_endpoint" "([^"]+)"`)
	timeoutsLine = regexp.MustCompile(`(?m)^  timeouts = .*\n`)
)

// TestAccEndpointImportOfExamples shows that nothing is left to do for an example that was imported, whatever it has.
func TestAccEndpointImportOfExamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(acctest.Root(t), "examples", "resources", "inference_endpoint", "resource_*.tf"))
	if err != nil || len(files) < 5 {
		t.Fatalf("%d examples: %v", len(files), err)
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			file := filepath.Join("resources", "inference_endpoint", filepath.Base(path))
			c := exampleCluster(t, file)
			provideVolumes(t, c, "5Gi", "20Gi", "40Gi", "200Gi")
			tf := acctest.NewTerraform(t)
			text := timeoutsLine.ReplaceAllString(readExample(t, c, file), "")
			tf.Configure(t, text)
			tf.SetVariables(t, standin.Variables(text))
			tf.MustApply(t)
			address := "inference_endpoint." + endpointHead.FindStringSubmatch(text)[1]
			id, _ := tf.Resource(t, address).AttributeValues["id"].(string)
			tf.LoseState(t)
			tf.MustImport(t, address, id)
			if strings.Contains(text, "credentials") {
				tf.MustApply(t) // which sends them again: nothing says what was sent
			}
			expectNothingToDo(t, tf)
			if out := tf.Destroy(t); !out.OK {
				t.Errorf("what was imported is not destroyed: %s", out.Log)
			}
		})
	}
}
