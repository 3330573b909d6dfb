package provider

import (
	"net"
	"sync/atomic"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest/standin"
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
	for name, text := range plannedExamples(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, dialled := counting(t)
			tf := watched(newTerraform(t), address)
			tf.write(t, "main.tf", text)
			tf.write(t, "terraform.tfvars", standin.Variables(text))
			expectCreations(t, text, tf.mustRun(t, "plan", "-no-color", "-input=false", "-out=plan"))
			tf.expectRendered(t, name, "plan")
			if dialled.Load() != 0 {
				t.Error("the plan made a connection")
			}
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
