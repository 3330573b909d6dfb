package engine

import (
	"context"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// privateDigests is the key of the private state that holds the digests of `credentials`.
const privateDigests = "credentials"

// digestRounds make guessing a weak password from its digest expensive. A digest takes about as
// many milliseconds as there are ten thousands of them.
const digestRounds = 100_000

// digests are those of the Secrets of a resource, by credential.
type digests map[string]digest

// digest tells whether the data of a Secret is what was applied, and does not tell what that is.
type digest struct {
	Salt []byte `json:"salt"`
	// Sums are salted hashes by the keys of the Secret.
	Sums map[string][]byte `json:"sums"`
}

// digestOf returns a digest of data with a salt of its own.
func digestOf(data map[string]string) (digest, error) {
	out := digest{Salt: make([]byte, sha256.Size), Sums: map[string][]byte{}}
	if _, err := rand.Read(out.Salt); err != nil {
		return out, err
	}
	for key, value := range data {
		sum, err := out.sum(value)
		if err != nil {
			return out, err
		}
		out.Sums[key] = sum
	}
	return out, nil
}

func (s digest) sum(value string) ([]byte, error) {
	return pbkdf2.Key(sha256.New, value, s.Salt, digestRounds, sha256.Size)
}

// has reports whether the digest is one of this value under this key.
func (s digest) has(key, value string) bool {
	sum, err := s.sum(value)
	return err == nil && subtle.ConstantTimeCompare(sum, s.Sums[key]) == 1
}

// holds reports whether the digest is one of exactly this data.
func (s digest) holds(data map[string]string) bool {
	if len(data) != len(s.Sums) {
		return false
	}
	for key, value := range data {
		if !s.has(key, value) {
			return false
		}
	}
	return true
}

// appliedDigests are the digests of what was last applied.
func appliedDigests(ctx context.Context, private PrivateState) digests {
	raw, diags := private.GetKey(ctx, privateDigests)
	var out digests
	if diags.HasError() || json.Unmarshal(raw, &out) != nil {
		return nil
	}
	return out
}

func setSealed(ctx context.Context, private PrivateState, all digests) diag.Diagnostics {
	raw, err := json.Marshal(all)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	return private.SetKey(ctx, privateDigests, raw)
}
