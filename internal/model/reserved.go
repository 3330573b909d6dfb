package model

import (
	"sync"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Reservations are the objects that the resources of a run are to have, since an object can have one resource only. It
// counts what is planned while the provider is configured, which is one walk of Terraform over its graph: each
// instance is planned once in it, or twice for a replacement.
type Reservations struct {
	Mu sync.Mutex
	// By are the claims on each object.
	By map[ObjectKey]Holder
}

// ObjectKey is what an object is known by in every version of its API.
type ObjectKey struct {
	schema.GroupKind
	Namespace, Name string
}

// Stance is what becomes of an object in a plan.
type Stance int

// Holder is an instance with a claim on an object.
type Holder struct {
	// Instance identifies it. Those of creations are made up: nothing tells one from another.
	Instance string
	// Subject names the resource in messages.
	Subject string
	Stance  Stance
}
