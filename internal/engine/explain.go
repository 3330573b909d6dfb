package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

const (
	// patience is how long an object may take until its tree is looked at: most become ready sooner.
	patience = 2 * time.Second
	// flurry is the time in which changes of a tree count as one.
	flurry = 100 * time.Millisecond
	// lookTimeout bounds what is asked beside the object itself, of which a log may come from a node that does not answer.
	lookTimeout = 10 * time.Second
)

// explainer finds out what keeps objects from becoming ready: it follows what they lead to, and asks
// for what that does not tell.
type explainer struct {
	*Resource
	values values
	begun  time.Time
	// roots are the latest looks at the targets, in their order.
	roots []sighting
	// wake says that the tree has changed, or that time tells more by now.
	wake      chan struct{}
	follower  *cluster.Follower
	logs      map[tree.Log]string
	absent    []tree.Absence
	asked     bool
	nodes     []*unstructured.Unstructured
	unseen    map[string]bool
	diagnosis tree.Diagnosis

	mu      sync.Mutex
	pending bool
	alarm   *time.Timer
}

// explain returns an explainer of the objects that were applied. It makes no request yet. It has to be stopped.
func (r *Resource) explain(v values, roots []sighting) *explainer {
	return &explainer{
		Resource: r, values: v, begun: time.Now(), roots: slices.Clone(roots), wake: make(chan struct{}, 1),
		logs: map[tree.Log]string{}, unseen: map[string]bool{},
	}
}

// saw takes in a later look at one of the roots.
func (e *explainer) saw(s sighting) {
	i := slices.IndexFunc(e.roots, func(r sighting) bool { return r.id() == s.id() })
	if i < 0 {
		e.roots = append(e.roots, s)
		return
	}
	e.roots[i] = s
}

// changed wakes whoever waits, once for changes that come together.
func (e *explainer) changed() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.pending {
		return
	}
	e.pending = true
	time.AfterFunc(flurry, func() {
		e.mu.Lock()
		e.pending = false
		e.mu.Unlock()
		e.signal()
	})
}

func (e *explainer) signal() {
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

// wakeAt wakes whoever waits at a moment; a later call takes its place.
func (e *explainer) wakeAt(moments ...time.Time) {
	var first time.Time
	for _, at := range moments {
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	if e.alarm != nil {
		e.alarm.Stop()
	}
	if !first.IsZero() {
		e.alarm = time.AfterFunc(max(flurry, time.Until(first)), e.signal)
	}
}

// stop ends what the explainer has begun.
func (e *explainer) stop() {
	e.wakeAt()
	if e.follower != nil {
		e.follower.Stop()
	}
}

// follow begins to follow the tree, unless it does already.
func (e *explainer) follow(ctx context.Context) {
	namespace := e.namespace()
	if e.follower != nil || namespace == "" {
		return
	}
	resources := []cluster.Resource{cluster.Events}
	if e.shape.runsPods(e.values) {
		resources = append(resources, cluster.RunPods...)
		if e.values.text(attrMode) != Direct {
			for _, between := range slices.Concat(e.shape.kind.HandOver.Between, e.shape.kind.Explains.Between) {
				resources = append(resources, cluster.Resource{GroupVersionKind: between.GroupVersionKind, Plural: between.Plural, Namespaced: true})
			}
		}
	}
	e.follower = e.settings.Client.Follow(ctx, namespace, e.changed, resources...)
	limited, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	e.follower.WaitSeen(limited)
}

// namespace is where the tree is: that of the objects, which direct mode may give a cluster-scoped resource.
func (e *explainer) namespace() string {
	for _, s := range e.roots {
		if namespace := s.object().GetNamespace(); namespace != "" {
			return namespace
		}
	}
	return ""
}

// runsPods reports whether pods are made of the object, by its operator or by what is rendered of it.
func (s *shape) runsPods(v values) bool {
	if v.text(attrMode) == Direct {
		return s.kind.Render != nil
	}
	return s.kind.Runs != nil
}

// diagnose says how the tree fares at the moment, and asks for logs that would tell more.
func (e *explainer) diagnose(ctx context.Context) tree.Diagnosis {
	e.follow(ctx)
	d := e.view().Diagnose()
	again := e.readLogs(ctx, d.Wants)
	if e.wantsNodes(d) {
		again = e.readNodes(ctx) || again
	}
	if time.Since(e.begun) > patience && e.askNeeds(ctx) {
		again = true
	}
	if again {
		d = e.view().Diagnose()
	}
	e.diagnosis = d
	return d
}

// view is what is known at the moment.
func (e *explainer) view() tree.View {
	v := tree.View{
		Logs: e.logs, Absent: e.absent, Warnings: e.shape.kind.Explains.Warnings, Begun: e.begun, Now: time.Now(),
		Unseen: slices.Sorted(maps.Keys(e.unseen)),
	}
	if e.nodes != nil {
		v.Nodes = tree.ReadNodes(e.nodes)
	}
	for _, s := range e.roots {
		v.Roots = append(v.Roots, tree.Root{Object: s.object(), Judgement: s.judgement, Changed: s.changed})
	}
	if e.follower == nil {
		return v
	}
	for _, r := range e.follower.Resources() {
		if r == cluster.Events {
			v.Events = tree.ReadEvents(e.follower.Objects(r))
			continue
		}
		v.Objects = append(v.Objects, e.follower.Objects(r)...)
	}
	for r, err := range e.follower.Unseen() {
		v.Unseen = append(v.Unseen, e.lack("list and watch", r.Plural, r.Group, err))
	}
	slices.Sort(v.Unseen)
	return v
}

// lack says what could not be looked at, and which permission that takes.
func (e *explainer) lack(verb, resource, group string, err error) string {
	if cluster.IsForbidden(err) {
		return fmt.Sprintf("%s: the identity of the provider block may not %s them; grant it %s on %s of the API group %q", resource, verb, verb, resource, group)
	}
	if request := new(cluster.RequestError); errors.As(err, &request) {
		err = request.Err
	}
	return resource + ": " + err.Error()
}

// readLogs reads the logs that are wanted and were not read, and reports whether there were any.
func (e *explainer) readLogs(ctx context.Context, wanted []tree.Log) bool {
	for _, log := range wanted {
		limited, cancel := context.WithTimeout(ctx, lookTimeout)
		text, err := e.settings.Client.Log(limited, log.Namespace, log.Pod, log.Container, log.Previous)
		cancel()
		if ctx.Err() != nil {
			return false
		}
		if err != nil {
			e.unseen[e.lack("get", "pods/log", "", err)] = true
		}
		e.logs[log] = text
	}
	return len(wanted) > 0
}

// wantsNodes reports whether a pod waits for a node, of which none has been read yet.
func (e *explainer) wantsNodes(d tree.Diagnosis) bool {
	slowest := d.Slowest()
	return e.nodes == nil && slowest != nil && slowest.Phase == tree.Scheduling
}

// readNodes reads the nodes, once.
func (e *explainer) readNodes(ctx context.Context) bool {
	limited, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	e.nodes = []*unstructured.Unstructured{}
	for n, err := range e.settings.Client.List(limited, cluster.Nodes, cluster.ListOptions{}) {
		if err != nil {
			e.unseen[e.lack("list", "nodes", "", err)] = true
			e.nodes = []*unstructured.Unstructured{}
			return true
		}
		e.nodes = append(e.nodes, n)
	}
	return true
}

// askNeeds looks once whether what the object refers to is there, and reports whether something is missing.
func (e *explainer) askNeeds(ctx context.Context) bool {
	needs := e.shape.kind.Explains.Needs
	if e.asked || needs == nil || e.values.text(attrMode) == Direct {
		return false
	}
	e.asked = true
	limited, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	for _, need := range needs(e.values.unstructured()) {
		missing, what := true, ""
		for _, of := range e.shape.kind.Refers {
			if !slices.Contains(need.Of, of.TypeName) {
				continue
			}
			namespace, _ := e.values.name()
			if need.Namespace != "" {
				namespace = need.Namespace
			}
			r := cluster.Resource{GroupVersionKind: of.GVK, Plural: of.Plural, Namespaced: of.Namespaced}
			_, err := e.settings.Client.Get(limited, r, namespace, need.Name)
			missing = missing && cluster.IsNotFound(err)
			what = of.GVK.Kind + "/" + need.Name
		}
		if missing && what != "" {
			e.absent = append(e.absent, tree.Absence{Object: what, Field: need.Field})
		}
	}
	return len(e.absent) > 0
}

// report is the diagnosis as text, and the attribute that decides about the cause, "" where none does.
func (e *explainer) report() (text, field string) {
	d := e.diagnosis
	if d.Cause == nil {
		return d.Report(""), ""
	}
	field = e.shape.kind.Explains.Blamed(*d.Cause, e.values.text(attrMode) == Direct)
	at := field
	if at != "" {
		at = "`" + e.shape.spell(at) + "`"
	}
	return d.Report(d.Cause.Reason.Remedy(at) + "."), field
}

// explainOnce says why what was seen is not ready, "" where it is.
func (r *Resource) explainOnce(ctx context.Context, v values, seen []sighting) string {
	if !slices.ContainsFunc(seen, func(s sighting) bool { return s.judgement.Phase != observe.Ready }) {
		return ""
	}
	e := r.explain(v, seen)
	defer e.stop()
	e.diagnose(ctx)
	text, _ := e.report()
	return text
}
