package acctest_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	k8sschema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// verdictsPerKind is how many objects of each kind are put to both judges, and verdictSeed is what they follow from:
// `make verdicts` runs with more of them, and others.
var (
	verdictsPerKind = flag.Int("verdicts", 125, "how many objects of each kind are judged")
	verdictSeed     = flag.Uint64("verdict-seed", 1, "what the objects follow from")
)

// TestAccVerdicts puts objects of every kind, most of them spoilt, before the schema of the
// provider and before the API server, and expects one verdict.
func TestAccVerdicts(t *testing.T) {
	var all verdicts
	for _, k := range kinds.WithCustomResource(provider.Kinds()) {
		t.Run(k.TypeName, func(t *testing.T) {
			c := acctest.Start(t, latestCluster(k.System))
			specimens := specimensOf(t, k)
			random := rand.New(rand.NewPCG(*verdictSeed, uint64(len(k.TypeName)))) //nolint:gosec // the same objects in every run
			var of verdicts
			for range *verdictsPerKind {
				m := &mutation{random: random, node: schema.Lookup(k.Definition)}
				obj := m.spoil(specimens[random.IntN(len(specimens))])
				ours, theirs := verdict(k, obj), serverVerdict(t, c, k, obj)
				ours = slices.DeleteFunc(ours, func(err *field.Error) bool { return stricter[k.TypeName+" "+err.Error()] })
				if theirs != nil && len(ours) == 0 {
					ours, _ = k.Check(kinds.Candidate{Object: &unstructured.Unstructured{Object: obj}, Release: k.Newest().Name}, nil)
				}
				if of.count(len(ours) > 0, theirs != nil) {
					continue
				}
				text, _ := json.Marshal(obj)
				t.Errorf("after %s\nthe provider says %v\nthe server says   %v\nof %s", strings.Join(m.did, ", "), ours.ToAggregate(), theirs, text)
			}
			t.Log(of)
			if of.refused == 0 || of.refused == of.judged {
				t.Errorf("%s: the verdicts say nothing", of)
			}
			all.add(of)
		})
	}
	t.Logf("in all, of the seed %d, %s", *verdictSeed, all)
	if want := len(kinds.WithCustomResource(provider.Kinds())) * *verdictsPerKind; all.judged < want {
		t.Errorf("%d objects were judged, want %d", all.judged, want)
	}
}

// verdicts count what both judges say of objects.
type verdicts struct {
	judged int
	// refused are those that the server refuses, of which foreseen are those that the provider refuses as well; wronged are those that
	// the provider alone refuses.
	refused, foreseen, wronged int
}

// count adds the verdicts on an object, and reports whether they agree.
func (v *verdicts) count(ours, theirs bool) bool {
	v.judged++
	switch {
	case theirs && ours:
		v.foreseen++
		fallthrough
	case theirs:
		v.refused++
	case ours:
		v.wronged++
	}
	return ours == theirs
}

func (v *verdicts) add(more verdicts) {
	v.judged, v.refused, v.foreseen, v.wronged = v.judged+more.judged, v.refused+more.refused, v.foreseen+more.foreseen, v.wronged+more.wronged
}

// String implements [fmt.Stringer].
func (v verdicts) String() string {
	return fmt.Sprintf("%d objects were judged: the server refuses %d, of which the provider foresees %d (%.2f %%), and the provider alone refuses %d",
		v.judged, v.refused, v.foreseen, 100*float64(v.foreseen)/float64(max(v.refused, 1)), v.wronged)
}

// latestCluster is one with the definitions of a system to which the newest schema of the provider is held. What the main lines of
// Kthena and LLMKube add, the test of conformance compares.
func latestCluster(system string) acctest.Options {
	if system == "llmaz" {
		return later
	}
	return exampleClusters[system]
}

// stricter is what the provider refuses although the API server of the newest release does not.
var stricter = map[string]bool{
	// Where it is a ModelServing, it has a default; the attribute is that of a ModelInfer.
	"model_infer spec.schedulerName: Required value: must be set": true,
	// Without a port the router has nowhere to send requests to (MSV-08).
	"kthena_model_server spec.workloadPort: Required value: must be set": true,
	// The operator would merge an empty name over the one of the runtime (IS-22).
	"ome_service spec.engine.runner.name: Required value: must be set":  true,
	"ome_service spec.decoder.runner.name: Required value: must be set": true,
	"ome_service spec.router.runner.name: Required value: must be set":  true,
}

// verdict is what the provider finds with the schema alone: what its rules add is mostly the operators' to judge.
func verdict(k *kinds.Kind, obj map[string]any) field.ErrorList {
	return append(schema.Validate(k.Definition, obj, nil), object.CheckRelease(schema.Lookup(k.Definition), k.Newest(), k.Releases, obj, nil)...)
}

// serverVerdict is the server's answer to a strict dry run.
func serverVerdict(t *testing.T, c *acctest.Cluster, k *kinds.Kind, obj map[string]any) error {
	t.Helper()
	d := k.Newest()
	gvk, plural := k.GVK, k.Plural
	if !d.GVK.Empty() {
		gvk, plural = d.GVK, d.Plural
	}
	u := &unstructured.Unstructured{Object: d.ToWire(runtime.DeepCopyJSON(obj))}
	u.SetGroupVersionKind(gvk)
	u.SetName("verdict")
	resource := c.Objects.Resource(k8sschema.GroupVersionResource{Group: gvk.Group, Version: gvk.Version, Resource: plural})
	options := metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}, FieldValidation: metav1.FieldValidationStrict}
	if !k.Namespaced {
		_, err := resource.Create(t.Context(), u, options)
		return err
	}
	u.SetNamespace("default")
	_, err := resource.Namespace("default").Create(t.Context(), u, options)
	return err
}

// specimensOf returns the objects of a kind in the test data of its system.
func specimensOf(t *testing.T, k *kinds.Kind) []map[string]any {
	t.Helper()
	var out []map[string]any
	root := filepath.Join(acctest.Root(t), "internal", "kinds", k.System, "testdata")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".yaml" {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for document := range strings.SplitSeq(string(raw), "\n---\n") {
			var obj map[string]any
			if yaml.Unmarshal([]byte(document), &obj) != nil || obj["kind"] != k.GVK.Kind || obj["apiVersion"] != k.GVK.GroupVersion().String() {
				continue
			}
			tree := map[string]any{"apiVersion": obj["apiVersion"], "kind": obj["kind"], "metadata": map[string]any{}, "spec": obj["spec"]}
			if obj["spec"] == nil {
				tree["spec"] = map[string]any{}
			}
			text, err := json.Marshal(tree)
			if err != nil {
				return err
			}
			whole, err := object.ParseJSON(text)
			if err != nil {
				return err
			}
			out = append(out, whole.(map[string]any))
		}
		return nil
	})
	if err != nil || len(out) == 0 {
		t.Fatalf("there are no specimens of %s below %s: %v", k.TypeName, root, err)
	}
	return out
}

// mutation spoils an object in up to three places of its spec, or adds to it.
type mutation struct {
	random *rand.Rand
	node   *schema.Node
	did    []string
}

func (m *mutation) spoil(specimen map[string]any) map[string]any {
	obj := runtime.DeepCopyJSON(specimen)
	spec, _ := m.node.JSONField("spec")
	for range m.random.IntN(4) {
		obj["spec"] = m.change(spec.Node, obj["spec"], "spec")
	}
	return obj
}

// change descends to a place at random and changes what is there.
func (m *mutation) change(n *schema.Node, value any, at string) any {
	switch value := value.(type) {
	case map[string]any:
		if n.Kind == schema.Object && m.random.IntN(4) == 0 {
			m.add(n, value, at)
			return value
		}
		if len(value) == 0 {
			break
		}
		keys := slices.Sorted(maps.Keys(value))
		key := keys[m.random.IntN(len(keys))]
		if m.random.IntN(8) == 0 {
			m.did = append(m.did, "removing "+at+"."+key)
			delete(value, key)
			return value
		}
		below := n.Elem
		if f, ok := n.JSONField(key); ok {
			below = f.Node
		}
		if below != nil {
			value[key] = m.change(below, value[key], at+"."+key)
			return value
		}
	case []any:
		if len(value) == 0 || n.Elem == nil {
			break
		}
		i := m.random.IntN(len(value))
		if m.random.IntN(6) == 0 {
			m.did = append(m.did, fmt.Sprintf("repeating %s[%d]", at, i))
			return append(value, runtime.DeepCopyJSONValue(value[i]))
		}
		value[i] = m.change(n.Elem, value[i], fmt.Sprintf("%s[%d]", at, i))
		return value
	}
	other := m.scalar(n)
	m.did = append(m.did, fmt.Sprintf("setting %s to %.40v", at, other))
	return other
}

// add sets a field that is not set, or one that does not exist.
func (m *mutation) add(n *schema.Node, value map[string]any, at string) {
	if m.random.IntN(10) == 0 || len(n.Fields) == 0 {
		m.did = append(m.did, "adding "+at+".bogus")
		value["bogus"] = true
		return
	}
	f := n.Fields[m.random.IntN(len(n.Fields))]
	if _, ok := value[f.JSON]; !ok {
		value[f.JSON] = m.fresh(f.Node)
		m.did = append(m.did, fmt.Sprintf("adding %s.%s", at, f.JSON))
	}
}

// fresh is a value of a shape, with what it requires.
func (m *mutation) fresh(n *schema.Node) any {
	switch n.Kind {
	case schema.Object:
		out := map[string]any{}
		for _, f := range n.Fields {
			if f.Required && m.random.IntN(8) > 0 {
				out[f.JSON] = m.fresh(f.Node)
			}
		}
		return out
	case schema.Map:
		return map[string]any{"key": m.fresh(n.Elem)}
	case schema.List:
		return []any{m.fresh(n.Elem)}
	}
	return m.scalar(n)
}

// scalar is a value for a shape: mostly of its type, and sometimes within its bounds.
func (m *mutation) scalar(n *schema.Node) any {
	texts := []any{"", "a", "A b", "main", "1", "10Gi", "-5", "50%", "30s", strings.Repeat("x", 300), "hf://a/b", "2026-01-02T03:04:05Z"}
	numbers := []any{int64(-1), int64(0), int64(1), int64(3), int64(100), int64(65536), int64(1) << 40}
	one := func(values []any) any { return values[m.random.IntN(len(values))] }
	kind := n.Kind
	if m.random.IntN(10) == 0 {
		kind = schema.Kind(m.random.IntN(int(schema.JSON)))
	}
	switch kind {
	case schema.Bool:
		return m.random.IntN(2) == 0
	case schema.Integer:
		return one(numbers)
	case schema.Number:
		return []any{0.5, -1.5, 2.0, 1e10}[m.random.IntN(4)]
	case schema.IntOrString, schema.Quantity:
		return one(append(texts, numbers...))
	case schema.Object, schema.Map, schema.JSON:
		return map[string]any{}
	case schema.List:
		return []any{}
	default:
		return one(texts)
	}
}
