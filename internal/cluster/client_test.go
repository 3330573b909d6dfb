package cluster

import (
	"io"
	"os"
	"testing"

	"k8s.io/klog/v2"
)

// TestNewSilencesTheLibrary shows that client-go's log does not end up on standard error.
func TestNewSilencesTheLibrary(t *testing.T) {
	clientOf(t, Config{Host: "h"})
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stderr
	os.Stderr = writer
	klog.Error("something that client-go logs")
	klog.Flush()
	os.Stderr = before
	_ = writer.Close()
	if got, err := io.ReadAll(reader); err != nil || len(got) > 0 {
		t.Errorf("got %q, %v on standard error, want nothing", got, err)
	}
}

// TestFieldManager shows under which name fields are owned.
func TestFieldManager(t *testing.T) {
	for set, want := range map[string]string{"": "terraform-provider-inference", "me": "me"} {
		if got := clientOf(t, Config{Host: "h", FieldManager: set}).fieldManager; got != want {
			t.Errorf("field_manager %q gives %q, want %q", set, got, want)
		}
	}
}
