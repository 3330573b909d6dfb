package pulumi

import (
	"context"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/types/known/structpb"
)

// repeating are the outputs that have the inputs once more, as one text.
var repeating = []resource.PropertyKey{"manifest", "rendered"}

// Configure implements [pulumirpc.ResourceProviderServer]. Inputs are asked for with their secrets, which the bridge takes
// for values like others: else the engine would mark outputs by their names alone, and those that repeat a secret would be
// in the state as text.
func (s *server) Configure(ctx context.Context, req *pulumirpc.ConfigureRequest) (*pulumirpc.ConfigureResponse, error) {
	resp, err := s.ResourceProviderServer.Configure(ctx, req)
	if err == nil {
		resp.AcceptSecrets = true
	}
	return resp, err
}

// Check implements [pulumirpc.ResourceProviderServer].
func (s *server) Check(ctx context.Context, req *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	resp, err := s.ResourceProviderServer.Check(ctx, req)
	if err != nil || resp.Inputs == nil {
		return resp, err
	}
	resp.Inputs, err = marked(resp.Inputs, req.News, false)
	return resp, err
}

// Invoke implements [pulumirpc.ResourceProviderServer]. What a function returns may repeat what it was given.
func (s *server) Invoke(ctx context.Context, req *pulumirpc.InvokeRequest) (*pulumirpc.InvokeResponse, error) {
	resp, err := s.ResourceProviderServer.Invoke(ctx, req)
	if err != nil || resp.Return == nil {
		return resp, err
	}
	args, err := plugin.UnmarshalProperties(req.Args, withSecrets)
	if err != nil || !args.ContainsSecrets() {
		return resp, err
	}
	result, err := plugin.UnmarshalProperties(resp.Return, withSecrets)
	if err != nil {
		return nil, err
	}
	for key, value := range result {
		result[key] = resource.MakeSecret(value)
	}
	resp.Return, err = plugin.MarshalProperties(result, withSecrets)
	return resp, err
}

// withSecrets keeps all that a value is beside its text.
var withSecrets = plugin.MarshalOptions{KeepUnknowns: true, KeepSecrets: true, KeepResources: true, KeepOutputValues: true}

// marked marks those of the values as secret that are secret in others by the same name. With repeats, also those that
// contain a secret.
func marked(values, from *structpb.Struct, repeats bool) (*structpb.Struct, error) {
	inputs, err := plugin.UnmarshalProperties(from, withSecrets)
	if err != nil || !inputs.ContainsSecrets() {
		return values, err
	}
	out, err := plugin.UnmarshalProperties(values, withSecrets)
	if err != nil {
		return nil, err
	}
	markByName(out, inputs)
	if repeats {
		markRepeating(out, inputs)
	}
	return plugin.MarshalProperties(out, withSecrets)
}

// markByName marks what is secret by the same name. Of objects, it goes on with what is in them, so that the rest stays
// readable; a list with a secret is one as a whole, because its items may have moved.
func markByName(out, from resource.PropertyMap) {
	for key, value := range from {
		got, ok := out[key]
		switch {
		case !ok:
		case value.IsObject() && got.IsObject():
			markByName(got.ObjectValue(), value.ObjectValue())
		case !got.IsSecret() && value.ContainsSecrets():
			out[key] = resource.MakeSecret(got)
		}
	}
}

// markRepeating marks the outputs that are made of the inputs when one of these is secret, and any other in which the text
// of a secret stands. Credentials are in none of them.
func markRepeating(out, inputs resource.PropertyMap) {
	var texts []string
	isSecret := false
	for key, value := range inputs {
		if key != "credentials" && value.ContainsSecrets() {
			isSecret = true
			texts = append(texts, secretTexts(value, false)...)
		}
	}
	if !isSecret {
		return
	}
	for _, key := range repeating {
		if value, ok := out[key]; ok && !value.IsSecret() {
			out[key] = resource.MakeSecret(value)
		}
	}
	for key, value := range out {
		if _, isInput := inputs[key]; !isInput && !value.IsSecret() && containsAny(value, texts) {
			out[key] = resource.MakeSecret(value)
		}
	}
}

// secretTexts are the texts of a value that are secret.
func secretTexts(value resource.PropertyValue, isSecret bool) []string {
	var out []string
	switch {
	case value.IsSecret():
		return secretTexts(value.SecretValue().Element, true)
	case value.IsOutput():
		return secretTexts(value.OutputValue().Element, isSecret || value.OutputValue().Secret)
	case value.IsString() && isSecret && value.StringValue() != "":
		return []string{value.StringValue()}
	case value.IsArray():
		for _, item := range value.ArrayValue() {
			out = append(out, secretTexts(item, isSecret)...)
		}
	case value.IsObject():
		for _, item := range value.ObjectValue() {
			out = append(out, secretTexts(item, isSecret)...)
		}
	}
	return out
}

// containsAny reports whether one of the texts stands in a value.
func containsAny(value resource.PropertyValue, texts []string) bool {
	switch {
	case value.IsString():
		for _, text := range texts {
			if strings.Contains(value.StringValue(), text) {
				return true
			}
		}
	case value.IsArray():
		for _, item := range value.ArrayValue() {
			if containsAny(item, texts) {
				return true
			}
		}
	case value.IsObject():
		for _, item := range value.ObjectValue() {
			if containsAny(item, texts) {
				return true
			}
		}
	}
	return false
}
