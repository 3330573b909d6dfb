// Package v1alpha1 holds the API types of LLMKube, inference.llmkube.dev/v1alpha1.
//
// The types carry the vocabulary of LLMKube v0.9.19, of which v0.8.7 has a part; what it
// lacks is told by each kind's generations in internal/kinds/llmkube. They are read by
// the schema generator and are the only source of the Terraform schema.
//
// Mirrors defilantech/LLMKube api/v1alpha1/*_types.go@v0.9.19.
//
// +groupName=inference.llmkube.dev
package v1alpha1
