package main

import (
	"context"
	"fmt"
	"time"
)

const header = `
terraform {
  required_providers {
    inference = { source = "inferops/inference" }
  }
}

provider "inference" {
%s}
`

const playground = `
resource "inference_playground" "p" {
%s
  metadata = { name = %s, namespace = "default" }
  spec = {
    replicas    = 1
    model_claim = { model_name = "llama3-1-8b" }
    backend_runtime_config = {
      backend_name = "vllm"
      args         = ["--max-model-len", "16384"]
      envs         = [{ name = "VLLM_LOGGING_LEVEL", value = "INFO" }]
      resources    = { limits = { cpu = "4", memory = "16Gi" } }
    }
  }
}
`

func onePlayground() string {
	return fmt.Sprintf(header, "") + fmt.Sprintf(playground, "", `"chat"`)
}

// manyPlaygrounds are created at full speed: Terraform's own limit is ten at a time.
func manyPlaygrounds(n int) string {
	return fmt.Sprintf(header, "") + fmt.Sprintf(playground, fmt.Sprintf("  count = %d", n), `"chat-${count.index}"`)
}

// validate measures the whole command, with the start of Terraform and of the provider.
func (b *bench) validate(ctx context.Context) error {
	tf, err := b.workspace(ctx, "validate", onePlayground())
	if err != nil {
		return err
	}
	took, err := repeated(b.runs, func() (time.Duration, error) {
		return timed(func() error {
			_, err := tf.Run(ctx, "validate", "-no-color")
			return err
		})
	})
	if err != nil {
		return err
	}
	figure(tf.Name()+" validate of one resource", "%s", spread(took))
	return nil
}
