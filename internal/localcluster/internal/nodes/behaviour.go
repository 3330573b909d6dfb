package nodes

import (
	"regexp"
)

// behaviour is what a container does, by the name of its image: any registry and path, then localcluster/NAME, then
// any tag or digest. The image is the one field that every API on top of pods lets its user set. It works for init
// containers too, which then hold the pod back.
//
//	localcluster/crash    ends with exit code 1 again and again: CrashLoopBackOff, or a failed pod where pods do not restart
//	localcluster/oom      the same, killed for its memory (OOMKilled, exit code 137)
//	localcluster/no-pull  ImagePullBackOff for ever
//	localcluster/pending  ContainerCreating for ever
//	localcluster/slow     ready after five seconds (not for init containers)
//
// Every other image is ready at once.
type behaviour string

const (
	crash   behaviour = "crash"
	oom     behaviour = "oom"
	noPull  behaviour = "no-pull"
	pending behaviour = "pending"
	slow    behaviour = "slow"
	good    behaviour = ""
)

var namedBehaviour = regexp.MustCompile(`/localcluster/(crash|oom|no-pull|pending|slow)([:@].*)?$`)

func behaviourOf(image string) behaviour {
	if m := namedBehaviour.FindStringSubmatch(image); m != nil {
		return behaviour(m[1])
	}
	return good
}
