package ome

import (
	"maps"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// directBenchmark is a configured benchmark with everything it refers to.
type directBenchmark struct {
	owner       render.Owner
	spec        v1beta1.BenchmarkJobSpec
	options     direct.OMEBenchmarkJob
	definitions render.Definitions
	images      *render.Images
	// target is what is measured.
	target benchmarkTarget
}

// RenderBenchmarkJob renders the Job that measures a service with genai-bench.
// [benchmarkDifferences] say how it differs from OME's controller on purpose.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/{controller,utils/utils,reconcilers/job/job}.go@v0.1.5.
func RenderBenchmarkJob(in render.Input) (render.Output, field.ErrorList) {
	job, err := render.Decode[v1beta1.BenchmarkJob](in.Object.Object)
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(specPath, err)}
	}
	options, err := render.Decode[direct.OMEBenchmarkJob](in.Options)
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(directPath, err)}
	}
	b := directBenchmark{owner: render.OwnerOf(in.Object), spec: job.Spec, options: options, definitions: in.Definitions, images: in.Images}
	if b.target, err = b.findTarget(); err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(specPath, err)}
	}
	if errs := b.check(); len(errs) > 0 {
		return render.Output{}, errs
	}
	template, err := render.PodTemplate(map[string]string{benchmarkLabel: b.owner.Name}, benchmarkAnnotations, b.pod())
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(specPath, err)}
	}
	owner := b.owner
	owner.Annotations = maps.Clone(benchmarkAnnotations)
	maps.Copy(owner.Annotations, b.owner.Annotations)
	rendered, err := render.Job(owner, owner.Name, 0, template)
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(specPath, err)}
	}
	out := render.Output{Warnings: b.warnings()}
	out.Objects = append(out.Objects, rendered)
	return out, nil
}
