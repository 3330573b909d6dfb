package provider

import (
	"net"
	"slices"
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

// TestPlansUseNoNetwork plans every example that has resources alone, with a cluster and with hubs of models that could be asked and a
// proxy for whatever else there is: nothing is dialled. The check of models stands at its default.
func TestPlansUseNoNetwork(t *testing.T) {
	address, count := counting(t)
	at := func(tf terraform) terraform {
		tf.env = []string{
			"KUBE_HOST=https://" + address, "HF_ENDPOINT=http://" + address, "MODELSCOPE_DOMAIN=http://" + address,
			"HTTP_PROXY=http://" + address, "HTTPS_PROXY=http://" + address,
		}
		return tf
	}
	for _, file := range slices.Concat(examples(t, "resources/*/resource*.tf"), examples(t, "quickstart/*.tf"), examples(t, "scenarios/*/main.tf"), examples(t, "traffic/*/main.tf"), examples(t, "cookbook/*/main.tf"), examples(t, "tasks/*/main.tf")) {
		t.Run(exampleName(file), func(t *testing.T) {
			tf, text := at(newTerraform(t)), readExample(t, file)
			tf.write(t, "main.tf", text)
			tf.write(t, "terraform.tfvars", standin.Variables(text))
			before := count.Load()
			tf.mustRun(t, "plan", "-no-color", "-input=false")
			if made := count.Load() - before; made != 0 {
				t.Errorf("the plan made %d connections", made)
			}
		})
	}
	t.Run("where it is asked for", func(t *testing.T) {
		for _, asks := range []string{`model_check = "warn"`, `capacity_check = "warn"`, `plan_validation = "server"`} {
			tf := at(newTerraform(t))
			tf.write(t, "main.tf", requirement+"provider \"inference\" {\n  "+asks+"\n}\n"+readExample(t, examples(t, "tasks/chat/main.tf")...)[len(requirement):])
			before := count.Load()
			tf.run(t, "plan", "-no-color", "-input=false")
			if count.Load() == before {
				t.Errorf("with %s the plan made no connection, so the test shows nothing", asks)
			}
		}
	})
}
