package kthena

import (
	"cmp"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	"github.com/inferops/terraform-provider-inference/internal/apis/kthena/role"
	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Types of workers.
const (
	workerServer  = "server"
	workerPrefill = "prefill"
	workerDecode  = "decode"
)

// Images of a release, which its chart sets. Source: volcano-sh/kthena charts/kthena/charts/workload/values.yaml@v1.0.0.
const (
	boosterDownloader = "ghcr.io/volcano-sh/downloader:" + asServing
	boosterRuntime    = "ghcr.io/volcano-sh/runtime:" + asServing
)

// vllmPort is where engines take requests whose arguments name no port.
const vllmPort = 8000

// port is where the engine of a worker takes requests. v1.0.0 asks at 8000 whatever the arguments say, which a rule refuses.
//
// Mirrors volcano-sh/kthena pkg/model-booster-controller/convert/model_serving.go@3cc05728.
func port(worker *servingv1alpha1.ModelWorker) int32 {
	config := map[string]any{}
	if worker.Config == nil || json.Unmarshal(worker.Config.Raw, &config) != nil {
		return vllmPort
	}
	number, err := strconv.ParseInt(fmt.Sprint(config["port"]), 10, 32)
	if err != nil {
		return vllmPort
	}
	return int32(number)
}

// RenderBooster renders the workloads of the ModelServing that Kthena makes of a ModelBooster. The ModelServer and the ModelRoute
// are of its router alone. The differences of the kind say how it differs from the controller on purpose.
//
// Mirrors volcano-sh/kthena pkg/model-booster-controller/convert/model_serving.go@v1.0.0.
var RenderBooster = render.Typed(func(b *render.Builder, object *servingv1alpha1.ModelBooster, options direct.Kthena) {
	spec, err := boosterServing(object, "")
	if err != nil {
		b.Fail(err)
		return
	}
	for i := range spec.Template.Roles {
		for _, template := range []*role.PodTemplateSpec{&spec.Template.Roles[i].EntryTemplate, spec.Template.Roles[i].WorkerTemplate} {
			if template != nil {
				pinImages(template.Spec, b.Images)
				if !b.Bare { // scripts that install something are no command lines that are completed
					engines.SpareStart(&template.Spec.Containers[0])
				}
			}
		}
	}
	s := directServing{
		Builder: b, spec: spec, options: options, name: object.Name + "-" + object.Spec.Backend.Name,
		asksForGangs: spec.SchedulerName == volcano, gangRemedy: `scheduler_name = "volcano"`, podRule: "MBO-15",
	}
	s.draw()
})

// pinImages fills in the images of Kthena itself.
func pinImages(pod *corev1.PodSpec, images *render.Images) {
	for i := range pod.InitContainers {
		pod.InitContainers[i].Image = images.Use("downloader", boosterDownloader)
	}
	for i := range pod.Containers {
		if pod.Containers[i].Name == runtimeName {
			pod.Containers[i].Image = images.Use("runtime", boosterRuntime)
		}
	}
}

// boosterPods makes the pods of a ModelBooster.
type boosterPods struct {
	name    string
	backend *servingv1alpha1.ModelBackend
	// revision is a label of all pods, none where it is empty.
	revision string
}

// boosterServing is the ModelServing of a ModelBooster. A copy without a scheduler that it names is no gang, since the controller writes
// an empty name, which is none.
//
// Mirrors volcano-sh/kthena pkg/model-booster-controller/convert/{model_serving.go,templates}@v1.0.0.
func boosterServing(booster *servingv1alpha1.ModelBooster, revision string) (servingv1alpha1.ModelServingSpec, *field.Error) {
	p := boosterPods{booster.Name, &booster.Spec.Backend, revision}
	spec := servingv1alpha1.ModelServingSpec{
		Replicas: &p.backend.Replicas, SchedulerName: cmp.Or(p.backend.SchedulerName, corev1.DefaultSchedulerName),
	}
	types, missing := []string{workerServer}, "MBO-10"
	if p.backend.Type == "vLLMDisaggregated" {
		types, missing = []string{workerPrefill, workerDecode}, "MBO-12"
	}
	for _, name := range types {
		i := slices.IndexFunc(p.backend.Workers, func(w servingv1alpha1.ModelWorker) bool { return cmp.Or(w.Type, workerServer) == name })
		if i < 0 {
			return spec, render.Breaks(missing, field.Required(field.NewPath("spec", "backend", "workers"), "add one of the type `"+name+"`, which every copy of the model consists of"))
		}
		made, err := p.role(name, &p.backend.Workers[i])
		if err != nil {
			return spec, render.Breaks("DR-16", field.Invalid(field.NewPath("spec", "backend", "workers").Index(i).Child("config"), string(p.backend.Workers[i].Config.Raw), err.Error()))
		}
		spec.Template.Roles = append(spec.Template.Roles, made)
	}
	return spec, nil
}

// role is that of a worker.
func (p boosterPods) role(name string, worker *servingv1alpha1.ModelWorker) (servingv1alpha1.Role, error) {
	command, err := p.command(worker)
	if err != nil {
		return servingv1alpha1.Role{}, err
	}
	r := servingv1alpha1.Role{Role: role.Role{Name: name, Replicas: &worker.Replicas}}
	if name == workerServer {
		r.Name, r.WorkerReplicas = "leader", max(worker.Pods-1, 0)
	}
	r.EntryTemplate = p.template(worker, p.engine(name, worker, command), p.runtime(name, worker))
	if r.WorkerReplicas > 0 {
		workers := p.template(worker, corev1.Container{
			Name: p.backend.Name + "-vllm-worker", Image: worker.Image, Env: p.backend.Env, Resources: worker.Resources, VolumeMounts: p.mounts(name),
			Command: []string{"bash", "-c", fmt.Sprintf("chmod u+x %s && %[1]s worker --ray_address=$(ENTRY_ADDRESS)", rayScript)},
		})
		r.WorkerTemplate = &workers
	} else if name == workerServer {
		r.EntryTemplate.Spec.TerminationGracePeriodSeconds = new(int64(300))
	}
	return r, nil
}

// template describes pods with those containers, to which the weights are downloaded.
func (p boosterPods) template(worker *servingv1alpha1.ModelWorker, containers ...corev1.Container) role.PodTemplateSpec {
	labels := map[string]string{servingLabel + "model-name": p.name, servingLabel + "backend-name": p.backend.Name}
	if p.revision != "" {
		labels[servingLabel+"revision"] = p.revision
	}
	pod := &corev1.PodSpec{
		RuntimeClassName: p.backend.RuntimeClassName, Tolerations: worker.Tolerations,
		InitContainers: []corev1.Container{p.downloader()}, Containers: containers, Volumes: []corev1.Volume{p.cache()},
	}
	if worker.Affinity != (corev1.Affinity{}) {
		pod.Affinity = worker.Affinity.DeepCopy()
	}
	if p.backend.Type == "vLLM" {
		pod.Volumes = append(pod.Volumes, corev1.Volume{
			Name: "dshm", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{Medium: corev1.StorageMediumMemory}},
		})
	}
	return role.PodTemplateSpec{Metadata: &role.Metadata{Labels: labels}, Spec: pod}
}

// servingLabel begins the labels that the controller of ModelBoosters gives to pods.
//
// Source: volcano-sh/kthena pkg/model-booster-controller/utils/template.go@v1.0.0.
const servingLabel = "workload.serving.volcano.sh/"

func (p boosterPods) volume() string { return p.backend.Name + "-weights" }

// cache is the volume of the weights.
func (p boosterPods) cache() corev1.Volume {
	volume := corev1.Volume{Name: p.volume()}
	switch scheme, _ := splitURI(p.backend.CacheURI); scheme {
	case "pvc":
		volume.PersistentVolumeClaim = &corev1.PersistentVolumeClaimVolumeSource{ClaimName: strings.TrimPrefix(cachePath(p.backend.CacheURI), "/")}
	case "hostpath":
		volume.HostPath = &corev1.HostPathVolumeSource{Path: cachePath(p.backend.CacheURI), Type: new(corev1.HostPathDirectoryOrCreate)}
	default:
		volume.EmptyDir = &corev1.EmptyDirVolumeSource{}
	}
	return volume
}

// mounts are those of an engine.
func (p boosterPods) mounts(worker string) []corev1.VolumeMount {
	mounts := []corev1.VolumeMount{{Name: p.volume(), MountPath: p.cacheMount()}}
	if worker == workerServer {
		mounts = append(mounts, corev1.VolumeMount{Name: "dshm", MountPath: "/dev/shm"})
	}
	return mounts
}

// cacheMount is where the weights are mounted. Without a cache the controller leaves the path out, which no pod may do.
func (p boosterPods) cacheMount() string { return cmp.Or(cachePath(p.backend.CacheURI), "/models") }

// weights is the folder of the weights.
func (p boosterPods) weights() string {
	sum := md5.Sum([]byte(p.backend.ModelURI))
	return p.cacheMount() + "/" + hex.EncodeToString(sum[:])
}

func splitURI(uri string) (scheme, rest string) {
	scheme, rest, _ = strings.Cut(uri, "://")
	return scheme, rest
}

// cachePath is the path of a cache in pods, "" without one.
func cachePath(uri string) string {
	if uri == "" {
		return ""
	}
	_, rest := splitURI(uri)
	return "/" + strings.Trim(rest, "/")
}

// downloader fetches the weights. Only variables that have a value are passed on to it.
func (p boosterPods) downloader() corev1.Container {
	var env []corev1.EnvVar
	for _, name := range []string{"ENDPOINT", "HF_ENDPOINT", "MS_TOKEN", "MS_REVISION"} {
		if value := p.variable(name, ""); value != "" {
			env = append(env, corev1.EnvVar{Name: name, Value: value})
		}
	}
	return corev1.Container{
		Name: p.name + "-model-downloader", Args: []string{"--source", p.backend.ModelURI, "--output-dir", p.weights()},
		Env: env, EnvFrom: p.backend.EnvFrom, VolumeMounts: []corev1.VolumeMount{{Name: p.volume(), MountPath: p.cacheMount()}},
	}
}

// variable is the value of a variable, or what counts without it.
func (p boosterPods) variable(name, fallback string) string {
	for _, variable := range p.backend.Env {
		if variable.Name == name {
			return variable.Value
		}
	}
	return fallback
}

// runtimeName is the container beside the engine, which reports its metrics in words of its own and loads adapters.
const runtimeName = "runtime"

func (p boosterPods) runtime(worker string, of *servingv1alpha1.ModelWorker) corev1.Container {
	listens, err := strconv.ParseInt(p.variable("RUNTIME_PORT", "8100"), 10, 32)
	if err != nil {
		listens = 8100
	}
	c := corev1.Container{
		Name: runtimeName, Env: p.env(worker), EnvFrom: p.backend.EnvFrom, Ports: []corev1.ContainerPort{{ContainerPort: int32(listens)}},
		Args: []string{
			"--port", strconv.FormatInt(listens, 10), "--engine", strings.ToLower(p.backend.Type),
			"--engine-base-url", p.variable("RUNTIME_URL", fmt.Sprintf("http://localhost:%d", port(of))), "--engine-metrics-path", p.variable("RUNTIME_METRICS_PATH", "/metrics"),
			"--pod", "$(POD_NAME).$(NAMESPACE)", "--model", p.name,
		},
	}
	if worker == workerServer {
		c.ReadinessProbe = health(int32(listens), 5, 10)
	}
	return c
}

// health asks a server whether it serves.
func health(port, delay, period int32) *corev1.Probe {
	return &corev1.Probe{
		ProbeHandler:        corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Path: "/health", Port: intstr.FromInt32(port)}},
		InitialDelaySeconds: delay, PeriodSeconds: period,
	}
}

// drained ends once the engine at a port has no requests left.
const drained = `while curl -s http://localhost:%d/metrics | awk '/^vllm:num_requests_(running|waiting)/ { sum += $2 } END { exit sum == 0 }'; do sleep 5; done`

// engine is the container of vLLM.
func (p boosterPods) engine(worker string, of *servingv1alpha1.ModelWorker, command []string) corev1.Container {
	c := corev1.Container{
		Name: "vllm", Image: of.Image, Command: command, Env: p.env(worker), Resources: of.Resources, VolumeMounts: p.mounts(worker),
		ReadinessProbe: health(port(of), 5, 5),
	}
	if worker == workerServer {
		c.Name, c.ReadinessProbe = "engine", health(port(of), 180, 5)
		c.Lifecycle = &corev1.Lifecycle{PreStop: &corev1.LifecycleHandler{Exec: &corev1.ExecAction{Command: []string{"/bin/sh", "-c", fmt.Sprintf(drained, port(of))}}}}
		return c
	}
	c.Ports, c.ImagePullPolicy = []corev1.ContainerPort{{ContainerPort: port(of)}}, corev1.PullIfNotPresent
	c.LivenessProbe = health(port(of), 180, 5)
	return c
}

// env are the variables of an engine and of the container beside it.
func (p boosterPods) env(worker string) []corev1.EnvVar {
	from := func(name, path string) corev1.EnvVar {
		return corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: path}}}
	}
	config := func(key string) corev1.EnvVar {
		return corev1.EnvVar{Name: key, ValueFrom: &corev1.EnvVarSource{ConfigMapKeyRef: &corev1.ConfigMapKeySelector{
			LocalObjectReference: corev1.LocalObjectReference{Name: "redis-config"}, Key: key, Optional: new(true),
		}}}
	}
	env := slices.Concat(p.backend.Env, []corev1.EnvVar{
		from("POD_NAME", "metadata.name"), from("NAMESPACE", "metadata.namespace"),
		{Name: "VLLM_USE_V1", Value: "1"},
		config("REDIS_HOST"), config("REDIS_PORT"),
		{Name: "REDIS_PASSWORD", ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{
			LocalObjectReference: corev1.LocalObjectReference{Name: "redis-secret"}, Key: "REDIS_PASSWORD", Optional: new(true),
		}}},
	})
	switch worker {
	case workerPrefill:
		env = append(env, corev1.EnvVar{Name: "HF_HUB_OFFLINE", Value: "1"}, from("HCCL_IF_IP", "status.podIP"))
	case workerDecode:
		env = append(env, corev1.EnvVar{Name: "HF_HUB_OFFLINE", Value: "1"})
		for _, name := range []string{"GLOO_SOCKET_IFNAME", "TP_SOCKET_IFNAME", "HCCL_SOCKET_IFNAME"} {
			env = append(env, corev1.EnvVar{Name: name, Value: "eth0"})
		}
	}
	return env
}

// revisionOf stands for the hash of a backend that all of its pods have.
func revisionOf(backend *servingv1alpha1.ModelBackend) string {
	text, err := json.Marshal(backend)
	if err != nil {
		return err.Error()
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:5])
}
