package ome

import (
	"cmp"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

var directPath = field.NewPath("direct")

// directModel is a configured model of either scope.
type directModel struct {
	owner   render.Owner
	storage v1beta1.StorageSpec
	uri     string
	options direct.OMEModel
	images  *render.Images
}

// RenderBaseModel renders a model: the claim that its files are downloaded to, and the
// Job that downloads them. A model whose files are on a claim or on the nodes already renders to
// nothing and is data for the services that use it.
// [modelDifferences] say how it differs from OME's model agent on purpose.
//
// Mirrors sgl-project/ome pkg/modelagent/gopher.go@v0.1.5.
func RenderBaseModel(in render.Input) (render.Output, field.ErrorList) {
	options, err := render.Decode[direct.OMEModel](in.Options)
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(directPath, err)}
	}
	return renderModel(in, render.OwnerOf(in.Object), options)
}

// RenderClusterBaseModel renders a cluster-scoped model, in the namespace that its options name.
// [clusterModelDifferences] say how it differs from OME's model agent on purpose.
func RenderClusterBaseModel(in render.Input) (render.Output, field.ErrorList) {
	options, err := render.Decode[direct.OMEClusterModel](in.Options)
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(directPath, err)}
	}
	owner := render.OwnerOf(in.Object)
	owner.Namespace = options.Namespace
	return renderModel(in, owner, options.OMEModel)
}

func renderModel(in render.Input, owner render.Owner, options direct.OMEModel) (render.Output, field.ErrorList) {
	model, err := render.Decode[v1beta1.BaseModel](in.Object.Object)
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(specPath, err)}
	}
	m := directModel{owner: owner, options: options, images: in.Images}
	m.storage, m.uri = storageOf(&model.Spec)
	if errs := m.check(); len(errs) > 0 {
		return render.Output{}, errs
	}
	out := render.Output{Warnings: m.warnings()}
	if !m.downloaded() {
		return out, nil
	}
	mode := corev1.PersistentVolumeAccessMode(cmp.Or(options.AccessMode, string(corev1.ReadWriteOnce)))
	claim, err := render.PersistentVolumeClaim(owner, modelClaimName(owner.Name), *options.Size, options.StorageClassName, mode)
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(specPath, err)}
	}
	job, err := m.job()
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(specPath, err)}
	}
	out.Objects = append(out.Objects, claim, job)
	return out, nil
}

// downloaded reports whether the files of the model have to be downloaded.
func (m directModel) downloaded() bool {
	return slices.Contains(downloadSchemes, scheme(m.uri))
}
