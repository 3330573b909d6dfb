package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// commonPage is where the attributes that resources share are described, from the folder of a resource.
const commonPage = "../guides/resource-attributes.md"

// commonShare is the part of the resources that have to share an attribute for it to be described once.
const commonShare = 3

// commonAttributes are the root attributes that a third of the resources have with the same words, by name.
func commonAttributes(resources map[string]*tfprotov6.Schema) map[string]*tfprotov6.SchemaAttribute {
	count := map[string]int{}
	common := map[string]*tfprotov6.SchemaAttribute{}
	for _, name := range sortedKeys(resources) {
		for _, a := range resources[name].Block.Attributes {
			if a.Name == "spec" || a.Name == "direct" {
				continue // they are of one kind each
			}
			words := wordsOf(a)
			if count[words]++; count[words]*commonShare >= len(resources) {
				common[a.Name] = a
			}
		}
	}
	return common
}

// wordsOf is all that a page says of an attribute and what is below it.
func wordsOf(a *tfprotov6.SchemaAttribute) string {
	words := fmt.Sprintf("%s %t %t %s", a.Name, a.Required, a.Optional, a.Description)
	if a.NestedType != nil {
		for _, inner := range a.NestedType.Attributes {
			words += "\n" + wordsOf(inner)
		}
	}
	return words
}

// withoutCommon shortens what a page says of the attributes that the guide describes, leaves out the sections below them, and
// puts the resource's own attributes first.
func (s *site) withoutCommon(served []*tfprotov6.SchemaAttribute, entries []entry, sections []section) ([]entry, []section) {
	shared := map[string]bool{}
	for _, a := range served {
		if c := s.common[a.Name]; c != nil && wordsOf(c) == wordsOf(a) {
			shared[a.Name] = true
		}
	}
	var own, rest []entry
	for _, e := range entries {
		switch {
		case e.name == "spec":
			own = slices.Insert(own, 0, e)
			continue
		case !shared[e.name]:
			own = append(own, e)
			continue
		}
		anchor := commonPage + "#" + attributeAnchor(e.name)
		all := oneLine(strings.Join(e.texts, " "))
		e.texts = []string{firstSentence(all)}
		switch linked := strings.Replace(e.typ, "(#"+attributeAnchor(e.name)+")", "("+anchor+")", 1); {
		case linked != e.typ:
			e.typ = linked
		case e.texts[0] != all:
			e.texts = append(e.texts, "[More]("+anchor+").")
		}
		rest = append(rest, e)
	}
	var left []section
	for _, below := range sections {
		root, _, _ := strings.Cut(below.title, ".")
		if !shared[root] {
			left = append(left, below)
		}
	}
	return append(own, rest...), left
}

// commonMarkdown describes the common attributes for the guide, each in a section of its own.
func (s *site) commonMarkdown() (string, error) {
	var sections []section
	for _, name := range sortedKeys(s.common) {
		a := s.common[name]
		entries, below := servedAttributes([]*tfprotov6.SchemaAttribute{a}, "", nil)
		kind := "read-only"
		switch {
		case a.Required:
			kind = "required"
		case a.Optional:
			kind = "optional"
		}
		typ, _, _ := strings.Cut(entries[0].typ, ", [")
		about := section{title: name, anchor: attributeAnchor(name), plain: true}
		if len(below) > 0 {
			about, below = below[0], below[1:]
		}
		about.intro = fmt.Sprintf("(%s, %s) %s", typ, kind, oneLine(a.Description))
		sections = append(append(sections, about), below...)
	}
	return strings.TrimSpace(sectionsMarkdown(sections)), uniqueAnchors(sections)
}

// shortest is the length up to which a sentence says too little to stand alone.
const shortest = 20

// firstSentence is what a description begins with.
func firstSentence(text string) string {
	for at := 0; ; {
		end := strings.Index(text[at:], ". ")
		if end < 0 {
			return text
		}
		if at += end + 1; at > shortest && strings.Count(text[:at], "`")%2 == 0 {
			return text[:at]
		}
	}
}
