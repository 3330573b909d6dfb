package llmkube

import (
	"regexp"
	"strings"
)

// sourceClass is what LLMKube makes of a source.
type sourceClass string

// The classes, as rules name them.
const (
	unknownSource sourceClass = ""
	claimSource   sourceClass = "claim"
	bucketSource  sourceClass = "bucket"
	localSource   sourceClass = "local"
	// hubSource is a repository of Hugging Face, by its URL or by `hf://`.
	hubSource sourceClass = "hub"
	// bareSource is a repository of Hugging Face as `<org>/<name>`.
	bareSource sourceClass = "bare"
	// fileSource is one file behind an address.
	fileSource sourceClass = "file"
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
