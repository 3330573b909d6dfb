package hub

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
)

// ModelScope returns the facts of a repository.
// Source: modelscope/modelscope modelscope/hub/api.py@master (get_model_files, get_file_download_url).
func (h *Hub) ModelScope(ctx context.Context, wanted Wanted) (*checkpoint.Facts, error) {
	revision := wanted.Revision
	if revision == "" {
		revision = "master"
	}
	root := "/api/v1/models/" + escaped(wanted.Repository) + "/repo"
	text, at, err := h.read(ctx, root+"/files", url.Values{"Revision": {revision}, "Recursive": {"true"}}.Encode(), maxListing)
	if err != nil {
		return nil, err
	}
	var l struct {
		Success bool
		Message string
		Data    struct {
			Files []struct {
				Path, Type string
				Size       int64
			}
			LatestCommitter struct{ Revision string }
		}
	}
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, &Error{Reason: Unreadable, At: at, Said: "the answer is no JSON of a hub: " + err.Error()}
	}
	if !l.Success {
		reason := NotFound
		if strings.Contains(strings.ToLower(l.Message), "revision") {
			reason = RevisionNotFound
		}
		return nil, &Error{Reason: reason, At: at, Said: l.Message}
	}
	known := &checkpoint.Facts{Repository: wanted.Repository, Revision: l.Data.LatestCommitter.Revision, Source: SourceModelScope}
	if known.Revision == "" {
		known.Revision = revision
	}
	for _, file := range l.Data.Files {
		if file.Type != "tree" {
			known.Files = append(known.Files, checkpoint.File{Name: file.Path, Size: file.Size})
		}
	}
	known.WeightBytes = checkpoint.WeightsOf(known.Files)
	f, err := h.shape(ctx, known, wanted, at, func(name string) (path, query string) {
		return root, url.Values{"Revision": {revision}, "FilePath": {name}}.Encode()
	})
	if err != nil {
		return known, err
	}
	return f, nil
}

// GGUF returns the facts of a GGUF file at the endpoint, of which the header is asked for.
func (h *Hub) GGUF(ctx context.Context) (*checkpoint.Facts, error) {
	f, err := h.gguf(ctx, "", "")
	if err != nil {
		return nil, err
	}
	f.Source, f.Repository = SourceURL, h.Endpoint
	return f, nil
}
