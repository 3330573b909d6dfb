package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// manifests are the same objects as those of manyPlaygrounds, as the provider gavinbunney/kubectl manages them. It does
// not wait until they are ready.
const manifests = `
terraform {
  required_providers {
    kubectl = { source = "gavinbunney/kubectl" }
  }
}

resource "kubectl_manifest" "p" {
  count     = %d
  yaml_body = yamlencode({
    apiVersion = "inference.llmaz.io/v1alpha1"
    kind       = "Playground"
    metadata   = { name = "chat-${count.index}", namespace = "default" }
    spec = {
      replicas   = 1
      modelClaim = { modelName = "llama3-1-8b" }
      backendRuntimeConfig = {
        backendName = "vllm"
        args        = ["--max-model-len", "16384"]
        envs        = [{ name = "VLLM_LOGGING_LEVEL", value = "INFO" }]
        resources   = { limits = { cpu = "4", memory = "16Gi" } }
      }
    }
  })
}
`

// kubectl is the provider to compare with, from a binary that somebody has built.
func (b *bench) kubectl() (contender, error) {
	mirror := filepath.Join(b.build, "bench", "mirror")
	settings := filepath.Join(b.build, "bench", "compared.tfrc")
	one := contender{
		name: "kubectl_manifest", agent: "HashiCorp/1.0 Terraform/", settings: settings,
		config: func(n int) string { return fmt.Sprintf(manifests, n) },
	}
	for _, registry := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		// The version is of no interest: the configuration asks for none.
		dir := filepath.Join(mirror, registry, "gavinbunney", "kubectl", "1.0.0", runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.RemoveAll(dir); err != nil {
			return one, err
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return one, err
		}
		if err := os.Symlink(b.compared, filepath.Join(dir, "terraform-provider-kubectl_v1.0.0")); err != nil {
			return one, err
		}
	}
	text := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirror)
	return one, os.WriteFile(settings, []byte(text), 0o600)
}
