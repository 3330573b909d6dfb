package schema

import (
	"strings"
	"testing"
)

// TestJSONTextIsInTheTable keeps the list of JSON texts from naming what no API has.
func TestJSONTextIsInTheTable(t *testing.T) {
	for name, why := range jsonText().Definitions {
		if _, ok := definition(name); !ok || why == "" {
			t.Errorf("there is no definition %s, or no reason", name)
		}
	}
	for name, why := range jsonText().Fields {
		dot := strings.LastIndex(name, ".")
		props, ok := definition(name[:dot])
		if !ok || why == "" {
			t.Errorf("there is no definition %s, or no reason", name[:dot])
			continue
		}
		if _, ok := props.Properties[name[dot+1:]]; !ok {
			t.Errorf("there is no field %s", name)
		}
	}
}
