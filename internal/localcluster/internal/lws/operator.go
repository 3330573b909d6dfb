// Package lws runs the LeaderWorkerSet operator, reconcilers and webhooks, in this process
// (kubernetes-sigs/lws cmd/main.go@v0.9.0, without leader election, certificate rotation and gang scheduling).
package lws

import (
	"context"
	"fmt"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"
	"sigs.k8s.io/lws/pkg/controllers"
	"sigs.k8s.io/lws/pkg/webhooks"
	volcanov1beta1 "volcano.sh/apis/pkg/apis/scheduling/v1beta1"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/webhook"
)

// CRD is the definition that must be served before the operator starts.
const CRD = "leaderworkersets.leaderworkerset.x-k8s.io"

// resync is after how long the reconcilers look at everything again. On a busy machine they
// may read a StatefulSet as it was before its last change, and nothing else would wake them.
const resync = 20 * time.Second

// Run runs the operator until ctx ends; its webhooks answer at the server's address.
func Run(ctx context.Context, cfg *rest.Config, server webhook.Server) error {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{clientgoscheme.AddToScheme, lwsv1.AddToScheme, volcanov1beta1.AddToScheme} {
		if err := add(scheme); err != nil {
			return err
		}
	}
	manager, err := ctrl.NewManager(cfg, ctrl.Options{
		Scheme:                 scheme,
		Cache:                  cache.Options{SyncPeriod: new(resync)},
		Metrics:                metricsserver.Options{BindAddress: "0"},
		HealthProbeBindAddress: "0",
		WebhookServer:          server.Serving(),
	})
	if err != nil {
		return err
	}
	if err := setUp(manager); err != nil {
		return fmt.Errorf("set up: %w", err)
	}
	return manager.Start(ctx)
}

func setUp(manager ctrl.Manager) error {
	if err := controllers.SetupIndexes(manager.GetFieldIndexer()); err != nil {
		return err
	}
	client, scheme, events := manager.GetClient(), manager.GetScheme(), manager.GetEventRecorder("leaderworkerset")
	if err := controllers.NewLeaderWorkerSetReconciler(client, scheme, events).SetupWithManager(manager); err != nil {
		return err
	}
	if err := controllers.NewPodReconciler(client, scheme, events, nil).SetupWithManager(manager); err != nil {
		return err
	}
	if err := webhooks.SetupLeaderWorkerSetWebhook(manager); err != nil {
		return err
	}
	return webhooks.NewPodWebhook(nil).Setup(manager)
}
