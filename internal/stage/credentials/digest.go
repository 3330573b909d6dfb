package credentials

import (
	"context"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// privateDigests is the key of the private state that holds the digests of `credentials`.
const privateDigests = "credentials"

// digestRounds make guessing a weak password from its digest expensive. A digest takes about as
// many milliseconds as there are ten thousands of them.
const digestRounds = 100_000

// digestOf returns a digest of data with a salt of its own.
func digestOf(data map[string]string) (model.Digest, error) {
	out := model.Digest{Salt: make([]byte, sha256.Size), Sums: map[string][]byte{}}
	if _, err := rand.Read(out.Salt); err != nil {
		return out, err
	}
	for key, value := range data {
		sum, err := sum(out, value)
		if err != nil {
			return out, err
		}
		out.Sums[key] = sum
	}
	return out, nil
}

func sum(s model.Digest, value string) ([]byte, error) {
	return pbkdf2.Key(sha256.New, value, s.Salt, digestRounds, sha256.Size)
}

// has reports whether the digest is one of this value under this key.
func has(s model.Digest, key, value string) bool {
	sum, err := sum(s, value)
	return err == nil && subtle.ConstantTimeCompare(sum, s.Sums[key]) == 1
}

// DigestHolds reports whether the digest is one of exactly this data.
func DigestHolds(s model.Digest, data map[string]string) bool {
	if len(data) != len(s.Sums) {
		return false
	}
	for key, value := range data {
		if !has(s, key, value) {
			return false
		}
	}
	return true
}

// AppliedDigests are the digests of what was last applied.
func AppliedDigests(ctx context.Context, private model.PrivateState) model.Digests {
	raw, diags := private.GetKey(ctx, privateDigests)
	var out model.Digests
	if diags.HasError() || json.Unmarshal(raw, &out) != nil {
		return nil
	}
	return out
}

func setSealed(ctx context.Context, private model.PrivateState, all model.Digests) diag.Diagnostics {
	raw, err := json.Marshal(all)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	return private.SetKey(ctx, privateDigests, raw)
}
