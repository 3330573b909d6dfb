package controlplane

import (
	apimachineryversion "k8s.io/apimachinery/pkg/version"
	"k8s.io/component-base/compatibility"
)

// KubernetesVersion is the release of k8s.io/kubernetes that go.mod requires; the linker sets that of go-old.mod.
var KubernetesVersion = "v1.36.3"

// released makes /version name the release. Kubernetes learns its version from linker flags; without them it answers
// with a placeholder that clients cannot parse, and a plain `go build` or `go test` passes none.
type released struct {
	compatibility.ComponentGlobalsRegistry
}

func (r released) EffectiveVersionFor(component string) compatibility.EffectiveVersion {
	v := r.ComponentGlobalsRegistry.EffectiveVersionFor(component)
	if v == nil {
		return nil
	}
	return releasedVersion{v}
}

type releasedVersion struct{ compatibility.EffectiveVersion }

func (v releasedVersion) Info() *apimachineryversion.Info {
	info := v.EffectiveVersion.Info()
	if info != nil {
		info.GitVersion = KubernetesVersion
		info.GitCommit, info.GitTreeState = "", ""
	}
	return info
}
