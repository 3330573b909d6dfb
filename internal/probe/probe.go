package probe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
)

// Server is what is asked.
type Server interface {
	Ask(ctx context.Context, method, path string, body []byte) (cluster.Answer, error)
}

// attempts is how often a request is made that fails on the way or with a server error, and pause the
// time between two.
const (
	attempts = 3
	pause    = 500 * time.Millisecond
)

// HTTP statuses that decide what is made of an answer; from serverError on, it is the server's fault.
const (
	unauthorized = 401
	forbidden    = 403
	notFound     = 404
	serverError  = 500
)

// maxShown is how much of a server's answer an error shows.
const maxShown = 300

// Result is what a probe found.
type Result struct {
	// Healthy is true when the server says so.
	Healthy bool
	// Models are the names of the models that it serves; nil when the protocol has no list of them.
	Models []string
	// Answer is the completion, nil when none was asked for or none came.
	Answer *string
	// Latency is how long the last request took, and Code its HTTP status, 0 when there was none.
	Latency time.Duration
	Code    int
	// Err is the first thing that went wrong; nil when the server serves.
	Err error
	// Denied is true when the API server does not allow to ask.
	Denied bool
}

// Run asks a server in its protocol: health, models, and a completion if the question has a
// prompt. It ends with the context. An empty model stands for the first of the server.
func Run(ctx context.Context, s Server, p Protocol, q Question) Result {
	r := &run{server: s}
	r.health(ctx, p)
	if r.Err == nil && p.Named != nil {
		r.models(ctx, p, q.Model)
	}
	if r.Err == nil && q.Prompt != "" && p.Complete != nil {
		if q.Model == "" && len(r.Models) > 0 {
			q.Model = r.Models[0]
		}
		r.complete(ctx, p, q)
	}
	return r.Result
}

// Serves asks for the list of models in the first protocol that the server knows. A server that lists them to nobody
// without a key serves when it is healthy.
func Serves(ctx context.Context, s Server) Result {
	r := &run{server: s}
	for i, p := range protocols {
		if i > 0 && p.Named != nil && p.Models.path == protocols[i-1].Models.path {
			continue // it has said that it has no such list
		}
		*r = run{server: s}
		if p.Named != nil {
			r.models(ctx, p, "")
		} else {
			r.health(ctx, p)
		}
		if r.Code == unauthorized || r.Code == forbidden && !r.Denied {
			r.health(ctx, p)
		}
		if r.Code != notFound || r.refused {
			break
		}
	}
	return r.Result
}

// run is a probe under way.
type run struct {
	server Server
	// refused is true when the API server did not pass the last request on.
	refused bool
	Result
}

func (r *run) health(ctx context.Context, p Protocol) {
	body := r.ask(ctx, request{get, p.Health, nil})
	if r.Code == notFound && p.MayLack && body != nil {
		r.Err = nil
		r.ask(ctx, p.Models)
	}
	r.Healthy = r.Err == nil
}

func (r *run) models(ctx context.Context, p Protocol, wanted string) {
	body := r.ask(ctx, p.Models)
	if r.Err != nil {
		return
	}
	r.Models = p.Named(body)
	if len(r.Models) == 0 {
		r.Err = errors.New("the server names no model")
		return
	}
	for _, name := range r.Models {
		if wanted == "" || name == wanted {
			return
		}
	}
	r.Err = fmt.Errorf("the server does not serve %q but %s", wanted, strings.Join(r.Models, ", "))
}

func (r *run) complete(ctx context.Context, p Protocol, q Question) {
	if q.Model == "" {
		r.Err = errors.New("no model to ask: set model")
		return
	}
	body := r.ask(ctx, p.Complete(q))
	if r.Err != nil {
		return
	}
	text, ok := p.Answer(body)
	if !ok {
		r.Err = fmt.Errorf("the answer is no completion: %s", shorten(body))
		return
	}
	r.Answer = &text
}

// ask makes a request and notes how it went. What may pass is tried again: a broken
// connection, and an error of the server. A refusal is not.
func (r *run) ask(ctx context.Context, req request) []byte {
	var body []byte
	if req.body != nil {
		body, r.Err = json.Marshal(req.body)
		if r.Err != nil {
			return nil
		}
	}
	var answer cluster.Answer
	attempt := 0
	_ = wait.PollUntilContextCancel(ctx, pause, true, func(context.Context) (bool, error) {
		attempt++
		start := time.Now()
		answer, r.Err = r.server.Ask(ctx, req.method, req.path, body)
		r.Latency, r.Code = time.Since(start), answer.Code
		if r.Err == nil {
			r.Err = judge(req, answer)
		}
		passes := answer.Code == 0 || answer.Code >= serverError
		return r.Err == nil || !passes || attempt == attempts, nil
	})
	if errors.Is(r.Err, context.DeadlineExceeded) {
		r.Err = fmt.Errorf("%s %s: no answer in time", req.method, req.path)
	}
	r.refused = answer.Refused != ""
	r.Denied = r.refused && answer.Code == forbidden
	if r.refused {
		return nil
	}
	return append([]byte{}, answer.Body...)
}

// judge says what is wrong with an answer.
func judge(req request, answer cluster.Answer) error {
	at := req.method + " " + req.path
	switch {
	case answer.Refused != "" && answer.Code == forbidden:
		return fmt.Errorf("%s: the API server does not allow it: %s. Grant get and create of services/proxy to the identity of the provider block", at, answer.Refused)
	case answer.Refused != "":
		return fmt.Errorf("%s: the API server cannot pass it on: %s", at, answer.Refused)
	case answer.Code < 200 || answer.Code > 299:
		return fmt.Errorf("%s: HTTP %d: %s", at, answer.Code, shorten(answer.Body))
	}
	return nil
}

func shorten(body []byte) string {
	text := strings.Join(strings.Fields(string(body)), " ")
	if len(text) > maxShown {
		return strings.ToValidUTF8(text[:maxShown], "") + " ..."
	}
	return text
}
