package controlplane

import (
	"fmt"
	"os"
)

// One line a request, when its response is complete: enough to count requests by user agent, verb and object.
const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived, ResponseStarted, Panic]
rules:
- level: Metadata
`

// auditFlags writes the policy to policyFile and returns the flags that send JSON lines to logFile, emptied first.
func auditFlags(policyFile, logFile string) ([]string, error) {
	if err := os.WriteFile(policyFile, []byte(auditPolicy), 0o600); err != nil {
		return nil, fmt.Errorf("audit policy: %w", err)
	}
	if err := os.WriteFile(logFile, nil, 0o600); err != nil {
		return nil, fmt.Errorf("audit log: %w", err)
	}
	return []string{
		"--audit-policy-file=" + policyFile,
		"--audit-log-path=" + logFile,
		"--audit-log-format=json",
		"--audit-log-mode=blocking-strict",
		"--audit-log-maxsize=4096", // Megabytes; a rotated log would lose requests for whoever counts them.
	}, nil
}
