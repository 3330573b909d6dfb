package controlplane

import (
	"fmt"
	"os"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/pki"
)

// What is inside the cluster, which is Services, pods and nodes, is reached through the proxy. The API server crashes
// on a proxy at a TCP address without TLS, and the path of a socket may be too long.
const egressConfiguration = `apiVersion: apiserver.k8s.io/v1beta1
kind: EgressSelectorConfiguration
egressSelections:
- name: cluster
  connection:
    proxyProtocol: HTTPConnect
    transport:
      tcp:
        url: %q
        tlsConfig: {caBundle: %q, clientCert: %q, clientKey: %q}
`

// egressFlag writes the configuration to file and returns the flag that names it.
func egressFlag(file, proxy string, authority *pki.Authority) (string, error) {
	text := fmt.Appendf(nil, egressConfiguration, proxy, authority.CACert(), authority.ServingCert(), authority.ServingKey())
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return "", fmt.Errorf("egress configuration: %w", err)
	}
	return "--egress-selector-config-file=" + file, nil
}
