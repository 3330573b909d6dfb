package wait

import (
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// inquiry is what was asked about pods and what they refer to.
type inquiry struct {
	trials map[string]tree.Trial
	// found are the answers about objects, nil for one that does not exist, and foundAt is when they were given.
	found   map[capacity.Reference]*unstructured.Unstructured
	foundAt map[capacity.Reference]time.Time
	// lacks has the schedulers that were looked for, and whether the cluster lacks them.
	lacks map[string]bool
}

func newInquiry() inquiry {
	return inquiry{
		trials: map[string]tree.Trial{}, found: map[capacity.Reference]*unstructured.Unstructured{}, foundAt: map[capacity.Reference]time.Time{}, lacks: map[string]bool{},
	}
}

// answered adds to a view what was answered.
func (i inquiry) answered(v *tree.View) {
	for _, key := range slices.Sorted(maps.Keys(i.trials)) {
		v.Trials = append(v.Trials, i.trials[key])
	}
	v.Found = map[capacity.Reference]*unstructured.Unstructured{}
	for ref, live := range i.found {
		if live != nil {
			v.Found[ref] = live
		}
	}
	for name, lacks := range i.lacks {
		if lacks {
			v.NoSchedulers = append(v.NoSchedulers, name)
		}
	}
}
