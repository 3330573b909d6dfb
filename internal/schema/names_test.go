package schema_test

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

func TestAttributeName(t *testing.T) {
	cases := map[string]struct{ reason, json, want string }{
		"plain":          {"A lower-case name stays.", "replicas", "replicas"},
		"words":          {"Each capital begins a word.", "backendRuntimeConfig", "backend_runtime_config"},
		"last run":       {"A run of capitals at the end is one word.", "modelID", "model_id"},
		"inner run":      {"A run before a word is one word.", "hostPIDMode", "host_pid_mode"},
		"leading run":    {"A leading run is one word.", "HTTPHeaders", "http_headers"},
		"plural run":     {"The plural s belongs to the run.", "podIPs", "pod_ips"},
		"plural in run":  {"The plural s belongs to the run in the middle too.", "targetWWNsOnly", "target_wwns_only"},
		"storage":        {"A run at the end after a word.", "storageOS", "storage_os"},
		"digit":          {"Digits end words as lower-case letters do.", "ipv4Only", "ipv4_only"},
		"unit":           {"A unit of measure is one word.", "memoryBandwidthGBps", "memory_bandwidth_gbps"},
		"unit of time":   {"Capitals within a unit do not split it.", "clockSpeedMHz", "clock_speed_mhz"},
		"unit of memory": {"Capitals within a unit do not split it.", "memoryLimitGiB", "memory_limit_gib"},
		"single capital": {"One capital before a run splits.", "fsGroup", "fs_group"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := schema.AttributeName(c.json); got != c.want {
				t.Errorf("%s\nAttributeName(%q) = %q, want %q", c.reason, c.json, got, c.want)
			}
		})
	}
}
