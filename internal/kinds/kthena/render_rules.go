package kthena

import (
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// groupRenders hold for all kinds whose groups are rendered.
var groupRenders = []kinds.RenderRule{
	kinds.LabelsRender, kinds.ManifestRender, kinds.AcceleratorRender,
	{ID: "DR-10", Says: "`direct.gang` is not `None` where the resource says how its groups are scheduled as gangs"},
	{ID: "DR-11", Says: "`direct.gang` is another value than `None` only where the resource asks for gangs"},
	{ID: "DR-12", Says: "`direct.gang` is not `TaskMembers` where `network_topology` has a `role_policy`"},
	{ID: "DR-13", Says: "no annotation gives each group a topology domain of its own where the groups are gangs"},
	{ID: "DR-14", Says: "`direct.service.role` is a role of the resource"},
	{ID: "DR-15", Says: "an update leaves some groups serving", Warn: true},
}

var boosterRenders = append(slices.Clone(groupRenders),
	kinds.RenderRule{ID: "DR-16", Says: "`config` of a worker is an object of arguments"})
