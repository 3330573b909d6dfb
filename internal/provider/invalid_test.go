package provider

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"sigs.k8s.io/yaml"
)

// invalidFile is a file of testdata/invalid: a valid configuration of one resource, and
// what makes it invalid.
type invalidFile struct {
	Valid map[string]any
	Cases map[string]invalidCase
}

// invalidCase is one configuration and everything that is said about it.
type invalidCase struct {
	Reason string
	// Patch is merged into the valid configuration: objects by name, null removes, the rest replaces.
	Patch map[string]any
	// Provider is the provider block of a plan. Without one the configuration is
	// validated; with one that must find no fault, and what is wanted is said of the plan.
	Provider map[string]any
	Want     []verdict
}

// verdict is one diagnostic that is wanted.
type verdict struct {
	Path, Summary string
	// Detail is a part of the detail.
	Detail  string
	Warning bool
}

func (v verdict) severity() tfprotov6.DiagnosticSeverity {
	if v.Warning {
		return tfprotov6.DiagnosticSeverityWarning
	}
	return tfprotov6.DiagnosticSeverityError
}

// heads reports whether a headline is the verdict's. That of a warning ends with its rule.
func (v verdict) heads(summary string) bool {
	return summary == v.Summary || v.Warning && strings.HasPrefix(summary, v.Summary+" (")
}

// invalidFiles returns the files of testdata/invalid by resource.
func invalidFiles(t testing.TB) map[string]invalidFile {
	t.Helper()
	names, err := filepath.Glob("testdata/invalid/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	files := map[string]invalidFile{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var file invalidFile
		if err := yaml.UnmarshalStrict(data, &file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		files[strings.TrimSuffix(filepath.Base(name), ".yaml")] = file
	}
	return files
}

// config returns the configuration of a case.
func (f invalidFile) config(c invalidCase) map[string]any {
	return merge(f.Valid, c.Patch)
}

// merge returns base with patch, and changes neither.
func merge(base, patch map[string]any) map[string]any {
	out := map[string]any{}
	maps.Copy(out, base)
	for name, v := range patch {
		below, isObject := v.(map[string]any)
		current, wasObject := out[name].(map[string]any)
		switch {
		case v == nil:
			delete(out, name)
		case isObject && wasObject:
			out[name] = merge(current, below)
		default:
			out[name] = v
		}
	}
	return out
}

// TestInvalidConfigurations shows for every case what is said, of which attribute, and
// that nothing else is.
func TestInvalidConfigurations(t *testing.T) {
	refused := 0
	for resource, file := range invalidFiles(t) {
		s := newServer(t)
		if diags := s.validate(t, resource, file.Valid); len(diags) > 0 {
			t.Fatalf("%s: the valid configuration is not: %s", resource, told(diags))
		}
		for name, tc := range file.Cases {
			if len(tc.Want) > 0 {
				refused++
			}
			t.Run(resource+"/"+name, func(t *testing.T) {
				s := newServer(t)
				config := file.config(tc)
				diags := s.validate(t, resource, config)
				if tc.Provider != nil {
					if slices.ContainsFunc(diags, isError) {
						t.Fatalf("found before the plan: %s", told(diags))
					}
					if diags := s.configure(t, tc.Provider); len(diags) > 0 {
						t.Fatalf("provider block: %s", told(diags))
					}
					diags = s.plan(t, resource, nil, config).Diagnostics
				}
				if problem := compare(diags, tc.Want); problem != "" {
					t.Errorf("%s: %s\ntold:%s", tc.Reason, problem, told(diags))
				}
				for _, d := range diags {
					checkWording(t, config, d)
				}
			})
		}
	}
	if refused < 80 {
		t.Errorf("%d configurations have something said about them, want 80", refused)
	}
}

func isError(d *tfprotov6.Diagnostic) bool {
	return d.Severity == tfprotov6.DiagnosticSeverityError
}

// compare says how diagnostics differ from those that are wanted, in any order.
func compare(got []*tfprotov6.Diagnostic, want []verdict) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d diagnostics, want %d", len(got), len(want))
	}
	for _, w := range want {
		if !slices.ContainsFunc(got, func(d *tfprotov6.Diagnostic) bool {
			return d.Severity == w.severity() && pathText(d.Attribute) == w.Path && w.heads(d.Summary) && strings.Contains(d.Detail, w.Detail)
		}) {
			return fmt.Sprintf("%s at %s: %s: ...%s... is not said", w.severity(), w.Path, w.Summary, w.Detail)
		}
	}
	return ""
}

// apiSpelling finds a field named as the Kubernetes API does where an attribute is meant.
var apiSpelling = regexp.MustCompile(`^(spec|direct|metadata)[^ ]*[a-z][A-Z]`)

// isJSON reports whether an attribute is configured as JSON, inside which names are the API's.
func isJSON(config map[string]any, at *tftypes.AttributePath) bool {
	value, _, err := tftypes.WalkAttributePath(config, at)
	text, ok := value.(string)
	return err == nil && ok && json.Valid([]byte(text))
}

// checkWording holds a diagnostic of a configuration to what all of them promise.
func checkWording(t *testing.T, config map[string]any, d *tfprotov6.Diagnostic) {
	t.Helper()
	if len(d.Summary) > 60 || strings.HasSuffix(d.Summary, ".") {
		t.Errorf("%q is not a headline", d.Summary)
	}
	if apiSpelling.MatchString(d.Detail) && !isJSON(config, d.Attribute) {
		t.Errorf("the detail does not name the field as the configuration does: %s", d.Detail)
	}
	if !strings.HasPrefix(d.Detail, pathText(d.Attribute)) {
		t.Errorf("the detail does not begin with the attribute %s: %s", pathText(d.Attribute), d.Detail)
	}
	said, link, linked := strings.Cut(d.Detail, "\n\n")
	if rule := ruled.FindStringSubmatch(said); linked && (rule == nil || !strings.HasPrefix(link, "https://") || !strings.HasSuffix(link, "#rule-"+rule[1])) {
		t.Errorf("the detail links to something else than its rule: %s", d.Detail)
	}
	if !strings.HasSuffix(said, ".") && !strings.HasSuffix(said, ")") {
		t.Errorf("the detail is not a sentence: %s", d.Detail)
	}
}

// ruled finds the rule that ends a detail.
var ruled = regexp.MustCompile(` \(([A-Z]+[0-9]?-[A-Z0-9.]+)\)$`)

// TestInvalidConfigurationsOfTheCommandLine shows that Terraform tells the user of all
// mistakes of all resources in one run, and of nothing else.
func TestInvalidConfigurationsOfTheCommandLine(t *testing.T) {
	t.Parallel()
	tf := newTerraform(t)
	resources := map[string]any{"terraform_data": map[string]any{"later": map[string]any{"input": "x"}}}
	want := map[string]invalidCase{}
	for resource, file := range invalidFiles(t) {
		blocks := map[string]any{}
		for name, tc := range file.Cases {
			if tc.Provider == nil {
				label := "case_" + strings.ReplaceAll(name, " ", "_")
				config := file.config(tc)
				for attribute, value := range tc.Patch {
					if value == nil {
						config[attribute] = "${null}" // in JSON, null itself is an argument left out
					}
				}
				blocks[label], want[resource+"."+label] = config, tc
			}
		}
		resources[resource] = blocks
	}
	config, err := json.MarshalIndent(map[string]any{
		"terraform": map[string]any{"required_providers": map[string]any{"inference": map[string]any{"source": "inferops/inference"}}},
		"resource":  resources,
	}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	tf.write(t, "main.tf.json", string(config))
	got := map[string][]shown{}
	for _, d := range tf.validate(t) {
		if d.Address != "" || d.Summary != "Provider development overrides are in effect" {
			got[d.Address] = append(got[d.Address], d)
		}
	}
	for address, tc := range want {
		for _, w := range tc.Want {
			if !slices.ContainsFunc(got[address], func(d shown) bool {
				return (d.Severity == "warning") == w.Warning && w.heads(d.Summary) && strings.Contains(d.Detail, w.Detail)
			}) {
				t.Errorf("%s: %s: %s: ...%s... is not shown: %v", address, tc.Reason, w.Summary, w.Detail, got[address])
			}
		}
		if len(got[address]) > len(tc.Want) {
			t.Errorf("%s: %s: too much is shown: %v", address, tc.Reason, got[address])
		}
		delete(got, address)
	}
	if len(got) > 0 {
		t.Errorf("shown of no case: %v", got)
	}
}
