package object

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Text is the YAML of a tree of JSON types, with sorted keys. What is short stands on one line with all that it holds, as in
// `preStop: {sleep: {seconds: 15}}`, so that a plan shows a workload on a screen.
func Text(tree any) (string, error) {
	node, err := nodeOf(tree)
	if err != nil {
		return "", err
	}
	return printed(outlined(node))
}

// Line is the YAML of a tree of JSON types on one line, with sorted keys. Terraform lays out JSON over as many lines as it has
// values, wherever it shows it; this is what it leaves as it is.
func Line(tree any) (string, error) {
	node, err := nodeOf(tree)
	if err != nil {
		return "", err
	}
	line, err := printed(inline(node))
	return strings.TrimSuffix(line, "\n"), err
}

func printed(node *yaml.Node) (string, error) {
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := encoder.Encode(node); err != nil {
		return "", err
	}
	return out.String(), encoder.Close()
}

// nodeOf is a tree in the terms of the encoder.
func nodeOf(tree any) (*yaml.Node, error) {
	node := &yaml.Node{}
	switch value := tree.(type) {
	case map[string]any:
		node.Kind, node.Tag = yaml.MappingNode, "!!map"
		for _, key := range slices.Sorted(maps.Keys(value)) {
			item, err := nodeOf(value[key])
			if err != nil {
				return nil, err
			}
			node.Content = append(node.Content, text(key), item)
		}
	case []any:
		node.Kind, node.Tag = yaml.SequenceNode, "!!seq"
		for _, one := range value {
			item, err := nodeOf(one)
			if err != nil {
				return nil, err
			}
			node.Content = append(node.Content, item)
		}
	case string:
		return text(value), nil
	case bool, int64, float64, nil:
		return node, node.Encode(value)
	default:
		return nil, fmt.Errorf("a tree of JSON types cannot have a %T", tree)
	}
	return node, nil
}

// ambiguous are texts that an older YAML takes for something else, which the encoder writes as they are: booleans, and numbers
// to the base of 60.
var ambiguous = regexp.MustCompile(`^(?:(?i:y|n|yes|no|on|off)|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?|=|<<)$`)

func text(value string) *yaml.Node {
	node := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value}
	if ambiguous.MatchString(value) {
		node.Style = yaml.DoubleQuotedStyle
	}
	return node
}

// inline has everything below a node on its line.
func inline(node *yaml.Node) *yaml.Node {
	switch {
	case node.Kind != yaml.ScalarNode:
		node.Style = yaml.FlowStyle
	case strings.ContainsAny(node.Value, "\n\r\u0085\u2028\u2029"):
		node.Style = yaml.DoubleQuotedStyle
	}
	for _, item := range node.Content {
		inline(item)
	}
	return node
}

// mostInline is how long the scalars of an object or a list on one line may be together: the labels of a workload fit.
const mostInline = 100

// outlined has each object and list that is short on one line. The whole is never on one.
func outlined(node *yaml.Node) *yaml.Node {
	for _, item := range node.Content {
		if length, scalars := inlineLength(item); scalars && length <= mostInline {
			inline(item)
			continue
		}
		outlined(item)
	}
	return node
}

// inlineLength is how long the scalars of a node are together, and whether none of them has several lines.
func inlineLength(node *yaml.Node) (int, bool) {
	if node.Kind == yaml.ScalarNode {
		return utf8.RuneCountInString(node.Value) + len(", "), !strings.ContainsAny(node.Value, "\n\r")
	}
	length, single := 0, true
	for _, item := range node.Content {
		l, s := inlineLength(item)
		length, single = length+l, single && s
	}
	return length, single
}
