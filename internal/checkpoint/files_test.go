package checkpoint

import "testing"

// TestWeightsOf shows which files of a repository an engine loads.
func TestWeightsOf(t *testing.T) {
	for name, tc := range map[string]struct {
		files []File
		want  int64
	}{
		"none":              {[]File{{"config.json", 1}}, 0},
		"safetensors":       {[]File{{"model-00001-of-00002.safetensors", 10}, {"model-00002-of-00002.safetensors", 5}, {"pytorch_model.bin", 15}, {"original/model.safetensors", 15}}, 15},
		"the same twice":    {[]File{{"model-00001-of-00002.safetensors", 10}, {"model-00002-of-00002.safetensors", 5}, {"consolidated.safetensors", 15}}, 15},
		"consolidated only": {[]File{{"consolidated-00001-of-00002.safetensors", 10}, {"consolidated-00002-of-00002.safetensors", 5}}, 15},
		"older":             {[]File{{"pytorch_model.bin", 15}, {"training_args.bin", 1}}, 15},
		"GGUF":              {[]File{{"a-q4-00001-of-00002.gguf", 4}, {"a-q4-00002-of-00002.gguf", 3}, {"a-q8.gguf", 9}}, 7},
	} {
		if got := WeightsOf(tc.files); got != tc.want {
			t.Errorf("%s: %d, not %d", name, got, tc.want)
		}
	}
}
