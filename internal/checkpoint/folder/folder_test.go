package folder

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const config = `{"architectures": ["LlamaForCausalLM"], "model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 1000, "torch_dtype": "bfloat16"}`

func write(t *testing.T, folder, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestReadFolder(t *testing.T) {
	folder := t.TempDir()
	header := `{"a": {"dtype": "BF16", "shape": [10, 20], "data_offsets": [0, 400]}}`
	tensors := append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header...)
	tensors = append(tensors, make([]byte, 400)...)
	write(t, folder, "config.json", []byte(config))
	write(t, folder, "model-00001-of-00002.safetensors", tensors)
	write(t, folder, "model-00002-of-00002.safetensors", tensors)
	write(t, folder, "pytorch_model.bin", make([]byte, 9999)) // the same in another format
	got, err := Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	if got.Parameters != 400 || got.WeightBytes != int64(2*len(tensors)) || len(got.Files) != 4 || got.Source != Source || got.Repository != folder || got.Layers != 2 {
		t.Errorf("got %+v", got)
	}
}

func TestReadRefuses(t *testing.T) {
	empty, broken, cut := t.TempDir(), t.TempDir(), t.TempDir()
	write(t, broken, "config.json", []byte(`{`))
	write(t, cut, "model.gguf", []byte("GGUF\x03"))
	for path, want := range map[string]string{empty: "has neither config.json nor a GGUF file", broken: "config.json is no JSON object", cut: "cut short", filepath.Join(cut, "model.gguf"): "cut short"} {
		if _, err := Read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if _, err := Read(filepath.Join(empty, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
