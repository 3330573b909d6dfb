package engine

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe"
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

// explainer finds out what keeps objects from becoming ready: it follows what they lead to, and asks
// for what that does not tell.
type explainer struct {
	*scope
	values values
	begun  time.Time
	// roots are the latest looks at the targets, in their order.
	roots []observation
	// wake says that the tree has changed, or that time tells more by now.
	wake chan struct{}
	// followed are the types that followers follow, and diagnosing is true once they are all that tell of pods.
	followers  []*cluster.Follower
	followed   []cluster.Resource
	diagnosing bool
	// change is what is waited for, last are the releases of the workloads at the latest look, and due is when the
	// change would count as one that nothing follows from.
	change tree.Change
	// creates is true for the wait of a creation, whose error has other consequences.
	creates bool
	last    map[types.UID]int64
	due     time.Time

	logs      map[tree.Log]string
	absent    []tree.Absence
	faults    []tree.Fault
	asked     time.Time
	nodes     []*unstructured.Unstructured
	inquiry   inquiry
	unseen    map[string]bool
	diagnosis tree.Diagnosis

	mu      sync.Mutex
	pending bool
	// known are the objects of the trees.
	known map[types.UID]bool
	alarm *time.Timer
}

// explain returns an explainer of the objects that were applied. It makes no request yet. It has to be stopped.
func (r *scope) explain(v values, roots []observation) *explainer {
	return &explainer{
		scope: r, values: v, begun: time.Now(), roots: slices.Clone(roots), wake: make(chan struct{}, 1),
		logs: map[tree.Log]string{}, inquiry: newInquiry(), unseen: map[string]bool{},
	}
}

// saw takes in a later look at one of the roots.
func (e *explainer) saw(s observation) {
	i := slices.IndexFunc(e.roots, func(r observation) bool { return r.id() == s.id() })
	if i < 0 {
		e.roots = append(e.roots, s)
		return
	}
	e.roots[i] = s
}

// changed wakes whoever waits when an object belongs to the trees, once for changes that come together.
func (e *explainer) changed(o *unstructured.Unstructured) {
	e.mu.Lock()
	defer e.mu.Unlock()
	ours := e.known[o.GetUID()] || slices.ContainsFunc(cluster.BelongsTo(o), func(uid types.UID) bool { return e.known[uid] })
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

func (e *explainer) signal() {
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

// wakeAt wakes whoever waits at a moment; a later call takes its place.
func (e *explainer) wakeAt(moments ...time.Time) {
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

// stop ends what the explainer has begun.
func (e *explainer) stop() {
	e.due = time.Time{}
	e.wakeAt()
	for _, follower := range e.followers {
		follower.Stop()
	}
}

// followTree begins to follow all that tells of pods.
func (e *explainer) followTree(ctx context.Context) {
	e.diagnosing = true
	e.follow(ctx, cluster.Events)
	if e.model.runsPods(e.values) {
		e.follow(ctx, cluster.RunPods...)
		if e.values.text(attrMode) != Direct {
			e.follow(ctx, e.workloads()...)
		}
	}
}

// follow begins to follow those of the types that it does not follow already, and waits until they were seen.
func (e *explainer) follow(ctx context.Context, resources ...cluster.Resource) {
	namespace := e.namespace()
	resources = slices.DeleteFunc(slices.Clone(resources), func(r cluster.Resource) bool { return slices.Contains(e.followed, r) })
	if len(resources) == 0 || namespace == "" {
		return
	}
	e.followed = append(e.followed, resources...)
	follower := e.settings.Client.Follow(ctx, namespace, e.changed, resources...)
	e.followers = append(e.followers, follower)
	limited, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	follower.WaitSeen(limited)
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
func (s *resourceModel) runsPods(v values) bool {
	if v.text(attrMode) == Direct {
		return s.kind.Render != nil
	}
	return s.kind.Runs != nil
}

// diagnose says how the tree fares at the moment, and asks for logs that would tell more.
func (e *explainer) diagnose(ctx context.Context) tree.Diagnosis {
	e.followTree(ctx)
	d := e.view().Diagnose()
	for range questions {
		if !e.ask(ctx, d) {
			break
		}
		d = e.view().Diagnose()
	}
	if e.askNeeds(ctx, d) {
		d = e.view().Diagnose()
	}
	e.diagnosis = d
	return d
}

// questions is how often an answer may lead to another question: what a pod that was tried refers to is looked for.
const questions = 3

// ask asks what would tell more, and reports whether there was anything.
func (e *explainer) ask(ctx context.Context, d tree.Diagnosis) bool {
	asked := e.readLogs(ctx, d.Wants)
	if e.wantsNodes(d) {
		asked = e.readNodes(ctx) || asked
	}
	return e.inquire(ctx, d) || asked
}

// view is what is known at the moment.
func (e *explainer) view() tree.View {
	v := tree.View{
		Logs: e.logs, Absent: e.absent, Faults: e.faults, Warnings: e.model.kind.Explains.Warnings, Begun: e.begun, Now: time.Now(),
		Unseen: slices.Sorted(maps.Keys(e.unseen)),
	}
	if e.nodes != nil {
		v.Nodes = tree.ReadNodes(e.nodes)
	}
	for _, s := range e.roots {
		v.Roots = append(v.Roots, tree.Root{Object: s.object(), Judgement: s.judgement, Changed: s.changed})
	}
	e.inquiry.answered(&v)
	if makes := e.model.kind.Explains.Pods; makes != nil && len(v.Roots) > 0 && e.values.text(attrMode) != Direct {
		v.Templates = makes(v.Roots[0].Object)
	}
	v.Blind = !e.diagnosing || len(e.followers) == 0
	e.gather(&v)
	for r, err := range e.unseenTypes() {
		v.Blind = v.Blind || r != cluster.Events
		v.Unseen = append(v.Unseen, e.lack("list and watch", r.Plural, r.Group, err))
	}
	slices.Sort(v.Unseen)
	return v
}

// unseenTypes are the types that are followed and not seen, and why.
func (e *explainer) unseenTypes() map[cluster.Resource]error {
	out := map[cluster.Resource]error{}
	for _, follower := range e.followers {
		maps.Copy(out, follower.Unseen())
	}
	return out
}

// gather adds what belongs to the roots, level by level, and the events about all of it.
func (e *explainer) gather(v *tree.View) {
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

// report is the diagnosis as text, and the attribute that decides about the cause, "" where none does.
func (e *explainer) report(ctx context.Context) (text, field string) {
	d := e.diagnosis
	if d.Cause == nil {
		return d.Report(""), ""
	}
	places := e.blamed(ctx, *d.Cause)
	if len(places) > 0 {
		field = places[0].Own()
	}
	return d.Report(d.Cause.Remedy(e.model.told(places)) + "."), field
}

// blamed are the fields that decide about a cause. Of what the object refers to, the cluster is asked for what
// `references` does not have.
func (e *explainer) blamed(ctx context.Context, cause tree.Cause) []kinds.Place {
	limited, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	var places []kinds.Place
	e.withReferences(limited, e.candidate(), func(c kinds.Candidate) { places = e.model.kind.Explains.Blamed(c, cause) })
	return places
}

// candidate is the object as rules and the kind see it.
func (e *explainer) candidate() kinds.Candidate {
	return kinds.Candidate{
		Object: e.values.unstructured(), Release: e.values.text(attrAPIRelease), Direct: e.values.text(attrMode) == Direct, References: e.values.references,
	}
}

// told names places as the configurations that have them spell them: together where each has a part, and with what
// another choice would change last.
func (s *resourceModel) told(places []kinds.Place) string {
	var text string
	for i, p := range places {
		at := "`" + s.spell(p.Field) + "`"
		if k := s.refers(p.Kind); k != nil {
			at = fmt.Sprintf("`%s` of %s %s", newResourceModel(k).spell(p.Field), p.Kind, p.Name)
		}
		switch {
		case p.Chooses != "":
			text += ", or choose another " + p.Chooses + " in " + at
		case i > 0:
			text += " and " + at
		default:
			text = at
		}
	}
	return text
}

// explainOnce judges what was seen once, outside of a wait, and says why it is not ready, "" where it is.
func (r *scope) explainOnce(ctx context.Context, v values, seen []observation) string {
	e := r.explain(v, seen)
	e.begun = e.begun.Add(-eventLookback)
	defer e.stop()
	for i, s := range seen {
		seen[i] = e.serves(ctx, s)
		e.saw(seen[i])
	}
	if !slices.ContainsFunc(seen, func(s observation) bool { return s.judgement.Phase != observe.Ready }) {
		return ""
	}
	e.diagnose(ctx)
	text, _ := e.report(ctx)
	return text
}
