package provider

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/source"
)

func TestKindOfClient(t *testing.T) {
	const mirrored = "/w/.terraform/providers/registry.opentofu.org/inferops/inference/0.1.0/linux_amd64/terraform-provider-inference"
	for _, tc := range []struct {
		parent, self string
		want         source.Client
	}{
		{"terraform", "/usr/bin/terraform-provider-inference", source.Terraform},
		{"terraform-1.14", mirrored, source.Terraform},
		{"tofu", "/usr/bin/terraform-provider-inference", source.OpenTofu},
		{"opentofu", "/usr/bin/terraform-provider-inference", source.OpenTofu},
		{"", mirrored, source.OpenTofu},
		{"dlv", "/w/.terraform/providers/registry.terraform.io/inferops/inference", source.Unknown},
	} {
		if got := kindOfClient(tc.parent, tc.self); got != tc.want {
			t.Errorf("%s, %s: %d, want %d", tc.parent, tc.self, got, tc.want)
		}
	}
}

func TestNamesSavedPlan(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	plan, variables := file("plan", "PK\x03\x04..."), file("a.tfvars", "a = 1\n")
	for name, tc := range map[string]struct {
		command []string
		want    bool
	}{
		"saved":           {[]string{"terraform", "-chdir=x", "apply", "-auto-approve", plan}, true},
		"not saved":       {[]string{"terraform", "apply"}, false},
		"flag at the end": {[]string{"terraform", "apply", plan, "-auto-approve"}, false},
		"variables":       {[]string{"terraform", "apply", "-var-file", variables}, false},
		"other command":   {[]string{"terraform", "show", plan}, false},
		"no such file":    {[]string{"terraform", "apply", filepath.Join(dir, "none")}, false},
		"nothing":         {[]string{""}, false},
	} {
		if got := namesSavedPlan(tc.command); got != tc.want {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}
