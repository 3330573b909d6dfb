// Package folder reads the facts of a checkpoint from a folder or a file of this machine.
package folder

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
)

// maxText is more than any config.json and any index has.
const maxText = 64 << 20

// Source is what the facts of a folder name as theirs.
const Source = "folder"

// Read returns the facts of a folder with a config.json or with GGUF files, or of a GGUF file.
func Read(path string) (*checkpoint.Facts, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	var f *checkpoint.Facts
	if info.IsDir() {
		f, err = readFolder(path)
	} else {
		f, err = readGGUF(path)
		if f != nil {
			f.Files = []checkpoint.File{{Name: filepath.Base(path), Size: info.Size()}}
		}
	}
	if err != nil {
		return nil, err
	}
	f.Source, f.Repository = Source, path
	return f, nil
}

func readFolder(path string) (*checkpoint.Facts, error) {
	files, err := list(path)
	if err != nil {
		return nil, err
	}
	text, err := readText(filepath.Join(path, "config.json"))
	if errors.Is(err, os.ErrNotExist) {
		return readFirstGGUF(path, files)
	}
	if err != nil {
		return nil, err
	}
	f, err := checkpoint.FromConfig(text)
	if err != nil {
		return nil, err
	}
	f.Files = files
	if size := checkpoint.WeightsOf(files); size > 0 {
		f.WeightBytes = size
	}
	tensors, err := readTensors(path, files)
	if err != nil {
		return nil, err
	}
	f.Correct(tensors)
	return f, nil
}

// list returns the files of a folder, without those of folders in it.
func list(path string) ([]checkpoint.File, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var out []checkpoint.File
	for _, entry := range entries {
		info, err := os.Stat(filepath.Join(path, entry.Name())) // caches of hubs have links
		if err == nil && info.Mode().IsRegular() {
			out = append(out, checkpoint.File{Name: entry.Name(), Size: info.Size()})
		}
	}
	return out, nil
}

// readTensors adds up what the headers of the safetensors files say.
func readTensors(path string, files []checkpoint.File) (out checkpoint.Tensors, err error) {
	for _, file := range files {
		if !strings.HasSuffix(file.Name, ".safetensors") {
			continue
		}
		tensors, err := readHeader(filepath.Join(path, file.Name))
		if err != nil {
			return out, fmt.Errorf("%s: %w", file.Name, err)
		}
		out.Parameters, out.Bytes = out.Parameters+tensors.Parameters, out.Bytes+tensors.Bytes
	}
	return out, nil
}

func readHeader(path string) (checkpoint.Tensors, error) {
	file, err := os.Open(path)
	if err != nil {
		return checkpoint.Tensors{}, err
	}
	defer func() { _ = file.Close() }()
	return checkpoint.FromSafetensors(file)
}

func readFirstGGUF(path string, files []checkpoint.File) (*checkpoint.Facts, error) {
	for _, file := range files {
		if strings.HasSuffix(file.Name, ".gguf") {
			f, err := readGGUF(filepath.Join(path, file.Name))
			if f != nil {
				f.Files = files
				f.WeightBytes = checkpoint.PartsOfGGUF(files, file.Name)
			}
			return f, err
		}
	}
	return nil, fmt.Errorf("%s has neither config.json nor a GGUF file", path)
}

func readGGUF(path string) (*checkpoint.Facts, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return checkpoint.FromGGUF(file)
}

func readText(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, maxText+1))
	if err == nil && len(text) > maxText {
		err = fmt.Errorf("%s has more than %d MiB", path, maxText>>20)
	}
	return text, err
}
