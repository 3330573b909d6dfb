//go:build firsthour

package firsthour

import (
	"path/filepath"
	"testing"
)

// TestPulumi builds the plugin and runs the first program of the guide with it, and then again with the bridge that Pulumi
// has for all providers of Terraform.
func TestPulumi(t *testing.T) {
	s := newStranger(t)
	guide := s.open(t, "docs/guides/pulumi.md")
	guide.follow(t, "make pulumi ")
	cluster := "export KUBE_CONFIG_PATH=" + s.cluster(t) + "\n"
	guide.exports += cluster
	guide.dir = s.folder(t, "pulumi")
	put(t, filepath.Join(guide.dir, "Pulumi.yaml"), guide.block(t, "## A program in YAML", "yaml"))
	guide.here(t, "pulumi stack init dev")
	contains(t, "preview", guide.here(t, "pulumi preview"), "inference:index:Playground chat create")
	contains(t, "up", guide.here(t, "pulumi up"), `endpoint: "http://chat-lb.default.svc:8080"`, "ready : true")
	contains(t, "after an interruption", guide.follow(t, "pulumi cancel "), "unchanged")
	guide.here(t, "pulumi destroy")

	generic := s.open(t, "docs/guides/pulumi.md")
	generic.exports = cluster // Whoever has the plugin in PATH gets it in any case.
	generic.follow(t, "make build\n")
	generic.dir = guide.dir
	contains(t, "the generic bridge", generic.follow(t, "pulumi package add "), "inference")
	contains(t, "a preview through it", generic.here(t, "pulumi preview"), "inference:index:Playground chat create")
}
