package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// keywordField is the keyword of a field that one side lacks.
const keywordField = "field"

// difference is one fact that two schemas do not share.
type difference struct {
	path, keyword, ours, theirs string
	// added is the schema of a field that only they have.
	added *apiextensionsv1.JSONSchemaProps
}

func (d difference) String() string {
	return fmt.Sprintf("%s %s: ours %s, theirs %s", d.path, d.keyword, d.ours, d.theirs)
}

// compareSchemas returns the differences in path order. A field that only one side has
// is one difference, whatever lies below it.
func compareSchemas(ours, theirs *apiextensionsv1.JSONSchemaProps) []difference {
	var all []difference
	compareNodes("", ours, theirs, &all)
	return all
}

func compareNodes(path string, ours, theirs *apiextensionsv1.JSONSchemaProps, all *[]difference) {
	a, b := facts(ours), facts(theirs)
	for _, keyword := range slices.Sorted(maps.Keys(merge(a, b))) {
		if a[keyword] != b[keyword] {
			*all = append(*all, difference{path: path, keyword: keyword, ours: orNone(a[keyword]), theirs: orNone(b[keyword])})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(merge(ours.Properties, theirs.Properties))) {
		left, has := ours.Properties[name]
		right, theyHave := theirs.Properties[name]
		below := strings.TrimPrefix(path+"."+name, ".")
		if !has || !theyHave {
			d := difference{path: below, keyword: keywordField, ours: presence(has), theirs: presence(theyHave)}
			if theyHave {
				d.added = &right
			}
			*all = append(*all, d)
			continue
		}
		compareNodes(below, &left, &right, all)
	}
	if left, right := items(ours), items(theirs); left != nil && right != nil {
		compareNodes(path+"[]", left, right, all)
	}
	if left, right := values(ours), values(theirs); left != nil && right != nil {
		compareNodes(path+"{}", left, right, all)
	}
}

// facts are the keywords of one schema without its children and words, each as JSON.
func facts(props *apiextensionsv1.JSONSchemaProps) map[string]string {
	own := props.DeepCopy()
	own.Description, own.Title, own.Example, own.ExternalDocs = "", "", nil, nil
	if own.XIntOrString {
		own.AnyOf = nil
	}
	for i := range own.XValidations {
		own.XValidations[i].Message = ""
	}
	own.Properties = nil
	own.Items = nil
	own.AdditionalProperties = nil
	slices.Sort(own.Required)
	slices.SortFunc(own.Enum, func(a, b apiextensionsv1.JSON) int { return strings.Compare(string(a.Raw), string(b.Raw)) })
	var keywords map[string]json.RawMessage
	if err := json.Unmarshal([]byte(encode(own)), &keywords); err != nil {
		panic(err)
	}
	result := map[string]string{}
	for keyword, value := range keywords {
		result[keyword] = canonical(value)
	}
	if items(props) != nil {
		result["items"] = "yes"
	}
	if values(props) != nil {
		result["additionalProperties"] = "yes"
	}
	return result
}

func items(props *apiextensionsv1.JSONSchemaProps) *apiextensionsv1.JSONSchemaProps {
	if props.Items == nil {
		return nil
	}
	return props.Items.Schema
}

func values(props *apiextensionsv1.JSONSchemaProps) *apiextensionsv1.JSONSchemaProps {
	if props.AdditionalProperties == nil {
		return nil
	}
	return props.AdditionalProperties.Schema
}

// canonical is JSON with sorted keys and without spaces.
func canonical(raw json.RawMessage) string {
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		panic(err)
	}
	return encode(value)
}

func encode(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func merge[V any](a, b map[string]V) map[string]V {
	both := maps.Clone(a)
	if both == nil {
		both = map[string]V{}
	}
	maps.Copy(both, b)
	return both
}

func presence(has bool) string {
	if has {
		return "has it"
	}
	return "none"
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}
