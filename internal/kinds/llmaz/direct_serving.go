package llmaz

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// directServing is what playgrounds and services have in common: the claimed models, how
// their weights reach the pods, and the accelerators of the pods.
type directServing struct {
	*render.Builder
	weights    direct.LlmazWeights
	skipLoader bool
	claim      claim
	// models has the main model first.
	models []directModel
	// flavors are those of the main model that are claimed, in order of preference.
	flavors []corev1alpha1.Flavor
}

// serve looks up what is claimed; missing is the error where that is nothing.
func serve(b *render.Builder, claim claim, missing *field.Error, options direct.LlmazWeights) directServing {
	s := directServing{Builder: b, weights: options, claim: claim, skipLoader: claim.skipsLoader}
	if len(claim.models) == 0 {
		s.Fail(missing)
	}
	for _, ref := range claim.mainFirst() {
		m, err := claimModel(s.References, ref)
		s.Fail(err)
		s.models = append(s.models, m)
	}
	if !s.Failed() {
		s.flavors = s.selectFlavors()
	}
	return s
}

// inject adds to a pod what serving the claimed models takes: the containers that load
// the weights, their volume, the credentials where no loader runs, the accelerators of the first
// flavor, and the nodes that offer the flavors. A pod without the serving container gets
// neither mounts nor accelerators. It reports whether the flavors decide about the nodes.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/service_controller.go,
// pkg/controller_helper/modelsource/modelsource.go@v0.1.4.
func (s directServing) inject(pod *corev1.PodSpec) (placed bool) {
	volumes, mounts := s.modelVolumes()
	pod.Volumes = append(pod.Volumes, volumes...)
	runner := runnerOf(pod)
	var env []corev1.EnvVar
	if runner != nil {
		env = runner.Env
		runner.VolumeMounts = append(runner.VolumeMounts, mounts...)
		runner.Env = s.runnerEnv(env)
		if len(s.flavors) > 0 {
			runner.Resources = render.DedicateResources(runner.Resources, s.flavors[0].Limits)
		}
	}
	pod.InitContainers = append(pod.InitContainers, s.loaders(env)...)
	return s.placeOnFlavors(pod)
}

// runnerOf returns the serving container of a pod, nil when it has none.
func runnerOf(pod *corev1.PodSpec) *corev1.Container {
	if i := slices.IndexFunc(pod.Containers, isRunner); i >= 0 {
		return &pod.Containers[i]
	}
	return nil
}

func isRunner(c corev1.Container) bool { return c.Name == runnerContainerName }

// leaderLabels mark the pods that answer requests.
func (s directServing) leaderLabels() map[string]string {
	return map[string]string{labelModelName: s.models[0].name, labelModelFamilyName: s.models[0].spec.FamilyName}
}

// leaderAnnotations tell schedulers which flavors are claimed.
func (s directServing) leaderAnnotations() map[string]string {
	if len(s.claim.flavors) == 0 {
		return nil
	}
	return map[string]string{annotationInferenceFlavors: strings.Join(s.claim.flavors, ",")}
}

// mountsModels reports whether the pod has a volume that weights are loaded into.
func (s directServing) mountsModels() bool {
	return !s.skipLoader && slices.ContainsFunc(s.models, func(m directModel) bool { return m.source.kind != sourceHost })
}

// draw adds the workload, whose serving pods the selector finds, with the claim for the cache
// before it and the core Service in front of it.
func (s directServing) draw(workload *unstructured.Unstructured, selector map[string]string) {
	s.Endpoint = frontEndpoint(s.Owner.Name, s.Owner.Namespace)
	if cache := s.cache(); cache.Size != nil {
		s.Add(cache.Claim(s.Owner))
	}
	s.Add(workload, render.Service(s.Owner, frontServiceName(s.Owner.Name), selector, servingPortName, servingPort))
}

// cache is the claim that is made for the weights; it has no size where none is.
func (s directServing) cache() weights.Cache {
	option := ptr.Deref(s.weights.Cache, direct.Cache{})
	return weights.Cache{
		Name: modelsClaimName(s.Owner.Name), Size: option.Size, StorageClassName: option.StorageClassName, AccessMode: option.AccessMode,
	}
}

// flavorWeights are the preferences for nodes of the first, second, ... flavor: the
// weights 34, 21, 13, 8, 5, 3, 2, 1 of llmaz's scheduler plugin as percentages of their sum.
// Source: InftyAI/scheduler-plugins pkg/plugins/resource_fungibility/resource_fungibility.go@685a4d9.
var flavorWeights = []int32{39, 24, 15, 9, 6, 3, 2, 1}

// placeOnFlavors keeps a pod on nodes that offer a claimed flavor. A flavor without a
// node selector is offered by every node, so that nothing is left to choose. It reports false
// when the pod itself says otherwise, which then holds.
func (s directServing) placeOnFlavors(pod *corev1.PodSpec) bool {
	selectors := s.flavorSelectors()
	switch {
	case len(selectors) == 0:
		return true
	case len(selectors) > 1:
		if pod.Affinity != nil && pod.Affinity.NodeAffinity != nil {
			return false
		}
		if pod.Affinity == nil {
			pod.Affinity = &corev1.Affinity{}
		}
		pod.Affinity.NodeAffinity = render.PreferNodes(selectors, flavorWeights).NodeAffinity
		return true
	}
	for key, value := range pod.NodeSelector {
		if offered, ok := selectors[0][key]; ok && offered != value {
			return false
		}
	}
	pod.NodeSelector = render.Overlay(selectors[0], pod.NodeSelector)
	return true
}

// flavorSelectors are the labels of the nodes that offer each flavor; none when any node will do.
func (s directServing) flavorSelectors() []map[string]string {
	if !ptr.Deref(s.weights.FlavorAffinity, true) {
		return nil
	}
	var selectors []map[string]string
	for _, flavor := range s.flavors {
		if len(flavor.NodeSelector) == 0 {
			return nil
		}
		selectors = append(selectors, flavor.NodeSelector)
	}
	return selectors[:min(len(selectors), len(flavorWeights))]
}

// check returns what keeps the claimed models from reaching any pod.
func (s directServing) check() {
	s.checkSources()
	if s.weights.Cache != nil {
		s.checkCache(*s.weights.Cache, field.NewPath("direct", "cache"))
	}
}

func (s directServing) checkSources() {
	hosts := 0
	for _, m := range s.models {
		switch m.source.kind {
		case sourceS3, sourceGCS:
			if !s.skipLoader {
				s.Fail(render.Breaks("OM-C5", field.Invalid(m.at, m.name, fmt.Sprintf(
					"the model loader cannot read %s: set the annotation %s = \"true\" and use a runtime that loads the weights itself",
					m.source.uri, annotationSkipModelLoader))))
			}
		case sourceHost:
			hosts++
			if s.skipLoader {
				s.Fail(render.Breaks("DR-10", field.Invalid(m.at, m.name, fmt.Sprintf(
					"with the annotation %s nothing mounts %s: remove the annotation, a host:// model needs no loader",
					annotationSkipModelLoader, m.source.uri))))
			}
		}
	}
	if hosts > 1 {
		s.Fail(render.Breaks("DUP-6", field.Forbidden(claimedModelsPath,
			"only one of the claimed models can come from a directory of the host: load the others from a model hub or an object store")))
	}
}

func (s directServing) checkCache(cache direct.Cache, at *field.Path) {
	const choice = "exactly one of claim_name (an existing PersistentVolumeClaim) and size (of one to create) is needed"
	switch {
	case cache.ClaimName == "" && cache.Size == nil:
		s.Fail(render.Breaks("DR-11", field.Required(at, choice+": set one of them")))
	case cache.ClaimName != "" && cache.Size != nil:
		s.Fail(render.Breaks("DR-11", field.Forbidden(at, choice+": remove one of them")))
	}
	s.Fail(s.cache().Check(at.Child("size"), "100Gi"))
	if !s.mountsModels() {
		s.Fail(render.Breaks("DR-12", field.Forbidden(at,
			"no weights are loaded that it could keep, because they are on the host already or no loader runs: remove cache")))
	}
}

// checkTopology refuses the placement of subgroups where a group has none.
//
// Mirrors kubernetes-sigs/lws pkg/webhooks/leaderworkerset_webhook.go@v0.9.0.
func (s directServing) checkTopology(subGroups bool) {
	const key = lwsv1.SubGroupExclusiveKeyAnnotationKey
	if topology, set := s.Owner.Annotations[key]; set && !subGroups {
		s.Fail(render.Breaks("LWS-10", field.Invalid(field.NewPath("metadata", "annotations").Key(key), topology,
			"the groups of the LeaderWorkerSet have no subgroups to place: remove it, or give an inference_service a sub_group_policy")))
	}
}

// checkName refuses a name for a fault, "" for none.
func (s directServing) checkName(fault, id string) {
	if fault != "" {
		s.Fail(render.Breaks(id, field.Invalid(field.NewPath("metadata", "name"), s.Owner.Name, fault+"; shorten it")))
	}
}

// warn tells what is rendered but will not do what its author may expect. env are
// the variables of the serving containers, pods the most pods there may be.
func (s directServing) warn(env []corev1.EnvVar, pods int64) {
	s.Warn(render.RuleLabels, render.ReplacedLabelWarnings(s.Owner)...)
	for _, m := range s.models {
		switch {
		case m.source.kind == sourceHost:
			s.Warnf(
				"DR-13", "OpenModel %s is read from %s of whichever node a pod runs on: every node that can be chosen needs the same files there, and a namespace that enforces the baseline or restricted pod security standard does not admit the pods",
				m.name, m.source.address)
		case m.source.needsLoader() && !s.skipLoader:
			if given := sharedNames(env, m.source.credentials()); len(given) > 0 {
				s.Warnf(
					"DUP-2", "%s in the variables of the serving container stays there: the loader of OpenModel %s reads its credentials from the secret %s",
					strings.Join(given, ", "), m.name, m.source.credentials()[0].ValueFrom.SecretKeyRef.Name)
			}
		}
	}
	for _, flavor := range s.flavors {
		if first := s.flavors[0]; !apiequality.Semantic.DeepEqual(flavor.Limits, first.Limits) {
			s.Warnf("PG-C5", "The flavors %s and %s of OpenModel %s have different limits, and the pods ask for those of %s on every node",
				first.Name, flavor.Name, s.models[0].name, first.Name)
			break
		}
	}
	if cache := s.cache(); cache.Size != nil {
		if crowded := cache.Crowded(pods, "direct.cache", "access_mode to ReadWriteMany"); crowded != "" {
			s.Warn(render.RuleCachePods, crowded)
		}
	}
}

// sharedNames returns the names of the variables that the other list has too, each once.
func sharedNames(env, other []corev1.EnvVar) []string {
	var names []string
	for _, v := range env {
		if len(render.WithoutEnv([]corev1.EnvVar{v}, other)) == 0 && !slices.Contains(names, v.Name) {
			names = append(names, v.Name)
		}
	}
	return names
}

// Values of the option workload.
const (
	workloadDeployment = "Deployment"
	workloadGroups     = "LeaderWorkerSet"
)

// inGroups reports whether the pods run in a LeaderWorkerSet. Without the option they do where
// something asks for it that a Deployment does not have.
func (p directPlayground) inGroups() bool {
	return p.options.Workload == workloadGroups || p.options.Workload == "" && p.groupsFor() != ""
}

// groupsFor says what of the playground takes a LeaderWorkerSet, "" when nothing does.
func (p directPlayground) groupsFor() string {
	if p.groupSize() > 1 {
		return fmt.Sprintf("flavor %s of OpenModel %s spreads the model over %d hosts (params.PP)", p.flavors[0].Name, p.models[0].name, p.groupSize())
	}
	pod := p.pod()
	runner := runnerOf(&pod)
	runner.Command, runner.Args = p.runtime.spec.Command, slices.Concat(p.runtime.config.Args, p.runtimeConfig().Args)
	return p.groupsForPods(pod)
}

// inGroups reports whether the pods run in a LeaderWorkerSet. Without the option they do where
// something asks for it that a Deployment does not have.
func (s directService) inGroups() bool {
	return s.workload == workloadGroups || s.workload == "" && s.groupsFor() != ""
}

// groupsFor says what of the service takes a LeaderWorkerSet, "" when nothing does.
func (s directService) groupsFor() string {
	template := s.object.Spec.WorkloadTemplate
	switch {
	case groupSize(s.object) > 1:
		return fmt.Sprintf("spec.workload_template.size is %d", groupSize(s.object))
	case template.SubGroupPolicy != nil:
		return "spec.workload_template has a sub_group_policy"
	case template.NetworkConfig != nil:
		return "spec.workload_template has a network_config"
	case s.restartPolicy() != lwsv1.NoneRestartPolicy:
		return fmt.Sprintf("spec.workload_template.restart_policy is %q", string(s.restartPolicy()))
	}
	return s.groupsForPods(leaderOf(s.object).pod)
}

// groupsForPods says what of the annotations or of a pod on one host takes a LeaderWorkerSet.
func (s directServing) groupsForPods(pod corev1.PodSpec) string {
	for _, key := range []string{lwsv1.ExclusiveKeyAnnotationKey, lwsv1.SubGroupExclusiveKeyAnnotationKey} {
		if _, set := s.Owner.Annotations[key]; set {
			return fmt.Sprintf("metadata.annotations has %q", key)
		}
	}
	if variable := render.GroupVariable(pod); variable != "" {
		return "a container refers to " + variable
	}
	return ""
}

// checkWorkload refuses a Deployment of what takes a LeaderWorkerSet, for a reason that is not empty.
func (s directServing) checkWorkload(option, reason string) {
	if option == workloadDeployment && reason != "" {
		s.Fail(render.Breaks("DR-15", field.Invalid(field.NewPath("direct", "workload"), option, reason+", which takes a LeaderWorkerSet: remove workload, or that")))
	}
}
