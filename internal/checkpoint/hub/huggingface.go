package hub

import (
	"context"
	"encoding/json"
	"net/url"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
)

// Names of the sources, and where they are.
const (
	SourceHuggingFace = "huggingface"
	SourceModelScope  = "modelscope"
	SourceURL         = "url"

	HuggingFaceEndpoint = "https://huggingface.co"
	ModelScopeEndpoint  = "https://modelscope.cn"

	HuggingFaceTokenVariable = "HF_TOKEN"
	ModelScopeTokenVariable  = "MODELSCOPE_API_TOKEN"
)

// listing is what Hugging Face says of a repository.
// Source: huggingface/huggingface_hub src/huggingface_hub/hf_api.py@v0.34.0 (ModelInfo).
type listing struct {
	ID       string `json:"id"`
	Revision string `json:"sha"`
	Gated    any    `json:"gated"` // false, "auto" or "manual"
	Card     struct {
		Licence any `json:"license"` // a text, or several
	} `json:"cardData"`
	Siblings []struct {
		Name string `json:"rfilename"`
		Size int64  `json:"size"`
	} `json:"siblings"`
	Safetensors struct {
		Total int64 `json:"total"`
	} `json:"safetensors"`
}

// HuggingFace returns the facts of a repository. With an error of the reason [Gated] come those facts that need no access.
func (h *Hub) HuggingFace(ctx context.Context, wanted Wanted) (*checkpoint.Facts, error) {
	revision := wanted.Revision
	if revision == "" {
		revision = "main"
	}
	text, at, err := h.read(ctx, "/api/models/"+escaped(wanted.Repository)+"/revision/"+url.PathEscape(revision), "blobs=true", maxListing)
	if err != nil {
		return nil, err
	}
	var l listing
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, &Error{Reason: Unreadable, At: at, Said: "the answer is no JSON of a hub: " + err.Error()}
	}
	known := &checkpoint.Facts{Repository: l.ID, Revision: l.Revision, Source: SourceHuggingFace}
	if known.Repository == "" {
		known.Repository = wanted.Repository
	}
	known.Licence, _ = l.Card.Licence.(string)
	known.Gated = l.Gated != nil && l.Gated != false
	for _, file := range l.Siblings {
		known.Files = append(known.Files, checkpoint.File{Name: file.Name, Size: file.Size})
	}
	known.WeightBytes = checkpoint.WeightsOf(known.Files)
	at1 := func(name string) string {
		return "/" + escaped(known.Repository) + "/resolve/" + url.PathEscape(revision) + "/" + escaped(name)
	}
	f, err := h.shape(ctx, known, wanted, at, func(name string) (path, query string) { return at1(name), "" })
	if err != nil {
		return known, err
	}
	f.Correct(checkpoint.Tensors{Parameters: l.Safetensors.Total})
	return f, nil
}

// shape reads config.json, or the GGUF file, and adds what the listing says.
func (h *Hub) shape(ctx context.Context, known *checkpoint.Facts, wanted Wanted, at string, where func(name string) (path, query string)) (*checkpoint.Facts, error) {
	var f *checkpoint.Facts
	if has(known.Files, "config.json") && wanted.File == "" {
		path, query := where("config.json")
		text, at, err := h.read(ctx, path, query, maxConfig)
		if err != nil {
			return nil, err
		}
		if f, err = checkpoint.FromConfig(text); err != nil {
			return nil, &Error{Reason: Unreadable, At: at, Said: err.Error()}
		}
		if known.WeightBytes > 0 {
			f.WeightBytes = known.WeightBytes
		}
	} else {
		file, err := chosen(known.Files, wanted, at)
		if err != nil {
			return nil, err
		}
		path, query := where(file)
		if f, err = h.gguf(ctx, path, query); err != nil {
			return nil, err
		}
		f.WeightBytes = checkpoint.PartsOfGGUF(known.Files, file)
	}
	f.Repository, f.Revision, f.Source, f.Files, f.Gated = known.Repository, known.Revision, known.Source, known.Files, known.Gated
	if known.Licence != "" {
		f.Licence = known.Licence
	}
	return f, nil
}

func has(files []checkpoint.File, name string) bool {
	for _, file := range files {
		if file.Name == name {
			return true
		}
	}
	return false
}
