package checkpoint

import (
	"cmp"
	"regexp"
	"strings"
)

// WeightsOf is the size of the files of weights that an engine loads: those of safetensors where there are any, and of GGUF the
// files of one model. Files that hold the same weights once more, in Mistral's or Meta's own format, count where there are no others.
func WeightsOf(files []File) int64 {
	sum := func(end string) int64 {
		var total, again int64
		for _, file := range files {
			switch {
			case !file.HasWeights() || !strings.HasSuffix(file.Name, end):
			case strings.HasPrefix(file.Name, "consolidated"):
				again += file.Size
			default:
				total += file.Size
			}
		}
		return cmp.Or(total, again)
	}
	for _, end := range []string{".safetensors", ".bin", ".pt", ".pth"} {
		if size := sum(end); size > 0 {
			return size
		}
	}
	for _, file := range files {
		if strings.HasSuffix(file.Name, ".gguf") {
			return PartsOfGGUF(files, file.Name)
		}
	}
	return 0
}

// part is the end of the name of one file of several.
var part = regexp.MustCompile(`-\d{5}-of-(\d{5}\.gguf)$`)

// PartsOfGGUF is the size of a GGUF file and of those that it is one of.
func PartsOfGGUF(files []File, name string) (total int64) {
	same := func(file string) string { return part.ReplaceAllString(file, "-of-$1") }
	for _, file := range files {
		if same(file.Name) == same(name) {
			total += file.Size
		}
	}
	return total
}

// Correct puts the number of tensors' numbers in the place of the one that follows from the shape, where each of them is a weight.
func (f *Facts) Correct(t Tensors) {
	if t.Parameters > 0 && (f.Quantization == nil || f.Quantization.Bits == 8) {
		f.Parameters = t.Parameters
	}
	if f.WeightBytes == 0 {
		f.WeightBytes = t.Bytes
	}
}
