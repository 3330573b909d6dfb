package llmaz

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var (
	modelSourcePath = field.NewPath("spec", "source")
	modelHubPath    = modelSourcePath.Child("modelHub")
	modelURIPath    = modelSourcePath.Child("uri")
)

// openModelRules mirror InftyAI/llmaz pkg/webhook/openmodel_webhook.go, pkg/util/uri.go,
// pkg/controller_helper/modelsource and llmaz/model_loader @v0.1.4 and @v0.1.0.
var openModelRules = slices.Concat([]kinds.Rule{
	{
		ID: "OM-W1", Says: "the source has `model_hub` or `uri`",
		Reads: []string{"spec.source.modelHub", "spec.source.uri"}, Check: kinds.Typed(modelSourceMissingRule),
	},
	{
		ID: "OM-W2", Says: "`uri` is `<scheme>://<address>`",
		Reads: []string{"spec.source.uri"}, Check: kinds.Typed(modelURIFormRule),
	},
	{
		ID: "OM-W3", Says: "the scheme of `uri` is `oss`, `s3`, `gcs`, `ollama` or `host`",
		Reads: []string{"spec.source.uri"}, Check: kinds.Typed(modelURISchemeRule),
	},
	{
		ID: "OM-W3", Says: "the scheme of `uri` is not `s3` or `gcs`, which llmaz v0.1.0 does not know",
		Reads: []string{"spec.source.uri"}, Dialects: []string{"v0.1.0"}, Modes: kinds.OperatorMode,
		Check: kinds.Typed(modelURISchemeIsNewerRule),
	},
	{
		ID: "OM-W4", Says: "a `uri` of OSS is `oss://<bucket>.<endpoint>/<path>`",
		Reads: []string{"spec.source.uri"}, Check: kinds.Typed(modelURIOfOSSRule),
	},
	// v0.1.0 refuses the schemes of this rule altogether, so it need not wait for the generation.
	{
		ID: "OM-W5", Says: "a `uri` of a bucket is `s3://<bucket>/<path>` or `gcs://<bucket>/<path>`",
		Reads: []string{"spec.source.uri"}, Check: kinds.Typed(modelURIOfBucketRule),
	},
	{
		ID: "OM-W6", Says: "`filename` is not set for a model on ModelScope",
		Reads: []string{"spec.source.modelHub.filename", "spec.source.modelHub.name"},
		Check: kinds.Typed(modelScopeFilenameRule),
	},
	{
		ID: "OM-W7", Says: "`allow_patterns` is not set beside `filename`",
		Reads: []string{"spec.source.modelHub.filename", "spec.source.modelHub.allowPatterns"},
		Check: kinds.Typed(modelAllowPatternsRule),
	},
	{
		ID: "OM-W8", Says: "`ignore_patterns` is not set beside `filename`",
		Reads: []string{"spec.source.modelHub.filename", "spec.source.modelHub.ignorePatterns"},
		Check: kinds.Typed(modelIgnorePatternsRule),
	},
	{
		ID: "OM-C1", Says: "`family_name` can be the value of a label",
		Reads: []string{"spec.familyName"}, Check: kinds.Typed(familyNameRule),
	},
	{
		ID: "OM-C2", Says: "`model_hub` has a `model_id`",
		Reads: []string{"spec.source.modelHub.modelID"}, Check: kinds.Typed(modelIDRule),
	},
	{
		ID: "OM-C3", Says: "`model_hub` and `uri` are not set together",
		Reads: []string{"spec.source.modelHub", "spec.source.uri"}, Check: kinds.Typed(modelSourceTwiceRule),
	},
	{
		ID: "OM-C4", Says: "a `uri` of a host is an absolute path without `..`",
		Reads: []string{"spec.source.uri"}, Check: kinds.Typed(modelURIOfHostRule),
	},
	// Without the loader the runtime gets the URI as it stands, so this is no more than a warning.
	{
		ID: "OM-C6", Says: "a `uri` of OSS ends in the name of a `.gguf` file or in that of a directory without a dot, so that loader and runtime agree",
		Reads: []string{"spec.source.uri"}, Warn: true, Check: kinds.Typed(modelURILoaderRule),
	},
	{
		ID: "OM-C8", Says: "flavors have different names",
		Reads: []string{"spec.inferenceConfig.flavors[].name"}, Check: kinds.Typed(flavorNamesRule),
	},
	{
		ID: "OM-C9", Says: "`limits` of a flavor are resources that a container can have",
		Reads: []string{"spec.inferenceConfig.flavors[].limits"}, Check: kinds.Typed(flavorLimitsRule),
	},
}, openModelNameRules)

func modelSourceMissingRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	if m.Spec.Source.ModelHub != nil || m.Spec.Source.URI != nil {
		return nil
	}
	return field.ErrorList{field.Required(modelSourcePath,
		"the weights must come from somewhere: set `model_hub` for a model on a hub or `uri` for any other place")}
}

func modelSourceTwiceRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	if m.Spec.Source.ModelHub == nil || m.Spec.Source.URI == nil {
		return nil
	}
	return field.ErrorList{field.Forbidden(modelURIPath,
		"not together with `model_hub`, which would be used while `uri` is ignored; remove one of them")}
}

// splitModelURI returns the upper-cased scheme and the address of the model's URI,
// and false when it has none of that form.
func splitModelURI(m *corev1alpha1.OpenModel) (scheme, address string, ok bool) {
	if m.Spec.Source.URI == nil {
		return "", "", false
	}
	parts := strings.Split(*m.Spec.Source.URI, "://")
	if len(parts) != 2 {
		return "", "", false
	}
	return strings.ToUpper(parts[0]), parts[1], true
}

// invalidURI is the verdict that the URI of the model must be another.
func invalidURI(m *corev1alpha1.OpenModel, detail string) field.ErrorList {
	return field.ErrorList{field.Invalid(modelURIPath, *m.Spec.Source.URI, detail)}
}

func modelURIFormRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	if _, _, ok := splitModelURI(m); ok || m.Spec.Source.URI == nil {
		return nil
	}
	return invalidURI(m, "must be `<scheme>://<address>` with exactly one `://`, such as `oss://bucket.endpoint/path`; "+
		"use `model_hub` for a model on Hugging Face or ModelScope")
}

func modelURISchemeRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	scheme, _, ok := splitModelURI(m)
	if !ok || slices.Contains([]string{sourceOSS, sourceS3, sourceGCS, sourceOllama, sourceHost}, scheme) {
		return nil
	}
	return invalidURI(m, "the scheme must be `oss`, `s3`, `gcs`, `ollama` or `host`; Google Cloud Storage is `gcs`, not `gs`, "+
		"and a model on Hugging Face belongs in `model_hub`")
}

func modelURISchemeIsNewerRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	if scheme, _, _ := splitModelURI(m); scheme != sourceS3 && scheme != sourceGCS {
		return nil
	}
	return invalidURI(m, "llmaz v0.1.0 knows the schemes `oss`, `ollama` and `host` only; use one of them, `model_hub`, or a newer llmaz")
}

// ossObject returns the path inside the bucket that an oss address names, and false
// when it is not <bucket>.<endpoint>/<path>.
func ossObject(address string) (string, bool) {
	_, rest, dotted := strings.Cut(address, ".")
	_, object, slashed := strings.Cut(rest, "/")
	return object, dotted && slashed
}

func modelURIOfOSSRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	scheme, address, _ := splitModelURI(m)
	if scheme != sourceOSS {
		return nil
	}
	if _, ok := ossObject(address); ok {
		return nil
	}
	return invalidURI(m, "must be `oss://<bucket>.<endpoint>/<path>`, such as `oss://models.oss-cn-hangzhou.aliyuncs.com/qwen`")
}

func modelURIOfBucketRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	scheme, address, _ := splitModelURI(m)
	if scheme != sourceS3 && scheme != sourceGCS || strings.Contains(address, "/") {
		return nil
	}
	return invalidURI(m, fmt.Sprintf("must be `%s://<bucket>/<path>`; append the path of the weights in the bucket", strings.ToLower(scheme)))
}

func modelURIOfHostRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	scheme, address, _ := splitModelURI(m)
	if scheme != sourceHost || path.IsAbs(address) && !slices.Contains(strings.Split(address, "/"), "..") {
		return nil
	}
	return invalidURI(m, "the address is a directory on the node and must be an absolute path without `..`: write three slashes, "+
		"such as `host:///mnt/models/qwen`")
}

// modelURILoaderRule finds the addresses of which llmaz expects a file where its loader
// puts a directory, or the other way round.
func modelURILoaderRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	scheme, address, _ := splitModelURI(m)
	object, ok := ossObject(address)
	if scheme != sourceOSS || !ok {
		return nil
	}
	last := object[strings.LastIndex(object, "/")+1:]
	expectsFile, loadsFile := strings.Contains(object, ".gguf"), strings.Contains(last, ".")
	if last != "" && expectsFile == loadsFile {
		return nil
	}
	return invalidURI(m, "the model loader and the runtime would disagree on where the weights are: the path must end in the name of a "+
		"`.gguf` file, or in the name of a directory without a dot and without a slash after it; rename the object, or skip the loader")
}

func modelScopeFilenameRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	hub := m.Spec.Source.ModelHub
	if hub == nil || hub.Filename == nil || hub.Name == nil || *hub.Name != "ModelScope" {
		return nil
	}
	return field.ErrorList{field.Forbidden(modelHubPath.Child("filename"),
		"a single file can be loaded from Hugging Face only; remove it, or select files of ModelScope by `allow_patterns`")}
}

func modelAllowPatternsRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	if hub := m.Spec.Source.ModelHub; hub != nil && hub.AllowPatterns != nil {
		return patternsBesideFilename(hub, "allowPatterns")
	}
	return nil
}

func modelIgnorePatternsRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	if hub := m.Spec.Source.ModelHub; hub != nil && hub.IgnorePatterns != nil {
		return patternsBesideFilename(hub, "ignorePatterns")
	}
	return nil
}

func patternsBesideFilename(hub *corev1alpha1.ModelHub, patterns string) field.ErrorList {
	if hub.Filename == nil {
		return nil
	}
	return field.ErrorList{field.Forbidden(modelHubPath.Child(patterns),
		"not together with `filename`, which already names the one file to load; remove one of them, an empty list too")}
}

func familyNameRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	return labelValue(m.Spec.FamilyName, field.NewPath("spec", "familyName"), labelModelFamilyName)
}

func modelIDRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	if m.Spec.Source.ModelHub == nil || m.Spec.Source.ModelHub.ModelID != "" {
		return nil
	}
	return field.ErrorList{field.Required(modelHubPath.Child("modelID"),
		"name the model on the hub, such as `Qwen/Qwen2.5-0.5B-Instruct`; without it nothing can be loaded")}
}

// eachFlavor collects the verdicts on the flavors of a model.
func eachFlavor(m *corev1alpha1.OpenModel, check func(flavor corev1alpha1.Flavor, path *field.Path) field.ErrorList) field.ErrorList {
	if m.Spec.InferenceConfig == nil {
		return nil
	}
	var errs field.ErrorList
	for i, flavor := range m.Spec.InferenceConfig.Flavors {
		errs = append(errs, check(flavor, field.NewPath("spec", "inferenceConfig", "flavors").Index(i))...)
	}
	return errs
}

func flavorNamesRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	seen := map[string]bool{}
	return eachFlavor(m, func(flavor corev1alpha1.Flavor, path *field.Path) field.ErrorList {
		if !seen[flavor.Name] {
			seen[flavor.Name] = true
			return nil
		}
		return duplicateName(path.Child("name"), flavor.Name, "claims choose a flavor by its name and get the first that matches")
	})
}

func flavorLimitsRule(m *corev1alpha1.OpenModel, _ kinds.Candidate) field.ErrorList {
	return eachFlavor(m, func(flavor corev1alpha1.Flavor, path *field.Path) field.ErrorList {
		return containerResources(flavor.Limits, path.Child("limits"))
	})
}

// duplicateName is the verdict that a name has been used before.
func duplicateName(path *field.Path, name, why string) field.ErrorList {
	err := field.Duplicate(path, name)
	err.Detail = why + "; give each entry a name of its own"
	return field.ErrorList{err}
}
