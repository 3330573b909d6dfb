package server

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// TestSaid holds what a process of a run leaves out: warnings, of this run, given before it began.
func TestSaid(t *testing.T) {
	const typeName = "inference_playground"
	file := filepath.Join(t.TempDir(), "warnings")
	warning := &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityWarning, Summary: "headline", Detail: "of chat", Attribute: tftypes.NewAttributePath().WithAttributeName("spec")}
	elsewhere := &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityWarning, Summary: "headline", Detail: "of chat", Attribute: tftypes.NewAttributePath().WithAttributeName("wait")}
	failure := &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityError, Summary: "headline", Detail: "of chat", Attribute: tftypes.NewAttributePath().WithAttributeName("spec")}
	given := func(s *Said, of string, all ...*tfprotov6.Diagnostic) int { return len(s.unsaid(of, all)) }

	validation := NewSaid(file, "run")
	got := map[string]int{
		"first":                  given(validation, typeName, warning, failure),
		"again in the process":   given(validation, typeName, warning, failure),
		"later":                  given(NewSaid(file, "run"), typeName, warning),
		"an error, later":        given(NewSaid(file, "run"), typeName, failure),
		"of another attribute":   given(NewSaid(file, "run"), typeName, elsewhere),
		"of another type":        given(NewSaid(file, "run"), "inference_service", warning),
		"in the next run":        given(NewSaid(file, "next"), typeName, warning),
		"later in the next run":  given(NewSaid(file, "next"), typeName, warning),
		"where no file can be":   given(NewSaid(filepath.Join(file, "not a folder"), "run"), typeName, warning),
		"and none could be then": given(NewSaid(filepath.Join(file, "not a folder"), "run"), typeName, warning),
		"without a note":         given(nil, typeName, warning),
	}
	want := map[string]int{
		"first": 2, "again in the process": 2, "later": 0, "an error, later": 1, "of another attribute": 1, "of another type": 1, "in the next run": 1,
		"later in the next run": 0, "where no file can be": 1, "and none could be then": 1, "without a note": 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("warnings and errors that are given (-want +got):\n%s", diff)
	}
	if text, err := os.ReadFile(file); err != nil || len(text) > 200 {
		t.Errorf("the notes of former runs are not removed: %v, %d bytes", err, len(text))
	}
}
