package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
)

// Where ModelScope's interface begins, and the cookie by which most of it knows who asks: an access token, of which the client of
// ModelScope makes this cookie and a bearer token.
// Source: modelscope/modelscope_hub src/modelscope_hub/_legacy_api.py@v0.1.8 (_ensure_session_auth).
const (
	modelScopeRoot   = "/api/v1/models/"
	modelScopeCookie = "m_session_id"
)

// ModelScope returns the facts of a repository.
// Source: modelscope/modelscope modelscope/hub/api.py (get_model_files), modelscope/hub/file_download.py@v1.36.3
// (get_file_download_url), modelscope/hub/constants.py@v1.36.3 (the names of the answer).
func (h *Hub) ModelScope(ctx context.Context, wanted Wanted) (*checkpoint.Facts, error) {
	revision := wanted.Revision
	if revision == "" {
		revision = "master"
	}
	root := modelScopeRoot + escaped(wanted.Repository) + "/repo"
	text, at, err := h.read(ctx, root+"/files", url.Values{"Revision": {revision}, "Recursive": {"true"}}.Encode(), maxListing)
	if err != nil {
		return nil, err
	}
	var l struct {
		Success bool
		Message string
		Data    struct {
			Files           []modelScopeFile
			LatestCommitter modelScopeCommit
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
	known := &checkpoint.Facts{Repository: wanted.Repository, Revision: l.Data.LatestCommitter.of(l.Data.Files, revision), Source: SourceModelScope}
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

// modelScopeFile is a file of a repository, or a folder, and the commit that changed it last.
type modelScopeFile struct {
	Path, Type, Revision string
	Size                 int64
}

// modelScopeCommit is what ModelScope says of the commit that was listed: often its short form alone.
type modelScopeCommit struct {
	ID      string `json:"Id"`
	ShortID string `json:"ShortId"`
}

// of is the commit in the longest form that the answer has, and what was asked for where it has none.
func (c modelScopeCommit) of(files []modelScopeFile, asked string) string {
	if c.ID != "" || c.ShortID == "" {
		return cmp.Or(c.ID, asked)
	}
	for _, file := range files {
		if strings.HasPrefix(file.Revision, c.ShortID) {
			return file.Revision
		}
	}
	return c.ShortID
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
