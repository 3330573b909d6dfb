package checkpoint

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxSafetensorsHeader is what the format allows. Source: huggingface/safetensors safetensors/src/tensor.rs@v0.6.2 (MAX_HEADER_SIZE).
const MaxSafetensorsHeader = 100_000_000

// Tensors is what a safetensors file, or the index of several, says of its tensors.
type Tensors struct {
	Parameters int64
	Bytes      int64
}

// FromSafetensors reads the header of a safetensors file.
func FromSafetensors(from io.Reader) (Tensors, error) {
	var length [8]byte
	if _, err := io.ReadFull(from, length[:]); err != nil {
		return Tensors{}, errors.New("the safetensors header is cut short")
	}
	size := binary.LittleEndian.Uint64(length[:])
	if size > MaxSafetensorsHeader {
		return Tensors{}, fmt.Errorf("no safetensors file: its header has %d bytes", size)
	}
	var header map[string]struct {
		Shape   []int64  `json:"shape"`
		Offsets [2]int64 `json:"data_offsets"`
	}
	// The decoder grows with what comes, not with what the length says.
	decoder := json.NewDecoder(io.LimitReader(from, int64(size)))
	if err := decoder.Decode(&header); err != nil {
		return Tensors{}, fmt.Errorf("no safetensors file: %w", err)
	}
	var out Tensors
	for name, tensor := range header {
		if name == "__metadata__" {
			continue
		}
		count := int64(1)
		for _, n := range tensor.Shape {
			if n < 0 || n > 1<<40 || count > 1<<50/max(n, 1) {
				return Tensors{}, fmt.Errorf("no safetensors file: tensor %s has the shape %v", name, tensor.Shape)
			}
			count *= n
		}
		out.Parameters += count
		out.Bytes = max(out.Bytes, tensor.Offsets[1])
	}
	return out, nil
}
