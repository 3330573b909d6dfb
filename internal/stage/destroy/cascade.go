package destroy

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// cascadeTimeout bounds how long the plan of a destruction looks at the cluster, and
// cascadeNames how many objects of a kind it names.
const (
	cascadeTimeout = 10 * time.Second
	cascadeNames   = 3
)

// cascadeNotice tells what a destruction removes beside the object itself, and what points at
// it: from the manifests of direct mode, and from what is live. What could not be
// looked at is left out, for a plan needs no cluster.
func cascadeNotice(ctx context.Context, r *model.Scope, prior model.Values, manifests []string) diag.Diagnostics {
	targets, damage := r.Model.Targets(prior, manifests)
	if damage != nil || len(targets) == 0 {
		return nil
	}
	var gone []*unstructured.Unstructured
	if prior.Text(model.AttrMode) == model.Direct {
		for _, t := range targets {
			gone = append(gone, t.Applied)
		}
	}
	var referrers []string
	if r.Settings != nil && r.Settings.Client != nil {
		limited, cancel := context.WithTimeout(ctx, cascadeTimeout)
		defer cancel()
		f, err := footprintOf(limited, r, prior, targets)
		for _, one := range f.tree.Objects {
			gone = append(gone, one.Object)
		}
		if err == nil && !prior.Flag(model.AttrForceDestroy) {
			referrers, _, _ = referrersOf(limited, r, f)
		}
	}
	if len(gone) == 0 && len(referrers) == 0 {
		return nil
	}
	return diag.Diagnostics{diagnostic.Removes(r.Model.Subject(prior), tally(gone), referrers)}
}

// tally counts objects by kind and names the first of each; claims are told one by one, since
// they hold what took long to download.
func tally(objects []*unstructured.Unstructured) []string {
	var lines []string
	names := map[string][]string{}
	for _, obj := range objects {
		if obj.GetKind() != "PersistentVolumeClaim" {
			names[obj.GetKind()] = append(names[obj.GetKind()], obj.GetName())
			continue
		}
		size, _, _ := unstructured.NestedString(obj.Object, "spec", "resources", "requests", "storage")
		lines = append(lines, fmt.Sprintf("PersistentVolumeClaim %s (%s), with what is stored in it", obj.GetName(), size))
	}
	for _, kind := range slices.Sorted(maps.Keys(names)) {
		all := names[kind]
		shown := strings.Join(all[:min(len(all), cascadeNames)], ", ")
		if len(all) > cascadeNames {
			shown += ", ..."
		}
		lines = append(lines, fmt.Sprintf("%d %s (%s)", len(all), kind, shown))
	}
	return lines
}
