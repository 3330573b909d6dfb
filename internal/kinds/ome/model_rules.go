package ome

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var (
	specPath    = field.NewPath("spec")
	storagePath = specPath.Child("storage")
)

// What OME knows of models.
//
// Mirrors sgl-project/ome pkg/apis/ome/v1beta1/model.go@v0.1.5 and, for capabilities, the models in config/models.
var (
	modelCapabilities = strings.Fields("TEXT_GENERATION TEXT_SUMMARIZATION TEXT_EMBEDDINGS TEXT_RERANK CHAT VISION EMBEDDING RERANK TEXT_TO_TEXT " +
		"TEXT_TO_AUDIO TEXT_TO_IMAGE TEXT_TO_VIDEO IMAGE_TEXT_TO_TEXT IMAGE_TEXT_TO_AUDIO IMAGE_TEXT_TO_IMAGE IMAGE_TEXT_TO_VIDEO " +
		"VIDEO_TEXT_TO_AUDIO AUDIO_TO_TEXT AUDIO_TO_AUDIO AUDIO_TRANSLATION " +
		"IMAGE_TO_TEXT VIDEO_TEXT_TO_TEXT AUDIO_TEXT_TO_TEXT TEXT_TO_EMBEDDING IMAGE_TEXT_TO_EMBEDDING REWARD_SCORING")
	apiCapabilities = strings.Fields("OPENAI_V1_CHAT_COMPLETIONS OPENAI_V1_RESPONSES OPENAI_V1_EMBEDDINGS OPENAI_V1_IMAGES_GENERATIONS OPENAI_V1_IMAGES_EDITS " +
		"OPENAI_V1_AUDIO_SPEECH OPENAI_V1_AUDIO_TRANSCRIPTIONS OPENAI_V1_AUDIO_TRANSLATIONS OPENAI_V1_REALTIME")
	quantizations = strings.Fields("fp8 fbgemm_fp8 int4 nvfp4 mxfp4 compressed-tensors")
)

// baseModelRules and clusterBaseModelRules mirror sgl-project/ome pkg/modelagent and
// pkg/controller/v1beta1/basemodel @v0.1.5.
var (
	baseModelRules        = modelRules()
	clusterBaseModelRules = modelRules()
)

func modelRules() []kinds.Rule {
	return slices.Concat([]kinds.Rule{
		{
			ID: "BM-01", Says: "the name is a DNS-1123 label",
			Reads: []string{"metadata.name"}, Check: volumeLabelName,
		},
		{
			ID: "BM-03", Says: "the scheme of `storage_uri` is one that the model agent takes: `hf`, `oci`, `local` or `vendor`",
			Reads: []string{"spec.storage.storageUri"}, Modes: kinds.OperatorMode, Check: ofModel(modelSchemeRule),
		},
		{
			ID: "BM-04", Says: "`path` is an absolute directory, and set where the model agent downloads",
			Reads: []string{"spec.storage.storageUri", "spec.storage.path"}, Modes: kinds.OperatorMode, Check: ofModel(modelPathMissingRule),
		},
		{
			ID: "BM-04", Says: "`path` is an absolute directory, and set where the model agent downloads",
			Reads: []string{"spec.storage.path"}, Check: ofModel(modelPathRule),
		},
		{
			ID: "BM-05", Says: "`path` is set, or pods get neither the volume of the model nor `MODEL_PATH`",
			Reads: []string{"spec.storage.storageUri", "spec.storage.path"}, Modes: kinds.OperatorMode, Warn: true, Check: ofModel(modelPathAdvice),
		},
		{
			ID: "BM-07", Says: "versions are one to three numbers with dots between them",
			Reads: []string{"spec.modelFormat.version", "spec.modelFramework.version"}, Check: ofModel(modelVersionRule),
		},
		{
			ID: "BM-08", Says: "`operator` of a version is `Equal`, `GreaterThan` or `GreaterThanOrEqual`",
			Reads: []string{"spec.modelFormat.operator", "spec.modelFramework.operator"}, Check: ofModel(modelOperatorRule),
		},
		{
			ID: "BM-09", Says: "`model_parameter_size` is a number with `T`, `B` or `M` after it",
			Reads: []string{"spec.modelParameterSize"}, Check: ofModel(modelSizeRule),
		},
		{
			ID: "BM-10", Says: "`quantization` is one that OME knows",
			Reads: []string{"spec.quantization"}, Warn: true, Check: ofModel(quantizationRule),
		},
		{ID: "BM-11", Says: "`model_capabilities` are those that OME knows", Reads: []string{"spec.modelCapabilities"}, Warn: true, Check: ofModel(func(s *v1beta1.BaseModelSpec) field.ErrorList {
			return unknownNames(specPath.Child("modelCapabilities"), s.ModelCapabilities, modelCapabilities)
		})},
		{ID: "BM-12", Says: "`api_capabilities` are those that OME knows", Reads: []string{"spec.apiCapabilities"}, Warn: true, Check: ofModel(func(s *v1beta1.BaseModelSpec) field.ErrorList {
			return unknownNames(specPath.Child("apiCapabilities"), s.APICapabilities, apiCapabilities)
		})},
		{ID: "BM-13", Says: "`serving_mode` is `On-demand` or `Dedicated`", Reads: []string{"spec.servingMode"}, Warn: true, Check: ofModel(func(s *v1beta1.BaseModelSpec) field.ErrorList {
			return unknownNames(specPath.Child("servingMode"), s.ServingMode, []string{"On-demand", "Dedicated"})
		})},
		{
			ID: "BM-14", Says: "`vendor` can be the value of a label",
			Reads: []string{"spec.vendor"}, Check: ofModel(vendorRule),
		},
		{
			ID: "BM-15", Says: "`parameters` of the storage are those that its scheme takes",
			Reads: []string{"spec.storage.parameters"}, Modes: kinds.OperatorMode, Warn: true, Check: ofModel(modelParametersRule),
		},
		{
			ID: "BM-17", Says: "the node affinity of the storage has no preferred terms, which OME ignores",
			Reads: []string{"spec.storage.nodeAffinity"}, Modes: kinds.OperatorMode, Warn: true, Check: ofModel(preferredNodesRule),
		},
		{
			ID: "BM-18", Says: "`schema_path` is left out, because OME does not use it",
			Reads: []string{"spec.storage.schemaPath"}, Warn: true, Check: ofModel(schemaPathRule),
		},
		{
			ID: "BM-19", Says: "`download_policy` is set for downloads from `hf://` only",
			Reads: []string{"spec.storage.downloadPolicy", "spec.storage.storageUri"}, Modes: kinds.OperatorMode, Warn: true, Check: ofModel(downloadPolicyRule),
		},
	}, storageURIRules("storage", func(c kinds.Candidate) *v1beta1.StorageSpec {
		var model v1beta1.BaseModel
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(c.Object.Object, &model); err != nil {
			return nil
		}
		return model.Spec.Storage
	}))
}

// ofModel makes a rule of a check of the spec that both kinds of model share.
func ofModel(check func(*v1beta1.BaseModelSpec) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return kinds.Typed(func(m *v1beta1.BaseModel, _ kinds.Candidate) field.ErrorList { return check(&m.Spec) })
}

func volumeLabelName(c kinds.Candidate) field.ErrorList {
	name := c.Object.GetName()
	if name == "" || len(validation.IsDNS1123Label(name)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("metadata", "name"), name,
		"must be lower-case letters, digits and `-`, 63 at most and without dots: pods name volumes, containers or labels after it")}
}

func storageOf(s *v1beta1.BaseModelSpec) (storage v1beta1.StorageSpec, uri string) {
	if s.Storage == nil {
		return storage, ""
	}
	if s.Storage.StorageURI != nil {
		uri = *s.Storage.StorageURI
	}
	return *s.Storage, uri
}

func modelSchemeRule(s *v1beta1.BaseModelSpec) field.ErrorList {
	_, uri := storageOf(s)
	if !slices.Contains([]string{"pvc", "s3", "az", "gs", "github"}, scheme(uri)) {
		return nil
	}
	return field.ErrorList{field.Invalid(storagePath.Child("storageUri"), uri,
		"OME's model agent downloads from `hf://` and `oci://` and takes `local://` and `vendor://`; a model at any other place never becomes ready")}
}

func modelPathMissingRule(s *v1beta1.BaseModelSpec) field.ErrorList {
	storage, uri := storageOf(s)
	if storage.Path != nil || (scheme(uri) != "hf" && scheme(uri) != "oci") {
		return nil
	}
	return field.ErrorList{field.Required(storagePath.Child("path"),
		"the model agent stops without a directory to download to; give an absolute one, such as `/raid/models/<model>`")}
}

func modelPathRule(s *v1beta1.BaseModelSpec) field.ErrorList {
	storage, _ := storageOf(s)
	if storage.Path == nil || strings.HasPrefix(*storage.Path, "/") {
		return nil
	}
	return field.ErrorList{field.Invalid(storagePath.Child("path"), *storage.Path, "must be an absolute directory: begin with `/`")}
}

// modelPathAdvice leaves the schemes that cannot do without to BM-04.
func modelPathAdvice(s *v1beta1.BaseModelSpec) field.ErrorList {
	storage, uri := storageOf(s)
	if storage.Path != nil || uri == "" || scheme(uri) == "hf" || scheme(uri) == "oci" {
		return nil
	}
	return field.ErrorList{field.Required(storagePath.Child("path"), "without it pods get neither the model's volume nor `MODEL_PATH`, and no benchmark can use it")}
}

func modelVersionRule(s *v1beta1.BaseModelSpec) field.ErrorList {
	return versionsOf(&s.ModelFormat, s.ModelFramework, specPath, func(path *field.Path, version, _ *string) *field.Error {
		if version == nil || modelVersion.MatchString(*version) {
			return nil
		}
		return field.Invalid(path.Child("version"), *version, "must be one to three numbers without leading zeros and with dots between them, or no runtime ever matches")
	})
}

func modelOperatorRule(s *v1beta1.BaseModelSpec) field.ErrorList {
	return versionsOf(&s.ModelFormat, s.ModelFramework, specPath, operatorError)
}

func operatorError(path *field.Path, _, operator *string) *field.Error {
	if operator == nil || slices.Contains(versionOperators, *operator) {
		return nil
	}
	return field.Invalid(path.Child("operator"), *operator, "counts as `Equal`; must be one of `"+strings.Join(versionOperators, "`, `")+"`")
}

// versionsOf collects the verdicts on the versions of a format and a framework.
func versionsOf(format *v1beta1.ModelFormat, framework *v1beta1.ModelFrameworkSpec, path *field.Path, check func(path *field.Path, version, operator *string) *field.Error) field.ErrorList {
	var errs field.ErrorList
	if format != nil {
		if err := check(path.Child("modelFormat"), format.Version, format.Operator); err != nil {
			errs = append(errs, err)
		}
	}
	if framework != nil {
		if err := check(path.Child("modelFramework"), framework.Version, framework.Operator); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

func modelSizeRule(s *v1beta1.BaseModelSpec) field.ErrorList {
	if s.ModelParameterSize == nil || modelSize.MatchString(*s.ModelParameterSize) {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("modelParameterSize"), *s.ModelParameterSize, "counts as 0: must be a number, with `T`, `B` or `M` after it, such as `7B`")}
}

func quantizationRule(s *v1beta1.BaseModelSpec) field.ErrorList {
	if s.Quantization == nil || slices.Contains(quantizations, *s.Quantization) {
		return nil
	}
	return field.ErrorList{field.NotSupported(specPath.Child("quantization"), *s.Quantization, quantizations)}
}

func vendorRule(s *v1beta1.BaseModelSpec) field.ErrorList {
	if s.Vendor == nil || len(validation.IsValidLabelValue(*s.Vendor)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(specPath.Child("vendor"), *s.Vendor,
		"becomes a label of pods: must be letters, digits, `-`, `_` and `.`, 63 at most, with a letter or digit at both ends")}
}

func preferredNodesRule(s *v1beta1.BaseModelSpec) field.ErrorList {
	storage, _ := storageOf(s)
	if storage.NodeAffinity == nil || len(storage.NodeAffinity.PreferredDuringSchedulingIgnoredDuringExecution) == 0 {
		return nil
	}
	return field.ErrorList{withoutEffect(storagePath.Child("nodeAffinity", "preferredDuringSchedulingIgnoredDuringExecution"), "OME downloads to every node that meets the required terms")}
}

func schemaPathRule(s *v1beta1.BaseModelSpec) field.ErrorList {
	storage, _ := storageOf(s)
	if storage.SchemaPath == nil {
		return nil
	}
	return field.ErrorList{withoutEffect(storagePath.Child("schemaPath"), "OME does not use it")}
}

func downloadPolicyRule(s *v1beta1.BaseModelSpec) field.ErrorList {
	storage, uri := storageOf(s)
	if storage.DownloadPolicy == nil || scheme(uri) == "hf" {
		return nil
	}
	return field.ErrorList{withoutEffect(storagePath.Child("downloadPolicy"), "only downloads from `hf://` look at it")}
}
