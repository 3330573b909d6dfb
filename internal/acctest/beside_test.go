//go:build unix

package acctest_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"k8s.io/client-go/discovery"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccBesideEndpoint goes the way of the guide from a resource of a system to an endpoint: a `moved` block is refused and says what
// to do, the endpoint comes beside the playground, the Service of the clients turns to it, and the playground goes. All the while,
// somebody asks by the name of the clients, and every question is answered.
func TestAccBesideEndpoint(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join(acctest.Root(t), "docs", "guides", "migration.md"))
	if err != nil {
		t.Fatal(err)
	}
	ask, answer := taskAsk.FindStringSubmatch(string(raw)), taskAnswer.FindStringSubmatch(string(raw))
	if ask == nil || answer == nil {
		t.Fatal("the guide has no question or no answer")
	}
	c := acctest.Start(t, newest)
	both := readExample(t, c, filepath.Join("cookbook", "to-endpoint", "main.tf"))
	old, endpoint, found := strings.Cut(both, "resource \"inference_endpoint\"")
	if !found {
		t.Fatal("the recipe has no endpoint")
	}
	endpoint = "resource \"inference_endpoint\"" + endpoint
	tf := acctest.NewTerraform(t)
	tf.Configure(t, old)
	expectReady(t, tf)
	model, _, _ := strings.Cut(old, "resource \"inference_playground\"")
	tf.Configure(t, model+"moved {\n  from = inference_playground.chat\n  to   = inference_endpoint.chat\n}\n"+endpoint)
	refused := tf.TryPlan(t).Find(t, "error", "Resource cannot change its type")
	if want := "inference_playground default/chat cannot become a resource of type inference_endpoint"; !strings.Contains(refused.Detail, want) {
		t.Errorf("want %q in %s", want, refused.Detail)
	}

	service := acctest.Object{Resource: serviceType, Namespace: "default", Name: "assistant"}
	c.Create(t, service, "kubectl-client-side-apply", manifestsOf(t, "cookbook/to-endpoint/service.yaml")[0].Object)
	defer c.Delete(t, service)
	asking := askAllTheWhile(t, c, ask[1], ask[2], answer[1])
	tf.Configure(t, both)
	expectReady(t, tf)
	spec := manifestsOf(t, "cookbook/to-endpoint/service-next.yaml")[0].Object["spec"]
	c.Edit(t, service, "kubectl-client-side-apply", fmt.Sprintf(`{"spec":%s}`, jsonOf(t, spec)))
	asking.goOn(t)
	tf.Configure(t, c.Provider("")+endpoint)
	tf.MustApply(t)
	expectNothingToDo(t, tf)
	asking.goOn(t)
	for _, left := range madeIn(t, c, "chat", deploymentType, serviceType) {
		if left != "deployments/chat-next" && left != "services/chat-next" {
			t.Errorf("%s is left", left)
		}
	}
	if count := asking.end(t); count == 0 {
		t.Error("nobody asked")
	} else {
		t.Logf("%d questions were answered", count)
	}
	if out := tf.Destroy(t); !out.OK {
		t.Error(out.Log)
	}
}

// TestAccEndpointPage applies the first example of the page of the endpoint, and asks it as the page says.
func TestAccEndpointPage(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join(acctest.Root(t), "docs", "resources", "endpoint.md"))
	if err != nil {
		t.Fatal(err)
	}
	ask, answer := taskAsk.FindStringSubmatch(string(raw)), taskAnswer.FindStringSubmatch(string(raw))
	if ask == nil || answer == nil {
		t.Fatal("the page has no question or no answer")
	}
	c := acctest.Start(t, gateways)
	c.EnsureNamespace(t, "llm")
	tf := acctest.NewTerraform(t)
	tf.Configure(t, readExample(t, c, filepath.Join("resources", "inference_endpoint", "resource.tf")))
	expectReady(t, tf)
	asking := askAllTheWhile(t, c, ask[1], ask[2], answer[1])
	asking.goOn(t)
	asking.end(t)
	if out := tf.Destroy(t); !out.OK {
		t.Error(out.Log)
	}
}

// askers ask one question again and again.
type askers struct {
	answered atomic.Int64
	stop     chan struct{}
	failed   chan error
}

// askAllTheWhile begins once the question is answered.
func askAllTheWhile(t *testing.T, c *acctest.Cluster, where, question, answer string) *askers {
	t.Helper()
	config, err := clientcmd.BuildConfigFromFlags("", c.Kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	config.QPS = -1
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	var want any
	if err := json.Unmarshal([]byte(answer), &want); err != nil {
		t.Fatal(err)
	}
	once := func() error {
		said, err := client.RESTClient().Post().SetHeader("Content-Type", "application/json").RequestURI(where).Body([]byte(question)).DoRaw(t.Context())
		var got any
		if err == nil {
			err = json.Unmarshal(said, &got)
		}
		if err == nil && !promised(got, want) {
			err = fmt.Errorf("it answers %s", said)
		}
		return err
	}
	for end := time.After(time.Minute); ; {
		err := once()
		if err == nil {
			break
		}
		select {
		case <-end:
			t.Fatal(err)
		case <-t.Context().Done():
			t.Fatal(err)
		case <-time.After(100 * time.Millisecond):
		}
	}
	a := &askers{stop: make(chan struct{}), failed: make(chan error, 1)}
	go func() {
		defer close(a.failed)
		for {
			select {
			case <-a.stop:
				return
			case <-t.Context().Done():
				return
			case <-time.After(20 * time.Millisecond):
			}
			if err := once(); err != nil {
				a.failed <- fmt.Errorf("after %d answers: %w", a.answered.Load(), err)
				return
			}
			a.answered.Add(1)
		}
	}()
	return a
}

// goOn waits for some more answers.
func (a *askers) goOn(t *testing.T) {
	t.Helper()
	for until := a.answered.Load() + 50; a.answered.Load() < until; {
		select {
		case err := <-a.failed:
			t.Fatal(err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// end returns how many answers there were.
func (a *askers) end(t *testing.T) int64 {
	t.Helper()
	close(a.stop)
	if err := <-a.failed; err != nil {
		t.Fatal(err)
	}
	return a.answered.Load()
}
