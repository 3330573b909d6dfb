package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// prompt is what the demo asks.
const prompt = "What is the capital of France?"

// ask shows what the model server answers at its Service.
func (d *demo) ask(ctx context.Context) error {
	now, err := d.ready(ctx)
	if err != nil {
		return err
	}
	at, err := url.Parse(now.Endpoint)
	if err != nil {
		return err
	}
	var models struct{ Data []struct{ ID string } }
	if err := d.cluster.behind(ctx, at, "/v1/models", nil, &models); err != nil {
		return err
	}
	if len(models.Data) == 0 {
		return errors.New("the model server should name its model, but names none")
	}
	detail("GET %s/v1/models: %s", at, models.Data[0].ID)
	var answer struct {
		Choices []struct{ Message struct{ Content string } }
	}
	question := map[string]any{"model": models.Data[0].ID, "max_tokens": 32, "messages": []any{map[string]any{"role": "user", "content": prompt}}}
	if err := d.cluster.behind(ctx, at, "/v1/chat/completions", question, &answer); err != nil {
		return err
	}
	if len(answer.Choices) == 0 {
		return errors.New("the model server should answer, but gives no choice")
	}
	detail("POST %s/v1/chat/completions: %q", at, prompt)
	detail("  %q", strings.TrimSpace(answer.Choices[0].Message.Content))
	return nil
}

// behind sends a request to what is behind a Service, through the API server, and decodes the answer. It is a POST
// if there is a body.
func (c *cluster) behind(ctx context.Context, service *url.URL, path string, body, into any) error {
	name, rest, _ := strings.Cut(service.Hostname(), ".")
	namespace, _, _ := strings.Cut(rest, ".")
	client, verb := c.discovery.RESTClient(), "GET"
	var raw []byte
	if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return err
		}
		verb = "POST"
	}
	answer, err := client.Verb(verb).SetHeader("Content-Type", "application/json").Body(raw).
		AbsPath("/api/v1/namespaces", namespace, "services", name+":"+service.Port(), "proxy", path).DoRaw(ctx)
	if err != nil {
		return fmt.Errorf("%s %s%s: %s: %w", verb, service, path, answer, err)
	}
	return json.Unmarshal(answer, into)
}
