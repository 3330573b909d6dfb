package provider

import (
	"maps"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// counting listens, counts who connects, and hangs up.
func counting(t *testing.T) (address string, count *atomic.Int32) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	count = new(atomic.Int32)
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			count.Add(1)
			_ = connection.Close()
		}
	}()
	return listener.Addr().String(), count
}

// watched is an environment in which the hub of models is a listener, which is the proxy for everything else as well.
func watched(tf terraform, address string) terraform {
	at := "http://" + address
	tf.env = append(tf.env, "HF_ENDPOINT="+at, "HTTP_PROXY="+at, "HTTPS_PROXY="+at)
	return tf
}

// TestPlansUseNoNetwork plans every example that has resources, with the check of models at its default: nothing is dialled, and what
// direct mode renders is what was read. Of a cluster that is there, TestPlanAsksNothing shows it.
func TestPlansUseNoNetwork(t *testing.T) {
	all := plannedExamples(t)
	for names := range slices.Chunk(slices.Sorted(maps.Keys(all)), 10) {
		t.Run("from "+names[0], func(t *testing.T) {
			t.Parallel()
			planModules(t, names, all)
		})
	}
	for _, asks := range []string{`model_check = "warn"`, `plan_validation = "server"`} {
		t.Run(asks, func(t *testing.T) {
			t.Parallel() // it asks again and again
			address, dialled := counting(t)
			tf := watched(newTerraform(t), address)
			tf.env = append(tf.env, "KUBE_HOST=https://"+address)
			tf.write(t, "main.tf", readExample(t, examples(t, "resources/inference_endpoint/resource.tf")...)+"provider \"inference\" {\n  "+asks+"\n}\n")
			tf.run(t, "plan", "-no-color", "-input=false")
			if dialled.Load() == 0 {
				t.Error("the plan made no connection, so the test shows nothing")
			}
		})
	}
}

// planModules plans examples together. Each has a provider of its own, to which the objects of the others are nothing.
func planModules(t *testing.T, names []string, texts map[string]string) {
	t.Helper()
	address, dialled := counting(t)
	tf := watched(newTerraform(t), address)
	modules := map[string]string{}
	for _, name := range names {
		modules[name] = texts[name]
		if !strings.Contains(texts[name], "provider \"inference\"") {
			modules[name] += "provider \"inference\" {}\n"
		}
	}
	tf.writeModules(t, modules)
	out := tf.mustRun(t, "plan", "-no-color", "-input=false", "-out=plan")
	if dialled.Load() != 0 {
		t.Error("the plan made a connection")
	}
	for _, wrong := range []string{"Warning: Live", "Model cannot be served"} {
		if strings.Contains(out, wrong) {
			t.Errorf("the plan says %q:\n%s", wrong, out)
		}
	}
	planned := tf.show(t, "plan")
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			resources := planned["module."+moduleName(name)]
			expectCreations(t, texts[name], resources)
			expectRendered(t, name, resources)
		})
	}
}
