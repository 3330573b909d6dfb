package endpoint

import (
	"cmp"
	"slices"
	"strconv"

	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/apis/endpoint/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Engines, as their tables are called.
const (
	vllm     = "vllm"
	sglang   = "sglang"
	llamacpp = "llamacpp"
	tgi      = "tgi"
)

// start is how an engine is started.
type start struct {
	// command is none where the image has the right one.
	command []string
	flags   []render.Flag[serving]
	// cache is the variable with the folder that downloads are kept in.
	cache string
}

// serving is an endpoint as one of its pods serves it.
type serving struct {
	directEndpoint
	role role
}

// Flags that engines share.
var (
	revision = render.Flag[serving]{Name: "--revision", Field: "spec.model.revision", Yields: true}
	port     = render.Flag[serving]{Name: "--port", Of: func(s serving) any { return int64(s.port()) }}
	lora     = render.Flag[serving]{Name: "--enable-lora", When: serving.adapted, Yields: true}
)

// starts has the command lines of the engines.
//
// Source: vllm-project/vllm docs/serving/parallelism_scaling.md@096bd6a4a109 for hosts; sgl-project/sglang
// docs/advanced_features/pd_disaggregation.md@08edc506b2da for prefill and decode; the tables of internal/engines, which name
// theirs, for what each engine takes.
var starts = map[string]start{
	vllm: {command: []string{"vllm", "serve"}, cache: "HF_HOME", flags: []render.Flag[serving]{
		{Of: serving.model},
		revision,
		{Name: "--served-model-name", Of: serving.servedName, Yields: true},
		port,
		{Name: "--max-model-len", Field: "spec.contextLength", Yields: true},
		lora,
		{Name: "--lora-modules", Of: serving.adapters, Yields: true},
		{Name: "--distributed-executor-backend", Of: func(serving) any { return "mp" }, When: serving.spread, Yields: true},
		{Name: "--nnodes", Of: serving.group, When: serving.spread},
		{Name: "--node-rank", Of: serving.rank, When: serving.spread},
		{Name: "--master-addr", Of: serving.first, When: serving.spread},
		// Between hosts, stages exchange less than the parts of a layer do.
		{Name: "--pipeline-parallel-size", Of: serving.group, When: serving.spread, Yields: true},
		{Name: "--headless", When: func(s serving) bool { return s.role == worker }},
	}},
	sglang: {command: []string{"python3", "-m", "sglang.launch_server"}, cache: "HF_HOME", flags: []render.Flag[serving]{
		{Name: "--model-path", Of: serving.model},
		revision,
		{Name: "--served-model-name", Of: serving.servedName, Yields: true},
		port,
		{Name: "--context-length", Field: "spec.contextLength", Yields: true},
		lora,
		{Name: "--lora-paths", Of: serving.adapters, Yields: true},
		{Name: "--enable-metrics", When: serving.measured, Yields: true},
		{Name: "--disaggregation-mode", Of: func(s serving) any { return string(s.phase) }},
		{Name: "--disaggregation-transfer-backend", Field: "spec.prefill.transferBackend", Yields: true},
		{Name: "--disaggregation-bootstrap-port", Of: func(serving) any { return bootstrapPort }, When: func(s serving) bool { return s.phase == prefill }},
		{Name: "--nnodes", Of: serving.group, When: serving.spread},
		{Name: "--node-rank", Of: serving.rank, When: serving.spread},
		{Name: "--dist-init-addr", Of: func(s serving) any { return s.first().(string) + ":20000" }, When: serving.spread},
	}},
	llamacpp: {cache: "LLAMA_CACHE", flags: []render.Flag[serving]{
		{Name: "--hf-repo", Field: "spec.model.repository", When: serving.fromHub},
		{Name: "--hf-file", Field: "spec.model.file", When: serving.fromHub},
		{Name: "--model", Of: serving.model, When: func(s serving) bool { return !s.fromHub() }},
		{Name: "--alias", Of: serving.servedName, Yields: true},
		port,
		{Name: "--ctx-size", Field: "spec.contextLength", Yields: true},
		{Name: "--metrics", When: serving.measured, Yields: true},
	}},
	tgi: {cache: "HF_HOME", flags: []render.Flag[serving]{
		{Name: "--model-id", Of: serving.model},
		revision,
		port,
		{Name: "--max-total-tokens", Field: "spec.contextLength", Yields: true},
	}},
}

// arguments are those of the engine in a pod, and the user's behind them.
func (e directEndpoint) arguments(r role) []string {
	own := engineOf(e.Endpoint).Args
	return slices.Concat(render.CommandLine(serving{e, r}, e.Object.Object, own, starts[e.engine()].flags), own)
}

// model is what the engine is told to serve.
func (s serving) model() any {
	m := s.Spec.Model
	switch address, _ := s.source(); {
	case address != "":
		return s.fetchedModel()
	case m.Claim == nil:
		return m.Repository
	}
	return onClaim(m.Claim.Path, m.File)
}

// fromHub reports whether the engine downloads the model itself.
func (s serving) fromHub() bool {
	address, _ := s.source()
	return s.Spec.Model.Repository != "" && address == ""
}

// servedName is the name of the model in requests.
func (s serving) servedName() any {
	return cmp.Or(s.Spec.ServedModelName, s.Spec.Model.Repository, s.Owner.Name)
}

func (s serving) adapted() bool { return len(s.Spec.Adapters) > 0 }

// adapters are `<name>=<source>` each.
func (s serving) adapters() any {
	out := make([]string, len(s.Spec.Adapters))
	for i, a := range s.Spec.Adapters {
		out[i] = a.Name + "=" + sourceOf(a)
	}
	return out
}

// sourceOf is where an adapter is.
func sourceOf(a v1alpha1.Adapter) string {
	if a.Path != "" {
		return onClaim(a.Path)
	}
	return a.Repository
}

// measured reports whether something reads the metrics of the engine.
func (s serving) measured() bool {
	return s.Spec.Autoscaling != nil && s.Spec.Autoscaling.Metric != metricCPU || s.pool() != nil || s.Spec.Monitor != nil
}

// spread reports whether several hosts serve together.
func (s serving) spread() bool { return s.hosts() > 1 }

func (s serving) group() any { return strconv.Itoa(int(s.hosts())) }

// rank is the number of a pod in its group, and first the address of the leader: Kubernetes writes out what the controller of
// LeaderWorkerSets tells every container.
func (s serving) rank() any {
	if s.role == leader {
		return "0"
	}
	return "$(" + lwsv1.LwsWorkerIndex + ")"
}

func (s serving) first() any { return "$(" + lwsv1.LwsLeaderAddress + ")" }
