package ome

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// TestBenchmarkSummary shows what the log of a benchmark tells, and that what it does not know stays in it.
func TestBenchmarkSummary(t *testing.T) {
	line := func(text string) string {
		return "INFO     2026-01-02 03:04:05.000000 - genai_bench.benchmark:benchmark - " + text + "\n"
	}
	cases := map[string]struct{ reason, log, want string }{
		"complete": {
			"every run, the folder and the upload",
			line("Options you provided:") + line("api_key: sk-secret") + line("This experiment will be saved in folder /tmp/chat.") +
				line("⏩ Run for scenario D(100,100), num_concurrency 1 has finished after 61 seconds.") +
				line("‼️ Error rate 0.75 for current run is greater than 0.5! Please check the logs.") +
				line("⏩ Run for scenario N(480,240)/(300,150), num_concurrency 8 has finished after 30 seconds.") +
				line("🚀 The whole experiment has finished!") + line("Successfully uploaded experiment results to aws bucket: results"),
			`{"finished":true,"folder":"/tmp/chat","uploaded":"aws://results","runs":[{"scenario":"D(100,100)","num_concurrency":1,"seconds":61},{"scenario":"N(480,240)/(300,150)","num_concurrency":8,"seconds":30,"error_rate":0.75}]}`,
		},
		"cut short": {
			"a log that ends early tells the runs that did end",
			line("⏩ Run for scenario E(64), batch_size 4 has finished after 5 seconds.") + line("something else"),
			`{"finished":false,"runs":[{"scenario":"E(64)","batch_size":4,"seconds":5}]}`,
		},
		"no answer": {
			"a run without any answered request is told apart",
			line("‼️ No request metrics collected, one possible cause is that your run time is too short") +
				line("⏩ Run for scenario D(100,100), num_concurrency 1 has finished after 1 seconds."),
			`{"finished":false,"runs":[{"scenario":"D(100,100)","num_concurrency":1,"seconds":1,"empty":true}]}`,
		},
		"nothing":        {"no log", "", ""},
		"something else": {"another program", "hello\n", ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got := benchmarkSummary(tc.log)
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
			if strings.Contains(got, "secret") {
				t.Error("a secret of the log is in the summary")
			}
		})
	}
}

// TestBenchmarkOutcome shows what the status of a BenchmarkJob tells, and where its results are.
func TestBenchmarkOutcome(t *testing.T) {
	live := &unstructured.Unstructured{}
	err := yaml.Unmarshal([]byte(`
spec: {outputLocation: {storageUri: "s3://results/chat/"}, resultFolderName: first}
status: {state: Failed, startTime: "2026-01-02T03:04:05Z", completionTime: "2026-01-02T03:05:05Z", failureMessage: the limit is reached}
`), &live.Object)
	if err != nil {
		t.Fatal(err)
	}
	want := observe.Outcome{State: "Failed", Started: "2026-01-02T03:04:05Z", Completed: "2026-01-02T03:05:05Z", Failure: "the limit is reached"}
	if diff := cmp.Diff(want, benchmarkEnding.Outcome(live)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := benchmarkEnding.Results(live); got != "s3://results/chat/first" {
		t.Errorf("the results are at %s", got)
	}
	if got := benchmarkEnding.Outcome(&unstructured.Unstructured{}); got != (observe.Outcome{State: "Pending"}) {
		t.Errorf("without a status: %v", got)
	}
}
