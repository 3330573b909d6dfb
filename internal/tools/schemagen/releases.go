package main

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"strings"

	"sigs.k8s.io/controller-tools/pkg/crd"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

// The markers of a field that not every known release of its API has: the first release and the last one that have it.
const (
	sinceMarker = "inference:since"
	untilMarker = "inference:until"
)

// span says from which release to which one a field is there; the empty text is no bound.
type span struct {
	Since string `json:"since,omitempty"`
	Until string `json:"until,omitempty"`
}

func defineSpans(registry *markers.Registry) error {
	for _, name := range []string{sinceMarker, untilMarker} {
		if err := registry.Define(name, markers.DescribesField, ""); err != nil {
			return err
		}
	}
	return nil
}

// encodeSpans returns the spans of all marked fields, each by "<definition>.<field>" with the field as in JSON. A struct has
// those of the structs that it embeds.
func encodeSpans(types *apiTypes) ([]byte, error) {
	table, err := newTable(types)
	if err != nil {
		return nil, err
	}
	spans := map[string]span{}
	for ident := range types.parser.Types {
		if name := definitionName(ident); strings.HasPrefix(ident.Package.PkgPath, apisPath) && table.Definitions[name] != nil {
			types.spans(ident, name, spans)
		}
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetIndent("", " ")
	err = encoder.Encode(spans)
	return out.Bytes(), err
}

// spans adds those of the fields of a struct of ours under the name of a definition.
func (t *apiTypes) spans(ident crd.TypeIdent, definition string, spans map[string]span) {
	for _, f := range t.parser.Types[ident].Fields {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if strings.Contains(options, "inline") {
			// Structs of other packages have no markers of ours.
			if embedded, local := f.RawField.Type.(*ast.Ident); local {
				t.spans(crd.TypeIdent{Package: ident.Package, Name: embedded.Name}, definition, spans)
			}
			continue
		}
		since, _ := f.Markers.Get(sinceMarker).(string)
		until, _ := f.Markers.Get(untilMarker).(string)
		if since != "" || until != "" {
			spans[definition+"."+name] = span{since, until}
		}
	}
}
