package engine

import "time"

// Values of wait.until and wait.on_timeout.
const (
	waitReady      = "ready"
	waitServing    = "serving"
	waitAccepted   = "accepted"
	onTimeoutWarn  = "warn"
	onTimeoutError = "error"
)

// waitSettle is the name of the time to rest in the attribute `wait`.
const waitSettle = "settle"

// defaultSettle is longer than the operators take to act on a change, which has been up to three seconds.
const defaultSettle = 10 * time.Second

// defaultTimeouts are long because weights are: hundreds of gigabytes are loaded before
// a large model serves.
var defaultTimeouts = map[string]time.Duration{
	"create": time.Hour,
	"update": time.Hour,
	"delete": 20 * time.Minute,
}

// waitsForReady reports whether an apply waits until the object is ready, which one that is paused is not.
func (v values) waitsForReady() bool {
	text, _ := stringOf(children(v.attributes[attrWait])["until"])
	return text != waitAccepted && !v.flag(attrPaused)
}

// waitsForAnswer reports whether an apply also waits until the model server answers.
func (v values) waitsForAnswer() bool {
	text, _ := stringOf(children(v.attributes[attrWait])["until"])
	return text == waitServing && !v.flag(attrPaused)
}

// failsOnTimeout reports whether a wait that ends without readiness fails the apply.
func (v values) failsOnTimeout() bool {
	text, _ := stringOf(children(v.attributes[attrWait])["on_timeout"])
	return text == onTimeoutError
}

// timeout returns how long a verb ("create", "update", "delete") may take.
func (v values) timeout(verb string) time.Duration {
	text, _ := stringOf(children(v.attributes[attrTimeouts])[verb])
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return d
	}
	return defaultTimeouts[verb]
}

// settle is how long everything has to rest after an update until it counts as one that nothing more follows from.
func (v values) settle() time.Duration {
	text, _ := stringOf(children(v.attributes[attrWait])[waitSettle])
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return d
	}
	return defaultSettle
}
