package tinymodel_test

import (
	"bytes"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
	"github.com/inferops/terraform-provider-inference/internal/tinymodel"
)

func TestWriteTo(t *testing.T) {
	var file bytes.Buffer
	if err := tinymodel.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	if size := file.Len(); size < 100_000 || size > 500_000 {
		t.Errorf("the model has %d bytes", size)
	}
	facts, err := checkpoint.FromGGUF(&file)
	if err != nil {
		t.Fatal(err)
	}
	// Embeddings and output, and of each layer its attention, its gates and its norms.
	if want := int64(2*64*259 + 64 + 2*(4*64*64+3*64*128+2*64)); facts.Parameters != want {
		t.Errorf("it has %d parameters, want %d", facts.Parameters, want)
	}
	if facts.Architecture != "llama" {
		t.Errorf("its architecture is %q", facts.Architecture)
	}
}
