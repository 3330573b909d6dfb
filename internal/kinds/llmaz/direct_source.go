package llmaz

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
)

// Places weights can come from: a model hub, or the upper-cased scheme of a URI.
const (
	sourceHub    = "HUB"
	sourceOSS    = "OSS"
	sourceS3     = "S3"
	sourceGCS    = "GCS"
	sourceHost   = "HOST"
	sourceOllama = "OLLAMA"
)

// directSource says where the weights of a model come from.
type directSource struct {
	// kind is one of the source constants.
	kind string
	// hub is set for sourceHub only, with the defaults of the API filled in.
	hub corev1alpha1.ModelHub
	// uri is the location as its author wrote it, address what follows its "://".
	uri, address string
	// endpoint is set for sourceOSS; bucket and object for sourceOSS, sourceS3 and sourceGCS.
	endpoint, bucket, object string
}

// parseDirectSource reads the source of a model. A model hub wins over a URI. The error
// says which rule of an OpenModel the source breaks.
//
// Mirrors InftyAI/llmaz pkg/util/uri.go@v0.1.4.
func parseDirectSource(spec corev1alpha1.ModelSource) (directSource, error) {
	if spec.ModelHub != nil {
		hub := *spec.ModelHub
		if hub.ModelID == "" {
			return directSource{}, fmt.Errorf("spec.source.modelHub has no modelID: name the model on the hub (OM-C2)")
		}
		name, revision := "Huggingface", defaultRevision
		hub.Name, hub.Revision = cmp.Or(hub.Name, &name), cmp.Or(hub.Revision, &revision)
		return directSource{kind: sourceHub, hub: hub}, nil
	}
	if spec.URI == nil {
		return directSource{}, fmt.Errorf("spec.source is empty: set modelHub or uri (OM-W1)")
	}
	uri := *spec.URI
	parts := strings.Split(uri, "://")
	if len(parts) != 2 {
		return directSource{}, fmt.Errorf("spec.source.uri is %q: write <scheme>://<address> (OM-W2)", uri)
	}
	s := directSource{kind: strings.ToUpper(parts[0]), uri: uri, address: parts[1]}
	var found bool
	switch s.kind {
	case sourceOllama:
	case sourceHost:
		if !path.IsAbs(s.address) {
			return s, fmt.Errorf("spec.source.uri is %q: write host:// and an absolute path, such as host:///mnt/models (OM-C4)", uri)
		}
	case sourceS3, sourceGCS:
		if s.bucket, s.object, found = strings.Cut(s.address, "/"); !found {
			return s, fmt.Errorf("spec.source.uri is %q: write %s://<bucket>/<path> (OM-W5)", uri, parts[0])
		}
	case sourceOSS:
		var rest string
		if s.bucket, rest, found = strings.Cut(s.address, "."); found {
			s.endpoint, s.object, found = strings.Cut(rest, "/")
		}
		if !found {
			return s, fmt.Errorf("spec.source.uri is %q: write oss://<bucket>.<endpoint>/<path> (OM-W4)", uri)
		}
	default:
		return s, fmt.Errorf("spec.source.uri is %q: the scheme must be gcs, oss, s3, ollama or host (OM-W3)", uri)
	}
	return s, nil
}

// needsLoader reports whether an init container has to load the weights.
func (s directSource) needsLoader() bool {
	return s.kind != sourceHost && s.kind != sourceOllama
}

// modelName is the name the runtime serves the model under.
func (s directSource) modelName(openModel string) string {
	if s.kind == sourceOllama {
		return s.address
	}
	return openModel
}

// modelPath is where the runtime finds the weights, or, when no loader runs, what it has
// to load itself.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/modelsource/{modelhub,uri}.go@v0.1.4.
func (s directSource) modelPath(skipLoader bool) string {
	switch {
	case s.kind == sourceHost:
		return s.address
	case s.kind == sourceHub && skipLoader:
		return s.hub.ModelID
	case s.kind == sourceHub && s.hub.Filename != nil:
		return modelsMountPath + *s.hub.Filename
	case s.kind == sourceHub:
		return modelsMountPath + "models--" + strings.ReplaceAll(s.hub.ModelID, "/", "--")
	case skipLoader:
		return s.uri
	case s.kind == sourceOllama:
		return modelsMountPath + "models--" + lastAddressSegment(s.address)
	case strings.Contains(s.object, ".gguf"):
		return modelsMountPath + lastAddressSegment(s.object)
	default:
		return modelsMountPath + "models--" + lastAddressSegment(s.object)
	}
}

func lastAddressSegment(address string) string {
	return address[strings.LastIndex(address, "/")+1:]
}
