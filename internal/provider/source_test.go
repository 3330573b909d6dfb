package provider

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/source"
)

// nestedSchemas are the schemas that a name may be missing in, each of them made once.
func nestedSchemas(t testing.TB) source.Schemas {
	made := protocolServer("test").Schemas(t.Context())
	known := map[string]*tfprotov6.SchemaBlock{}
	return func(mode source.Mode, typeName string) *tfprotov6.SchemaBlock {
		id := string(mode) + " " + typeName
		if _, ok := known[id]; !ok {
			known[id] = made(mode, typeName)
		}
		return known[id]
	}
}

// codeBlock matches a configuration that a text shows.
var codeBlock = regexp.MustCompile("(?ms)^ *```(?:terraform|hcl)\n(.*?)^ *```")

// configurations are those that the repository shows and tries, by where they are.
func configurations(t testing.TB) map[string]string {
	t.Helper()
	const repository = "../.."
	out := map[string]string{}
	err := filepath.WalkDir(repository, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			if entry != nil && (entry.Name() == ".build" || entry.Name() == ".git") {
				return filepath.SkipDir
			}
			return err
		}
		switch filepath.Ext(path) {
		case ".tf":
			raw, err := os.ReadFile(path)
			out[path] = string(raw)
			return err
		case ".md", ".tmpl":
			raw, err := os.ReadFile(path)
			for i, match := range codeBlock.FindAllStringSubmatch(string(raw), -1) {
				out[fmt.Sprintf("%s, block %d", path, i)] = match[1]
			}
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// checked reads one file as the configuration of a folder.
func checked(t testing.TB, config string, schemas source.Schemas) []source.Finding {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return source.Read(source.Origin{Dir: dir, DataDir: dir, Provider: TypeName, Client: source.Terraform}, schemas).All()
}

// TestSourceOfRepository holds that nothing is found in what the repository shows and tries.
func TestSourceOfRepository(t *testing.T) {
	schemas, count := nestedSchemas(t), 0
	for name, config := range configurations(t) {
		if strings.Contains(config, TypeName+"_") {
			count++
		}
		for _, f := range checked(t, config, schemas) {
			t.Errorf("%s: line %d: %s has no %s", name, f.Line, f.Object(), f.Name)
		}
	}
	if count < 150 {
		t.Errorf("%d configurations only: the search for them is broken", count)
	}
}

// folderOf200 is a folder of 200 files, each with a resource and a local that it refers to.
func folderOf200(b *testing.B) (dir string, names []string) {
	raw, err := os.ReadFile("../../examples/resources/inference_playground/resource.tf")
	if err != nil {
		b.Fatal(err)
	}
	dir = b.TempDir()
	for i := range 200 {
		name := fmt.Sprintf("chat-%d", i)
		names = append(names, name)
		text := strings.Replace(string(raw), `"chat"`, strconv.Quote(name), 2)
		text = strings.Replace(text, "replicas    = 1\n", fmt.Sprintf("replicas = local.replicas_%d\n", i), 1) + fmt.Sprintf("\nlocals {\n  replicas_%d = -1\n}\n", i)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.tf", i)), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return dir, names
}

// BenchmarkSource reads a folder of 200 files, each with a resource.
func BenchmarkSource(b *testing.B) {
	dir, _ := folderOf200(b)
	schemas := nestedSchemas(b)
	for b.Loop() {
		if read := source.Read(source.Origin{Dir: dir, DataDir: dir, Provider: TypeName, Client: source.Terraform}, schemas); len(read.All()) > 0 {
			b.Fatal("a name is found")
		}
	}
}

// BenchmarkSourceOrigin reads such a folder and asks where a value of each of its resources is from.
func BenchmarkSourceOrigin(b *testing.B) {
	dir, names := folderOf200(b)
	schemas := nestedSchemas(b)
	const typeName = TypeName + "_playground"
	typ := (&tfprotov6.Schema{Block: schemas(source.Resource, typeName)}).ValueType().(tftypes.Object)
	var configs []tftypes.Value
	for _, name := range names {
		configs = append(configs, value(b, typ, map[string]any{
			"metadata": map[string]any{"name": name, "namespace": "default"},
			"spec": map[string]any{
				"replicas": -1, "model_claim": map[string]any{"model_name": "llama3-1-8b", "inference_flavors": []any{"h100"}},
				"backend_runtime_config": map[string]any{
					"backend_name": "vllm", "args": []any{"--max-model-len", "16384"}, "envs": []any{map[string]any{"name": "VLLM_LOGGING_LEVEL", "value": "INFO"}},
				},
			},
		}))
	}
	at := tftypes.NewAttributePath().WithAttributeName("spec").WithAttributeName("replicas")
	for b.Loop() {
		read := source.Read(source.Origin{Dir: dir, DataDir: dir, Provider: TypeName, Client: source.Terraform}, schemas)
		for i, config := range configs {
			if from, ok := read.From(source.Resource, typeName, config, at); !ok || from.Text != fmt.Sprintf("local.replicas_%d", i) {
				b.Fatalf("%s is from %+v", names[i], from)
			}
		}
	}
}
