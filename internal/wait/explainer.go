package wait

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

const (
	// diagnoseAfter is how long an object may take until its tree is looked at: most become ready sooner.
	diagnoseAfter = 2 * time.Second
	// debounce is the time in which changes of a tree count as one.
	debounce = 100 * time.Millisecond
	// eventLookback is from when on events count for a look outside of a wait: as long as API servers keep them.
	eventLookback = time.Hour
	// lookTimeout bounds what is asked beside the object itself, of which a log may come from a node that does not answer.
	lookTimeout = 10 * time.Second
)

// Explainer finds out what keeps objects from becoming ready: it follows what they lead to, and asks
// for what that does not tell.
type Explainer struct {
	*model.Scope
	values model.Values
	begun  time.Time
	// Roots are the latest looks at the targets, in their order.
	Roots []model.Observation
	// Wake says that the tree has changed, or that time tells more by now.
	Wake chan struct{}
	// followed are the types that followers follow, and diagnosing is true once they are all that tell of pods.
	followers  []*cluster.Follower
	followed   []cluster.Resource
	diagnosing bool
	// Change is what is waited for, last are the releases of the workloads at the latest look, and due is when the
	// change would count as one that nothing follows from.
	Change tree.Change
	// Creates is true for the wait of a creation, whose error has other consequences.
	Creates bool
	last    map[types.UID]int64
	due     time.Time

	logs      map[tree.Log]string
	absent    []tree.Absence
	faults    []tree.Fault
	asked     time.Time
	nodes     []*unstructured.Unstructured
	inquiry   inquiry
	unseen    map[string]bool
	Diagnosis tree.Diagnosis

	mu      sync.Mutex
	pending bool
	// known are the objects of the trees, and awaited the names of what has to be there first.
	known   map[types.UID]bool
	awaited map[string]bool
	alarm   *time.Timer
}

// Explain returns an explainer of the objects that were applied. It makes no request yet. It has to be stopped.
func Explain(r *model.Scope, v model.Values, roots []model.Observation) *Explainer {
	return &Explainer{
		Scope: r, values: v, begun: time.Now(), Roots: slices.Clone(roots), Wake: make(chan struct{}, 1),
		logs: map[tree.Log]string{}, inquiry: newInquiry(), unseen: map[string]bool{},
	}
}

// saw takes in a later look at one of the roots.
func (e *Explainer) saw(s model.Observation) {
	i := slices.IndexFunc(e.Roots, func(r model.Observation) bool { return r.ID() == s.ID() })
	if i < 0 {
		e.Roots = append(e.Roots, s)
		return
	}
	e.Roots[i] = s
}

// changed wakes whoever waits when an object belongs to the trees, once for changes that come together.
func (e *Explainer) changed(o *unstructured.Unstructured) {
	e.mu.Lock()
	defer e.mu.Unlock()
	ours := e.known[o.GetUID()] || e.awaited[o.GetName()] || slices.ContainsFunc(cluster.BelongsTo(o), func(uid types.UID) bool { return e.known[uid] })
	if e.pending || !ours {
		return
	}
	e.pending = true
	time.AfterFunc(debounce, func() {
		e.mu.Lock()
		e.pending = false
		e.mu.Unlock()
		e.signal()
	})
}

func (e *Explainer) signal() {
	select {
	case e.Wake <- struct{}{}:
	default:
	}
}

// WakeAt wakes whoever waits at a moment; a later call takes its place.
func (e *Explainer) WakeAt(moments ...time.Time) {
	var first time.Time
	for _, at := range append(moments, e.due) {
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	if e.alarm != nil {
		e.alarm.Stop()
	}
	if !first.IsZero() {
		e.alarm = time.AfterFunc(max(debounce, time.Until(first)), e.signal)
	}
}

// Stop ends what the explainer has begun.
func (e *Explainer) Stop() {
	e.due = time.Time{}
	e.WakeAt()
	for _, follower := range e.followers {
		follower.Stop()
	}
}

// follow begins to follow those of the types that it does not follow already, and waits until they were seen.
func (e *Explainer) follow(ctx context.Context, resources ...cluster.Resource) {
	namespace := e.namespace()
	resources = slices.DeleteFunc(slices.Clone(resources), func(r cluster.Resource) bool { return slices.Contains(e.followed, r) })
	if len(resources) == 0 || namespace == "" {
		return
	}
	e.followed = append(e.followed, resources...)
	follower := e.Settings.Client.Follow(ctx, namespace, e.changed, resources...)
	e.followers = append(e.followers, follower)
	limited, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	follower.WaitSeen(limited)
}

// namespace is where the tree is: that of the objects, which direct mode may give a cluster-scoped resource.
func (e *Explainer) namespace() string {
	for _, s := range e.Roots {
		if namespace := s.Object().GetNamespace(); namespace != "" {
			return namespace
		}
	}
	return ""
}

// view is what is known at the moment.
func (e *Explainer) view() tree.View {
	v := tree.View{
		Logs: e.logs, Absent: e.absent, Faults: e.faults, Warnings: e.Model.Kind.Explains.Warnings, Begun: e.begun, Now: time.Now(),
		Unseen: slices.Sorted(maps.Keys(e.unseen)),
	}
	if e.nodes != nil {
		v.Nodes = tree.ReadNodes(e.nodes)
	}
	for _, s := range e.Roots {
		v.Roots = append(v.Roots, tree.Root{Object: s.Object(), Judgement: s.Judgement, Changed: s.Changed})
	}
	e.inquiry.answered(&v)
	if makes := e.Model.Kind.Explains.Pods; makes != nil && len(v.Roots) > 0 && e.values.Text(model.AttrMode) != model.Direct {
		v.Templates = makes(v.Roots[0].Object)
	}
	v.Blind = !e.diagnosing || len(e.followers) == 0
	e.gather(&v)
	for r, err := range e.unseenTypes() {
		v.Blind = v.Blind || r != cluster.Events
		v.Unseen = append(v.Unseen, lack("list and watch", r.Plural, r.Group, err))
	}
	slices.Sort(v.Unseen)
	return v
}

// unseenTypes are the types that are followed and not seen, and why.
func (e *Explainer) unseenTypes() map[cluster.Resource]error {
	out := map[cluster.Resource]error{}
	for _, follower := range e.followers {
		maps.Copy(out, follower.Unseen())
	}
	return out
}

// gather adds what belongs to the roots, level by level, and the events about all of it.
func (e *Explainer) gather(v *tree.View) {
	known := map[types.UID]bool{}
	var level []types.UID
	for _, root := range v.Roots {
		level = append(level, root.Object.GetUID())
	}
	for _, ref := range v.Found {
		level = append(level, ref.GetUID())
	}
	for len(level) > 0 {
		var next []types.UID
		for _, uid := range level {
			if known[uid] || uid == "" {
				continue
			}
			known[uid] = true
			for _, follower := range e.followers {
				owned, events := follower.Of(uid)
				v.Events = append(v.Events, tree.ReadEvents(events)...)
				for _, o := range owned {
					v.Objects = append(v.Objects, o)
					next = append(next, o.GetUID())
				}
			}
		}
		level = next
	}
	e.mu.Lock()
	e.known = known
	e.mu.Unlock()
}

// candidate is the object as rules and the kind see it.
func (e *Explainer) candidate() kinds.Candidate {
	return kinds.Candidate{
		Object: e.values.Unstructured(), Release: e.values.Text(model.AttrAPIRelease), Direct: e.values.Text(model.AttrMode) == model.Direct, References: e.values.References,
	}
}
