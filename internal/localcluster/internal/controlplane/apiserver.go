package controlplane

import (
	"context"
	"fmt"
	"net"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/pki"
)

// APIServer is a kube-apiserver with RBAC and the admission plugins and APIs that Kubernetes turns on by default.
type APIServer struct {
	EtcdURL     string
	PKI         *pki.Authority
	Listener    net.Listener // On loopback; the server takes it over.
	AuditPolicy string       // File to write the audit policy to, with AuditLog.
	AuditLog    string       // File of one JSON line a request; empty: no auditing.
	Egress      string       // File to write the egress configuration to.
	PodNetwork  string       // URL of the HTTP CONNECT proxy through which pods are reached.
	// NodesByAddress reaches kubelets by the addresses of their nodes, since nobody resolves the names.
	NodesByAddress bool
}

// Run serves until ctx ends.
func (s APIServer) Run(ctx context.Context) error {
	egress, err := egressFlag(s.Egress, s.PodNetwork, s.PKI)
	if err != nil {
		return err
	}
	args := []string{
		egress,
		"--etcd-servers=" + s.EtcdURL,
		"--bind-address=127.0.0.1",
		"--advertise-address=127.0.0.1",
		"--endpoint-reconciler-type=none",
		fmt.Sprintf("--secure-port=%d", s.Listener.Addr().(*net.TCPAddr).Port),
		"--tls-cert-file=" + s.PKI.ServingCert(),
		"--tls-private-key-file=" + s.PKI.ServingKey(),
		"--client-ca-file=" + s.PKI.CACert(),
		"--authorization-mode=RBAC",
		"--allow-privileged=true",
		"--service-cluster-ip-range=10.0.0.0/16",
		"--service-account-issuer=https://kubernetes.default.svc.cluster.local",
		"--service-account-key-file=" + s.PKI.ServiceAccountKey(),
		"--service-account-signing-key-file=" + s.PKI.ServiceAccountKey(),
	}
	if s.NodesByAddress {
		args = append(args, "--kubelet-preferred-address-types=InternalIP")
	}
	if s.AuditLog != "" {
		audit, err := auditFlags(s.AuditPolicy, s.AuditLog)
		if err != nil {
			return err
		}
		args = append(args, audit...)
	}
	opts := options.NewServerRunOptions()
	opts.GenericServerRunOptions.ComponentGlobalsRegistry = released{opts.GenericServerRunOptions.ComponentGlobalsRegistry}
	opts.SecureServing.Listener = s.Listener
	if err := parse("kube-apiserver", opts.Flags(), args); err != nil {
		return err
	}
	if err := opts.GenericServerRunOptions.ComponentGlobalsRegistry.Set(); err != nil {
		return err
	}
	completed, err := opts.Complete(ctx)
	if err != nil {
		return err
	}
	if errs := completed.Validate(); len(errs) > 0 {
		return utilerrors.NewAggregate(errs)
	}
	return app.Run(ctx, completed)
}
