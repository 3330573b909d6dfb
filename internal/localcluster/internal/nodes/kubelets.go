package nodes

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	"sigs.k8s.io/kwok/pkg/kwok/controllers"
	"sigs.k8s.io/kwok/pkg/utils/client"
	"sigs.k8s.io/kwok/pkg/utils/gotpl"
)

// PodAddresses are those that simulated pods have.
var PodAddresses = netip.MustParsePrefix("10.240.0.0/16")

// Kubelets plays the kubelet of every node of the fleet: pods turn Ready, the pods of Jobs succeed, deleted pods go
// away, and images by certain names misbehave (see behaviour). It plays the further stages as well, until ctx ends.
func Kubelets(ctx context.Context, kubeconfig string, stages Stages) error {
	config, err := kubeletConfig(kubeconfig)
	if err != nil {
		return err
	}
	config.LocalStages = stages
	// A stage of a custom resource needs its OpenAPI document, which the API server publishes some time after it
	// serves the resource. A controller cannot be started twice, so every try has its own.
	var failed error
	err = wait.PollUntilContextTimeout(ctx, 100*time.Millisecond, 30*time.Second, true, func(context.Context) (bool, error) {
		failed = runKubelets(ctx, config)
		return ctx.Err() != nil, nil
	})
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("stages: %w", failed)
	}
	return nil
}

// runKubelets returns an error when the start fails, else when ctx ends.
func runKubelets(ctx context.Context, config controllers.Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	controller, err := controllers.NewController(config)
	if err != nil {
		return err
	}
	if err := controller.Start(ctx); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

func kubeletConfig(kubeconfig string) (controllers.Config, error) {
	none := controllers.Config{}
	clients, err := client.NewClientset("", kubeconfig)
	if err != nil {
		return none, err
	}
	cfg, err := clients.ToRESTConfig()
	if err != nil {
		return none, err
	}
	cfg.QPS, cfg.Burst = 500, 1000
	typed, err := kubernetes.NewForConfig(cfg)
	if err != nil {
		return none, err
	}
	raw, err := rest.RESTClientFor(cfg)
	if err != nil {
		return none, err
	}
	dynamic, err := clients.ToDynamicClient()
	if err != nil {
		return none, err
	}
	mapper, err := clients.ToRESTMapper()
	if err != nil {
		return none, err
	}
	return controllers.Config{
		Clock:                        clock.RealClock{},
		TypedClient:                  typed,
		RESTClient:                   raw,
		DynamicClient:                dynamic,
		RESTMapper:                   mapper,
		ImpersonatingDynamicClient:   clients.ToImpersonatingDynamicClient(),
		ImpersonatingTypedClient:     clients.ToImpersonatingTypedClient(),
		ID:                           "localcluster",
		ManageNodesWithLabelSelector: simulated + "=fake",
		CIDR:                         PodAddresses.String(),
		NodeIP:                       "10.240.0.1",
		PodPlayStageParallelism:      8,
		NodePlayStageParallelism:     2,
		PodsOnNodeSyncParallelism:    2,
		NodeLeaseParallelism:         2,
		NodeLeaseDurationSeconds:     40,
		FuncMap:                      gotpl.FuncMap{misbehavingStatus: podStatusJSON},
	}, nil
}
