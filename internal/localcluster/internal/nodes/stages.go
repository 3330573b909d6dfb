package nodes

import (
	"context"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/discovery"
	nodefast "sigs.k8s.io/kwok/kustomize/stage/node/fast"
	nodebeat "sigs.k8s.io/kwok/kustomize/stage/node/heartbeat-with-lease"
	podfast "sigs.k8s.io/kwok/kustomize/stage/pod/fast"
	"sigs.k8s.io/kwok/pkg/apis/internalversion"
	kwokconfig "sigs.k8s.io/kwok/pkg/config"
)

// Stages are kwok Stages by the resource that they act on.
type Stages map[internalversion.StageResourceRef][]*internalversion.Stage

// LoadStages is the stages of nodes and pods and those in the files.
func LoadStages(ctx context.Context, files []string) (Stages, error) {
	stages := Stages{}
	for _, doc := range []string{
		nodefast.DefaultNodeInit, nodebeat.DefaultNodeHeartbeatWithLease, podfast.DefaultPodComplete, podfast.DefaultPodDelete,
	} {
		s, err := kwokconfig.UnmarshalWithType[*internalversion.Stage](doc)
		if err != nil {
			return nil, err
		}
		stages.add(s)
	}
	for _, load := range []func() ([]*internalversion.Stage, error){readyStages, misbehavingStages} {
		more, err := load()
		if err != nil {
			return nil, err
		}
		stages.add(more...)
	}
	for _, file := range files {
		objs, err := kwokconfig.Load(ctx, file)
		if err != nil {
			return nil, fmt.Errorf("stages in %s: %w", file, err)
		}
		found := kwokconfig.FilterWithType[*internalversion.Stage](objs)
		if len(found) == 0 {
			return nil, fmt.Errorf("stages in %s: the file has no object of kind Stage (kwok.x-k8s.io/v1alpha1)", file)
		}
		stages.add(found...)
	}
	return stages, nil
}

func (s Stages) add(more ...*internalversion.Stage) {
	for _, stage := range more {
		s[stage.Spec.ResourceRef] = append(s[stage.Spec.ResourceRef], stage)
	}
}

// CheckServed fails when the API server does not serve a resource that a stage acts on.
func (s Stages) CheckServed(client discovery.DiscoveryInterface) error {
	for ref, stages := range s {
		list, err := client.ServerResourcesForGroupVersion(ref.APIGroup)
		if err != nil && !apierrors.IsNotFound(err) {
			return fmt.Errorf("resources of %s: %w", ref.APIGroup, err)
		}
		if err != nil || !slices.ContainsFunc(list.APIResources, func(r metav1.APIResource) bool { return r.Kind == ref.Kind }) {
			return fmt.Errorf("stage %s acts on %s %s, which the cluster does not serve: pass its definition with --crds",
				stages[0].Name, ref.APIGroup, ref.Kind)
		}
	}
	return nil
}
