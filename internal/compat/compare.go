package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Change is one difference between two schemas.
type Change struct {
	// Path is the attribute or the block, such as "inference_playground.spec.replicas" or "data.inference_playground".
	Path string
	// What happened, such as "removed".
	What string
	// Breaking is true when somebody's configuration, state or reference stops working.
	Breaking bool
}

func (c Change) String() string {
	return c.Path + ": " + c.What
}

// Compare returns how a schema differs from an older one, in the order of paths. A change of a
// shape is told at the first place that has it.
func Compare(older, newer *Dump) []Change {
	c := &comparison{older: older.Shapes, newer: newer.Shapes, seen: map[[2]string]bool{}}
	c.shapes("provider", older.Provider, newer.Provider)
	c.resources(older.Resources, newer.Resources)
	blocks(c, "data.", older.DataSources, newer.DataSources, c.shapes)
	blocks(c, "list.", older.ListResources, newer.ListResources, c.shapes)
	blocks(c, "ephemeral.", older.Ephemerals, newer.Ephemerals, c.shapes)
	blocks(c, "action.", older.Actions, newer.Actions, c.shapes)
	blocks(c, "provider::inference::", older.Functions, newer.Functions, func(at string, before, after Signature) {
		if was, is := fmt.Sprint(before), fmt.Sprint(after); was != is {
			c.breaking(at, "signature changed from %s to %s", was, is)
		}
	})
	return c.changes
}

type comparison struct {
	older, newer map[string]Shape
	// seen are the pairs of shapes that were compared.
	seen    map[[2]string]bool
	changes []Change
}

func (c *comparison) breaking(at, what string, args ...any) {
	c.changes = append(c.changes, Change{at, fmt.Sprintf(what, args...), true})
}

func (c *comparison) harmless(at, what string, args ...any) {
	c.changes = append(c.changes, Change{at, fmt.Sprintf(what, args...), false})
}

// blocks compares what has a name of its own, with each for what both have.
func blocks[T any](c *comparison, prefix string, older, newer map[string]T, each func(at string, before, after T)) {
	for _, name := range names(older, newer) {
		before, was := older[name]
		after, is := newer[name]
		switch {
		case !is:
			c.breaking(prefix+name, "removed")
		case !was:
			c.harmless(prefix+name, "added")
		default:
			each(prefix+name, before, after)
		}
	}
}

// names are the keys of two maps, sorted.
func names[T any](older, newer map[string]T) []string {
	all := maps.Clone(newer)
	if all == nil {
		all = map[string]T{}
	}
	maps.Copy(all, older)
	return slices.Sorted(maps.Keys(all))
}

func (c *comparison) resources(older, newer map[string]Resource) {
	blocks(c, "", older, newer, func(at string, before, after Resource) {
		if before.Version > after.Version {
			c.breaking(at, "version of the state lowered from %d to %d", before.Version, after.Version)
		}
		if was, is := fmt.Sprint(before.Identity), fmt.Sprint(after.Identity); was != is {
			c.breaking(at, "identity changed from %s to %s", was, is)
		}
		for _, field := range names(before.Replaces, after.Replaces) {
			switch was, is := before.Replaces[field], after.Replaces[field]; {
			case was == is:
			case is == "":
				c.harmless(at, "a change of %s no longer replaces the object", field)
			default:
				c.breaking(at, "replacement added: %s of %s replaces the object", is, field)
			}
		}
		c.shapes(at, before.Shape, after.Shape)
	})
}

// shapes compares two objects that stand in one place.
func (c *comparison) shapes(at, older, newer string) {
	pair := [2]string{older, newer}
	if c.seen[pair] {
		return
	}
	c.seen[pair] = true
	before, after := c.older[older], c.newer[newer]
	for _, name := range names(before, after) {
		was, had := before[name]
		is, has := after[name]
		switch path := at + "." + name; {
		case !has:
			c.breaking(path, "removed")
		case !had && is.Required:
			c.breaking(path, "added as required")
		case !had:
			c.harmless(path, "added")
		default:
			c.attributes(path, was, is)
		}
	}
}

// attributes compares two attributes of one name.
func (c *comparison) attributes(at string, was, is Attribute) {
	if was.Nesting != is.Nesting || was.Nesting == "" && was.Type != is.Type {
		c.breaking(at, "type changed from %s to %s", was.kind(), is.kind())
		return
	}
	c.uses(at, was, is)
	if was.Default != is.Default {
		c.breaking(at, "default changed from %s to %s", orNone(was.Default), orNone(is.Default))
	}
	if len(is.Values) > 0 {
		gone := slices.DeleteFunc(slices.Clone(was.Values), func(value string) bool { return slices.Contains(is.Values, value) })
		switch {
		case len(was.Values) == 0:
			c.breaking(at, "limited to %s", strings.Join(is.Values, ", "))
		case len(gone) > 0:
			c.breaking(at, "no longer takes %s", strings.Join(gone, ", "))
		case len(is.Values) > len(was.Values):
			c.harmless(at, "takes more values")
		}
	}
	if is.Nesting != "" {
		c.shapes(at, was.Type, is.Type)
	}
}

// uses compares how an attribute may be used.
func (c *comparison) uses(at string, was, is Attribute) {
	switch {
	case !was.Required && is.Required:
		c.breaking(at, "made required")
	case (was.Required || was.Optional) && !is.Required && !is.Optional:
		c.breaking(at, "can no longer be set")
	case was.Required && !is.Required:
		c.harmless(at, "made optional")
	}
	switch {
	case was.Computed && !is.Computed:
		c.breaking(at, "no longer computed")
	case !was.Computed && is.Computed:
		c.harmless(at, "made computed")
	}
	switch {
	case !was.Sensitive && is.Sensitive:
		c.breaking(at, "made sensitive, which outputs have to say")
	case was.WriteOnly != is.WriteOnly:
		c.breaking(at, "made write-only, or no longer so, which references and states depend on")
	}
	if !was.Deprecated && is.Deprecated {
		c.harmless(at, "deprecated")
	}
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}
