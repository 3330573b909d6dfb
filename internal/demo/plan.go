package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// plan is what the demo reads of a plan's JSON form.
type plan struct {
	ResourceChanges []resourceChange `json:"resource_changes"`
}

type resourceChange struct {
	Address string `json:"address"`
	Change  struct {
		Actions []string  `json:"actions"`
		Before  *resource `json:"before"`
		After   *resource `json:"after"`
	} `json:"change"`
}

// resource is what the demo reads of a resource.
type resource struct {
	Ready    bool              `json:"ready"`
	Endpoint string            `json:"endpoint"`
	Rendered map[string]string `json:"rendered"`
	Drift    []drift           `json:"drift"`
}

// drift is one element of the attribute of that name.
type drift struct {
	Object    string    `json:"object"`
	Path      string    `json:"path"`
	Class     string    `json:"class"`
	Manager   string    `json:"manager"`
	Operation string    `json:"operation"`
	Time      time.Time `json:"time"`
	Applied   string    `json:"applied"`
	Live      string    `json:"live"`
}

// actions returns the planned actions as "address: action" without those that do nothing.
func (p plan) actions() []string {
	var out []string
	for _, c := range p.ResourceChanges {
		if action := strings.Join(c.Change.Actions, ", "); action != "no-op" && action != "read" {
			out = append(out, c.Address+": "+action)
		}
	}
	slices.Sort(out)
	return out
}

// expect returns an error unless the plan has exactly those actions.
func (p plan) expect(actions ...string) error {
	slices.Sort(actions)
	if got := p.actions(); !slices.Equal(got, actions) {
		return fmt.Errorf("the plan should do\n  %s\nbut does\n  %s", list(actions), list(got))
	}
	return nil
}

func list(items []string) string {
	if len(items) == 0 {
		return "nothing"
	}
	return strings.Join(items, "\n  ")
}

// change returns the change of one resource.
func (p plan) change(address string) (resourceChange, error) {
	for _, c := range p.ResourceChanges {
		if c.Address == address {
			return c, nil
		}
	}
	return resourceChange{}, fmt.Errorf("the plan does not mention %s", address)
}

// onlyDrift returns the one drift that the plan repairs, and an error when it repairs
// something else or more.
func (p plan) onlyDrift() (drift, error) {
	if err := p.expect(endpointAddress + ": update"); err != nil {
		return drift{}, err
	}
	c, err := p.change(endpointAddress)
	if err != nil {
		return drift{}, err
	}
	if c.Change.Before == nil || len(c.Change.Before.Drift) != 1 {
		return drift{}, fmt.Errorf("the plan should report one drift, but reports %+v", c.Change.Before)
	}
	return c.Change.Before.Drift[0], nil
}

// matches returns an error unless the drift is that edit.
func (d drift) matches(e edit) error {
	want := drift{
		Object: e.object, Path: e.path, Class: "changed", Manager: e.manager, Operation: "Update",
		Time: d.Time, Applied: e.from, Live: e.to,
	}
	if d != want {
		return fmt.Errorf("the plan should report\n  %+v\nbut reports\n  %+v", want, d)
	}
	// Field managers record whole seconds.
	if d.Time.Before(e.began.Truncate(time.Second)) || d.Time.After(e.ended) {
		return fmt.Errorf("the edit was made between %s and %s, but the plan reports %s", e.began, e.ended, d.Time)
	}
	return nil
}

// state is what the demo reads of a state's JSON form.
type state struct {
	Values struct {
		RootModule struct {
			Resources []struct {
				Address string   `json:"address"`
				Values  resource `json:"values"`
			} `json:"resources"`
		} `json:"root_module"`
	} `json:"values"`
}

func (s state) endpoint() (resource, error) {
	for _, r := range s.Values.RootModule.Resources {
		if r.Address == endpointAddress {
			return r.Values, nil
		}
	}
	return resource{}, errors.New("the state has no " + endpointAddress)
}
