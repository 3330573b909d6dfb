package object

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// creating stands between a field manager and the mark of a creation.
const creating = "/creating-"

// Creation is the mark of a creation, as long as no state knows of what it makes. It is a part of
// the field manager: nothing that an operator could copy into a pod template, and no drift.
type Creation struct {
	// Workspace tells the state that the creation is for from others.
	Workspace string
	// Session tells the runs of a workspace from each other, and Nonce the creations of a run.
	Session, Nonce string
}

// Lengths of the parts of a [Creation], in bytes.
const (
	MaxWorkspace = 16
	MaxSession   = 8
	maxNonce     = 8
)

// MaxManager is how long a field manager may be, in bytes, so that its creations have one too: the API server takes
// 128 (k8s.io/apimachinery pkg/apis/meta/v1/validation/validation.go@v0.36.3, FieldManagerMaxLength).
const MaxManager = 128 - len(creating) - MaxWorkspace - MaxSession - maxNonce - 2

// NewCreation marks another creation of a run.
func NewCreation(workspace, session string) Creation {
	return Creation{Workspace: workspace, Session: session, Nonce: strings.ToLower(rand.Text()[:maxNonce])}
}

// HandOver is the creation as part of a hand-over of the object with a UID, by which it is found again once that is gone.
func (c Creation) HandOver(uid string) Creation {
	sum := sha256.Sum256([]byte(uid))
	c.Nonce = hex.EncodeToString(sum[:])[:maxNonce]
	return c
}

// HandsOver reports whether the creation is part of a hand-over of the object with that UID.
func (c Creation) HandsOver(uid string) bool { return uid != "" && c == c.HandOver(uid) }

// Manager is the field manager of the creation, for one who owns fields under the given name.
func (c Creation) Manager(manager string) string {
	return manager + creating + c.Workspace + "." + c.Session + "." + c.Nonce
}

// Continues reports whether what another creation has begun is this one's to go on with: it is the
// same, or an earlier run for the same state was interrupted in it.
func (c Creation) Continues(other Creation) bool {
	return c == other || c.Workspace == other.Workspace && c.Session != other.Session
}

// UnderWay returns the creation that a live object is made by under the manager, and false when
// there is none or it is complete.
func UnderWay(live *unstructured.Unstructured, manager string) (Creation, bool) {
	for _, entry := range live.GetManagedFields() {
		name, mark, marked := strings.Cut(entry.Manager, creating)
		if marked && name == manager && entry.Operation == metav1.ManagedFieldsOperationApply && entry.Subresource == "" {
			parts := append(strings.SplitN(mark, ".", 3), "", "")
			return Creation{parts[0], parts[1], parts[2]}, true
		}
	}
	return Creation{}, false
}

// Manager is a field manager without the mark of a creation.
func Manager(name string) string {
	manager, _, _ := strings.Cut(name, creating)
	return manager
}
