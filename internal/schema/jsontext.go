package schema

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed jsontext.json
var jsonTextJSON []byte

// jsonTexts is what Terraform configurations write as JSON text although the API types
// it, each with the reason: typed, these parts would be more than half of every pod, and each
// attribute costs time in every plan. They are checked at plan like everything else.
type jsonTexts struct {
	// Definitions are JSON text wherever they stand.
	Definitions map[string]string `json:"definitions"`
	// Fields are JSON text, as "<definition>.<field>", although their definition is typed elsewhere.
	Fields map[string]string `json:"fields"`
}

// jsonText is the content of jsontext.json, decoded on first use.
var jsonText = sync.OnceValue(func() jsonTexts {
	var texts jsonTexts
	if err := json.Unmarshal(jsonTextJSON, &texts); err != nil {
		panic(fmt.Sprintf("schema: jsontext.json cannot be read: %v", err))
	}
	return texts
})

// isJSONText reports whether a definition is JSON text wherever it stands.
func isJSONText(definition string) bool {
	_, ok := jsonText().Definitions[definition]
	return ok
}

// isJSONTextField reports whether a field of a definition is JSON text.
func isJSONTextField(definition, field string) bool {
	_, ok := jsonText().Fields[definition+"."+field]
	return ok
}
