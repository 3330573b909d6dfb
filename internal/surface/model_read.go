package surface

import (
	"cmp"
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
	"github.com/inferops/terraform-provider-inference/internal/checkpoint/folder"
	"github.com/inferops/terraform-provider-inference/internal/checkpoint/hub"
	"github.com/inferops/terraform-provider-inference/internal/checkpoint/table"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// read returns the facts of a model, nil with an error.
func (q modelQuery) read(ctx context.Context, hubs model.Hubs) (*checkpoint.Facts, diag.Diagnostics) {
	subject := "Model " + q.Repository.ValueString()
	source := cmp.Or(q.Source.ValueString(), hub.SourceHuggingFace)
	if source == table.Source || hubs.Offline && source == hub.SourceHuggingFace {
		known, found := table.Of(q.Repository.ValueString())
		if !found {
			return nil, diag.Diagnostics{diagnostic.ModelUnknown(subject, table.Near(q.Repository.ValueString()))}
		}
		return known, nil
	}
	if source == folder.Source {
		f, err := folder.Read(q.Path.ValueString())
		if err != nil {
			return nil, diag.Diagnostics{diagnostic.ModelUnreadable("Checkpoint "+q.Path.ValueString(), err)}
		}
		return f, nil
	}
	timeout, err := time.ParseDuration(q.Timeout.ValueString())
	if err != nil {
		timeout = modelTimeout
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	wanted := hub.Wanted{Repository: q.Repository.ValueString(), Revision: q.Revision.ValueString(), File: q.File.ValueString()}
	h := hubs.Of(source)
	h.Endpoint, h.Token = cmp.Or(q.Endpoint.ValueString(), h.Endpoint), cmp.Or(q.Token.ValueString(), h.Token)
	var f *checkpoint.Facts
	if source == hub.SourceURL {
		h.Endpoint, h.Token, h.TokenVariable, subject = q.URL.ValueString(), q.Token.ValueString(), "", "Model "+q.URL.ValueString()
		f, err = h.GGUF(limited)
	} else {
		f, err = h.Facts(limited, source, wanted)
	}
	if err == nil {
		return f, nil
	}
	return q.fallBack(f, err, h, subject)
}

// fallBack says what is wrong with a hub, and takes what the table knows where the hub says nothing against it. partial is what the
// hub said before.
func (q modelQuery) fallBack(partial *checkpoint.Facts, err error, h *hub.Hub, subject string) (*checkpoint.Facts, diag.Diagnostics) {
	e, ok := hub.ReasonOf(err)
	if !ok {
		return nil, diag.Diagnostics{diagnostic.Fault("Asking a hub of models", err)}
	}
	known, found := table.Of(q.Repository.ValueString())
	asked := diagnostic.Hub{Endpoint: h.Endpoint, Token: h.Token != "", TokenVariable: h.TokenVariable}
	var d diag.Diagnostic
	switch e.Reason {
	case hub.Gated:
		d = diagnostic.ModelGated(subject, asked, found)
		if found && partial != nil {
			known.Repository, known.Revision, known.Source, known.Files, known.Licence, known.Gated = partial.Repository, partial.Revision, partial.Source, partial.Files, partial.Licence, true
			if partial.WeightBytes > 0 {
				known.WeightBytes = partial.WeightBytes
			}
		}
	case hub.NotFound:
		found, d = false, diagnostic.ModelNotFound(subject, asked, near(q.Repository.ValueString()), err)
	case hub.RevisionNotFound:
		found, d = false, diagnostic.ModelRevisionNotFound(subject, h.Endpoint, q.Revision.ValueString())
	case hub.FileNotFound:
		found, d = false, diagnostic.ModelFileNotFound(subject, h.Endpoint, err)
	case hub.Unauthorized:
		found, d = false, diagnostic.HubRefusesToken(subject, asked, err)
	case hub.Unreachable, hub.Slow, hub.RateLimited:
		d = diagnostic.HubSilent(subject, asked, e.Reason == hub.RateLimited, found, e.After, err)
	default:
		found, d = false, diagnostic.HubUnreadable(subject, h.Endpoint, err)
	}
	if !found {
		known = nil
	}
	return known, diag.Diagnostics{d}
}

// near are the names of the table that are spelt like one that a hub does not have, but not that one.
func near(repository string) []string {
	if _, found := table.Of(repository); found {
		return nil
	}
	return table.Near(repository)
}
