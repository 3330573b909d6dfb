package llmkube

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// download runs the script of the download as a pod does, and returns what it says.
func download(t *testing.T, env ...string) (string, error) {
	t.Helper()
	for _, name := range []string{"sh", "curl", "sha256sum"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("the script of the download needs %s: %v", name, err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", weights.DownloadScript)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOSTNAME=chat-0", "TMPDIR=" + t.TempDir()}, env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// origin serves files by their paths and notes what it is asked.
type origin struct {
	*httptest.Server
	files map[string]string
	asked []string
	// authorization is that of the last request, authorizations are those of all.
	authorization  string
	authorizations []string
}

func newOrigin(t *testing.T, start func(http.Handler) *httptest.Server) *origin {
	t.Helper()
	o := &origin{files: map[string]string{}}
	o.Server = start(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o.asked, o.authorization = append(o.asked, r.Method+" "+r.URL.Path), r.Header.Get("Authorization")
		o.authorizations = append(o.authorizations, o.authorization)
		if target, moved := strings.CutPrefix(r.URL.Path, "/moved"); moved {
			http.Redirect(w, r, target, http.StatusFound)
			return
		}
		if target, elsewhere := strings.CutPrefix(r.URL.Path, "/elsewhere"); elsewhere {
			http.Redirect(w, r, "https://files.example.com"+target, http.StatusFound)
			return
		}
		content, ok := o.files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = io.WriteString(w, content)
	}))
	t.Cleanup(o.Close)
	return o
}

func sha256Of(content string) string {
	digest := sha256.Sum256([]byte(content))
	return hex.EncodeToString(digest[:])
}

func TestDownload(t *testing.T) {
	const weights, newer = "weights", "newer weights"
	cases := map[string]struct {
		reason string
		// there is what the cache has, served what the source has, both by their paths.
		there, served map[string]string
		env           []string
		want          map[string]string
		asked         []string
		fails         string
	}{
		"Fetches": {
			reason: "A file that is not there is fetched, also from where it has moved.",
			served: map[string]string{"/m.gguf": weights}, env: []string{"MODEL_SOURCE=ORIGIN/moved/m.gguf"},
			want: map[string]string{"m1.gguf": weights}, asked: []string{"GET /moved/m.gguf", "GET /m.gguf"},
		},
		"Keeps": {
			reason: "A file that is there is not asked for again.",
			there:  map[string]string{"m1.gguf": weights}, served: map[string]string{"/m.gguf": newer},
			want: map[string]string{"m1.gguf": weights},
		},
		"Missing": {
			reason: "An error of the source must not become the weights.",
			fails:  "cannot fetch", asked: []string{"GET /m.gguf"},
		},
		"ChecksumHolds": {
			reason: "A checksum in capitals is the same one, and that it held is kept beside the file.",
			served: map[string]string{"/m.gguf": weights}, env: []string{"MODEL_SHA256=" + strings.ToUpper(sha256Of(weights))},
			want: map[string]string{"m1.gguf": weights, "m1.gguf.sha256": sha256Of(weights) + "\n"}, asked: []string{"GET /m.gguf"},
		},
		"ChecksumFails": {
			reason: "Weights with another checksum must not be served.",
			served: map[string]string{"/m.gguf": newer}, env: []string{"MODEL_SHA256=" + sha256Of(weights)},
			fails: "the SHA-256 of", asked: []string{"GET /m.gguf"},
		},
		"ChecksumOfCached": {
			reason: "A checksum that is set later holds for what is in the cache: other weights are fetched again.",
			there:  map[string]string{"m1.gguf": newer}, served: map[string]string{"/m.gguf": weights},
			env:  []string{"MODEL_SHA256=" + sha256Of(weights)},
			want: map[string]string{"m1.gguf": weights, "m1.gguf.sha256": sha256Of(weights) + "\n"}, asked: []string{"GET /m.gguf"},
		},
		"ChecksumVerifiedBefore": {
			reason: "A large file is read for its checksum once only.",
			there:  map[string]string{"m1.gguf": "whatever", "m1.gguf.sha256": sha256Of(weights)},
			env:    []string{"MODEL_SHA256=" + sha256Of(weights)},
			want:   map[string]string{"m1.gguf": "whatever", "m1.gguf.sha256": sha256Of(weights)},
		},
		"SameSize": {
			reason: "OnChange asks for the size only while it is the same, behind redirects too.",
			there:  map[string]string{"m1.gguf": weights}, served: map[string]string{"/m.gguf": weights},
			env:  []string{"REFRESH_POLICY=OnChange", "MODEL_SOURCE=ORIGIN/moved/m.gguf"},
			want: map[string]string{"m1.gguf": weights}, asked: []string{"HEAD /moved/m.gguf", "HEAD /m.gguf"},
		},
		"OtherSize": {
			reason: "OnChange fetches a file of another size again.",
			there:  map[string]string{"m1.gguf": weights}, served: map[string]string{"/m.gguf": newer},
			env:  []string{"REFRESH_POLICY=OnChange"},
			want: map[string]string{"m1.gguf": newer}, asked: []string{"HEAD /m.gguf", "GET /m.gguf"},
		},
		"SourceGone": {
			reason: "OnChange serves what it has while the source does not answer.",
			there:  map[string]string{"m1.gguf": weights}, env: []string{"REFRESH_POLICY=OnChange"},
			want: map[string]string{"m1.gguf": weights}, asked: []string{"HEAD /m.gguf", "GET /m.gguf"},
		},
		"Files": {
			reason: "Every file is below the source, and the checksum is that of the first.",
			served: map[string]string{"/repo/a/m.gguf": weights, "/repo/p.gguf": newer},
			env:    []string{"MODEL_PATH=", "MODEL_SOURCE=ORIGIN/repo/", "MODEL_DIR=CACHE", "MODEL_FILES=a/m.gguf\np.gguf", "MODEL_SHA256=" + sha256Of(weights)},
			want:   map[string]string{"a/m.gguf": weights, "a/m.gguf.sha256": sha256Of(weights) + "\n", "p.gguf": newer},
			asked:  []string{"GET /repo/a/m.gguf", "GET /repo/p.gguf"},
		},
		"FileMissing": {
			reason: "One file that cannot be fetched keeps the engine from starting.",
			served: map[string]string{"/repo/p.gguf": weights},
			env:    []string{"MODEL_PATH=", "MODEL_SOURCE=ORIGIN/repo", "MODEL_DIR=CACHE", "MODEL_FILES=m.gguf\np.gguf"},
			fails:  "cannot fetch", asked: []string{"GET /repo/m.gguf"},
		},
		"Bucket": {
			reason: "A bucket is asked by its path.",
			served: map[string]string{"/weights/llama/m.gguf": weights},
			env:    []string{"SOURCE_KIND=s3", "S3_BUCKET=weights", "S3_KEY=llama/m.gguf", "AWS_ENDPOINT_URL=ORIGIN/", "AWS_REGION=here", "AWS_ACCESS_KEY_ID=key", "AWS_SECRET_ACCESS_KEY=secret"},
			want:   map[string]string{"m1.gguf": weights}, asked: []string{"GET /weights/llama/m.gguf"},
		},
		"BucketFiles": {
			reason: "Files of a bucket are below its prefix.",
			served: map[string]string{"/weights/llama/m.gguf": weights},
			env: []string{
				"SOURCE_KIND=s3", "S3_BUCKET=weights", "S3_PREFIX=llama/", "MODEL_PATH=", "MODEL_DIR=CACHE", "MODEL_FILES=m.gguf",
				"AWS_ENDPOINT_URL=ORIGIN", "AWS_REGION=here", "AWS_ACCESS_KEY_ID=key", "AWS_SECRET_ACCESS_KEY=secret",
			},
			want: map[string]string{"m.gguf": weights}, asked: []string{"GET /weights/llama/m.gguf"},
		},
		"TextIsData": {
			reason: "What users write is never run as a script.",
			served: map[string]string{"/$(id)`id`.gguf": weights},
			env:    []string{"MODEL_PATH=", "MODEL_SOURCE=ORIGIN", "MODEL_DIR=CACHE", "MODEL_FILES=$(id)`id`.gguf"},
			want:   map[string]string{"$(id)`id`.gguf": weights}, asked: []string{"GET /$(id)`id`.gguf"},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			o, cache := newOrigin(t, httptest.NewServer), t.TempDir()
			o.files = tc.served
			for file, content := range tc.there {
				write(t, filepath.Join(cache, file), content)
			}
			env := []string{"SOURCE_KIND=http", "MODEL_SOURCE=ORIGIN/m.gguf", "MODEL_PATH=CACHE/m1.gguf"}
			env = append(env, tc.env...)
			for i := range env {
				env[i] = strings.NewReplacer("ORIGIN", o.URL, "CACHE", cache).Replace(env[i])
			}
			said, err := download(t, env...)
			if failed := err != nil; failed != (tc.fails != "") || !strings.Contains(said, tc.fails) {
				t.Errorf("%s It ended with %v and said:\n%s", tc.reason, err, said)
			}
			if diff := cmp.Diff(tc.want, filesBelow(t, cache)); diff != "" {
				t.Errorf("%s Files (-want +got):\n%s", tc.reason, diff)
			}
			if diff := cmp.Diff(tc.asked, o.asked); diff != "" {
				t.Errorf("%s Requests (-want +got):\n%s", tc.reason, diff)
			}
			if signed := strings.HasPrefix(o.authorization, "AWS4-HMAC-SHA256 Credential=key/") && strings.Contains(o.authorization, "/here/s3/aws4_request"); signed != slices.Contains(env, "SOURCE_KIND=s3") {
				t.Errorf("requests to a bucket are signed, and only those: %q", o.authorization)
			}
		})
	}
}

// TestDownloadLeavesOthersAlone shows that a download takes away only what nobody writes to.
func TestDownloadLeavesOthersAlone(t *testing.T) {
	o, cache := newOrigin(t, httptest.NewServer), t.TempDir()
	o.files["/m.gguf"] = "weights"
	write(t, filepath.Join(cache, "m1.gguf.chat-1.tmp"), "half of")
	write(t, filepath.Join(cache, "m1.gguf.gone.tmp"), "a part of")
	past, err := os.Stat(cache)
	if err != nil {
		t.Fatal(err)
	}
	old := past.ModTime().AddDate(0, 0, -1)
	if err := os.Chtimes(filepath.Join(cache, "m1.gguf.gone.tmp"), old, old); err != nil {
		t.Fatal(err)
	}
	if said, err := download(t, "SOURCE_KIND=http", "MODEL_SOURCE="+o.URL+"/m.gguf", "MODEL_PATH="+cache+"/m1.gguf"); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	want := map[string]string{"m1.gguf": "weights", "m1.gguf.chat-1.tmp": "half of"}
	if diff := cmp.Diff(want, filesBelow(t, cache)); diff != "" {
		t.Errorf("the download of another pod stays, what a pod left behind goes (-want +got):\n%s", diff)
	}
}

// TestDownloadCopies copies a file of the node.
func TestDownloadCopies(t *testing.T) {
	cache, file := t.TempDir(), filepath.Join(t.TempDir(), "model.gguf")
	write(t, file, "weights")
	if said, err := download(t, "SOURCE_KIND=file", "MODEL_SOURCE="+file, "MODEL_PATH="+cache+"/k/m1.gguf", "REFRESH_POLICY=OnChange"); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if diff := cmp.Diff(map[string]string{"k/m1.gguf": "weights"}, filesBelow(t, cache)); diff != "" {
		t.Errorf("the copy differs (-want +got):\n%s", diff)
	}
}

// TestDownloadTrusts fetches from a server that only the given certificate vouches for.
func TestDownloadTrusts(t *testing.T) {
	o, cache, certs := newOrigin(t, httptest.NewTLSServer), t.TempDir(), t.TempDir()
	o.files["/m.gguf"] = "weights"
	env := []string{"SOURCE_KIND=http", "MODEL_SOURCE=" + o.URL + "/m.gguf", "MODEL_PATH=" + cache + "/m1.gguf", "HF_TOKEN=secret"}
	if said, err := download(t, env...); err == nil {
		t.Fatalf("a certificate that nobody trusts was taken: %s", said)
	}
	write(t, filepath.Join(certs, "ca.crt"), string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: o.Certificate().Raw})))
	if said, err := download(t, append(env, "CUSTOM_CERTS="+certs)...); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if diff := cmp.Diff(map[string]string{"m1.gguf": "weights"}, filesBelow(t, cache)); diff != "" {
		t.Errorf("the download differs (-want +got):\n%s", diff)
	}
	if o.authorization != "" {
		t.Errorf("the token for Hugging Face went to another server: %q", o.authorization)
	}
}

// TestDownloadAuthenticates fetches from Hugging Face, whose part a server of the test plays.
func TestDownloadAuthenticates(t *testing.T) {
	o, cache, home := newOrigin(t, httptest.NewTLSServer), t.TempDir(), t.TempDir()
	o.files["/m.gguf"] = "weights"
	write(t, filepath.Join(home, ".curlrc"), "insecure\nconnect-to = \"::"+o.Listener.Addr().String()+"\"\n")
	if said, err := download(t, "CURL_HOME="+home, "HF_TOKEN=secret", "SOURCE_KIND=http",
		"MODEL_SOURCE=https://huggingface.co/elsewhere/m.gguf", "MODEL_PATH="+cache+"/m1.gguf"); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if diff := cmp.Diff([]string{"Bearer secret", ""}, o.authorizations); diff != "" {
		t.Errorf("Hugging Face gets the token, and the server it sends to does not (-want +got):\n%s", diff)
	}
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// filesBelow returns the contents of the files below a folder; nil when there are none.
func filesBelow(t *testing.T, folder string) map[string]string {
	t.Helper()
	var files map[string]string
	err := filepath.WalkDir(folder, func(file string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, file)
		if files == nil {
			files = map[string]string{}
		}
		files[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
