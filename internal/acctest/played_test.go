//go:build unix

package acctest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// specimen is an object that a played operator meets, and the change that its pods do not survive.
type specimen struct {
	object   acctest.Object
	manifest string
	patch    string
	workload schema.GroupVersionResource
	suffix   string
	// lasts is for how long what follows from the change is looked at.
	lasts time.Duration
}

var specimens = map[string]specimen{
	"playground": {
		object:   llmaz("playgrounds", "default", "unkind-playground"),
		manifest: `{apiVersion: inference.llmaz.io/v1alpha1, kind: Playground, spec: {replicas: 1, modelClaim: {modelName: llama3}}}`,
		patch:    `{"spec": {"replicas": 2}}`, workload: leaderWorkerSetType, lasts: 12 * time.Second,
	},
	"service": {
		object: llmaz("services", "default", "unkind-service"),
		manifest: `{apiVersion: inference.llmaz.io/v1alpha1, kind: Service, spec: {replicas: 1, modelClaims: {models: [{name: llama3}]},
workloadTemplate: {size: 1, workerTemplate: {spec: {containers: [{name: model-runner, image: example.org/good}]}}}}}`,
		patch:    `{"spec": {"workloadTemplate": {"workerTemplate": {"spec": {"containers": [{"name": "model-runner", "image": "example.org/localcluster/no-pull"}]}}}}}`,
		workload: leaderWorkerSetType, lasts: 8 * time.Second,
	},
	"llmkube model": {
		object:   objectNamed(llmkube("models"), "unkind-model"),
		manifest: `{apiVersion: inference.llmkube.dev/v1alpha1, kind: Model, spec: {source: "https://example.org/m.gguf"}}`,
		patch:    `{"spec": {"hardware": {"gpu": {"enabled": true, "count": 2}}}}`, lasts: 5 * time.Second,
	},
	"llmkube": {
		object:   objectNamed(llmkube("inferenceservices"), "unkind-llmkube"),
		manifest: `{apiVersion: inference.llmkube.dev/v1alpha1, kind: InferenceService, spec: {modelRef: qwen, image: example.org/good}}`,
		patch:    `{"spec": {"image": "example.org/localcluster/no-pull"}}`, workload: deploymentType, lasts: 8 * time.Second,
	},
	"ome": {
		object: objectNamed(ome("inferenceservices", "default"), "unkind-ome"),
		manifest: `{apiVersion: ome.io/v1beta1, kind: InferenceService, spec: {model: {name: qwen},
engine: {minReplicas: 1, runner: {name: ome-container, image: example.org/good}}}}`,
		patch: `{"spec": {"engine": {"runner": {"image": "example.org/localcluster/no-pull"}}}}`, workload: deploymentType, suffix: "-engine", lasts: 8 * time.Second,
	},
	"ome hosts": {
		object: objectNamed(ome("inferenceservices", "default"), "unkind-ome-hosts"),
		manifest: `{apiVersion: ome.io/v1beta1, kind: InferenceService, spec: {model: {name: qwen}, engine: {minReplicas: 1,
leader: {runner: {name: ome-container, image: example.org/good}}, worker: {size: 1, runner: {name: ome-container, image: example.org/good}}}}}`,
		patch:    `{"spec": {"engine": {"leader": {"runner": {"image": "example.org/localcluster/no-pull"}}, "worker": {"runner": {"image": "example.org/localcluster/no-pull"}}}}}`,
		workload: leaderWorkerSetType, suffix: "-engine", lasts: 35 * time.Second,
	},
}

func objectNamed(o acctest.Object, name string) acctest.Object {
	o.Name = name
	return o
}

// moment is what there was some time after the change.
type moment struct {
	after          time.Duration
	root, workload *unstructured.Unstructured
	// between is the object that an operator makes on the way to the workload.
	between *unstructured.Unstructured
}

// says returns the status of a condition of the root, and the generation that the condition is about, 0 for none.
func (m moment) says(kind string) (status string, generation int64) {
	conditions, _, _ := unstructured.NestedSlice(m.root.Object, "status", "conditions")
	for _, item := range conditions {
		if c, _ := item.(map[string]any); c["type"] == kind {
			generation, _ = c["observedGeneration"].(int64)
			return fmt.Sprint(c["status"]), generation
		}
	}
	return "", 0
}

// acted reports whether the operator has changed the workload since the change.
func (m moment) acted(history []moment) bool {
	return m.workload.GetGeneration() != history[0].workload.GetGeneration()
}

// over reports whether the rollout of the workload is.
func (m moment) over() bool {
	result, _ := observe.Rollout(m.workload)
	return result.Phase == observe.Ready
}

// behaviour is one sentence about a real operator, and how that of the played one shows it.
type behaviour struct {
	says  string
	of    []string
	shows func(history []moment) bool
	// elsewhere is where the sentence is shown, or why nothing plays it.
	elsewhere string
}

// always and atSomeTime are about the moments of a history after the change.
func always(holds func(m moment, history []moment) bool) func([]moment) bool {
	return func(history []moment) bool {
		return !slices.ContainsFunc(history, func(m moment) bool { return !holds(m, history) })
	}
}

func atSomeTime(holds func(m moment, history []moment) bool) func([]moment) bool {
	return func(history []moment) bool {
		return slices.ContainsFunc(history, func(m moment) bool { return holds(m, history) })
	}
}

var behaviours = []behaviour{
	{
		says: "the field manager of plain writes is `manager`", of: []string{"playground", "service", "llmkube", "ome", "ome hosts"},
		shows: always(func(m moment, _ []moment) bool {
			return strings.Contains(fmt.Sprint(m.workload.GetManagedFields()), "manager")
		}),
	},
	{
		says: "between the change and the operator's first write there are up to three seconds, in which the status is that of before and says that it serves",
		of:   []string{"service", "llmkube", "ome", "ome hosts"},
		shows: atSomeTime(func(m moment, history []moment) bool {
			available, _ := m.says("Available")
			ready, _ := m.says("Ready")
			return m.after > 2*time.Second && !m.acted(history) && (available == "True" || ready == "True")
		}),
	},
	{
		says: "llmaz: Available stays True throughout", of: []string{"playground", "service"},
		shows: always(func(m moment, _ []moment) bool { status, _ := m.says("Available"); return status == "True" }),
	},
	{
		says: "llmaz: no status carries a generation", of: []string{"playground", "service"},
		shows: always(func(m moment, _ []moment) bool {
			_, found, _ := unstructured.NestedFieldNoCopy(m.root.Object, "status", "observedGeneration")
			_, generation := m.says("Available")
			return !found && generation == 0
		}),
	},
	{
		says: "llmaz: the generation of the LeaderWorkerSet moves, then its status", of: []string{"playground", "service"},
		shows: atSomeTime(func(m moment, history []moment) bool { return m.acted(history) && !m.over() }),
	},
	{
		says: "llmaz: the generation of a playground's Service grows all the time", of: []string{"playground"},
		shows: func(history []moment) bool {
			first, last := history[0], history[len(history)-1]
			return last.between.GetGeneration()-first.between.GetGeneration() >= int64(last.after/time.Second)/3
		},
	},
	{
		says: "LLMKube: a Model that is Ready keeps the generation of its condition for ever", of: []string{"llmkube model"},
		shows: always(func(m moment, _ []moment) bool {
			_, generation := m.says("Available")
			phase, _, _ := unstructured.NestedString(m.root.Object, "status", "phase")
			return phase == "Ready" && generation == 1 && m.root.GetGeneration() == 2
		}),
	},
	{
		says: "LLMKube: the condition is about the new generation while the Deployment still runs the old pods", of: []string{"llmkube"},
		shows: atSomeTime(func(m moment, _ []moment) bool {
			status, generation := m.says("Available")
			return status == "True" && generation == m.root.GetGeneration() && !m.over()
		}),
	},
	{
		says: "OME: Ready stays True of the old generation for one to three seconds", of: []string{"ome", "ome hosts"},
		shows: atSomeTime(func(m moment, _ []moment) bool {
			status, _ := m.says("Ready")
			return status == "True" && m.after > time.Second
		}),
	},
	{
		says: "OME: with a leader and workers, Ready turns False some 25 seconds after the pods have gone", of: []string{"ome hosts"},
		shows: func(history []moment) bool {
			last, _ := history[len(history)-1].says("Ready")
			return last == "False" && atSomeTime(func(m moment, _ []moment) bool {
				status, _ := m.says("Ready")
				return status == "True" && !m.over() && m.after > 15*time.Second
			})(history)
		},
	},
	{says: "LLMKube: Available stays False although all pods are ready", elsewhere: "TestServiceLags and TestServes: it was seen once, after an autoscaler had wanted more than there was"},
	{says: "LLMKube: the webhook stores another accelerator than was sent", elsewhere: "the life of inference_llmkube_model writes it"},
	{says: "llmaz: several envs make it write the LeaderWorkerSet again and again", elsewhere: "TestServes: each time is a change, and its rollout is waited for"},
	{says: "OME: quantities are rewritten canonically", elsewhere: "the tests of canonical values"},
}

// TestAccPlayedOperators holds the played operators to what the real ones were seen to do.
func TestAccPlayedOperators(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, played)
	for name, s := range specimens {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			history := s.watch(t, c)
			shown := 0
			for _, b := range behaviours {
				if !slices.Contains(b.of, name) {
					continue
				}
				shown++
				if !b.shows(history) {
					t.Errorf("the played operator is kinder: %s", b.says)
				}
			}
			if shown == 0 {
				t.Error("no sentence is about it")
			}
		})
	}
	for _, b := range behaviours {
		if (b.shows == nil) == (b.elsewhere == "") {
			t.Errorf("%s: it is either shown here or elsewhere", b.says)
		}
	}
}

// watch makes the object, changes it once it serves, and notes what follows.
func (s specimen) watch(t *testing.T, c *acctest.Cluster) []moment {
	t.Helper()
	var manifest map[string]any
	if err := yaml.Unmarshal([]byte(s.manifest), &manifest); err != nil {
		t.Fatal(err)
	}
	group, _ := manifest["apiVersion"].(string)
	kind, _ := manifest["kind"].(string)
	put(t, c, s.object, group, kind, manifest)
	workload := acctest.Object{Resource: s.workload, Namespace: "default", Name: s.object.Name + s.suffix}
	between := llmaz("services", "default", s.object.Name)
	look := func() moment {
		m := moment{root: c.Get(t, s.object), between: c.Get(t, between)}
		if s.workload.Resource != "" {
			m.workload = c.Get(t, workload)
		}
		return m
	}
	until(t, func() bool {
		m := look()
		available, _ := m.says("Available")
		ready, _ := m.says("Ready")
		return (available == "True" || ready == "True") && (s.workload.Resource == "" || m.over())
	})
	now := look()
	// A look now and then would miss what lasts for a moment.
	roots, betweens, workloads := c.Watch(t, s.object), c.Watch(t, between), (<-chan *unstructured.Unstructured)(nil)
	if s.workload.Resource != "" {
		workloads = c.Watch(t, workload)
	}
	history := []moment{now}
	c.Edit(t, s.object, "acctest", s.patch)
	begun, again := time.Now(), time.NewTicker(50*time.Millisecond)
	defer again.Stop()
	// A busy machine makes an operator later than it is played.
	for late := s.lasts + time.Minute; now.after < s.lasts || now.after < late && s.workload.Resource != "" && !now.acted(history); {
		select {
		case now.root = <-roots:
		case now.between = <-betweens:
		case now.workload = <-workloads:
		case <-again.C:
		}
		now.after = time.Since(begun)
		// A watch begins with what was before the change.
		if now.root.GetGeneration() != history[0].root.GetGeneration() {
			history = append(history, now)
		}
	}
	if s.workload.Resource == "" {
		return history[1:]
	}
	return history
}
