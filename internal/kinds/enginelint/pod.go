package enginelint

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/engines"
)

// noAccelerator finds an engine whose image needs an accelerator, in a container that asks for none.
func noAccelerator(e Engine) field.ErrorList {
	if e.Pod == nil {
		return nil
	}
	why := engines.Unaccelerated(e.Pod, e.Container)
	if why == "" {
		return nil
	}
	return field.ErrorList{field.Required(e.At.Child("resources", "limits"), "the "+why)}
}

// noSharedMemory finds an engine whose processes have 64 MiB to exchange what several accelerators compute: that is what
// container runtimes give a container, and NCCL ends for want of more.
func noSharedMemory(e Engine) field.ErrorList {
	if e.Pod == nil || !engines.LacksSharedMemory(e.Pod, e.Container) {
		return nil
	}
	return field.ErrorList{field.Required(e.At.Child("volumeMounts"),
		"its processes share 64 MiB, too little for several accelerators; mount an emptyDir of the medium Memory at /dev/shm")}
}

// noReadiness finds an engine that gets requests while it still loads the model.
func noReadiness(e Engine) field.ErrorList {
	if e.Pod == nil || !e.Leads || e.Container.ReadinessProbe != nil {
		return nil
	}
	line, known := e.commandLine()
	if !known {
		return nil
	}
	return field.ErrorList{field.Required(e.At.Child("readinessProbe"),
		"requests reach the engine before it has loaded the model; add a probe that asks for "+line.Ready)}
}

// devices are the paths from which it follows what devices the container can see, and how it is called.
func (e Engine) devices() []string {
	return append(e.image(), e.At.Child("name").String(), e.PodAt.Child("runtimeClassName").String(), e.At.Child("resources").String(), e.env().String())
}

// memory are the paths from which it follows whose memory the processes of the container share.
func (e Engine) memory() []string {
	paths := append(e.line(), e.PodAt.Child("hostIPC").String(), e.At.Child("resources").String(), e.At.Child("volumeMounts").String())
	if e.PodBy != "" {
		paths = append(paths, e.PodBy)
	}
	return paths
}

// readiness are the paths from which it follows when requests reach the container.
func (e Engine) readiness() []string {
	return append(e.line(), e.At.Child("readinessProbe").String())
}
