// Package controlplane runs etcd and the Kubernetes components in this process. Each is started through its options and
// its Run function, not through its command: the commands install signal handlers and cannot share a process.
// Feature gates, metrics and versions are global, so a process holds one control plane at most.
package controlplane

import (
	"context"
	"fmt"
	"net/url"

	"go.etcd.io/etcd/server/v3/embed"
)

// Etcd is a store that is not kept.
type Etcd struct{ server *embed.Etcd }

// StartEtcd starts the store on a free port of 127.0.0.1 and waits until it is ready. dataDir must not exist.
func StartEtcd(ctx context.Context, dataDir, logFile string) (*Etcd, error) {
	anyPort := []url.URL{{Scheme: "http", Host: "127.0.0.1:0"}}
	cfg := embed.NewConfig()
	cfg.Name, cfg.Dir = "default", dataDir
	cfg.ListenClientUrls, cfg.AdvertiseClientUrls = anyPort, anyPort
	cfg.ListenPeerUrls, cfg.AdvertisePeerUrls = anyPort, anyPort
	cfg.InitialCluster = cfg.InitialClusterFromName(cfg.Name)
	cfg.EnableGRPCGateway = false // It would dial the port 0 that is configured.
	cfg.UnsafeNoFsync = true      // The data is thrown away with the cluster.
	cfg.WarningUnaryRequestDuration = embed.DefaultWarningUnaryRequestDuration
	cfg.LogLevel, cfg.LogOutputs = "warn", []string{logFile}
	server, err := embed.StartEtcd(cfg)
	if err != nil {
		return nil, fmt.Errorf("etcd: %w", err)
	}
	select {
	case <-server.Server.ReadyNotify():
		return &Etcd{server: server}, nil
	case err := <-server.Err():
		return nil, fmt.Errorf("etcd: %w", err)
	case <-ctx.Done():
		return nil, fmt.Errorf("etcd is not ready: %w", context.Cause(ctx))
	}
}

// URL is where clients reach the store.
func (e *Etcd) URL() string { return "http://" + e.server.Clients[0].Addr().String() }

// Wait blocks until the store fails or ctx ends. It does not close the store: a graceful stop takes seconds, and
// nothing is worth saving.
func (e *Etcd) Wait(ctx context.Context) error {
	select {
	case err := <-e.server.Err():
		return err
	case <-ctx.Done():
		return nil
	}
}
