package checkpoint

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// Bounds of a GGUF header. Those of models that people serve have up to 60 keys, 250,000 tokens and 2,000 tensors in some 15 MB.
const (
	// MaxGGUFHeader is how many bytes of a file are looked at.
	MaxGGUFHeader = 64 << 20
	maxGGUFItems  = 1 << 20
	maxGGUFName   = 1 << 10
	maxGGUFText   = 64 << 10
	maxGGUFNested = 1 << 12 // items of an array that are kept
)

// FromGGUF reads the header of a GGUF file. It never reads more than [MaxGGUFHeader] bytes, whatever the header says.
// Source: ggml-org/ggml docs/gguf.md@v0.21.0.
func FromGGUF(from io.Reader) (*Facts, error) {
	r := &ggufReader{from: bufio.NewReaderSize(io.LimitReader(from, MaxGGUFHeader), 64<<10)}
	h := r.header()
	if r.err != nil {
		if errors.Is(r.err, io.EOF) || errors.Is(r.err, io.ErrUnexpectedEOF) {
			return nil, errors.New("the GGUF header is cut short")
		}
		return nil, r.err
	}
	return h.facts()
}

// ggufHeader is what a header says.
type ggufHeader struct {
	values     map[string]any
	tokens     int64
	parameters int64
	bytes      int64
	tensors    map[string]bool
}

// ggufReader reads until something is wrong; the error stays.
type ggufReader struct {
	from *bufio.Reader
	err  error
}

func (r *ggufReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("no GGUF file: "+format, args...)
	}
}

func (r *ggufReader) bytes(n int) []byte {
	if r.err != nil {
		return make([]byte, 8)
	}
	out := make([]byte, n)
	_, r.err = io.ReadFull(r.from, out)
	return out
}

func (r *ggufReader) u32() uint32 { return binary.LittleEndian.Uint32(r.bytes(4)) }
func (r *ggufReader) u64() uint64 { return binary.LittleEndian.Uint64(r.bytes(8)) }

// text reads a text and keeps no more than most bytes of it.
func (r *ggufReader) text(most uint64) string {
	length := r.u64()
	if r.err == nil && length > MaxGGUFHeader {
		r.fail("a text has %d bytes", length)
	}
	if r.err != nil {
		return ""
	}
	kept := min(length, most)
	out := string(r.bytes(int(kept)))
	if r.err == nil {
		_, r.err = r.from.Discard(int(length - kept))
	}
	return out
}

func (r *ggufReader) header() ggufHeader {
	h := ggufHeader{values: map[string]any{}, tensors: map[string]bool{}}
	if magic := string(r.bytes(4)); r.err == nil && magic != "GGUF" {
		r.fail("it does not begin with GGUF")
	}
	version := r.u32()
	if r.err == nil && (version < 2 || version > 3) {
		r.fail("version %d is not known", version)
	}
	tensors, keys := r.u64(), r.u64()
	if r.err == nil && (tensors > maxGGUFItems || keys > maxGGUFItems) {
		r.fail("it has %d tensors and %d keys", tensors, keys)
	}
	for range keys {
		if r.err != nil {
			return h
		}
		key := r.text(maxGGUFName)
		value, items := r.value(r.u32(), 0)
		if key == "tokenizer.ggml.tokens" {
			h.tokens = items
		}
		if len(h.values) < maxGGUFNested {
			h.values[key] = value
		}
	}
	for range tensors {
		if r.err != nil {
			return h
		}
		r.tensor(&h)
	}
	return h
}

// tensor reads what is said of a tensor: its name, its shape, its type, and where it begins.
func (r *ggufReader) tensor(h *ggufHeader) {
	name, dimensions := r.text(maxGGUFName), r.u32()
	if r.err == nil && dimensions > 8 {
		r.fail("tensor %s has %d dimensions", name, dimensions)
	}
	count := 1.
	for range dimensions {
		if r.err == nil {
			count *= float64(r.u64())
		}
	}
	kind := r.u32()
	r.u64()
	if r.err != nil {
		return
	}
	total := float64(h.parameters) + count
	if count > 1<<50 || total > 1<<50 {
		r.fail("tensor %s has %g numbers", name, count)
		return
	}
	h.parameters = int64(total)
	bits, known := ggmlBits[kind]
	if !known {
		bits = 16
	}
	h.bytes += int64(count * bits / 8)
	if !strings.HasPrefix(name, "blk.") && len(h.tensors) < maxGGUFNested {
		h.tensors[name] = true
	}
}

// ggmlBits is how many bits a number of a type takes, with its scales.
// Source: ggml-org/ggml include/ggml.h (ggml_type), src/ggml-common.h@v0.21.0 (the sizes of the blocks).
var ggmlBits = map[uint32]float64{
	0: 32, 1: 16, 2: 4.5, 3: 5, 6: 5.5, 7: 6, 8: 8.5, 9: 9, 10: 2.625, 11: 3.4375, 12: 4.5, 13: 5.5, 14: 6.5625, 15: 9.125,
	16: 2.0625, 17: 2.3125, 18: 3.0625, 19: 1.5625, 20: 4.5, 21: 3.4375, 22: 2.5625, 23: 4.25, 24: 8, 25: 16, 26: 32, 27: 64, 28: 64,
	29: 1.75, 30: 16, 34: 1.6875, 35: 2.0625, 39: 4.25, 40: 4.5, 41: 1.125, 42: 2.25,
}

// value reads a value, and tells how many items it has. Of an array the first few are kept.
func (r *ggufReader) value(kind uint32, depth int) (value any, items int64) {
	switch kind {
	case 0, 1, 7: // bytes and booleans
		return float64(r.bytes(1)[0]), 1
	case 2, 3:
		return float64(binary.LittleEndian.Uint16(r.bytes(2))), 1
	case 4, 5:
		return float64(r.u32()), 1
	case 6:
		return float64(math.Float32frombits(r.u32())), 1
	case 8:
		return r.text(maxGGUFText), 1
	case 9:
		return r.array(depth + 1)
	case 10, 11:
		return float64(r.u64()), 1
	case 12:
		return math.Float64frombits(r.u64()), 1
	default:
		r.fail("type %d is not known", kind)
		return nil, 0
	}
}

func (r *ggufReader) array(depth int) (value any, items int64) {
	kind, count := r.u32(), r.u64()
	if r.err == nil && (depth > 2 || count > MaxGGUFHeader) {
		r.fail("an array has %d items, in %d others", count, depth-1)
	}
	var list []any
	for i := range count {
		if r.err != nil {
			return nil, 0
		}
		if size := ggufSizes[kind]; size > 0 && i == maxGGUFNested {
			if rest := (count - i) * size; rest > MaxGGUFHeader {
				r.fail("an array has %d items", count)
			} else {
				_, r.err = r.from.Discard(int(rest))
			}
			break
		}
		item, _ := r.value(kind, depth)
		if _, isText := item.(string); !isText && len(list) < maxGGUFNested {
			list = append(list, item) // the tokens are counted, no more
		}
	}
	return list, int64(count)
}

// ggufSizes are those of the types that have one.
var ggufSizes = map[uint32]uint64{0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
