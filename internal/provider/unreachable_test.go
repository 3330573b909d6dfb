package provider

import (
	"net"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// closedPort returns an address at which nobody listens.
func closedPort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := listener.Close(); err != nil {
			t.Error(err)
		}
	}()
	return listener.Addr().String()
}

// withoutCluster are the provider blocks with which nothing can be asked of a cluster.
func withoutCluster(t *testing.T) map[string]struct {
	reason   string
	provider map[string]any
	// refreshed is the warning that a refresh gives, and refused the error of an apply.
	refreshed, refused string
} {
	return map[string]struct {
		reason             string
		provider           map[string]any
		refreshed, refused string
	}{
		"address not known yet": {
			reason:   "the cluster is made by the same apply, which needs no explanation at plan",
			provider: map[string]any{"host": reference},
			refused:  "No cluster to talk to",
		},
		"address at which nobody listens": {
			reason:    "the cluster may come back",
			provider:  map[string]any{"host": "https://" + closedPort(t)},
			refreshed: "connection refused", refused: "Cluster cannot be reached",
		},
		"kubeconfig that does not exist": {
			reason:    "it may be on another machine",
			provider:  map[string]any{"config_path": "/does/not/exist"},
			refreshed: "/does/not/exist", refused: "No cluster to talk to",
		},
		"nothing configured": {
			reason:    "plans are made in places that have no cluster",
			provider:  map[string]any{},
			refreshed: "cluster", refused: "No cluster to talk to",
		},
	}
}

var unreachedPlayground = map[string]any{
	"metadata": map[string]any{"name": "chat", "namespace": "llm"},
	"spec":     map[string]any{"replicas": 2.0, "model_claim": map[string]any{"model_name": "qwen"}},
	"timeouts": map[string]any{"create": "1s"},
}

// applied is the state that an apply of a plan leaves: what was unknown has become known.
func (p planned) applied(t *testing.T) *tfprotov6.DynamicValue {
	t.Helper()
	fields := attributesOf(t, p.kind, p.PlannedState)
	for name, known := range map[string]any{"uid": "7d1c", "api_release": "v0.1.4", "ready": true, "diagnosis": nil, "drift": []any{}, "endpoint": "http://chat-lb.llm.svc:8080"} {
		fields[name] = value(t, p.kind.AttributeTypes[name], known)
	}
	state := tftypes.NewValue(p.kind, fields)
	if !state.IsFullyKnown() {
		t.Fatal("the state has unknown values")
	}
	return dynamic(t, p.kind, state)
}

// emptyEnvironment hides everything that could name a cluster.
func emptyEnvironment(t *testing.T) {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	for _, name := range []string{"KUBE_HOST", "KUBE_CONFIG_PATH", "KUBE_CONFIG_PATHS", "KUBECONFIG", "KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT", "HTTPS_PROXY"} {
		t.Setenv(name, "")
	}
}

// TestWithoutCluster shows that creations and changes plan without a cluster, that a refresh
// keeps what it cannot look at and says why, and that an apply fails with a remedy.
func TestWithoutCluster(t *testing.T) {
	const resource = "inference_playground"
	emptyEnvironment(t)
	for name, tc := range withoutCluster(t) {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if diags := s.configure(t, tc.provider); len(diags) > 0 {
				t.Fatalf("%s: the provider block is refused: %s", tc.reason, told(diags))
			}
			creation := s.plan(t, resource, nil, unreachedPlayground)
			if len(creation.Diagnostics) > 0 {
				t.Fatalf("%s: the creation does not plan: %s", tc.reason, told(creation.Diagnostics))
			}
			state := creation.applied(t)

			read, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: resource, CurrentState: state})
			if err != nil {
				t.Fatal(err)
			}
			if before, after := attributesOf(t, creation.kind, state), attributesOf(t, creation.kind, read.NewState); !tftypes.NewValue(creation.kind, before).Equal(tftypes.NewValue(creation.kind, after)) {
				t.Errorf("%s: the refresh changed the state from %v to %v", tc.reason, before, after)
			}
			checkRefreshWarning(t, read.Diagnostics, tc.refreshed)

			change := s.plan(t, resource, state, merge(unreachedPlayground, map[string]any{"spec": map[string]any{"replicas": 3.0}}))
			if len(change.Diagnostics) > 0 || len(change.RequiresReplace) > 0 {
				t.Errorf("%s: the change does not plan: %s", tc.reason, told(change.Diagnostics))
			}
			if same := s.plan(t, resource, state, unreachedPlayground); !sameValue(t, creation.kind, same.PlannedState, state) {
				t.Errorf("%s: a plan without a change changes %v", tc.reason, attributesOf(t, creation.kind, same.PlannedState))
			}

			apply, err := s.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
				TypeName: resource, Config: creation.config, PlannedState: creation.PlannedState, PlannedPrivate: creation.PlannedPrivate,
				PriorState: dynamic(t, creation.kind, tftypes.NewValue(creation.kind, nil)),
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(apply.Diagnostics) != 1 || apply.Diagnostics[0].Summary != tc.refused || !isError(apply.Diagnostics[0]) ||
				!strings.HasPrefix(apply.Diagnostics[0].Detail, "Playground llm/chat was not touched: ") || !strings.Contains(apply.Diagnostics[0].Detail, "provider block") {
				t.Errorf("%s: want the error %q about the playground: %s", tc.reason, tc.refused, told(apply.Diagnostics))
			}
			if fields := attributesOf(t, creation.kind, apply.NewState); fields != nil {
				t.Errorf("%s: what was not created is in the state: %v", tc.reason, fields)
			}
		})
	}
}

func sameValue(t *testing.T, kind tftypes.Object, a, b *tfprotov6.DynamicValue) bool {
	t.Helper()
	return tftypes.NewValue(kind, attributesOf(t, kind, a)).Equal(tftypes.NewValue(kind, attributesOf(t, kind, b)))
}

// checkRefreshWarning wants one warning with the reason, or none for no reason.
func checkRefreshWarning(t *testing.T, diags []*tfprotov6.Diagnostic, reason string) {
	t.Helper()
	if reason == "" {
		if len(diags) > 0 {
			t.Errorf("the refresh says %s", told(diags))
		}
		return
	}
	if len(diags) != 1 || isError(diags[0]) || diags[0].Summary != "Live object not read" ||
		!strings.Contains(diags[0].Detail, "Playground llm/chat") || !strings.Contains(diags[0].Detail, reason) {
		t.Errorf("want one warning that the live object was not read, for %q: %s", reason, told(diags))
	}
}

// TestPlanAsksNothing shows that neither a validation nor a plan makes a connection to a
// cluster that is known.
func TestPlanAsksNothing(t *testing.T) {
	emptyEnvironment(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	connections := make(chan struct{}, 100)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			connections <- struct{}{}
			_ = connection.Close()
		}
	}()
	s := newServer(t)
	if diags := s.configure(t, map[string]any{"host": "https://" + listener.Addr().String()}); len(diags) > 0 {
		t.Fatal(told(diags))
	}
	for resource, file := range invalidFiles(t) {
		if diags := s.validate(t, resource, file.Valid); len(diags) > 0 {
			t.Errorf("%s: %s", resource, told(diags))
		}
		if diags := s.plan(t, resource, nil, file.Valid).Diagnostics; len(diags) > 0 {
			t.Errorf("%s: %s", resource, told(diags))
		}
	}
	if len(connections) != 0 {
		t.Errorf("plans made %d connections", len(connections))
	}
	// The listener does see a refresh.
	playground := s.plan(t, "inference_playground", nil, unreachedPlayground)
	if _, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: "inference_playground", CurrentState: playground.applied(t)}); err != nil {
		t.Fatal(err)
	}
	if len(connections) == 0 {
		t.Error("a refresh made no connection, so the test shows nothing")
	}
	if err := listener.Close(); err != nil {
		t.Error(err)
	}
	<-done
}
