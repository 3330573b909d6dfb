package main

import (
	"encoding/json"
	"os"
)

// Dump is the schema of a release, without its texts.
type Dump struct {
	// Version is the release, such as "0.1.0".
	Version string `json:"version"`
	// Provider is the shape of the provider block.
	Provider      string               `json:"provider"`
	Resources     map[string]Resource  `json:"resources"`
	DataSources   map[string]string    `json:"data_sources"`
	ListResources map[string]string    `json:"list_resources"`
	Ephemerals    map[string]string    `json:"ephemeral_resources"`
	Actions       map[string]string    `json:"actions"`
	Functions     map[string]Signature `json:"functions"`
	// Shapes are the objects of all schemas by name. The name of a shape is the place where it
	// occurs first; every place that has the same attributes shares it.
	Shapes map[string]Shape `json:"shapes"`
}

// Resource is what users of a resource depend on.
type Resource struct {
	// Version is that of the state.
	Version int64  `json:"version"`
	Shape   string `json:"shape"`
	// Identity is what `import` blocks write, each attribute with its type and whether it is required.
	Identity map[string]string `json:"identity,omitempty"`
	// Replaces are the fields whose change replaces the object, dotted in the names of the API, each with when it does.
	Replaces map[string]string `json:"replaces,omitempty"`
}

// Signature is how a function is called.
type Signature struct {
	Parameters []string `json:"parameters"`
	Variadic   string   `json:"variadic,omitempty"`
	Return     string   `json:"return"`
}

// Shape is an object: its attributes by name.
type Shape map[string]Attribute

// Read reads a dump.
func Read(file string) (*Dump, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var d Dump
	if err := json.Unmarshal(raw, &d); err != nil {
		return nil, err
	}
	return &d, nil
}

// Write writes a dump, an attribute a line.
func (d *Dump) Write(file string) error {
	raw, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(raw, '\n'), 0o644) //nolint:gosec // everybody may read it
}
