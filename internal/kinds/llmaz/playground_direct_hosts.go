package llmaz

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"
	lwsv1ac "sigs.k8s.io/lws/client-go/applyconfiguration/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// countHosts returns over how many hosts the chosen flavor spreads the model, 0 when it does
// not or the runtime has no commands for it.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/helper.go@v0.1.0.
func (p directPlayground) countHosts() (int32, *field.Error) {
	size, ok := p.pipelineSize()
	if !ok || p.runtime.spec.MultiHostCommands == nil {
		return 0, nil
	}
	hosts, err := strconv.ParseInt(size, 10, 32)
	if err != nil || hosts < 1 {
		return 0, field.Invalid(p.models[0].defined, p.models[0].name,
			"params.PP of flavor "+p.flavors[0].Name+" is "+strconv.Quote(size)+": write the number of hosts, 1 or more")
	}
	return int32(hosts), nil
}

// pipelineSize returns what the chosen flavor says about the number of hosts.
func (p directPlayground) pipelineSize() (string, bool) {
	if len(p.flavors) == 0 {
		return "", false
	}
	size, ok := p.flavors[0].Params[tokenPipelineParallel]
	return size, ok
}

// plainWord matches an argument that means the same to a shell.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// appendToScript returns a command whose last element, a script, ends with the arguments,
// quoted where the shell would read them otherwise.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/playground_controller.go@v0.1.0.
func appendToScript(command, args []string) []string {
	command = slices.Clone(command)
	script := &command[len(command)-1]
	*script = strings.TrimSuffix(*script, "\n")
	for _, arg := range args {
		if !plainWord.MatchString(arg) {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		*script += " " + arg
	}
	return command
}

// multiHostSet returns a LeaderWorkerSet whose groups have a pod on every host. A group
// starts anew when one of its pods restarts: the others cannot go on without it.
func (p directPlayground) multiHostSet(leader *corev1ac.PodTemplateSpecApplyConfiguration) (*unstructured.Unstructured, error) {
	worker, err := render.PodTemplate(nil, nil, p.workerPod())
	if err != nil {
		return nil, err
	}
	startup := lwsv1.LeaderCreatedStartupPolicy
	if p.options.StartupPolicy != "" {
		startup = lwsv1.StartupPolicyType(p.options.StartupPolicy)
	}
	return render.LeaderWorkerSet(p.owner, lwsv1ac.LeaderWorkerSetSpec().
		WithReplicas(p.replicas()).
		WithStartupPolicy(startup).
		WithRolloutStrategy(lwsv1ac.RolloutStrategy().WithType(lwsv1.RollingUpdateStrategyType)).
		WithLeaderWorkerTemplate(lwsv1ac.LeaderWorkerTemplate().
			WithSize(p.groupSize()).
			WithRestartPolicy(lwsv1.RecreateGroupOnPodRestart).
			WithLeaderTemplate(leader).
			WithWorkerTemplate(worker)))
}
