package kthena

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// rayScript starts Ray on the hosts of an engine. Images of vLLM before v0.18.0 have both; the script went to another folder later.
//
// Source: vllm-project/vllm pull requests 12913 and 36170, examples/ray_serving/multi-node-serving.sh@d822f4e50038.
const rayScript = "examples/online_serving/multi-node-serving.sh"

// command starts an engine. Kthena puts what goes through a shell together without quotes, so that no JSON arrives.
//
// Mirrors volcano-sh/kthena pkg/model-booster-controller/convert/model_serving.go@v1.0.0.
func (p boosterPods) command(worker *servingv1alpha1.ModelWorker) ([]string, error) {
	arguments, err := vllmArguments(worker)
	if err != nil {
		return nil, err
	}
	command := slices.Concat([]string{"python3", "-m", "vllm.entrypoints.openai.api_server", "--model", p.weights()}, arguments)
	if cmp.Or(worker.Type, workerServer) == workerServer && worker.Pods > 1 {
		devices := worker.Resources.Limits["nvidia.com/gpu"]
		devices.Add(worker.Resources.Limits["huawei.com/ascend-1980"])
		command = []string{"bash", "-c", fmt.Sprintf("chmod u+x %s && %[1]s leader --ray_cluster_size=%d --num-gpus=%d && %s --distributed_executor_backend ray",
			rayScript, worker.Pods, devices.Value(), render.ShellWords(command))}
	}
	if install, ok := installs[transferOfWorker(worker).Connector]; ok && p.installs() {
		command = []string{"bash", "-c", install + " && " + render.ShellWords(command)}
	}
	return command, nil
}

// installs are the commands by which engines get what a connector needs and images of vLLM lack.
var installs = map[string]string{
	"MooncakeConnector": "pip install mooncake-transfer-engine",
	"NixlConnector":     "PIP_DISABLE_PIP_VERSION_CHECK=1 pip install -U --no-cache-dir nixl",
}

// installs reports whether engines install at their start what connectors need.
func (p boosterPods) installs() bool {
	skip, err := strconv.ParseBool(p.variable("KTHENA_SKIP_ENGINE_DEPENDENCY_INSTALL", "false"))
	return (err != nil || !skip) && slices.ContainsFunc(p.backend.Workers, func(w servingv1alpha1.ModelWorker) bool {
		gpus := w.Resources.Limits["nvidia.com/gpu"]
		return gpus.Sign() > 0
	})
}

// vllmArguments are those of the config of a worker, in the order of their names.
func vllmArguments(worker *servingv1alpha1.ModelWorker) ([]string, error) {
	if worker.Config == nil || len(worker.Config.Raw) == 0 {
		return nil, nil
	}
	config := map[string]any{}
	if err := json.Unmarshal(worker.Config.Raw, &config); err != nil {
		return nil, fmt.Errorf("must be an object of arguments: %w", err)
	}
	var arguments []string
	for _, key := range slices.Sorted(maps.Keys(config)) {
		arguments = append(arguments, "--"+strings.ReplaceAll(key, "_", "-"))
		if value := fmt.Sprint(config[key]); value != "" {
			arguments = append(arguments, value)
		}
	}
	return arguments, nil
}

// transfer is how an engine passes its KV cache on.
type transfer struct {
	Connector string `json:"kv_connector"`
	Role      string `json:"kv_role"`
}

// transferConfig reads a value of `kv-transfer-config`.
func transferConfig(value any) transfer {
	var t transfer
	text, _ := value.(string)
	if json.Unmarshal([]byte(text), &t) != nil {
		return transfer{}
	}
	return t
}

func transferOfWorker(worker *servingv1alpha1.ModelWorker) transfer {
	config := map[string]any{}
	if worker.Config == nil || json.Unmarshal(worker.Config.Raw, &config) != nil {
		return transfer{}
	}
	return transferConfig(config["kv-transfer-config"])
}
