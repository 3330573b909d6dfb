package llmaz

import (
	"fmt"
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation"
)

// Labels and annotations of llmaz.
// Source: InftyAI/llmaz api/core/v1alpha1/model_types.go, api/inference/v1alpha1/*.go @v0.1.4.
const (
	labelModelName             = "llmaz.io/model-name"
	labelModelFamilyName       = "llmaz.io/model-family-name"
	annotationInferenceFlavors = "llmaz.io/inference-service-flavors"
	annotationSkipModelLoader  = "llmaz.io/skip-model-loader"
)

// Names inside a serving pod.
// Source: InftyAI/llmaz pkg/controller_helper/modelsource/modelsource.go@v0.1.4.
const (
	runnerContainerName    = "model-runner"
	loaderContainerName    = "model-loader"
	modelVolumeName        = "model-volume"
	hostModelVolumeName    = "host-model-volume"
	sharedMemoryVolumeName = "dshm"

	modelsMountPath       = "/workspace/models/"
	sharedMemoryMountPath = "/dev/shm"
)

// The port of the serving container and of the core Service in front of it.
const (
	servingPortName = "http"
	servingPort     = 8080
)

// Secrets of the workload's namespace that credentials are read from, where they exist.
// Source: InftyAI/llmaz pkg/controller_helper/modelsource/{modelhub,uri}.go@v0.1.4.
const (
	modelHubSecretName = "modelhub-secret"
	ossSecretName      = "oss-access-secret"
	awsSecretName      = "aws-access-secret"
)

// Recommended configurations that llmaz chooses by itself.
const (
	configDefault             = "default"
	configSpeculativeDecoding = "speculative-decoding"
	configModelParallelism    = "model-parallelism"
)

// defaultBackendName is the runtime of a playground that names none.
const defaultBackendName = "vllm"

// imageLoader is the role of the image that loads weights; a built-in runtime's is the name of the runtime.
const imageLoader = "model-loader"

// defaultLoaderImage loads weights when the options of direct mode name no image.
// Source: InftyAI/llmaz pkg/defaults.go@v0.1.4.
const defaultLoaderImage = "inftyai/model-loader:v0.0.10"

// frontServiceName is the name of the core Service in front of a workload.
func frontServiceName(workload string) string {
	return workload + "-lb"
}

// modelsClaimName is the name of the PersistentVolumeClaim that caches the weights of a workload.
func modelsClaimName(workload string) string {
	return workload + "-models"
}

// loaderName is the name of the init container that loads the model of that index.
func loaderName(model int) string {
	if model == 0 {
		return loaderContainerName
	}
	return fmt.Sprintf("%s-%d", loaderContainerName, model)
}

// frontEndpoint is the base URL of a workload inside the cluster.
func frontEndpoint(workload, namespace string) string {
	return fmt.Sprintf("http://%s.%s.svc:%d", frontServiceName(workload), namespace, servingPort)
}

// Lengths a name may have, because of the objects that are named after it.
const (
	// maxFrontedName leaves room for "-lb" in the name of the core Service.
	maxFrontedName = validation.DNS1035LabelMaxLength - len("-lb")
	// maxStatefulSetName leaves room in the label controller-revision-hash, the name
	// of the StatefulSet with a dash and a hash of up to ten characters, on its pods.
	//
	// Mirrors kubernetes/kubernetes pkg/controller/history/controller_history.go@v1.36.3.
	maxStatefulSetName = validation.LabelValueMaxLength - len("-") - 10
)

// statefulSetLength leaves the names that are too long in any case to N-2.
func statefulSetLength(name string) string {
	if len(name) <= maxStatefulSetName || len(name) > maxFrontedName {
		return ""
	}
	return fmt.Sprintf("has %d characters; at most %d are allowed, because a StatefulSet is named after it and its pods carry that "+
		"name with a hash in a label: no pod could be created", len(name), maxStatefulSetName)
}

// groupNameLength says what is wrong with the name of a set whose groups span several
// hosts and are numbered up to last; nothing when it fits.
func groupNameLength(name string, last int) string {
	longest := maxStatefulSetName - len("-") - len(strconv.Itoa(last))
	if len(name) <= longest {
		return ""
	}
	return fmt.Sprintf("has %d characters; at most %d are allowed for groups of several hosts, because the StatefulSet of the last group is named "+
		"`<name>-%d` and its pods carry that name with a hash in a label", len(name), longest, last)
}
