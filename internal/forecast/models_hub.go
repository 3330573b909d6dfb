package forecast

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
	"github.com/inferops/terraform-provider-inference/internal/checkpoint/hub"
	"github.com/inferops/terraform-provider-inference/internal/checkpoint/table"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// hubTimeout bounds what is asked about one model.
const hubTimeout = 30 * time.Second

// question is what a hub is asked once.
type question struct {
	source string
	hub.Wanted
}

// there asks a hub about one model, and returns what it says of it, nil where it says nothing. What the hub has no word about is no
// mistake.
func there(ctx context.Context, p *model.Planner, use kinds.ModelUse) (*checkpoint.Facts, diag.Diagnostics) {
	h := p.Settings.Hubs.Of(sourceOf(use))
	listed, err := ask(ctx, p.Settings, h, use)
	failed, byHub := hub.ReasonOf(err)
	if err != nil && !byHub {
		return nil, diag.Diagnostics{diagnostic.Fault("Asking a hub of models", err)}
	}
	return listed, missing(p, use, h, listed, failed)
}

// missing are the findings about a model that a hub has listed, or that it has refused to.
func missing(p *model.Planner, use kinds.ModelUse, h *hub.Hub, listed *checkpoint.Facts, failed *hub.Error) diag.Diagnostics {
	subject, asError := p.Model.Subject(p.Plan), p.Settings.PlanChecks.Models == ModelError
	tell := func(asError bool, at, says, remedy string) diag.Diagnostics {
		return diag.Diagnostics{diagnostic.ModelUnserved(asError, p.Model.AttributePath(at), subject, fmt.Sprintf("model %s %s", use.Repository, says), remedy)}
	}
	if failed != nil && listed == nil {
		if use.Defined && (failed.Reason == hub.NotFound || failed.Reason == hub.RevisionNotFound) {
			return nil
		}
		switch failed.Reason {
		case hub.NotFound:
			return tell(asError, use.At, fmt.Sprintf("is not at %s, or hidden from this plan: %s", h.Endpoint, failed), notFoundRemedy(use, h))
		case hub.RevisionNotFound:
			return tell(asError, use.RevisionAt, fmt.Sprintf("has no revision %q at %s", use.Revision, h.Endpoint), "Give a branch, a tag or a commit that it has.")
		default:
			return unanswered(p, use, h, failed)
		}
	}
	if use.Defined {
		return nil
	}
	for _, name := range use.Files {
		if !slices.ContainsFunc(listed.Files, func(f checkpoint.File) bool { return f.Name == name }) {
			return tell(asError, use.FilesAt, fmt.Sprintf("has no file %s at %s", name, h.Endpoint), "Give one that the repository has"+filesLike(name, listed.Files)+".")
		}
	}
	if failed != nil && failed.Reason == hub.Gated {
		// The pods may have a token that this plan does not know: only one that was refused shows that something is wrong.
		who := "this plan has no token, so it cannot tell whether the pods may download it"
		if h.Token != "" {
			who = "the account of this plan's token has no access"
		}
		return tell(asError && h.Token != "", use.At, fmt.Sprintf("is gated at %s, and %s", h.Endpoint, who),
			"Accept the conditions of the model with the account of the pods' token, and set "+h.TokenVariable+" to that token for the plan.")
	}
	return nil
}

// ask asks a hub about a model once in the life of the provider, and for the shape of one file where one is named. With an error
// comes what the hub has listed, nil where it has not.
func ask(ctx context.Context, s *model.Settings, h *hub.Hub, use kinds.ModelUse) (*checkpoint.Facts, error) {
	q := question{sourceOf(use), hub.Wanted{Repository: use.Repository, Revision: use.Revision}}
	if len(use.Files) > 0 && strings.HasSuffix(use.Files[0], ".gguf") {
		q.File = use.Files[0]
	}
	// The answer is that of all who wait for it, so that it must not end with the plan of the first.
	ctx = context.WithoutCancel(ctx)
	known, _ := s.PlanChecks.Hubs.LoadOrStore(q, sync.OnceValues(func() (*checkpoint.Facts, error) {
		ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.Hubs.Timeout, hubTimeout))
		defer cancel()
		return h.Facts(ctx, q.source, q.Wanted)
	}))
	once, _ := known.(func() (*checkpoint.Facts, error))
	return once()
}

// unanswered tells, once in a plan for each reason and hub, that a model was not checked.
func unanswered(p *model.Planner, use kinds.ModelUse, h *hub.Hub, why *hub.Error) diag.Diagnostics {
	if !first(&p.Settings.PlanChecks.ClusterCache, fmt.Sprintf("%s %d", h.Endpoint, why.Reason)) {
		return nil
	}
	return diag.Diagnostics{diagnostic.ModelNotChecked(p.Model.Subject(p.Plan), fmt.Sprintf("model %s at %s: %s", use.Repository, h.Endpoint, why))}
}

func sourceOf(use kinds.ModelUse) string {
	if use.ModelScope {
		return hub.SourceModelScope
	}
	return hub.SourceHuggingFace
}

func notFoundRemedy(use kinds.ModelUse, h *hub.Hub) string {
	meant := ""
	if _, known := table.Of(use.Repository); !known {
		if near := table.Near(use.Repository); len(near) > 0 {
			meant = " Did you mean " + strings.Join(near, " or ") + "?"
		}
	}
	return "Check the name." + meant + " For a private one, set " + h.TokenVariable + " to a token that may read it."
}

// filesLike lists the files with the ending of one that is not there, at most as many as can be read at a glance.
func filesLike(name string, files []checkpoint.File) string {
	const most = 12
	var like []string
	for _, f := range files {
		if dot := strings.LastIndexByte(name, '.'); dot >= 0 && strings.HasSuffix(f.Name, name[dot:]) {
			like = append(like, f.Name)
		}
	}
	if len(like) == 0 || len(like) > most {
		return ""
	}
	return ", such as " + strings.Join(like, ", ")
}
