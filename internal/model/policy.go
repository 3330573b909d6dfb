package model

import (
	"cmp"
	"time"
)

// Values of wait.until and wait.on_timeout.
const (
	WaitReady      = "ready"
	WaitServing    = "serving"
	WaitAccepted   = "accepted"
	OnTimeoutWarn  = "warn"
	OnTimeoutError = "error"
)

// WaitSettle is the name of the time to rest in the attribute `wait`.
const WaitSettle = "settle"

// defaultSettle is longer than the operators take to act on a change, which has been up to three seconds.
const defaultSettle = 10 * time.Second

// DefaultTimeouts are long because weights are: hundreds of gigabytes are loaded before
// a large model serves.
var DefaultTimeouts = map[string]time.Duration{
	"create": time.Hour,
	"update": time.Hour,
	"delete": 20 * time.Minute,
}

// WaitsForReady reports whether an apply waits until the object is ready, which one that is paused is not.
func (v Values) WaitsForReady() bool {
	return v.waitsUntil() != WaitAccepted && !v.Flag(AttrPaused)
}

// WaitsForAnswer reports whether an apply also waits until the model server answers.
func (v Values) WaitsForAnswer() bool {
	return v.waitsUntil() == WaitServing && !v.Flag(AttrPaused)
}

// waitsUntil is what an apply waits for.
func (v Values) waitsUntil() string {
	text, _ := StringOf(Children(v.Attributes[AttrWait])["until"])
	return cmp.Or(text, v.until)
}

// defaultUntil is what an apply waits for where the configuration does not say. Only the answer of a server proves that it
// serves; a kind with an operator mode leaves it at what operators report.
func (s *ResourceModel) defaultUntil() string {
	if s.Kind.DirectOnly != "" {
		return WaitServing
	}
	return WaitReady
}

// FailsOnTimeout reports whether a wait that ends without readiness fails the apply.
func (v Values) FailsOnTimeout() bool {
	text, _ := StringOf(Children(v.Attributes[AttrWait])["on_timeout"])
	return text == OnTimeoutError
}

// Timeout returns how long a verb ("create", "update", "delete") may take.
func (v Values) Timeout(verb string) time.Duration {
	text, _ := StringOf(Children(v.Attributes[AttrTimeouts])[verb])
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return d
	}
	return DefaultTimeouts[verb]
}

// Settle is how long everything has to rest after an update until it counts as one that nothing more follows from.
func (v Values) Settle() time.Duration {
	text, _ := StringOf(Children(v.Attributes[AttrWait])[WaitSettle])
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return d
	}
	return defaultSettle
}
