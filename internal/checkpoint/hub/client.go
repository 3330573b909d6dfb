// Package hub asks hubs of models for the facts of a checkpoint: Hugging Face, ModelScope, what speaks like one of them, and
// any server that has a GGUF file.
package hub

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
)

// Bounds of answers.
const (
	maxListing = 32 << 20
	maxConfig  = 8 << 20
)

// Hub is where to ask, and as whom.
type Hub struct {
	// Client asks, nil for the usual one.
	Client *http.Client
	// Endpoint is the URL of the hub, without a path of its interface.
	Endpoint string
	// Token is an access token, "" for none, and TokenVariable the environment variable that people set it by.
	Token, TokenVariable string
	// Agent is who asks.
	Agent string
}

// Wanted is what to ask for.
type Wanted struct {
	Repository string
	// Revision is a branch, a tag or a commit, "" for the main branch.
	Revision string
	// File is the GGUF file of a repository with several, "" elsewhere.
	File string
}

// Facts returns the facts of a repository of a hub that speaks like a source, SourceHuggingFace or SourceModelScope. With an
// error that is not about the listing come those facts that the listing has.
func (h *Hub) Facts(ctx context.Context, source string, wanted Wanted) (*checkpoint.Facts, error) {
	if source == SourceModelScope {
		return h.ModelScope(ctx, wanted)
	}
	return h.HuggingFace(ctx, wanted)
}

// get asks for a path below the endpoint. The caller closes the body.
func (h *Hub) get(ctx context.Context, path, query, span string) (*http.Response, string, error) {
	base, err := url.Parse(h.Endpoint)
	if err != nil || base.Host == "" {
		return nil, h.Endpoint, &Error{Reason: Unreachable, At: h.Endpoint, Said: "no URL of a hub"}
	}
	base.User = nil
	full := strings.TrimSuffix(base.String(), "/") + path
	at := full
	if query != "" {
		full += "?" + query
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, full, nil)
	if err != nil {
		return nil, at, failed(err, at)
	}
	req.Header.Set("User-Agent", h.Agent)
	if span != "" {
		req.Header.Set("Range", span)
	}
	if h.Token != "" {
		req.Header.Set("Authorization", "Bearer "+h.Token)
		if strings.HasPrefix(path, modelScopeRoot) {
			req.AddCookie(&http.Cookie{Name: modelScopeCookie, Value: h.Token})
		}
	}
	client := h.Client
	if client == nil {
		client = http.DefaultClient
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, at, failed(err, at)
	}
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusPartialContent {
		defer func() { _ = resp.Body.Close() }()
		return nil, at, refused(resp, at, h.Token != "")
	}
	return resp, at, nil
}

// read asks for a text of no more than most bytes.
func (h *Hub) read(ctx context.Context, path, query string, most int64) ([]byte, string, error) {
	resp, at, err := h.get(ctx, path, query, "")
	if err != nil {
		return nil, at, err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(resp.Body, most+1))
	if err != nil {
		return nil, at, failed(err, at)
	}
	if int64(len(text)) > most {
		return nil, at, &Error{Reason: TooLarge, At: at, Said: fmt.Sprintf("the answer has more than %d MiB", most>>20)}
	}
	return text, at, nil
}

// gguf asks for as much of a file as its header takes.
func (h *Hub) gguf(ctx context.Context, path, query string) (*checkpoint.Facts, error) {
	resp, at, err := h.get(ctx, path, query, fmt.Sprintf("bytes=0-%d", checkpoint.MaxGGUFHeader-1))
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	f, err := checkpoint.FromGGUF(resp.Body)
	if err != nil {
		return nil, &Error{Reason: Unreadable, At: at, Said: err.Error()}
	}
	return f, nil
}

// chosen is the GGUF file of a repository that has no config.json.
func chosen(files []checkpoint.File, wanted Wanted, at string) (string, error) {
	var names []string
	for _, file := range files {
		if !strings.HasSuffix(file.Name, ".gguf") || strings.Contains(strings.ToLower(file.Name), "mmproj") {
			continue
		}
		if wanted.File == file.Name {
			return file.Name, nil
		}
		if !strings.Contains(file.Name, "-of-") || strings.Contains(file.Name, "-00001-of-") {
			names = append(names, file.Name)
		}
	}
	switch {
	case wanted.File != "":
		return "", &Error{Reason: FileNotFound, At: at, Said: fmt.Sprintf("there is no file %s; the GGUF files are %s", wanted.File, listed(names))}
	case len(names) == 1:
		return names[0], nil
	case len(names) == 0:
		return "", &Error{Reason: FileNotFound, At: at, Said: "there is neither a config.json nor a GGUF file"}
	default:
		return "", &Error{Reason: FileNotFound, At: at, Said: fmt.Sprintf("there is no config.json and more than one GGUF file (%s): say which with file", listed(names))}
	}
}

// listed names the first few.
func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	const most = 12
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// escaped is a path with its slashes.
func escaped(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	return strings.Join(parts, "/")
}
