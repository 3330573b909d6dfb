// Package observe judges live objects: not done, ready or failed, and why. Its rules
// are pure functions of objects in served form; a state that no rule knows is
// not done, never ready.
package observe

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Phase says how far an object has come.
type Phase int

// Phases of an object.
const (
	// NotDone means that the object is on its way, as far as anyone can tell.
	NotDone Phase = iota
	// Ready means that the object does what it is for.
	Ready
	// Failed means that the object will not become ready without a change.
	Failed
	// Blocked means that the object cannot go on until something else comes, such as a model that it refers to and that the
	// same apply may make. It has failed if that lasts.
	Blocked
)

// String returns the name of the phase for logs and test failures.
func (p Phase) String() string {
	return [...]string{"NotDone", "Ready", "Failed", "Blocked"}[p]
}

// Result is the judgement on one object.
type Result struct {
	Phase Phase
	// Message says why, in one line: the condition or counts that decided, with their values.
	Message string
}

// Rule judges one live object.
type Rule func(live *unstructured.Unstructured) Result

// Exists returns the rule of objects about which nobody reports anything that could be waited for: they are ready as soon
// as they exist. Silence ends the message and says who reports nothing.
func Exists(silence string) Rule {
	return func(live *unstructured.Unstructured) Result {
		if live.GetDeletionTimestamp() != nil {
			return Result{Message: fmt.Sprintf("the %s is being deleted", live.GetKind())}
		}
		return Result{Phase: Ready, Message: fmt.Sprintf("the %s exists; %s", live.GetKind(), silence)}
	}
}
