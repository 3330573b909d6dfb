package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

func (d *demo) initialise(ctx context.Context) error {
	if _, err := d.tf.Run(ctx, "init", "-no-color"); err != nil {
		return err
	}
	version, err := d.tf.Run(ctx, "version", "-no-color")
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(version)) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "+ ")
		if strings.HasPrefix(line, "Terraform ") || strings.HasPrefix(line, "OpenTofu ") || strings.HasPrefix(line, "provider ") {
			detail("%s", line)
		}
	}
	return nil
}

// planCreation shows what the plan tells before anything exists.
func (d *demo) planCreation(ctx context.Context) error {
	p, _, err := d.tf.plan(ctx)
	if err != nil {
		return err
	}
	if err := p.expect(endpointAddress + ": create"); err != nil {
		return err
	}
	for _, action := range p.actions() {
		detail("%s", action)
	}
	c, err := p.change(endpointAddress)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(c.Change.After.Rendered)) {
		detail("  renders %s, %d lines of YAML to review", id, strings.Count(c.Change.After.Rendered[id], "\n"))
	}
	return nil
}

func (d *demo) applyCreation(ctx context.Context) error {
	if err := d.tf.apply(ctx); err != nil {
		return err
	}
	now, err := d.ready(ctx)
	if err != nil {
		return err
	}
	detail("ready = true")
	detail("endpoint = %s", now.Endpoint)
	return nil
}

// ready returns the applied endpoint, and an error unless it serves.
func (d *demo) ready(ctx context.Context) (resource, error) {
	var s state
	if err := d.tf.show(ctx, &s); err != nil {
		return resource{}, err
	}
	now, err := s.endpoint()
	if err != nil {
		return resource{}, err
	}
	if !now.Ready || now.Endpoint == "" || len(now.Drift) > 0 {
		return resource{}, fmt.Errorf("the endpoint should be ready, with an endpoint and without drift, but is %+v", now)
	}
	return now, nil
}

// planDrift shows that the plan finds the edit and nothing else.
func (d *demo) planDrift(ctx context.Context) error {
	p, code, err := d.tf.plan(ctx)
	if err != nil {
		return err
	}
	if code != 2 {
		return errors.New("the plan should have changes (exit code 2), but is empty: the edit was not found")
	}
	found, err := p.onlyDrift()
	if err != nil {
		return err
	}
	if err := found.matches(d.edited); err != nil {
		return err
	}
	detail("exit code 2, one resource to update: %s", endpointAddress)
	detail("%s: %s", found.Object, found.Path)
	detail("  %s: %s instead of %s", found.Class, found.Live, found.Applied)
	detail("  by %s (%s) at %s", found.Manager, found.Operation, found.Time.Local().Format("15:04:05"))
	return nil
}

// repair undoes the edit and shows that there is nothing left to do.
func (d *demo) repair(ctx context.Context) error {
	if err := d.tf.apply(ctx); err != nil {
		return err
	}
	live, err := d.cluster.replicas(ctx)
	if err != nil {
		return err
	}
	if live != d.edited.from {
		return fmt.Errorf("the apply should have restored %s, but the live value is %s", d.edited.from, live)
	}
	detail("%s is %s again", d.edited.path, live)
	if _, err := d.ready(ctx); err != nil {
		return err
	}
	p, code, err := d.tf.plan(ctx)
	if err != nil {
		return err
	}
	if code != 0 {
		return fmt.Errorf("the next plan should be empty, but is not:\n  %s", list(p.actions()))
	}
	detail("the next plan is empty (exit code 0)")
	return nil
}

func (d *demo) destroy(ctx context.Context) error {
	if err := d.tf.destroy(ctx); err != nil {
		return err
	}
	if err := d.cluster.waitGone(ctx); err != nil {
		return err
	}
	detail("the Deployment, its pods and the Service are gone")
	return nil
}
