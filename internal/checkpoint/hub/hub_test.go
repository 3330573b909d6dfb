package hub

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
)

const config = `{"architectures": ["LlamaForCausalLM"], "model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 1000, "max_position_embeddings": 4096, "torch_dtype": "bfloat16"}`

// header is that of a GGUF file without tensors.
func header() []byte {
	var out bytes.Buffer
	var put func(values ...any)
	put = func(values ...any) {
		for _, value := range values {
			if text, ok := value.(string); ok {
				put(uint64(len(text)))
				out.WriteString(text)
				continue
			}
			_ = binary.Write(&out, binary.LittleEndian, value)
		}
	}
	keys := map[string]uint32{"block_count": 2, "embedding_length": 64, "attention.head_count": 4, "vocab_size": 1000, "context_length": 2048, "feed_forward_length": 128}
	out.WriteString("GGUF")
	put(uint32(3), uint64(0), uint64(len(keys)+1), "general.architecture", uint32(8), "llama")
	for key, n := range keys {
		put("llama."+key, uint32(4), n)
	}
	return out.Bytes()
}

// played is a hub with some repositories, each with a trouble of its own.
func played(t *testing.T) *httptest.Server {
	t.Helper()
	refuse := func(w http.ResponseWriter, status int, code string) {
		w.Header().Set("X-Error-Code", code)
		http.Error(w, "refused", status)
	}
	listing := func(extra, files string) string {
		return `{"id": "org/name", "sha": "abc123"` + extra + `, "siblings": [` + files + `]}`
	}
	plain := `{"rfilename": "config.json", "size": 300}, {"rfilename": "model.safetensors", "size": 5000}, {"rfilename": "original/model.safetensors", "size": 9999}`
	mux := http.NewServeMux()
	answers := map[string]string{
		"org/name": listing(`, "gated": false, "cardData": {"license": "mit"}, "safetensors": {"total": 163840}`, plain), "org/gated": listing(`, "gated": "manual"`, plain),
		"org/no-json": "<html>", "org/no-config": listing("", `{"rfilename": "README.md"}`), "org/bad-config": listing("", plain), "org/truncated": listing("", plain),
		"org/gguf": listing("", `{"rfilename": "a-Q4_K_M.gguf", "size": 700}`), "org/two": listing("", `{"rfilename": "a-Q4_K_M.gguf", "size": 700}, {"rfilename": "a-Q8_0-00001-of-00002.gguf", "size": 800}, {"rfilename": "a-Q8_0-00002-of-00002.gguf", "size": 900}`),
	}
	mux.HandleFunc("/api/models/", func(w http.ResponseWriter, r *http.Request) {
		repository, revision, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/api/models/"), "/revision/")
		answer, known := answers[repository]
		switch {
		case repository == "org/moved":
			http.Redirect(w, r, strings.Replace(r.URL.String(), "org/moved", "org/name", 1), http.StatusTemporaryRedirect)
		case repository == "org/limited":
			w.Header().Set("Retry-After", "90")
			http.Error(w, "slow down", http.StatusTooManyRequests)
		case repository == "org/broken":
			http.Error(w, "oops", http.StatusBadGateway)
		case repository == "org/slow":
			<-r.Context().Done()
		case repository == "org/huge":
			for range maxListing/len(config) + 2 {
				_, _ = w.Write([]byte(config))
			}
		case r.Header.Get("Authorization") == "Bearer wrong":
			http.Error(w, "Invalid credentials", http.StatusUnauthorized)
		case !known:
			refuse(w, http.StatusUnauthorized, "RepoNotFound")
		case revision != "main" && revision != "v1/x":
			refuse(w, http.StatusNotFound, "RevisionNotFound")
		default:
			answer = strings.Replace(answer, "org/name", repository, 1)
			_, _ = w.Write([]byte(answer))
		}
	})
	mux.HandleFunc("/org/", func(w http.ResponseWriter, r *http.Request) {
		switch repository, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/resolve/"); {
		case repository == "org/gated" && r.Header.Get("Authorization") == "": // as Hugging Face answers somebody it does not know
			refuse(w, http.StatusUnauthorized, "GatedRepo")
		case repository == "org/gated" && r.Header.Get("Authorization") != "Bearer right":
			refuse(w, http.StatusForbidden, "GatedRepo")
		case repository == "org/bad-config":
			_, _ = w.Write([]byte(`{"hidden_size": 1}`))
		case repository == "org/truncated":
			w.Header().Set("Content-Length", strconv.Itoa(len(config)+10))
			_, _ = w.Write([]byte(config))
		case strings.HasSuffix(r.URL.Path, ".gguf"):
			if r.Header.Get("Range") == "" {
				http.Error(w, "the whole file was asked for", http.StatusTeapot)
				return
			}
			w.WriteHeader(http.StatusPartialContent)
			_, _ = w.Write(header())
		default:
			_, _ = w.Write([]byte(config))
		}
	})
	mux.HandleFunc("/api/v1/models/org/name/repo/files", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("Revision") != "master" {
			_, _ = w.Write([]byte(`{"Success": false, "Message": "Revision not found"}`))
			return
		}
		_, _ = w.Write([]byte(`{"Success": true, "Data": {"Files": [{"Path": "sub", "Type": "tree"}, {"Path": "config.json", "Type": "blob", "Size": 300}, {"Path": "model.safetensors", "Type": "blob", "Size": 5000}]}}`))
	})
	mux.HandleFunc("/api/v1/models/org/name/repo", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("FilePath") == "config.json" {
			_, _ = w.Write([]byte(config))
		}
	})
	mux.HandleFunc("/api/v1/models/org/private/", func(w http.ResponseWriter, r *http.Request) { // as ModelScope, which goes by the cookie
		if cookie, err := r.Cookie("m_session_id"); err != nil || cookie.Value != "right" {
			http.Error(w, "private", http.StatusForbidden)
			return
		}
		http.Redirect(w, r, strings.Replace(r.URL.String(), "org/private", "org/name", 1), http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("/files/a.gguf", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(header()) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func TestHuggingFace(t *testing.T) {
	server := played(t)
	for name, tc := range map[string]struct {
		wanted Wanted
		token  string
		check  func(f *checkpoint.Facts) bool
	}{
		"whole": {Wanted{Repository: "org/name"}, "", func(f *checkpoint.Facts) bool {
			return f.Repository == "org/name" && f.Revision == "abc123" && f.Source == "huggingface" && f.Licence == "mit" && !f.Gated && f.WeightBytes == 5000 && f.Parameters == 163840 && f.Layers == 2 && len(f.Files) == 3
		}},
		"revision":      {Wanted{Repository: "org/name", Revision: "v1/x"}, "", func(f *checkpoint.Facts) bool { return f.Layers == 2 }},
		"moved":         {Wanted{Repository: "org/moved"}, "", func(f *checkpoint.Facts) bool { return f.Repository == "org/name" }},
		"gated, let in": {Wanted{Repository: "org/gated"}, "right", func(f *checkpoint.Facts) bool { return f.Gated && f.Layers == 2 }},
		"one GGUF file": {Wanted{Repository: "org/gguf"}, "", func(f *checkpoint.Facts) bool { return f.Context == 2048 && f.WeightBytes == 700 }},
		"one of two":    {Wanted{Repository: "org/two", File: "a-Q8_0-00001-of-00002.gguf"}, "", func(f *checkpoint.Facts) bool { return f.WeightBytes == 1700 }},
	} {
		h := &Hub{Client: server.Client(), Endpoint: server.URL + "/", Token: tc.token}
		f, err := h.HuggingFace(t.Context(), tc.wanted)
		if err != nil || !tc.check(f) {
			t.Errorf("%s: got %+v, %v", name, f, err)
		}
	}
}

// TestHuggingFaceRefuses has each way in which a hub gives nothing.
func TestHuggingFaceRefuses(t *testing.T) {
	server := played(t)
	for name, tc := range map[string]struct {
		wanted Wanted
		token  string
		reason Reason
		said   string
	}{
		"gated":        {wanted: Wanted{Repository: "org/gated"}, reason: Gated, said: "HTTP 401"},
		"gated, known": {wanted: Wanted{Repository: "org/gated"}, token: "other", reason: Gated, said: "HTTP 403"},
		"not there":    {wanted: Wanted{Repository: "org/none"}, reason: NotFound, said: "HTTP 401"},
		"wrong token":  {wanted: Wanted{Repository: "org/name"}, token: "wrong", reason: Unauthorized, said: "Invalid credentials"},
		"no revision":  {wanted: Wanted{Repository: "org/name", Revision: "v9"}, reason: RevisionNotFound, said: "HTTP 404"},
		"limited":      {wanted: Wanted{Repository: "org/limited"}, reason: RateLimited, said: "slow down"},
		"broken":       {wanted: Wanted{Repository: "org/broken"}, reason: Unreachable, said: "HTTP 502: oops"},
		"slow":         {wanted: Wanted{Repository: "org/slow"}, reason: Slow, said: "deadline exceeded"},
		"huge":         {wanted: Wanted{Repository: "org/huge"}, reason: TooLarge, said: "more than 32 MiB"},
		"truncated":    {wanted: Wanted{Repository: "org/truncated"}, reason: Truncated, said: "unexpected EOF"},
		"no JSON":      {wanted: Wanted{Repository: "org/no-json"}, reason: Unreadable, said: "no JSON of a hub"},
		"bad config":   {wanted: Wanted{Repository: "org/bad-config"}, reason: Unreadable, said: "no hidden_size"},
		"no config":    {wanted: Wanted{Repository: "org/no-config"}, reason: FileNotFound, said: "neither a config.json nor a GGUF file"},
		"which file":   {wanted: Wanted{Repository: "org/two"}, reason: FileNotFound, said: "a-Q4_K_M.gguf, a-Q8_0-00001-of-00002.gguf): say which with file"},
		"another file": {wanted: Wanted{Repository: "org/two", File: "b.gguf"}, reason: FileNotFound, said: "there is no file b.gguf"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			if tc.reason == Slow {
				limited, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
				defer cancel()
				ctx = limited
			}
			h := &Hub{Client: server.Client(), Endpoint: server.URL, Token: tc.token}
			_, err := h.HuggingFace(ctx, tc.wanted)
			e, ok := ReasonOf(err)
			if !ok || e.Reason != tc.reason || !strings.Contains(e.Said, tc.said) {
				t.Fatalf("got %v", err)
			}
			if tc.reason == RateLimited && e.After != 90*time.Second {
				t.Errorf("after %s", e.After)
			}
			if tc.token != "" && strings.Contains(fmt.Sprint(err), tc.token+" ") {
				t.Error("the token is in the error")
			}
		})
	}
	h := &Hub{Client: server.Client(), Endpoint: server.URL}
	server.Close()
	if _, err := h.HuggingFace(t.Context(), Wanted{Repository: "org/name"}); err == nil || !strings.Contains(err.Error(), "refused") {
		t.Errorf("got %v", err)
	}
}

func TestWaitOf(t *testing.T) {
	for name, tc := range map[string]struct {
		header http.Header
		want   time.Duration
	}{
		"seconds":         {http.Header{"Retry-After": {"90"}}, 90 * time.Second},
		"as Hugging Face": {http.Header{"Ratelimit": {`"api";r=0;t=55`}}, 55 * time.Second},
		"with spaces":     {http.Header{"Ratelimit": {`"resolvers"; r=0; t=7`}}, 7 * time.Second},
		"both":            {http.Header{"Retry-After": {"90"}, "Ratelimit": {`"api";r=0;t=55`}}, 90 * time.Second},
		"neither":         {http.Header{}, 0},
	} {
		resp := &http.Response{StatusCode: http.StatusTooManyRequests, Header: tc.header, Body: http.NoBody}
		if e := refused(resp, "https://hub", false); e.Reason != RateLimited || e.After != tc.want {
			t.Errorf("%s: left alone for %s", name, e.After)
		}
	}
}

func TestModelScope(t *testing.T) {
	server := played(t)
	h := &Hub{Client: server.Client(), Endpoint: server.URL}
	f, err := h.ModelScope(t.Context(), Wanted{Repository: "org/name"})
	if err != nil || f.Source != "modelscope" || f.Revision != "master" || f.WeightBytes != 5000 || f.Layers != 2 || len(f.Files) != 2 {
		t.Errorf("got %+v, %v", f, err)
	}
	_, err = h.ModelScope(t.Context(), Wanted{Repository: "org/name", Revision: "v9"})
	if e, ok := ReasonOf(err); !ok || e.Reason != RevisionNotFound {
		t.Errorf("got %v", err)
	}
	_, err = h.ModelScope(t.Context(), Wanted{Repository: "org/none"})
	if e, ok := ReasonOf(err); !ok || e.Reason != NotFound {
		t.Errorf("got %v", err)
	}
}

// TestModelScopeCommit has the forms in which ModelScope names the commit that it lists.
func TestModelScopeCommit(t *testing.T) {
	for name, tc := range map[string]struct{ committer, changed, want string }{
		"whole":                       {`{"Id": "83ee97c66e841048", "ShortId": "83ee97c6"}`, "f194f509", "83ee97c66e841048"},
		"short, and a file has it":    {`{"Id": "", "ShortId": "83ee97c6"}`, "83ee97c66e841048", "83ee97c66e841048"},
		"short, and no file has it":   {`{"Id": "", "ShortId": "83ee97c6"}`, "f194f509", "83ee97c6"},
		"not at all, as the old ones": {`{}`, "f194f509", "master"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Query().Has("FilePath") {
					_, _ = w.Write([]byte(config))
					return
				}
				_, _ = fmt.Fprintf(w, `{"Code": 200, "Success": true, "Data": {"Files": [{"Path": "config.json", "Type": "blob", "Size": 300, "Revision": %q}], "LatestCommitter": %s}}`, tc.changed, tc.committer)
			}))
			defer server.Close()
			h := &Hub{Client: server.Client(), Endpoint: server.URL}
			if f, err := h.ModelScope(t.Context(), Wanted{Repository: "org/name"}); err != nil || f.Revision != tc.want {
				t.Errorf("got %+v, %v", f, err)
			}
		})
	}
}

func TestModelScopeToken(t *testing.T) {
	server := played(t)
	h := &Hub{Client: server.Client(), Endpoint: server.URL, Token: "right"}
	if f, err := h.ModelScope(t.Context(), Wanted{Repository: "org/private"}); err != nil || f.Layers != 2 {
		t.Errorf("got %+v, %v", f, err)
	}
	h.Token = "wrong"
	_, err := h.ModelScope(t.Context(), Wanted{Repository: "org/private"})
	if e, ok := ReasonOf(err); !ok || e.Reason != Gated {
		t.Errorf("got %v", err)
	}
}

func TestGGUF(t *testing.T) {
	server := played(t)
	h := &Hub{Client: server.Client(), Endpoint: server.URL + "/files/a.gguf"}
	if f, err := h.GGUF(t.Context()); err != nil || f.Source != "url" || f.Context != 2048 {
		t.Errorf("got %+v, %v", f, err)
	}
	h.Endpoint = server.URL + "/org/name/resolve/main/config.json"
	if _, err := h.GGUF(t.Context()); err == nil || !strings.Contains(err.Error(), "does not begin with GGUF") {
		t.Errorf("got %v", err)
	}
}
