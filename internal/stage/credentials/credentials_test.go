package credentials

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// TestDigests shows what a digest tells and what it does not.
func TestDigests(t *testing.T) {
	data := map[string]string{"HF_TOKEN": "hf_secret", "other": "x"}
	first, err := digestOf(data)
	if err != nil {
		t.Fatal(err)
	}
	second, err := digestOf(data)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(first.Sums["HF_TOKEN"], second.Sums["HF_TOKEN"]) {
		t.Error("two digests of one value are equal, so whoever has one can recognise the value elsewhere")
	}
	cases := map[string]struct {
		reason string
		data   map[string]string
		want   bool
	}{
		"the same":         {"nothing differs", data, true},
		"another value":    {"it was rotated", map[string]string{"HF_TOKEN": "hf_other", "other": "x"}, false},
		"a value moved":    {"a value counts under its key", map[string]string{"HF_TOKEN": "x", "other": "hf_secret"}, false},
		"one key less":     {"it has to be removed", map[string]string{"HF_TOKEN": "hf_secret"}, false},
		"one key more":     {"it has to be added", map[string]string{"HF_TOKEN": "hf_secret", "other": "x", "third": "y"}, false},
		"an unknown key":   {"nothing was applied under it", map[string]string{"HF_TOKEN": "hf_secret", "third": "x"}, false},
		"an empty new key": {"it has to be added", map[string]string{"HF_TOKEN": "hf_secret", "third": ""}, false},
	}
	for name, tc := range cases {
		if got := DigestHolds(first, tc.data); got != tc.want {
			t.Errorf("%s: %s, and the digest holds = %t", name, tc.reason, got)
		}
	}
	raw, err := json.Marshal(model.Digests{"hugging_face": first})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(raw), "hf_secret") {
		t.Errorf("the digest has the value: %s", raw)
	}
	var none model.Digests
	if DigestHolds(none["hugging_face"], data) || DigestHolds(none["hugging_face"], nil) != true {
		t.Error("no digest holds nothing, and nothing else")
	}
}

// TestConcealed blots values out of what a server says, however it spells them.
func TestConcealed(t *testing.T) {
	c := kinds.Registry()
	one := secret{Credential: c, values: map[string]string{"server": "r.example.com", "username": "ci", "password": `p"<a>ss`}}
	encoded := base64.StdEncoding.EncodeToString([]byte(`ci:p"<a>ss`))
	config := one.data()[".dockerconfigjson"]
	for name, text := range map[string]string{
		"as it is": `p"<a>ss`, "as a Secret has it": base64.StdEncoding.EncodeToString([]byte(`p"<a>ss`)), "the whole": config,
		"the login":                    encoded,
		"the whole as a Secret has it": base64.StdEncoding.EncodeToString([]byte(config)),
	} {
		out := concealed(diag.Diagnostics{diag.NewErrorDiagnostic("Refused", "the server does not like "+text+" at all")}, path.Root(model.AttrCredentials), one)
		detail := out[0].Detail()
		if strings.Contains(detail, text) || !strings.HasSuffix(detail, " at all") || !strings.Contains(detail, "(sensitive value)") {
			t.Errorf("%s: %s", name, detail)
		}
		if placed, ok := out[0].(diag.DiagnosticWithPath); !ok || !placed.Path().Equal(path.Root(model.AttrCredentials)) {
			t.Errorf("%s: it is told of %v", name, out[0])
		}
	}
	if !strings.Contains(config, encoded) {
		t.Errorf("the login is not one that clients read: %s", config)
	}
}
