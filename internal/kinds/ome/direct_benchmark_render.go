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
//
// Differences from OME's controller:
//   - credentials come from Secrets by environment variables or files, and those in
//     spec.outputLocation.parameters are errors: the key of the API from the options, those of the
//     storage from the Secret of spec.outputLocation.key, and HF_TOKEN is set beside HUGGINGFACE_API_KEY;
//   - the name of the model, the tokenizer and the URL can be given; the files of the model are not
//     mounted, so a tokenizer comes from Hugging Face, or from a volume of spec.podOverride;
//   - the Job does not wait for the service: Terraform orders the two;
//   - the port of a service is that of its runtime where the definitions have the model and the
//     runtime, else that of its own runner, and 8080 where that lists none;
//   - additionalRequestParams are passed on as one JSON object, and the dataset as a path;
//   - text-to-embeddings works with the scenarios of genai-bench, image-to-text is called
//     image-text-to-text, and GPUs have the names of genai-bench;
//   - results on a claim are written below /results, where no directory of the image is hidden, and
//     github:// names the release as genai-bench does;
//   - the container is always called genai-bench;
//   - the Job has a name that changes with its pods.
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
