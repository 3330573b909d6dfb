package fit

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/spelling"
)

//go:embed accelerators.yaml
var text []byte

// Accelerator is what is known of a kind of accelerators.
type Accelerator struct {
	// Name is how its driver names it, of which the label of a node is made; Short is how people do.
	Name  string   `json:"name"`
	Short []string `json:"short"`
	// MemoryMiB is what its driver says that it has.
	MemoryMiB  int64  `json:"memory_mib"`
	Generation string `json:"generation"`
	// ComputeCapability is NVIDIA's number for what it can.
	ComputeCapability string `json:"compute_capability"`
	// DTypes are those that it computes in.
	DTypes []string `json:"dtypes"`
	Source string   `json:"source"`
}

var accelerators = sync.OnceValue(func() []Accelerator {
	var file struct {
		Generations  map[string][]string
		Accelerators []Accelerator
	}
	if err := yaml.UnmarshalStrict(text, &file); err != nil {
		panic(fmt.Sprintf("accelerators.yaml: %v", err)) // the unit tests read it
	}
	for i := range file.Accelerators {
		file.Accelerators[i].DTypes = file.Generations[file.Accelerators[i].Generation]
	}
	return file.Accelerators
})

// Accelerators returns the table.
func Accelerators() []Accelerator { return accelerators() }

// Label is the value of `nvidia.com/gpu.product` and `amd.com/gpu.product-name` on nodes that have it.
func (a Accelerator) Label() string {
	if strings.HasPrefix(a.Name, "AMD ") {
		return strings.ReplaceAll(a.Name, " ", "_")
	}
	return strings.ReplaceAll(a.Name, " ", "-")
}

// Find returns the accelerator of a name: that of the driver, the label of a node, also of one that shares it, or short.
func Find(name string) (Accelerator, bool) {
	wanted := plain(name)
	for _, a := range accelerators() {
		for _, each := range append([]string{a.Name}, a.Short...) {
			if plain(each) == wanted {
				return a, true
			}
		}
	}
	return Accelerator{}, false
}

// plain is a name without what differs from label to label.
func plain(name string) string {
	name = strings.ToLower(name)
	name = strings.TrimSuffix(name, "-shared") // what the device plugin adds to a shared one
	name = strings.NewReplacer(" ", "", "-", "", "_", "").Replace(name)
	return strings.TrimPrefix(strings.TrimPrefix(name, "nvidia"), "amd")
}

func unknownAccelerator(name string) string {
	var names, near []string
	for _, a := range accelerators() {
		names = append(names, a.Short...)
	}
	near = spelling.Nearest(name, names, 2)
	if len(near) > 0 {
		return fmt.Sprintf("%s is not in the table; did you mean %s? Set memory_gib for one that is not there", name, strings.Join(near, " or "))
	}
	return fmt.Sprintf("%s is not in the table, which has %s. Set memory_gib for another", name, strings.Join(names, ", "))
}
