package observe

import (
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// attached is an object that Gateways report about, each for itself.
type attached struct {
	metav1.ObjectMeta `json:"metadata"`

	Spec struct {
		ParentRefs []struct{} `json:"parentRefs"`
	} `json:"spec"`
	Status struct {
		Parents []parent `json:"parents"`
	} `json:"status"`
}

// parent is what one Gateway reports.
type parent struct {
	ParentRef struct {
		Kind      string `json:"kind"`
		Namespace string `json:"namespace"`
		Name      string `json:"name"`
	} `json:"parentRef"`
	Conditions []metav1.Condition `json:"conditions"`
}

// InferencePool judges an InferencePool by what every Gateway reports that has a route to it.
//
// A pool that no Gateway reports about is ready: routes refer to pools, so most of
// them are made after it, and a wait for them would never end. For the same reason a
// refusal ends a wait: what it calls for, such as the Service of the endpoint picker, is
// made after the pool too, and the judgement is made again at the next look.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension
// api/v1/inferencepool_types.go@v1.6.0.
var InferencePool = typed(func(pool *attached) Result {
	if len(pool.Status.Parents) == 0 {
		return ready("the InferencePool exists; no Gateway has a route to it yet")
	}
	return accepted(pool)
})

// httpRoute judges a route by what all of its Gateways report. None ends a wait: a listener or a backend that a Gateway misses
// may be made by the same apply.
//
// Mirrors kubernetes-sigs/gateway-api apis/v1/{shared_types,httproute_types}.go@v1.4.0.
func httpRoute(route *attached) Result {
	if wanted, seen := len(route.Spec.ParentRefs), len(route.Status.Parents); seen < wanted {
		return notDone("%d of %d Gateways report about it", seen, wanted)
	}
	result := accepted(route)
	if result.Phase == Failed {
		result.Phase = NotDone
	}
	return result
}

func accepted(object *attached) Result {
	open := ""
	var names []string
	for _, p := range object.Status.Parents {
		result := p.judge(object.Generation)
		switch {
		case result.Phase == Failed:
			return result
		case result.Phase == NotDone && open == "":
			open = result.Message
		}
		names = append(names, p.name())
	}
	if open != "" {
		return notDone("%s", open)
	}
	return ready("accepted by %s", strings.Join(names, ", "))
}

// judge looks for what a Gateway reports: that it has accepted the object and found
// what the object refers to. A Gateway that has not looked at the newest generation has said nothing.
func (p parent) judge(generation int64) Result {
	name := p.name()
	for _, wanted := range []string{"Accepted", "ResolvedRefs"} {
		condition, found := p.condition(wanted)
		if !found {
			return notDone("%s does not report %s yet", name, wanted)
		}
		// Some controllers leave the generation out.
		if seen := condition.ObservedGeneration; seen != 0 && seen < generation {
			return notDone("%s has seen generation %d of %d", name, seen, generation)
		}
		text := name + ": " + Condition{
			Type: condition.Type, Status: string(condition.Status), Reason: condition.Reason, Message: condition.Message,
		}.String()
		switch condition.Status {
		case metav1.ConditionTrue:
			continue
		case metav1.ConditionFalse:
			return failed("%s", text)
		}
		return notDone("%s", text)
	}
	return Result{Phase: Ready}
}

func (p parent) condition(name string) (metav1.Condition, bool) {
	for _, condition := range p.Conditions {
		if condition.Type == name {
			return condition, true
		}
	}
	return metav1.Condition{}, false
}

// name is the kind and the name of a parent, such as "Gateway llm/edge".
func (p parent) name() string {
	kind, name := p.ParentRef.Kind, p.ParentRef.Name
	if kind == "" {
		kind = "Gateway"
	}
	if namespace := p.ParentRef.Namespace; namespace != "" {
		name = namespace + "/" + name
	}
	return kind + " " + name
}
