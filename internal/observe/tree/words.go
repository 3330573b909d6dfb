package tree

import (
	"regexp"
	"slices"
	"strings"
)

// saying is what a program writes when it fails for a known reason.
type saying struct {
	reason  Reason
	pattern *regexp.Regexp
}

// logPatterns are the last words of loaders and engines, those that are more certain first. A status code
// counts only beside a word that says it is one of HTTP.
//
// They are the words of huggingface_hub, curl, the object stores, PyTorch, vLLM and llama.cpp.
var logPatterns = []saying{
	{ModelDenied, regexp.MustCompile(`GatedRepoError|Cannot access gated repo|Access to model .* is restricted|Invalid (user ?name or password|credentials in Authorization header)|InvalidAccessKeyId|SignatureDoesNotMatch`)},
	{ModelMissing, regexp.MustCompile(`RepositoryNotFoundError|RevisionNotFoundError|EntryNotFoundError|LocalEntryNotFoundError: 404|NoSuchKey|NoSuchBucket|pull model manifest: file does not exist`)},
	{ModelDenied, regexp.MustCompile(`(?i)\b(40[13] client error|http(/[0-9.]+)?( error| status| response)?( code)?:? ?40[13]\b|requested url returned error: 40[13]\b|status code:? 40[13]\b|AccessDenied\b)`)},
	{ModelMissing, regexp.MustCompile(`(?i)\b(404 client error|http(/[0-9.]+)?( error| status| response)?( code)?:? ?404\b|requested url returned error: 404\b|status code:? 404\b)`)},
	{DeviceMemory, regexp.MustCompile(`(?i)CUDA out of memory|CUDA error: out of memory|OutOfMemoryError: (CUDA|HIP)|HIP out of memory|cudaMalloc failed: out of memory|No available memory for the cache blocks|memory profiling.*not enough memory|larger than the available KV cache memory|unable to allocate (CUDA|ROCm|Vulkan)[0-9]* buffer`)},
}

// matchLog finds a known reason in what a container said, and the line that says it.
func matchLog(text string) (Reason, string) {
	lines := strings.Split(text, "\n")
	for _, s := range logPatterns {
		for _, line := range slices.Backward(lines) {
			if s.pattern.MatchString(line) {
				return s.reason, oneLine(line)
			}
		}
	}
	return "", ""
}

// Registries and container runtimes say so when an image is not there, or not for this cluster, and will not be.
var pullRefused = regexp.MustCompile(`(?i)not found|manifest unknown|does not exist|pull access denied|unauthorized|authentication required|authorization failed|no basic auth credentials|forbidden|denied|no match for platform|no matching manifest|invalid reference format|couldn't parse image|not present with pull policy of never`)

// They say so about what may pass.
var pullPasses = regexp.MustCompile(`(?i)i/o timeout|timed? ?out|deadline exceeded|connection refused|connection reset|no such host|temporary failure|tls handshake|too ?many ?requests|\b429\b|\b50[0234]\b|unexpected EOF|service unavailable|network is unreachable`)
