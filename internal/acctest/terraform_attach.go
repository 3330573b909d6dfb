//go:build unix

package acctest

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/server"
)

// attach serves the provider to one command from within the test process until the test is over, and returns the variable that tells
// the CLI where.
func (tf *Terraform) attach(t *testing.T) string {
	t.Helper()
	types := map[string]bool{}
	for _, pattern := range []string{"*.tf", "*.tf.json", "*/*.tf", "*.hcl", filepath.Base(tf.stateFile())} {
		files, err := filepath.Glob(filepath.Join(tf.dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if file != tf.stateFile() && aliased.Match(raw) {
				t.Fatal("several provider blocks need several providers: use NewManaged")
			}
			for _, match := range typeName.FindAllString(string(raw), -1) {
				types[match] = true
			}
		}
	}
	tf.runs++
	w := &walks{types: types, file: filepath.Join(tf.home, "inference-warnings"), run: strconv.Itoa(tf.runs)}
	w.begin()
	// What a test's clean-up runs, the context of the test would end before it begins.
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	t.Cleanup(cancel)
	reached, closed := make(chan *plugin.ReattachConfig), make(chan struct{})
	const name = "registry.terraform.io/inferops/inference"
	go tf6server.Serve(name, func() tfprotov6.ProviderServer { return w }, tf6server.WithDebug(ctx, reached, closed), //nolint:errcheck // it has none to return
		tf6server.WithGoPluginLogger(hclog.NewNullLogger()), tf6server.WithLoggingSink(t), tf6server.WithoutLogStderrOverride())
	select {
	case config := <-reached:
		at := map[string]any{
			"Protocol": config.Protocol, "ProtocolVersion": config.ProtocolVersion, "Pid": config.Pid, "Test": true,
			"Addr": map[string]string{"Network": config.Addr.Network(), "String": config.Addr.String()},
		}
		text, err := json.Marshal(map[string]any{name: at, "registry.opentofu.org/inferops/inference": at})
		if err != nil {
			t.Fatal(err)
		}
		return "TF_REATTACH_PROVIDERS=" + string(text)
	case <-time.After(startTimeoutOfWait):
		t.Fatal("the provider does not come to serve")
		return ""
	}
}

// aliased finds a further provider block.
var aliased = regexp.MustCompile(`(?m)^\s*alias\s*=`)

// walks is the provider with some of its types, which is another one for every walk of a command, as the CLI would start one.
type walks struct {
	tfprotov6.ProviderServer
	types     map[string]bool
	file, run string
}

func (w *walks) begin() {
	one := provider.NewServer("test").(*server.Server)
	w.ProviderServer = narrowed{one.Once(server.NewSaid(w.file, w.run)), w.types}
}

// ValidateProviderConfig implements [tfprotov6.ProviderServer]: it is what a walk asks first.
func (w *walks) ValidateProviderConfig(ctx context.Context, req *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	w.begin()
	return w.ProviderServer.ValidateProviderConfig(ctx, req)
}
