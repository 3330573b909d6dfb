package controlplane

import (
	"context"

	"k8s.io/kubernetes/cmd/kube-scheduler/app"
	"k8s.io/kubernetes/cmd/kube-scheduler/app/options"
)

// RunScheduler runs kube-scheduler until ctx ends.
func RunScheduler(ctx context.Context, kubeconfig string) error {
	opts := options.NewOptions()
	if err := parse("kube-scheduler", *opts.Flags, []string{
		"--kubeconfig=" + kubeconfig,
		"--secure-port=0",
		"--leader-elect=false",
		"--kube-api-qps=500", "--kube-api-burst=1000",
	}); err != nil {
		return err
	}
	cfg, scheduler, err := app.Setup(ctx, opts)
	if err != nil {
		return err
	}
	return app.Run(ctx, cfg, scheduler)
}
