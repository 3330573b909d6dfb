package kindstest

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// definitions is the read of the objects that a configuration refers to.
const definitions = "definitions"

// keepReads returns c with nothing but the values at the reads and what leads to them.
func keepReads(c kinds.Candidate, reads []string) kinds.Candidate {
	c.Object = &unstructured.Unstructured{Object: keepBelow(c.Object.Object, "", reads).(map[string]any)}
	if !slices.Contains(reads, definitions) {
		c.Definitions = nil
	}
	return c
}

func keepBelow(value any, at string, reads []string) any {
	if slices.Contains(reads, at) {
		return value
	}
	leads := func(path string) bool {
		return slices.ContainsFunc(reads, func(read string) bool {
			return read == path || strings.HasPrefix(read, path+".") || strings.HasPrefix(read, path+"[")
		})
	}
	switch value := value.(type) {
	case map[string]any:
		kept := map[string]any{}
		for key, below := range value {
			if path := strings.TrimPrefix(at+"."+key, "."); leads(path) {
				kept[key] = keepBelow(below, path, reads)
			}
		}
		return kept
	case []any:
		kept := []any{}
		for _, item := range value {
			kept = append(kept, keepBelow(item, at+"[]", reads))
		}
		return kept
	}
	return value
}

// dropRead returns c without the value at the read.
func dropRead(c kinds.Candidate, read string) kinds.Candidate {
	if read == definitions {
		c.Definitions = nil
		return c
	}
	c.Object = c.Object.DeepCopy()
	dropBelow(c.Object.Object, strings.Split(read, "."))
	return c
}

func dropBelow(object map[string]any, path []string) {
	name, isList := strings.CutSuffix(path[0], "[]")
	switch below := object[name].(type) {
	case nil:
	case []any:
		if len(path) == 1 || !isList {
			delete(object, name)
			return
		}
		for _, item := range below {
			dropBelow(item.(map[string]any), path[1:])
		}
	case map[string]any:
		if len(path) > 1 {
			dropBelow(below, path[1:])
			return
		}
		delete(object, name)
	default:
		delete(object, name)
	}
}
