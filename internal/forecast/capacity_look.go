package forecast

import (
	"context"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// owns reports whether a pod is the owner's, by its name, which begins with that of what
// made it. In doubt it is: the check would rather overlook something than raise a false alarm.
func owns(o model.PodOwner, pod *corev1.Pod) bool {
	if pod.Namespace != o.Namespace {
		return false
	}
	for _, name := range o.Names {
		if strings.HasPrefix(pod.Name, name+"-") {
			return true
		}
	}
	return false
}

func newSurroundings() model.ClusterCache {
	return model.ClusterCache{Lists: map[string]model.Answer{}, Objects: map[string]model.Answer{}, Claims: map[string]model.Claim{}, Told: map[string]bool{}}
}

// listOf lists the objects of a kind, of all namespaces for "", once in the life of the provider.
func listOf[T any](ctx context.Context, s *model.ClusterCache, client *cluster.Client, kind, namespace, fields string) ([]T, error) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	key := kind + " " + namespace
	if known, asked := s.Lists[key]; asked {
		found, _ := known.Found.([]T)
		return found, known.Err
	}
	var out []T
	var failed error
	for obj, err := range client.List(ctx, model.Looked[kind], cluster.ListOptions{Namespace: namespace, FieldSelector: fields}) {
		var one T
		if err == nil {
			err = runtime.DefaultUnstructuredConverter.FromUnstructured(obj.Object, &one)
		}
		if err != nil {
			failed = err
			break
		}
		out = append(out, one)
	}
	s.Lists[key] = model.Answer{Found: out, Err: failed}
	return out, failed
}

// nodesOf are the nodes of the cluster, in the life of the provider as they were at first. Diagnoses look at the same list.
func nodesOf(ctx context.Context, settings *model.Settings) ([]corev1.Node, error) {
	raw, err := settings.Nodes.Of(ctx, settings.Client)
	s := &settings.PlanChecks.ClusterCache
	s.Mu.Lock()
	defer s.Mu.Unlock()
	const key = "Node "
	if known, asked := s.Lists[key]; asked {
		found, _ := known.Found.([]corev1.Node)
		return found, known.Err
	}
	out := make([]corev1.Node, len(raw))
	for i, obj := range raw {
		if failed := runtime.DefaultUnstructuredConverter.FromUnstructured(obj.Object, &out[i]); failed != nil && err == nil {
			err = failed
		}
	}
	s.Lists[key] = model.Answer{Found: out, Err: err}
	return out, err
}

// exists reports whether an object is there, which is asked once.
func exists(ctx context.Context, s *model.ClusterCache, client *cluster.Client, kind, namespace, name string) (bool, error) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	key := kind + " " + namespace + "/" + name
	if known, asked := s.Objects[key]; asked {
		found, _ := known.Found.(bool)
		return found, known.Err
	}
	found, err := client.Exists(ctx, model.Looked[kind], namespace, name)
	s.Objects[key] = model.Answer{Found: found, Err: err}
	return found, err
}

// claimRoom notes what a resource will run, and returns what the others that were planned
// before it will.
func claimRoom(s *model.ClusterCache, key string, own model.Claim) []model.Claim {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	var others []model.Claim
	for other, c := range s.Claims {
		if other != key {
			others = append(others, c)
		}
	}
	s.Claims[key] = own
	return others
}

// first reports whether a reason is told for the first time.
func first(s *model.ClusterCache, reason string) bool {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	before := s.Told[reason]
	s.Told[reason] = true
	return !before
}
