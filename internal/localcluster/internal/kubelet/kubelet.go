//go:build linux

// Package kubelet runs the kubelet itself on a runtime that is given, and without cgroups, mounts or devices: what kubemark
// does, with real volumes, probes, events and logs.
//
// Mirrors kubernetes/kubernetes pkg/kubemark/hollow_kubelet.go@v1.36.3.
package kubelet

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	cadvisorapi "github.com/google/cadvisor/info/v1"
	"go.opentelemetry.io/otel/trace/noop"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/cert"
	internalapi "k8s.io/cri-api/pkg/apis"
	"k8s.io/kubernetes/cmd/kubelet/app"
	"k8s.io/kubernetes/cmd/kubelet/app/options"
	"k8s.io/kubernetes/pkg/kubelet"
	cadvisortest "k8s.io/kubernetes/pkg/kubelet/cadvisor/testing"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	"k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/util"
	"k8s.io/kubernetes/pkg/util/oom"
	"k8s.io/kubernetes/pkg/volume"
	"k8s.io/kubernetes/pkg/volume/configmap"
	"k8s.io/kubernetes/pkg/volume/downwardapi"
	"k8s.io/kubernetes/pkg/volume/emptydir"
	"k8s.io/kubernetes/pkg/volume/hostpath"
	"k8s.io/kubernetes/pkg/volume/projected"
	"k8s.io/kubernetes/pkg/volume/secret"
	"k8s.io/kubernetes/pkg/volume/util/hostutil"
	"k8s.io/kubernetes/pkg/volume/util/subpath"
	"k8s.io/mount-utils"
)

// Node is what the kubelet is told of itself.
type Node struct {
	Name    string
	Address netip.Addr
	Dir     string // Of its volumes and logs.
}

// port is where kubelets serve logs.
const port = 10250

// memory of the node. Programs share the machine's; a limit of a container holds for itself.
const memory = 64 << 30

// Start registers the node and plays no part of it. It ends with the process.
func Start(ctx context.Context, node Node, config *rest.Config, containers internalapi.RuntimeService, images internalapi.ImageManagerService) error {
	// Without the privileges of root over the machine, some settings of the kernel cannot be made, and need not be.
	if err := utilfeature.DefaultMutableFeatureGate.Set("KubeletInUserNamespace=true"); err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	settings, err := settings(node)
	if err != nil {
		return err
	}
	serving, err := servingCertificate(node)
	if err != nil {
		return err
	}
	return app.RunKubelet(ctx, settings, &kubelet.Dependencies{
		KubeClient: client, HeartbeatClient: client, EventClient: client.CoreV1(),
		RemoteRuntimeService: containers, RemoteImageService: images,
		CAdvisorInterface: machine{&cadvisortest.Fake{NodeName: node.Name}},
		OSInterface:       container.RealOS{},
		ContainerManager:  cm.NewFakeContainerManager(),
		// Volumes are folders: nothing is mounted for them but by the runtime, into a container.
		Mounter: mount.NewFakeMounter(nil), Subpather: &subpath.FakeSubpath{}, HostUtil: hostutil.NewHostUtil(),
		VolumePlugins:             volumePlugins(),
		OOMAdjuster:               oom.NewFakeOOMAdjuster(),
		TLSConfig:                 &tls.Config{Certificates: []tls.Certificate{serving}, MinVersion: tls.VersionTLS12},
		PodStartupLatencyTracker:  util.NewPodStartupLatencyTracker(),
		NodeStartupLatencyTracker: util.NewNodeStartupLatencyTracker(),
		TracerProvider:            noop.NewTracerProvider(),
	})
}

func volumePlugins() []volume.VolumePlugin {
	return slices.Concat(emptydir.ProbeVolumePlugins(), hostpath.ProbeVolumePlugins(volume.VolumeConfig{}), secret.ProbeVolumePlugins(),
		configmap.ProbeVolumePlugins(), downwardapi.ProbeVolumePlugins(), projected.ProbeVolumePlugins())
}

func settings(node Node) (*options.KubeletServer, error) {
	config, err := options.NewKubeletConfiguration()
	if err != nil {
		return nil, err
	}
	for _, folder := range []string{"kubelet", "logs", "static"} {
		if err := os.MkdirAll(filepath.Join(node.Dir, folder), 0o700); err != nil {
			return nil, err
		}
	}
	flags := options.NewKubeletFlags()
	flags.RootDirectory = filepath.Join(node.Dir, "kubelet")
	flags.HostnameOverride, flags.NodeIP = node.Name, node.Address.String()
	flags.MinimumGCAge.Duration, flags.MaxPerPodContainerCount, flags.MaxContainerCount = time.Minute, 2, 100
	config.PodLogsDir = filepath.Join(node.Dir, "logs")
	config.StaticPodPath = filepath.Join(node.Dir, "static")
	config.ProviderID = "processes://" + node.Name
	config.Address, config.Port, config.ReadOnlyPort = node.Address.String(), port, 0
	config.EnableServer, config.EnableDebuggingHandlers = true, true
	config.RegisterNode, config.EnableControllerAttachDetach = true, false
	config.CgroupsPerQOS, config.EnforceNodeAllocatable, config.LocalStorageCapacityIsolation = false, nil, false
	config.MakeIPTablesUtilChains, config.FailSwapOn = false, false
	config.EvictionHard = nil
	// Statuses follow soon: a container that backs off is otherwise seen as one that has ended, for a minute.
	config.SyncFrequency.Duration = 2 * time.Second
	// Nobody answers there: without an address, every pod has a warning.
	config.ClusterDNS, config.ClusterDomain, config.ResolverConfig = []string{"10.0.0.10"}, "cluster.local", ""
	return &options.KubeletServer{KubeletFlags: *flags, KubeletConfiguration: *config}, nil
}

func servingCertificate(node Node) (tls.Certificate, error) {
	certificate, key, err := cert.GenerateSelfSignedCertKey(node.Name, nil, nil)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("certificate of the kubelet: %w", err)
	}
	return tls.X509KeyPair(certificate, key)
}

// machine is what the kubelet knows of the machine.
type machine struct{ *cadvisortest.Fake }

// MachineInfo implements the interface of cAdvisor.
func (m machine) MachineInfo() (*cadvisorapi.MachineInfo, error) {
	return &cadvisorapi.MachineInfo{NumCores: max(16, runtime.NumCPU()), MemoryCapacity: memory, InstanceID: cadvisorapi.InstanceID(m.NodeName)}, nil
}
