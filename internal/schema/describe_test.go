package schema

import (
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

func TestDescribe(t *testing.T) {
	large, one, two := 2097152.0, int64(1), int64(2)
	for name, c := range map[string]struct {
		reason   string
		props    apiextensionsv1.JSONSchemaProps
		fallback any
		want     string
	}{
		"bounds": {
			reason: "large numbers are written out", props: apiextensionsv1.JSONSchemaProps{Maximum: &large}, fallback: int64(4096),
			want: "How much. At most 2097152. Default `4096`.",
		},
		"empty": {reason: "there is no empty code", fallback: "", want: "How much. Default: empty."},
		"items": {
			reason: "one item is one", props: apiextensionsv1.JSONSchemaProps{MinItems: &one, MaxItems: &two},
			want: "How much. At least 1 item. At most 2 items.",
		},
		"enum": {
			reason: "values are as the configuration has them", fallback: "a",
			props: apiextensionsv1.JSONSchemaProps{Enum: []apiextensionsv1.JSON{{Raw: []byte(`"a"`)}, {Raw: []byte(`2`)}}},
			want:  "How much. One of `a`, `2`. Default `a`.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := describe("How much", &c.props, c.fallback); got != c.want {
				t.Errorf("%s: got %q, want %q", c.reason, got, c.want)
			}
		})
	}
}
