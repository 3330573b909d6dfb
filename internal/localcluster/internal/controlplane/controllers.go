package controlplane

import (
	"context"

	"k8s.io/kubernetes/cmd/kube-controller-manager/app"
	"k8s.io/kubernetes/cmd/kube-controller-manager/app/options"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/pki"
)

// RunControllerManager runs kube-controller-manager with its default controllers until ctx ends. Custom resource
// definitions that exist before it starts are known to its garbage collector at once, later ones after up to 30 s.
func RunControllerManager(ctx context.Context, kubeconfig string, authority *pki.Authority) error {
	opts, err := options.NewKubeControllerManagerOptions()
	if err != nil {
		return err
	}
	known, disabled, aliases := app.KnownControllers(), app.ControllersDisabledByDefault(), app.ControllerAliases()
	if err := parse("kube-controller-manager", opts.Flags(known, disabled, aliases), []string{
		"--kubeconfig=" + kubeconfig,
		"--secure-port=0",
		"--leader-elect=false",
		"--service-account-private-key-file=" + authority.ServiceAccountKey(),
		"--root-ca-file=" + authority.CACert(),
		"--use-service-account-credentials=false",
		"--kube-api-qps=500", "--kube-api-burst=1000",
		// A process that was paused finds the kubelets silent, which are in it themselves.
		"--node-monitor-grace-period=24h",
	}); err != nil {
		return err
	}
	cfg, err := opts.Config(ctx, known, disabled, aliases)
	if err != nil {
		return err
	}
	return app.Run(ctx, cfg.Complete())
}
