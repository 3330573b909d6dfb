package kinds

import (
	"maps"
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// FixedSecret is the place of a credential that a system reads from one Secret of the
// workload's namespace, whatever the configuration.
func FixedSecret(name string, keys ...string) func(render.Input, bool) []CredentialPlace {
	return func(in render.Input, _ bool) []CredentialPlace {
		return []CredentialPlace{{Namespace: render.OwnerOf(in.Object).Namespace, Name: name, Keys: keys}}
	}
}

// tokenVariables are what the clients of Hugging Face read a token from.
// Source: huggingface/huggingface_hub src/huggingface_hub/constants.py.
var tokenVariables = []string{"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"}

// TokenVariables are the places of the token of Hugging Face in pods whose containers the
// configuration describes.
func TokenVariables(in render.Input, _ bool) []CredentialPlace {
	var found []CredentialPlace
	eachObject(in.Object.Object["spec"], func(obj map[string]any) {
		name, _ := obj["name"].(string)
		from, _ := obj["valueFrom"].(map[string]any)
		ref, _ := from["secretKeyRef"].(map[string]any)
		secret, _ := ref["name"].(string)
		key, _ := ref["key"].(string)
		if slices.Contains(tokenVariables, name) && secret != "" && key != "" {
			found = addPlace(found, CredentialPlace{Namespace: render.OwnerOf(in.Object).Namespace, Name: secret, Keys: []string{key}})
		}
	})
	return found
}

// pullSecrets are the image pull secrets of all pods of a configuration.
func pullSecrets(in render.Input, _ bool) []CredentialPlace {
	var found []CredentialPlace
	eachObject(in.Object.Object["spec"], func(obj map[string]any) {
		refs, _ := obj["imagePullSecrets"].([]any)
		for _, item := range refs {
			ref, _ := item.(map[string]any)
			if name, _ := ref["name"].(string); name != "" {
				found = addPlace(found, CredentialPlace{Namespace: render.OwnerOf(in.Object).Namespace, Name: name})
			}
		}
	})
	return found
}

// addPlace adds a place, or its keys to those of the same Secret.
func addPlace(places []CredentialPlace, one CredentialPlace) []CredentialPlace {
	i := slices.IndexFunc(places, func(p CredentialPlace) bool { return p.Namespace == one.Namespace && p.Name == one.Name })
	if i < 0 {
		return append(places, one)
	}
	for _, key := range one.Keys {
		if !slices.Contains(places[i].Keys, key) {
			places[i].Keys = append(places[i].Keys, key)
		}
	}
	return places
}

// eachObject visits every object of a tree, outer ones first and entries by name.
func eachObject(tree any, visit func(map[string]any)) {
	switch tree := tree.(type) {
	case map[string]any:
		visit(tree)
		for _, name := range slices.Sorted(maps.Keys(tree)) {
			eachObject(tree[name], visit)
		}
	case []any:
		for _, item := range tree {
			eachObject(item, visit)
		}
	}
}
