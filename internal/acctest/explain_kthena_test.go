//go:build unix

package acctest_test

import (
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// route is a ModelRoute to a server, which somebody else makes or not.
func route(c *acctest.Cluster, name string) string {
	return bodyOf(c, "inference_kthena_model_route", name, `spec = { model_name = "`+name+`", rules = [{ target_models = [{ model_server_name = "`+name+`" }] }] }`, patient)
}

// TestAccRouteAwaitsServer has a route that is there before its server: Kthena's router would refuse every request, and says
// so nowhere.
func TestAccRouteAwaitsServer(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, kthenaNewest)
	const name, address = "routed-later", "inference_kthena_model_route.it"
	tf := acctest.NewManaged(t)
	tf.Configure(t, route(c, name))
	apply := tf.StartApply(t)
	apply.UntilLogged(t, "ModelServer "+name+" does not exist")
	server := serverOf(t, c, name)
	out := apply.Wait(t)
	if kept := tf.Resource(t, address); !out.OK || len(out.Diagnostics) > 0 || kept.AttributeValues["ready"] != true {
		t.Errorf("the route is not ready with its server: %v", out.Diagnostics)
	}

	c.Delete(t, server)
	kept := expectNothingToDo(t, tf)[0]
	diagnosis, _ := kept["diagnosis"].(string)
	if want := "ModelServer/" + name + " does not exist, which spec.rules refers to"; kept["ready"] != false || !strings.Contains(diagnosis, want) {
		t.Errorf("without its server the route is ready: %v, and the diagnosis says %q, want %q", kept["ready"], diagnosis, want)
	}
}
