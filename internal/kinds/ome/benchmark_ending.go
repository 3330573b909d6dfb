package ome

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// benchmarkEnding is how a benchmark tells how it went.
var benchmarkEnding = &kinds.Completion{Outcome: benchmarkOutcome, Results: benchmarkResults, Summary: benchmarkSummary}

// benchmarkOutcome reads the status of a BenchmarkJob.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/controller.go@v0.1.5.
func benchmarkOutcome(live *unstructured.Unstructured) observe.Outcome {
	read := func(name string) string {
		text, _, _ := unstructured.NestedString(live.Object, "status", name)
		return text
	}
	out := observe.Outcome{State: read("state"), Started: read("startTime"), Completed: read("completionTime"), Failure: read("failureMessage")}
	if out.State == "" {
		out.State = "Pending"
	}
	return out
}

// benchmarkResults is the output location, and in it the folder where that has a name.
func benchmarkResults(obj *unstructured.Unstructured) string {
	at, _, _ := unstructured.NestedString(obj.Object, "spec", "outputLocation", "storageUri")
	folder, _, _ := unstructured.NestedString(obj.Object, "spec", "resultFolderName")
	if folder == "" {
		return at
	}
	return strings.TrimSuffix(at, "/") + "/" + folder
}

// measurement is one run of a benchmark: a scenario with a number of requests at a time, or in a batch.
type measurement struct {
	Scenario    string  `json:"scenario"`
	Concurrency int     `json:"num_concurrency,omitempty"`
	BatchSize   int     `json:"batch_size,omitempty"`
	Seconds     int     `json:"seconds"`
	ErrorRate   float64 `json:"error_rate,omitempty"`
	// Empty is true for a run in which no request was answered.
	Empty bool `json:"empty,omitempty"`
}

// Lines of the log of genai-bench, which it writes one by one without its dashboard. A warning
// about a run stands before the line of its end.
//
// Mirrors sgl-project/genai-bench genai_bench/cli/cli.py and genai_bench/metrics/aggregated_metrics_collector.py@v0.0.5.
var (
	runLine      = regexp.MustCompile(`Run for scenario (.+), (num_concurrency|batch_size) (\d+) has finished after (\d+) seconds`)
	errorLine    = regexp.MustCompile(`Error rate ([0-9.]+) +for current run`)
	emptyLine    = "No request metrics collected"
	finishedLine = "The whole experiment has finished"
	folderLine   = regexp.MustCompile(`This experiment will be saved in folder (.+)\.$`)
	uploadedLine = regexp.MustCompile(`Successfully uploaded experiment results to (\S+) bucket: (\S+)$`)
)

// benchmarkSummary tells which runs ended, how many of the requests failed in those where half of
// them did, and whether the results were uploaded. genai-bench exits with success also when every
// request failed.
func benchmarkSummary(log string) string {
	var out struct {
		Finished bool          `json:"finished"`
		Folder   string        `json:"folder,omitempty"`
		Uploaded string        `json:"uploaded,omitempty"`
		Runs     []measurement `json:"runs"`
	}
	var next measurement
	for line := range strings.Lines(log) {
		line = strings.TrimSpace(line)
		if found := errorLine.FindStringSubmatch(line); found != nil {
			next.ErrorRate, _ = strconv.ParseFloat(strings.TrimSuffix(found[1], "."), 64)
		}
		next.Empty = next.Empty || strings.Contains(line, emptyLine)
		if found := runLine.FindStringSubmatch(line); found != nil {
			next.Scenario, next.Seconds = found[1], number(found[4])
			if found[2] == "batch_size" {
				next.BatchSize = number(found[3])
			} else {
				next.Concurrency = number(found[3])
			}
			out.Runs, next = append(out.Runs, next), measurement{}
		}
		out.Finished = out.Finished || strings.Contains(line, finishedLine)
		if found := folderLine.FindStringSubmatch(line); found != nil {
			out.Folder = found[1]
		}
		if found := uploadedLine.FindStringSubmatch(line); found != nil {
			out.Uploaded = found[1] + "://" + found[2]
		}
	}
	if len(out.Runs) == 0 && !out.Finished {
		return ""
	}
	text, err := json.Marshal(out)
	if err != nil {
		return ""
	}
	return string(text)
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
