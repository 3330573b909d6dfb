package render

import (
	"maps"
	"testing"
)

func TestImages(t *testing.T) {
	images := PinImages(map[string]string{"loader": "loader:v1", "gone": "gone:v1"})
	if got := images.Use("loader", "loader:v2"); got != "loader:v1" {
		t.Errorf("a pinned image became %s", got)
	}
	if got := images.Use("engine", "engine:v2"); got != "engine:v2" {
		t.Errorf("an image that is not pinned is %s, want the newest", got)
	}
	want := map[string]string{"loader": "loader:v1", "engine": "engine:v2"}
	if got := images.Used(); !maps.Equal(got, want) {
		t.Errorf("used images are %v, want %v: a role that is no longer asked for is forgotten", got, want)
	}
	if got := (*Images)(nil).Use("loader", "loader:v2"); got != "loader:v2" {
		t.Errorf("without pins the image is %s", got)
	}
}
