package llmkube

import (
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var sourcePath = specPath.Child("source")

var modelSourceRules = []kinds.Rule{
	modelRule("M-02", bareWordRule, "spec.source"),
	modelRule("M-03", claimSourceRule, "spec.source"),
	modelRule("M-05", relativeSourceRule, "spec.source"),
	withOperator(warning(modelRule("M-05", localSourceRule, "spec.source"))),
	modelRule("M-07", bucketSourceRule, "spec.source", "spec.sourceSecretRef"),
	modelRule("M-08", hubSourceRule, "spec.source"),
	modelRule("M-09", hubFileRule, "spec.source"),
	modelRule("M-10", filesOfOneFileRule, "spec.source", "spec.files", "spec.mmproj"),
	modelRule("M-11", filesOfBareSourceRule, "spec.source", "spec.files", "spec.mmproj"),
	modelRule("M-12", projectorAloneRule, "spec.files", "spec.mmproj"),
	modelRule("M-13", filePathsRule, "spec.files", "spec.mmproj"),
	withOperator(warning(modelRule("M-14", checksumRule, "spec.source", "spec.sha256"))),
	warning(modelRule("M-15", refreshRule, "spec.source", "spec.refreshPolicy", "spec.files")),
	warning(modelRule("M-16", prefetchRule, "spec.source", "spec.prefetch")),
}

// sourceClass is what LLMKube makes of a source.
type sourceClass int

const (
	unknownSource sourceClass = iota
	claimSource
	bucketSource
	localSource
	// hubSource is a repository of Hugging Face, by its URL or by `hf://`.
	hubSource
	// bareSource is a repository of Hugging Face as `<org>/<name>`.
	bareSource
	// fileSource is one file behind an address.
	fileSource
)

var (
	hubAddress = regexp.MustCompile(`(?i)^https?://(?:www\.)?huggingface\.co/([^?#]*)`)
	bareName   = regexp.MustCompile(`^[a-zA-Z0-9][A-Za-z0-9_./-]*$`)
)

// classify mirrors defilantech/LLMKube internal/controller/source.go@v0.9.19.
func classify(source string) sourceClass {
	lower := strings.ToLower(source)
	switch {
	case strings.HasPrefix(source, "pvc://"):
		return claimSource
	case strings.HasPrefix(lower, "s3://"):
		return bucketSource
	case strings.HasPrefix(lower, "file://"), strings.HasPrefix(source, "/"):
		return localSource
	case strings.HasPrefix(lower, "http://"), strings.HasPrefix(lower, "https://"):
		return classifyAddress(source)
	case strings.HasPrefix(source, "hf://"):
		return hubSource
	case bareName.MatchString(source) && strings.Contains(source, "/"):
		return bareSource
	}
	return unknownSource
}

func classifyAddress(source string) sourceClass {
	hub := hubAddress.FindStringSubmatch(source)
	if hub == nil {
		return fileSource
	}
	parts := strings.Split(strings.Trim(hub[1], "/"), "/")
	switch {
	case len(parts) >= 5 && (parts[2] == "resolve" || parts[2] == "blob"):
		return fileSource
	case len(parts) < 2 || parts[0] == "datasets" || parts[0] == "spaces":
		return unknownSource
	}
	return hubSource
}

func bareWordRule(m *v1alpha1.Model) field.ErrorList {
	if m.Spec.Source == "" || strings.ContainsAny(m.Spec.Source, "/") {
		return nil
	}
	return invalid(sourcePath, m.Spec.Source, "is neither an address nor a repository; write `<org>/<name>`, an https address of a file, or `pvc://<claim>/<path>`")
}

func claimSourceRule(m *v1alpha1.Model) field.ErrorList {
	rest, ok := strings.CutPrefix(m.Spec.Source, "pvc://")
	if !ok {
		return nil
	}
	if claim, path, _ := strings.Cut(rest, "/"); claim != "" && path != "" {
		return nil
	}
	return invalid(sourcePath, m.Spec.Source, "must be `pvc://<claim>/<path>`, with the path of the model in the volume")
}

func relativeSourceRule(m *v1alpha1.Model) field.ErrorList {
	if classify(m.Spec.Source) != localSource || strings.HasPrefix(m.Spec.Source, "/") || strings.HasPrefix(m.Spec.Source[len("file://"):], "/") {
		return nil
	}
	return invalid(sourcePath, m.Spec.Source, "the path must be absolute: write three slashes, `file:///<path>`")
}

func localSourceRule(m *v1alpha1.Model) field.ErrorList {
	if classify(m.Spec.Source) != localSource {
		return nil
	}
	return invalid(sourcePath, m.Spec.Source, "LLMKube refuses local paths outside the folders that its installation allows, and by default allows none; allow the folder there or put the model on a claim")
}

func bucketSourceRule(m *v1alpha1.Model) field.ErrorList {
	if classify(m.Spec.Source) != bucketSource {
		return nil
	}
	var errs field.ErrorList
	if bucket, key, _ := strings.Cut(m.Spec.Source[len("s3://"):], "/"); bucket == "" || key == "" {
		errs = append(errs, field.Invalid(sourcePath, m.Spec.Source, "must be `s3://<bucket>/<key>`"))
	}
	if m.Spec.SourceSecretRef == nil || m.Spec.SourceSecretRef.Name == "" {
		errs = append(errs, field.Required(specPath.Child("sourceSecretRef"),
			"name the Secret with `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION` and `AWS_ENDPOINT_URL`; without it the download fails"))
	}
	return errs
}

var hubRepository = regexp.MustCompile(`^[a-zA-Z0-9][A-Za-z0-9_.-]*/[A-Za-z0-9_./-]+(@[^\s@]+)?$`)

func hubSourceRule(m *v1alpha1.Model) field.ErrorList {
	rest, ok := strings.CutPrefix(m.Spec.Source, "hf://")
	if !ok || hubRepository.MatchString(rest) {
		return nil
	}
	return invalid(sourcePath, m.Spec.Source, "must be `hf://<org>/<name>` or `hf://<org>/<name>@<revision>`")
}

func hubFileRule(m *v1alpha1.Model) field.ErrorList {
	rest, ok := strings.CutPrefix(m.Spec.Source, "hf://")
	repository, _, _ := strings.Cut(rest, "@")
	if !ok || strings.Count(strings.Trim(repository, "/"), "/") < 2 {
		return nil
	}
	return invalid(sourcePath, m.Spec.Source, "names a file in a repository, which LLMKube cannot fetch; write `https://huggingface.co/<org>/<name>/resolve/<revision>/<file>`, or the repository here and the file in `files`")
}

// filesField is what asks for several files, and false when nothing does.
func filesField(m *v1alpha1.Model) (*field.Path, bool) {
	if len(m.Spec.Files) > 0 {
		return specPath.Child("files"), true
	}
	return specPath.Child("mmproj"), m.Spec.Mmproj != ""
}

func filesOfOneFileRule(m *v1alpha1.Model) field.ErrorList {
	at, several := filesField(m)
	class := classify(m.Spec.Source)
	if !several || m.Spec.Source == "" || class == hubSource || class == bareSource || class == bucketSource {
		return nil
	}
	return forbidden(at, "needs a source of several files: `hf://<org>/<name>` or `s3://<bucket>/<prefix>`")
}

func filesOfBareSourceRule(m *v1alpha1.Model) field.ErrorList {
	if _, several := filesField(m); !several || classify(m.Spec.Source) != bareSource {
		return nil
	}
	return invalid(sourcePath, m.Spec.Source, "files are fetched only from a repository with its scheme; write `hf://"+m.Spec.Source+"`")
}

func projectorAloneRule(m *v1alpha1.Model) field.ErrorList {
	if m.Spec.Mmproj == "" || len(m.Spec.Files) > 0 {
		return nil
	}
	return forbidden(specPath.Child("mmproj"), "needs the model beside it; list its file in `files`")
}

func filePathsRule(m *v1alpha1.Model) field.ErrorList {
	var errs field.ErrorList
	check := func(at *field.Path, file string) {
		if file == "" || strings.HasPrefix(file, "/") || strings.Contains(file, "..") || strings.ContainsAny(file, "*?[") {
			errs = append(errs, field.Invalid(at, file, "must be the path of one file below the source, without a leading `/`, `..` and the wildcards `*`, `?` and `[`"))
		}
	}
	for i, file := range m.Spec.Files {
		check(specPath.Child("files").Index(i), file)
	}
	if m.Spec.Mmproj != "" {
		check(specPath.Child("mmproj"), m.Spec.Mmproj)
	}
	return errs
}

func checksumRule(m *v1alpha1.Model) field.ErrorList {
	if m.Spec.SHA256 == "" || m.Spec.Source == "" || classify(m.Spec.Source) == localSource {
		return nil
	}
	return invalid(specPath.Child("sha256"), m.Spec.SHA256, "is compared for local sources only; nothing checks what the pods download")
}

func refreshRule(m *v1alpha1.Model) field.ErrorList {
	if m.Spec.RefreshPolicy != "OnChange" {
		return nil
	}
	switch class := classify(m.Spec.Source); {
	case class == claimSource, len(m.Spec.Files) == 0 && (class == hubSource || class == bareSource || class == bucketSource):
		return invalid(specPath.Child("refreshPolicy"), "OnChange", "has no effect for this source, which is never compared; replace the model to load it again")
	}
	return nil
}

func prefetchRule(m *v1alpha1.Model) field.ErrorList {
	if !m.Spec.Prefetch {
		return nil
	}
	switch classify(m.Spec.Source) {
	case claimSource, bucketSource, localSource, bareSource:
		return invalid(specPath.Child("prefetch"), true, "has no effect for this source; only http(s) addresses and `hf://` are downloaded in advance")
	}
	return nil
}
