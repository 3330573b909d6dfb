package tree

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

var update = flag.Bool("update", false, "write the golden files")

// fixture is a view as YAML, with the reason why it is told as it is.
type fixture struct {
	Reason string      `json:"reason"`
	Begun  metav1.Time `json:"begun"`
	Now    metav1.Time `json:"now"`
	Roots  []struct {
		Object  map[string]any `json:"object"`
		Message string         `json:"message"`
		Blocked bool           `json:"blocked"`
		Changed metav1.Time    `json:"changed"`
	} `json:"roots"`
	Objects []map[string]any `json:"objects"`
	Events  []corev1.Event   `json:"events"`
	Nodes   []corev1.Node    `json:"nodes"`
	Logs    []struct {
		Log  Log    `json:"log"`
		Text string `json:"text"`
	} `json:"logs"`
	Absent []Absence `json:"absent"`
	Faults []Fault   `json:"faults"`
	// Templates are of the first root.
	Templates []struct {
		Field     string   `json:"field"`
		Pods      int64    `json:"pods"`
		Selectors []string `json:"selectors"`
	} `json:"templates"`
	// Trials are of the object that Of names, as `<kind>/<name>`.
	Trials []struct {
		Of      string      `json:"of"`
		Field   string      `json:"field"`
		Refusal string      `json:"refusal"`
		Invalid string      `json:"invalid"`
		Since   metav1.Time `json:"since"`
		Again   metav1.Time `json:"again"`
	} `json:"trials"`
	Found        []map[string]any `json:"found"`
	NoSchedulers []string         `json:"noSchedulers"`
	Blind        bool             `json:"blind"`
	Unseen       []string         `json:"unseen"`
	Warnings     []string         `json:"warnings"`
	Budgets      map[Phase]string `json:"budgets"`
}

func (f fixture) view() View {
	v := View{
		Events: f.Events, Nodes: f.Nodes, Logs: map[Log]string{}, Absent: f.Absent, Faults: f.Faults, Unseen: f.Unseen, Warnings: f.Warnings,
		Begun: f.Begun.Time, Now: f.Now.Time, Found: map[capacity.Reference]*unstructured.Unstructured{}, NoSchedulers: f.NoSchedulers, Blind: f.Blind,
	}
	for _, r := range f.Roots {
		root := Root{Object: &unstructured.Unstructured{Object: r.Object}, Judgement: observe.Result{Message: r.Message}, Changed: r.Changed.Time}
		if r.Blocked {
			root.Judgement.Phase = observe.Blocked
		}
		v.Roots = append(v.Roots, root)
	}
	for _, o := range f.Objects {
		v.Objects = append(v.Objects, &unstructured.Unstructured{Object: o})
	}
	for _, l := range f.Logs {
		v.Logs[l.Log] = l.Text
	}
	for _, fields := range f.Found {
		o := &unstructured.Unstructured{Object: fields}
		v.Found[capacity.Reference{Kind: o.GetKind(), Name: o.GetName()}] = o
	}
	for _, t := range f.Templates {
		v.Templates = append(v.Templates, Template{Object: v.Roots[0].Object, Field: t.Field, Pods: t.Pods, Selectors: t.Selectors})
	}
	for _, t := range f.Trials {
		kind, name, _ := strings.Cut(t.Of, "/")
		of := &unstructured.Unstructured{Object: map[string]any{"kind": kind, "metadata": map[string]any{"name": name}}}
		v.Trials = append(v.Trials, Trial{
			Template: Template{Object: of, Field: t.Field}, Refusal: t.Refusal, Field: t.Invalid, Since: t.Since.Time, Again: t.Again.Time,
		})
	}
	return v
}

func (f fixture) budgets(t *testing.T) map[Phase]time.Duration {
	t.Helper()
	out := map[Phase]time.Duration{}
	for phase, text := range f.Budgets {
		d, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		out[phase] = d
	}
	return out
}

func load(t *testing.T, file string) fixture {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var f fixture
	if err := yaml.UnmarshalStrict(raw, &f); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if f.Reason == "" {
		t.Errorf("%s has no reason", file)
	}
	return f
}

// tell is all that a diagnosis says.
func tell(t *testing.T, f fixture) string {
	t.Helper()
	d := f.view().Diagnose()
	text := "# " + f.Reason + "\n"
	for _, p := range d.Pods {
		text += fmt.Sprintf("%s is %s since %s, outdated: %t\n", p.Name, p.Phase, stamp(p.Since), p.outdated)
	}
	text += "progress: " + d.Progress() + "\n"
	change := ""
	if d.Cause != nil {
		text += fmt.Sprintf("cause: %s, container %q, final: %t\n", d.Cause.Reason, d.Cause.Container, d.Cause.Final)
		if d.Cause.AboutNodes() {
			text += fmt.Sprintf("lacks: %v, unlabelled: %t, labels of the pod: %v\n", d.Cause.Lacks, d.Cause.Unlabelled, d.Cause.Labels)
		}
		if d.Cause.Field != "" {
			text += "field: " + d.Cause.Field + "\n"
		}
		if d.Cause.Misses != nil {
			text += fmt.Sprintf("misses: %s %s\n", d.Cause.Misses.Kind, d.Cause.Misses.Name)
		}
		change = d.Cause.Remedy("`spec.field`") + "."
	}
	if !d.Again.IsZero() {
		text += "again: " + stamp(d.Again) + "\n"
	}
	if late, next := d.Over(f.budgets(t)); late != nil || !next.IsZero() {
		text += fmt.Sprintf("over budget: %t, next: %s\n", late != nil, stamp(next))
	}
	for _, log := range d.Wants {
		text += fmt.Sprintf("wants: the log of %s of %s, previous: %t, run %d\n", log.Container, log.Pod, log.Previous, log.Run)
	}
	for _, t := range d.Tries {
		text += "tries: a pod of " + t.Key() + "\n"
	}
	for _, ref := range d.Asks {
		text += fmt.Sprintf("asks for: %s %s\n", ref.Kind, ref.Name)
	}
	for _, name := range d.Schedulers {
		text += "looks for: the scheduler " + name + "\n"
	}
	return text + "\n" + d.Report(change) + "\n"
}

// TestGolden shows what every state is told as.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			got := tell(t, load(t, file))
			golden := strings.TrimSuffix(file, ".yaml") + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", golden, diff)
			}
		})
	}
}

// TestEveryStateHasAFixture shows that no phase and no reason is left out.
func TestEveryStateHasAFixture(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	phases, reasons := map[Phase]bool{}, map[Reason]bool{}
	for _, file := range files {
		d := load(t, file).view().Diagnose()
		for _, p := range d.Pods {
			phases[p.Phase] = true
		}
		if d.Cause != nil {
			reasons[d.Cause.Reason] = true
		}
	}
	for _, phase := range append(slices.Clone(Phases), Serving, Ended) {
		if !phases[phase] {
			t.Errorf("no fixture has a pod that is %s", phase)
		}
	}
	for _, reason := range Reasons {
		if !reasons[reason] {
			t.Errorf("no fixture has the cause %s", reason)
		}
		if len(remedies) != len(Reasons) || (Cause{Reason: reason}).Remedy("") == "" || !strings.Contains((Cause{Reason: reason}).Remedy("`x`"), "`x`") {
			t.Errorf("%s has no remedy", reason)
		}
	}
}

// TestReportsAreBounded grows a report beyond its bound, with lines that end within a character.
func TestReportsAreBounded(t *testing.T) {
	f := load(t, "testdata/crash-loop.yaml")
	f.Logs[0].Text = strings.Repeat(strings.Repeat("é", 500)+"\n", 100)
	for i := range 200 {
		e := f.Events[0]
		e.Message = fmt.Sprintf("%d %s", i, strings.Repeat("ü", 500))
		f.Events = append(f.Events, e)
	}
	for i := range 100 {
		o := map[string]any{"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{
			"name": fmt.Sprint("extra-", i), "uid": fmt.Sprint("extra-", i), "ownerReferences": []any{map[string]any{"uid": "rs"}},
		}}
		f.Objects = append(f.Objects, o)
	}
	report := f.view().Diagnose().Report("")
	if len(report) > maxBytes || strings.ToValidUTF8(report, "") != report {
		t.Errorf("the report has %d bytes, want at most %d and whole characters", len(report), maxBytes)
	}
	for line := range strings.Lines(report) {
		if len(strings.TrimSpace(line)) > maxLine {
			t.Errorf("a line has %d bytes, want at most %d", len(line), maxLine)
		}
	}
	expect := []string{"  and 73 more", "  and 189 more"}
	for _, text := range expect {
		if !strings.Contains(report, text) {
			t.Errorf("the report does not say %q:\n%s", text, report)
		}
	}
}

// TestRedact hides tokens and leaves what only sounds like them.
func TestRedact(t *testing.T) {
	cases := map[string]struct{ reason, text, want string }{
		"hugging face": {"a token of Hugging Face", "token hf_AbCdEfGhIjKl is wrong", "token (hidden) is wrong"},
		"bearer":       {"the header of a request", "Authorization: Bearer abc.def-123456", "Authorization: Bearer (hidden)"},
		"aws":          {"an access key", "key AKIAIOSFODNN7EXAMPLE refused", "key (hidden) refused"},
		"assignment":   {"an environment variable", "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7 HF_TOKEN='x y'", "AWS_SECRET_ACCESS_KEY=(hidden) HF_TOKEN='(hidden) y'"},
		"json":         {"a field of JSON", `{"password": "hunter2", "user": "a"}`, `{"password": "(hidden)", "user": "a"}`},
		"header":       {"a line of a configuration", "api-key: s3cr3t", "api-key: (hidden)"},
		"sentence":     {"a sentence about a token is no secret", "failed to fetch anonymous token: unexpected status: 401 Unauthorized", "failed to fetch anonymous token: unexpected status: 401 Unauthorized"},
		"url":          {"a URL with a password", "GET https://me:pass@example.org/x", "GET https://(hidden)example.org/x"},
		"signed":       {"a signed URL", "GET https://b.s3/x?X-Amz-Credential=AB/CD&X-Amz-Signature=12ef&part=1", "GET https://b.s3/x?X-Amz-Credential=(hidden)&X-Amz-Signature=(hidden)&part=1"},
		"jwt":          {"a JSON Web Token", "got eyJhbGciOi.eyJzdWIi.c2ln", "got (hidden)"},
		"key":          {"a private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nafter", "-----BEGIN RSA PRIVATE KEY-----(hidden)\nafter"},
		"tokens":       {"numbers of tokens are no secret", "max model len 4096 tokens, tokenizer loaded", "max model len 4096 tokens, tokenizer loaded"},
		"image":        {"an image is no secret", "Back-off pulling image \"ghcr.io/a/b:v1\"", "Back-off pulling image \"ghcr.io/a/b:v1\""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, Redact(tc.text)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
