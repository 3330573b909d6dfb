package model

import (
	"strings"
	"testing"
)

// TestSettingsOf shows what is made of the provider's data: before it is configured, when it is, and when it is somebody else's.
func TestSettingsOf(t *testing.T) {
	given := &Settings{}
	if got, diags := SettingsOf(given); got != given || len(diags) > 0 {
		t.Errorf("settings became %v, %v", got, diags)
	}
	if got, diags := SettingsOf(nil); got != nil || len(diags) > 0 {
		t.Errorf("nothing became %v, %v", got, diags)
	}
	got, diags := SettingsOf("text")
	if got != nil || len(diags) != 1 || diags[0].Summary() != "Provider fault" || !strings.Contains(diags[0].Detail(), "its data is a string") {
		t.Errorf("text became %v, %v", got, diags)
	}
}
