// Package kinds describes every resource of the provider as data and pure functions.
// The engine knows nothing else about a kind.
package kinds

import (
	"slices"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Kind says everything the engine needs to know about one resource.
type Kind struct {
	// TypeName is the Terraform type without the provider's prefix, such as "playground".
	TypeName string
	// Description is Markdown: what the resource is, for the documentation.
	Description string
	// System is the key of the kind's upstream system in the provider's `api_releases`, such as "llmaz".
	System string
	// GVK is what operator mode applies.
	GVK schema.GroupVersionKind
	// Plural is the resource name in API paths.
	Plural string
	// Namespaced is false for cluster-scoped kinds.
	Namespaced bool
	// Definition is the name of the kind's root in the definitions table, such as
	// "llmaz/inference/v1alpha1.Playground".
	Definition string
	// Releases are the releases of the API, oldest first; at least one.
	Releases []object.Release
	// Immutable lists the fields whose change replaces the object.
	Immutable []Immutable
	// Leftovers are the fields whose removal does not take away what the operator made of them.
	Leftovers []Leftover
	// Controllers are the field managers whose writes into the object are their own
	// business: what they add is not drift.
	Controllers []string
	// Admitted are the fields that the operator's webhooks add to every object, as dotted JSON names from the root with
	// the key of a map in brackets. A dry run does not warn of them.
	Admitted []string
	// Autoscaled are the numbers that Controllers may set by plain updates when they scale:
	// dotted JSON names from the root, with the key of the items of a list that is applied as a whole
	// in brackets, such as "spec.template.roles[name].replicas". They are left as they are.
	Autoscaled []string
	// Rules returns the constraints that the schema cannot express. It makes them once, when they are first asked for. Nil for
	// a kind without any.
	Rules func() []Rule
	// HandOver says what a change of mode can leave running.
	HandOver HandOver
	// Runs says what pods the operator makes of the object, as far as the object and its
	// definitions decide: names, templates and numbers stand for what its controllers do with a
	// change. Nil for a kind of whose objects operators make no pods.
	Runs func(Candidate) []podset.Set
	// Groups reads from a live object and its pods the groups that run, where what a change does to the sets of Runs
	// follows from them; it returns nil where they do not tell. Nil for a kind whose pods are in no groups.
	Groups func(live *unstructured.Unstructured, pods []*unstructured.Unstructured) []podset.Group
	// References are the fields that name objects of other kinds of the system.
	References []Reference
	// Refers lists the kinds that References lead to, also through one another; [Connect] sets it. Their definitions
	// can be given in the attribute `references`, for rules and renderers to read.
	Refers []*Kind
	// Selects is how the objects select pods of workloads of whatever system; nil for a kind that selects none, or by References.
	Selects *Selection
	// SelectsReferences reports whether the references have workloads whose pods an object may select; [Select] sets it.
	SelectsReferences func(c Candidate) bool
	// PodLabels returns the labels of the pods that an object runs, those of controllers left out; nil for a kind of which nobody
	// selects pods by what the object says.
	PodLabels func(c Candidate) []PodLabels
	// Makes returns the objects of other kinds of the system that the operator makes of an object, as far as rules read them. They
	// count as given where the object is. Nil for a kind of which it makes none that others refer to.
	Makes func(c Candidate) []*unstructured.Unstructured
	// Ready judges the live object of operator mode by its status. Whether the pods have followed is judged beside it.
	Ready observe.Rule
	// Observes is true where Ready never speaks of an earlier release than the live object has: the operator
	// writes which one its status is about, and writes it no sooner than it has acted on it.
	Observes bool
	// Lags reports whether the status of a live object may stay behind pods that serve, so that these decide; nil for never.
	Lags func(live *unstructured.Unstructured) bool
	// Explains says where to look when an object does not become ready.
	Explains Explains
	// Endpoint returns the base URL that the object serves inside the cluster; nil when it serves nothing.
	Endpoint func(obj *unstructured.Unstructured, release string) string
	// Referrers are the types whose objects may point at one of the kind: a destruction is refused while one does. [Connect]
	// adds those of the system whose References lead to it.
	Referrers []Referrer
	// Finalizers are those that the operator gives the object.
	Finalizers []Finalizer
	// Operations says how operator mode does what the operations of direct mode do.
	Operations Operations
	// Completion says how an object that runs once tells how it went; nil for a kind whose objects go on.
	Completion *Completion
	// OperatorOnly says why the kind has no direct mode, and what to do instead; empty when it has one.
	OperatorOnly string
	// DirectOnly is a clause that says why the kind has no operator mode; empty when it has one. Such a kind has no custom
	// resource: nothing of it is read from a cluster but what Render makes.
	DirectOnly string
	// Kept says how the definition of such a kind is found in a cluster; nil for a kind with a custom resource.
	Kept *Kept
	// DirectDefinition names the options of direct mode in the definitions table, a type
	// that has direct.Common inline; empty when the kind has none.
	DirectDefinition string
	// Render renders the workloads of direct mode. Nil for a kind that runs nothing: in
	// direct mode it then exists only as its `manifest`.
	Render render.Func
	// Quota returns what an object bounds of the objects of its system, and false where a value that decides about it is unknown.
	// Nil for a kind that bounds nothing.
	Quota func(c Candidate, unknown func(path string) bool) (Quota, bool)
	// Renders are the rules that Render decides beside Rules.
	Renders []RenderRule
	// Claims are what an object takes for itself among those of a plan. Of is nil for a kind that takes nothing.
	Claims Claims
	// Models returns the models on hubs that the object names, or that the definitions of what it refers to do; the first is
	// what its pods serve unless their command lines say otherwise. Nil for a kind that names none.
	Models func(Candidate) []ModelUse
	// Credentials are what the workloads read from Secrets that the attribute `credentials` can make.
	Credentials []Credential
}

// Quota is what an object bounds of others.
type Quota struct {
	// Namespace is the one whose objects it bounds.
	Namespace string
	// Accelerators are the most that they may have together, and Field says so.
	Accelerators int64
	Field        string
	// Exempt is the label of those that it does not bound, whatever its value.
	Exempt string
}

// Immutable is a field whose change cannot take effect in place.
type Immutable struct {
	// Path is dotted, such as "spec.source", with the key of the items of a list in brackets, such as
	// "spec.backend.workers[type].replicas".
	Path string
	// Why is a clause that completes "a change replaces the object, because ...".
	Why string
	// On says which changes cannot take effect; the zero value means every one.
	On Change
	// Modes lists where the change cannot take effect; the zero value means both modes.
	Modes Mode
	// Releases lists the releases that refuse the change; empty means all of them.
	Releases []string
}

// Leftover is a field of operator mode whose removal leaves something in the cluster.
type Leftover struct {
	// Path is dotted, such as "spec.elasticConfig".
	Path string
	// What stays, such as "the HorizontalPodAutoscaler that llmaz made of it", and Remedy is a sentence on what to do.
	What, Remedy string
}

// Change says what happens to a field.
type Change int

// Changes of a field that the API may refuse.
const (
	// AnyChange is every one.
	AnyChange Change = iota
	// Removal leaves the field out.
	Removal
	// Revision gives the field another value than it has; setting it first and
	// removing it are none.
	Revision
)

// Candidate is a configuration on trial: everything known of it, in hub form.
type Candidate struct {
	// Object has apiVersion, kind, metadata and spec; unknown values are absent.
	Object *unstructured.Unstructured
	// Release is the release the object is meant for; empty while it is not known.
	Release string
	// Direct reports whether the object is rendered instead of handed to an operator.
	Direct bool
	// Options are those of direct mode, as far as a check reads them: the fields of the kind's DirectDefinition.
	Options map[string]any
	// References are the objects that are known of those the object refers to. A rule
	// about one that is missing has nothing to say.
	References render.References
	// Missed, unless nil, is told of objects that a rule looks for in vain.
	Missed func(kind, namespace, name string)
}

// Find returns the definition of an object that a rule is about, nil when it is not known.
// The namespace is "" for cluster-scoped kinds.
func (c Candidate) Find(kind, namespace, name string) *unstructured.Unstructured {
	definition, _ := c.References.Find(kind, namespace, name)
	if definition == nil && name != "" && c.Missed != nil {
		c.Missed(kind, namespace, name)
	}
	return definition
}

// Rule is one constraint that the schema cannot express.
type Rule struct {
	// ID is the identifier of the constraint in the documentation, such as "PG-W5".
	ID string
	// Says is what must hold, as a clause for the documentation in the names of Terraform, such
	// as "`model_claim` and `model_claims` are not set together".
	Says string
	// Since and Until are the first and the last release that the rule holds for, empty for no bound. A rule
	// with a bound is deferred until the release is known.
	Since, Until string
	// Modes lists where the rule holds; the zero value means both modes.
	Modes Mode
	// Warn makes the rule a warning: the configuration is accepted by the API but does not do what it says.
	Warn bool
	// Decide returns one error for each violation, with the path below the root of the object and a detail that says what is
	// allowed and what to do. It never sees an object that violates the schema. unknown lists the paths whose values are not
	// known, and what depends on them gives no finding. The error is a fault of the rule.
	Decide func(c Candidate, unknown []string) (field.ErrorList, error)
	// Compile returns what keeps Decide from deciding whatever it is given; nil for a rule that nothing keeps from it.
	Compile func() error
	// Admission returns the rule as validations of a ValidatingAdmissionPolicy for objects of a release in operator mode. The
	// error says why the API server cannot decide it. Nil for a rule that no expression decides.
	Admission func(release string) ([]admissionregistrationv1.Validation, error)
}

// Mode says in which modes something holds.
type Mode int

// Modes that something can be limited to.
const (
	BothModes Mode = iota
	OperatorMode
	DirectMode
)

// Holds reports whether it holds for an object that is rendered, or for one that is handed to an operator.
func (m Mode) Holds(direct bool) bool {
	return m == BothModes || (m == DirectMode) == direct
}

// WithCustomResource are those of the kinds that a cluster can have objects of.
func WithCustomResource(all []*Kind) []*Kind {
	return slices.DeleteFunc(slices.Clone(all), func(k *Kind) bool { return k.DirectOnly != "" })
}

// Release returns the release of that name, or the one that it does not differ from, and false when the kind has none.
func (k *Kind) Release(name string) (object.Release, bool) {
	for _, d := range k.Releases {
		if d.Name == name || slices.Contains(d.Also, name) {
			return d, true
		}
	}
	return object.Release{}, false
}

// ReleasesOf are the names of the releases that a rule of the kind holds for.
func (k *Kind) ReleasesOf(r Rule) []string {
	return object.NamesWithin(k.Releases, r.Since, r.Until)
}

// Newest returns the newest release.
func (k *Kind) Newest() object.Release {
	return k.Releases[len(k.Releases)-1]
}
