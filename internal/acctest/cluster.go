// Package acctest runs the provider against a real API server: the local control plane,
// with the CustomResourceDefinitions and the played operators that a test asks for.
package acctest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/clientcmd"

	demo "github.com/inferops/terraform-provider-inference/internal/demo/program"
)

// Options are what a cluster is made of. Equal options share one cluster.
type Options struct {
	// CRDs are folders or files below the repository's root or, with the prefix
	// "shared:", below the optional test data beside the repository.
	CRDs string
	// Operators are the played operators, by the names of their files of stages and with
	// spaces between them.
	Operators string
	// Played are operators that make workloads of their objects, with spaces between them. They act late and report what was
	// before, as the real ones do, so they take the place of the stages of the same name.
	Played string
	// Mutate rewrites llmaz objects as llmaz's own webhooks do.
	Mutate bool
	// Bare has no LeaderWorkerSet at all, as most clusters.
	Bare bool
	// NoWebhooks has LeaderWorkerSet without its webhooks, which default and check its objects.
	NoWebhooks bool
	// Kthena has the real Kthena, with its definitions, controllers and webhooks. A test that asks for it is skipped
	// where its program cannot be given the place of a pod.
	Kthena bool
	// Serves has, in the place of simulated nodes, one whose pods are processes and where an engine answers: `make test-serve`.
	Serves bool
}

// Cluster is a running local control plane.
type Cluster struct {
	// Kubeconfig is the path of its kubeconfig.
	Kubeconfig string
	// Objects reads and writes its objects as somebody other than the provider.
	Objects dynamic.Interface
	// AuditLog is the path of a file with a line for every request.
	AuditLog string

	options Options
	// operator is nil where none is real.
	operator *operator
	// users are the tests that have it at the moment.
	users   int
	dir     string
	process *exec.Cmd
	// stopNode ends the node whose pods are processes, nil where there is none.
	stopNode func()
}

// clusters are those of this test process, the one that was asked for last at the end.
type clusters struct {
	mu      sync.Mutex
	running []*Cluster
}

var started clusters

// keptIdle is how many clusters are kept that no test uses at the moment. Each costs half a gigabyte, with OME's definitions
// two; to start one again costs ten seconds of a core.
const keptIdle = 6

// startTimeout bounds the start of a cluster on a slow machine; it takes seconds, with OME's
// large definitions half a minute.
const startTimeout = 4 * time.Minute

// Start returns a cluster with those options, which may serve other tests as well: tests
// keep to names of their own. What else the test cleans up it registers after this call: the cluster is paused when no test has it,
// and stopped by [Stop] at the latest. A test is skipped when the CRDs it asks for are test data that is not there.
func Start(t *testing.T, o Options) *Cluster {
	t.Helper()
	started.mu.Lock()
	defer started.mu.Unlock()
	c := started.take(o)
	if c == nil {
		started.makeRoom()
		began := time.Now()
		var err error
		if c, err = start(t, o); err != nil {
			t.Fatal(err)
		}
		t.Logf("a cluster of its own started in %s", time.Since(began).Round(time.Second/10))
		c.options = o
	}
	started.running = append(started.running, c)
	c.begin()
	if c.operator != nil {
		c.operator.explainFailure(t)
	}
	t.Cleanup(func() {
		started.mu.Lock()
		defer started.mu.Unlock()
		c.end()
	})
	return c
}

// begin gives the cluster to one more test.
func (c *Cluster) begin() {
	if c.users == 0 {
		resume(c.process.Process)
	}
	c.users++
}

// end takes it back. One that nobody has is paused: its timers alone take a twentieth of a core. A real operator would lose its lease.
func (c *Cluster) end() {
	c.users--
	if c.users == 0 && c.operator == nil && c.stopNode == nil {
		pause(c.process.Process)
	}
}

// take removes the running cluster with those options, nil when there is none.
func (s *clusters) take(o Options) *Cluster {
	for i, c := range s.running {
		if c.options == o {
			s.running = slices.Delete(s.running, i, i+1)
			return c
		}
	}
	return nil
}

// makeRoom stops the clusters that nobody uses but for those that were asked for last.
func (s *clusters) makeRoom() {
	idle := 0
	for _, c := range s.running {
		if c.users == 0 {
			idle++
		}
	}
	s.running = slices.DeleteFunc(s.running, func(c *Cluster) bool {
		if c.users > 0 || idle <= keptIdle {
			return false
		}
		idle--
		c.stop()
		return true
	})
}

// Stop stops every cluster of the test process. TestMain calls it.
func Stop() {
	started.mu.Lock()
	defer started.mu.Unlock()
	for _, c := range started.running {
		c.stop()
	}
}

func start(t *testing.T, o Options) (*Cluster, error) {
	t.Helper()
	root := Root(t)
	var inpod string
	if o.Kthena {
		if _, err := os.Stat(kthenaProgram(root)); err != nil {
			return nil, fmt.Errorf("the operator of Kthena is not built, run `make kthena`: %w", err)
		}
		inpod = podProgram(t)
		o.CRDs += " " + kthenaParts + "/crds"
	}
	binary := controlPlane(t)
	if _, err := os.Stat(binary); err != nil {
		return nil, fmt.Errorf("the local control plane is not built, run `make localcluster`: %w", err)
	}
	dir, err := os.MkdirTemp("", "inference-acctest-")
	if err != nil {
		return nil, err
	}
	c := &Cluster{dir: dir, AuditLog: filepath.Join(dir, "audit.log")}
	args := []string{"run", "--dir", filepath.Join(dir, "cluster"), "--timeout", startTimeout.String(), "--audit-log", c.AuditLog}
	if !o.Bare {
		args = append(args, "--crds", filepath.Join(root, ".build", "crds", "lws"))
	}
	for part := range strings.FieldsSeq(o.CRDs) {
		args = append(args, "--crds", resolve(t, root, part))
	}
	for name := range strings.FieldsSeq(o.Operators) {
		args = append(args, "--stages", filepath.Join(root, "internal", "localcluster", "stages", name+".yaml"))
	}
	for name := range strings.FieldsSeq(o.Played) {
		args = append(args, "--play", name)
	}
	if o.Mutate {
		args = append(args, "--mutate-webhook")
	}
	if o.Serves {
		args = append(args, demo.NodeFlags(dir)...)
	}
	if err := c.run(binary, args); err != nil {
		return nil, err
	}
	if want := os.Getenv("LOCALCLUSTER_VERSION"); want != "" {
		if err := c.expectVersion(want); err != nil {
			return nil, err
		}
	}
	if o.NoWebhooks {
		return c, c.removeWebhooks(t.Context())
	}
	if o.Serves {
		if c.stopNode, err = demo.StartNode(filepath.Join(root, ".build", "tools"), dir, c.Kubeconfig); err != nil {
			c.stop()
			return nil, err
		}
	}
	if o.Kthena {
		// Not the context of this test: the cluster serves others as well.
		if err := c.runKthena(context.Background(), root, inpod); err != nil {
			c.stop()
			return nil, err
		}
	}
	return c, nil
}

// controlPlane is the program of the local control plane: of the newest Kubernetes, or the one that LOCALCLUSTER names.
func controlPlane(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("LOCALCLUSTER"); path != "" {
		return path
	}
	return filepath.Join(Root(t), ".build", "localcluster")
}

// expectVersion fails when the API server is not of that release.
func (c *Cluster) expectVersion(want string) error {
	config, err := clientcmd.BuildConfigFromFlags("", c.Kubeconfig)
	if err != nil {
		return err
	}
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return err
	}
	version, err := client.ServerVersion()
	if err != nil {
		return err
	}
	if version.GitVersion != want {
		return fmt.Errorf("the API server is of %s, and LOCALCLUSTER_VERSION says %s", version.GitVersion, want)
	}
	return nil
}

// removeWebhooks makes the API server call nobody.
func (c *Cluster) removeWebhooks(ctx context.Context) error {
	for _, plural := range []string{"mutatingwebhookconfigurations", "validatingwebhookconfigurations"} {
		all := c.Objects.Resource(schema.GroupVersionResource{Group: "admissionregistration.k8s.io", Version: "v1", Resource: plural})
		if err := all.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// run starts the process and waits for the line that says it is ready.
func (c *Cluster) run(binary string, args []string) error {
	// The tests come first: a library gives a provider in their process two seconds to serve.
	c.process = exec.Command("nice", append([]string{"-n", "5", binary}, args...)...) //nolint:noctx // the process ends with Stop or with this one
	// A compromise: with OME's definitions it takes 2 GB of memory instead of 1.3, and three quarters of the processor time.
	c.process.Env = append(os.Environ(), "GOGC=200")
	pausable(c.process)
	var log strings.Builder
	c.process.Stderr = &log
	stdout, err := c.process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.process.Start(); err != nil {
		return err
	}
	ready := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(stdout).ReadString('\n')
		ready <- strings.TrimSpace(line)
	}()
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout+time.Minute)
	defer cancel()
	select {
	case c.Kubeconfig = <-ready:
	case <-ctx.Done():
	}
	if c.Kubeconfig == "" {
		c.stop()
		return fmt.Errorf("the local control plane did not start: %s", log.String())
	}
	config, err := clientcmd.BuildConfigFromFlags("", c.Kubeconfig)
	if err != nil {
		return err
	}
	config.QPS, config.Burst, config.UserAgent = 200, 400, "acctest"
	c.Objects, err = dynamic.NewForConfig(config)
	return err
}

func (c *Cluster) stop() {
	if c.operator != nil {
		c.operator.stop()
	}
	if c.stopNode != nil {
		c.stopNode()
	}
	resume(c.process.Process)
	_ = c.process.Process.Signal(os.Interrupt)
	_ = c.process.Wait()
	_ = os.RemoveAll(c.dir)
}

// Outage makes the API unavailable for a while, as a restart of the API server does.
func (c *Cluster) Outage(t *testing.T, d time.Duration) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), controlPlane(t), "restart-apiserver", "--dir", filepath.Join(c.dir, "cluster"), "--for", d.String()).CombinedOutput()
	if err != nil {
		t.Fatalf("interrupting the API server: %v\n%s", err, out)
	}
}

// resolve finds a CRD path, and skips the test when it is optional test data that is absent.
func resolve(t *testing.T, root, part string) string {
	t.Helper()
	name, shared := strings.CutPrefix(part, "shared:")
	if !shared {
		return filepath.Join(root, name)
	}
	file := filepath.Join(root, "..", "shared", name)
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		t.Skipf("the optional test data %s is not beside the repository", name)
	}
	return file
}

// Root returns the root of the repository.
func Root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		content, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(content), "module github.com/inferops/terraform-provider-inference\n") {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("the tests run outside of the repository")
		}
		dir = parent
	}
}
