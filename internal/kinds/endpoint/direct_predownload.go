package endpoint

import (
	"cmp"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/endpoint/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// predownloader is the container of the Job that downloads from the hub.
const predownloader = "predownload"

// defaultRetries is how often a download is tried again. What was downloaded until then stays.
const defaultRetries int32 = 4

// hubScript downloads repositories, a line `<repository>@<revision>` each, to where the engine looks for them. What the publishers
// of some models have beside the weights, in another format, is left out, as engines leave it out.
//
// Source: huggingface/huggingface_hub src/huggingface_hub/_snapshot_download.py and vllm-project/vllm vllm/config/load.py
// (ignore_patterns), each on its main branch.
const hubScript = `import os
from huggingface_hub import snapshot_download
for line in os.environ["REPOSITORIES"].split():
    repository, _, revision = line.partition("@")
    print("downloading", repository, flush=True)
    print("it is at", snapshot_download(repository, revision=revision or None, ignore_patterns=["original/*", "metal/*"]), flush=True)
`

// activate makes python3 that of TGI, whose image has it in an environment of its own, or had it on the path in earlier releases.
const activate = "[ ! -f /usr/src/.venv/bin/activate ] || . /usr/src/.venv/bin/activate; "

// predownloads reports whether a Job downloads the weights before pods start.
func (e directEndpoint) predownloads() bool {
	return e.Spec.Cache != nil && e.Spec.Cache.Predownload != nil
}

// predownload is the Job that downloads the weights, nil where the pods do.
func (e directEndpoint) predownload() *unstructured.Unstructured {
	if !e.predownloads() {
		return nil
	}
	options := *e.Spec.Cache.Predownload
	cache, _ := e.cache()
	container := e.downloading(options)
	container.Resources = ptr.Deref(options.Resources, corev1.ResourceRequirements{})
	pod := corev1.PodSpec{
		RestartPolicy: corev1.RestartPolicyNever, // so that the logs of failed tries stay
		NodeSelector:  e.Spec.NodeSelector, Tolerations: e.Spec.Tolerations, ImagePullSecrets: e.Spec.ImagePullSecrets,
		PriorityClassName: e.Spec.PriorityClassName, EnableServiceLinks: new(false),
		Volumes: []corev1.Volume{weights.OnClaim(volumeCache, cache.Name)}, Containers: []corev1.Container{container},
	}
	if !cache.Shared() {
		pod.Affinity = e.besideServing()
	}
	template := render.PodTemplate(map[string]string{render.LabelManagedBy: render.ManagedBy}, nil, pod)
	return render.Job(e.Owner, e.Owner.Name+"-download", ptr.Deref(options.Retries, defaultRetries), template)
}

// besideServing draws the download of a changed model to the node of the pods that serve the former one: no other node can mount
// the volume.
func (e directEndpoint) besideServing() *corev1.Affinity {
	return &corev1.Affinity{PodAffinity: &corev1.PodAffinity{PreferredDuringSchedulingIgnoredDuringExecution: []corev1.WeightedPodAffinityTerm{{
		Weight: 100, PodAffinityTerm: corev1.PodAffinityTerm{
			LabelSelector: &metav1.LabelSelector{MatchLabels: e.servingPods()}, TopologyKey: corev1.LabelHostname,
		},
	}}}}
}

// downloading is the container of the Job.
func (e directEndpoint) downloading(options v1alpha1.Predownload) corev1.Container {
	volume := corev1.VolumeMount{Name: volumeCache, MountPath: mountCache}
	if address, _ := e.source(); address != "" {
		container := e.fetcher(volume)
		container.Image = cmp.Or(options.Image, container.Image)
		return container
	}
	command := []string{"python3", "-c", hubScript}
	if e.engine() == tgi {
		command = []string{"sh", "-c", activate + `exec python3 -c "$0"`, hubScript}
	}
	container := corev1.Container{
		Name: predownloader, Image: options.Image, Command: command, Env: e.hubEnv(),
		VolumeMounts: []corev1.VolumeMount{volume}, TerminationMessagePolicy: corev1.TerminationMessageFallbackToLogsOnError,
	}
	if container.Image == "" {
		container.Image = e.image()
	}
	return container
}

// hubEnv tells the script what to download. The user's variables may say how the hub is reached.
func (e directEndpoint) hubEnv() []corev1.EnvVar {
	var repositories []string
	if m := e.Spec.Model; m.Repository != "" {
		repositories = append(repositories, strings.TrimSuffix(m.Repository+"@"+m.Revision, "@"))
	}
	for _, a := range e.Spec.Adapters {
		if a.Repository != "" {
			repositories = append(repositories, a.Repository)
		}
	}
	return append(e.env(), corev1.EnvVar{Name: "REPOSITORIES", Value: strings.Join(repositories, "\n")})
}
