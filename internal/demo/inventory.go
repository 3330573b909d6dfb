package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
)

// row is one object of the example with its condition in words.
type row struct {
	object, condition string
}

// selector finds what belongs to the example: what the provider made, and the pods of it.
const selector = "app.kubernetes.io/managed-by=terraform-provider-inference,app.kubernetes.io/name=" + endpointName

// showObjects prints a table of everything that runs, and fails unless all replicas are ready.
func (d *demo) showObjects(ctx context.Context) error {
	rows, err := d.cluster.inventory(ctx)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', 0)
	for _, r := range rows {
		_, _ = fmt.Fprintf(table, "    %s\t%s\n", r.object, r.condition)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for kind, want := range map[string]int{"Deployment": 1, "Pod": 1, "Service": 1} {
		count := 0
		for _, r := range rows {
			if strings.HasPrefix(r.object, kind+"/") {
				count++
			}
		}
		if count != want {
			return fmt.Errorf("there should be %d objects of the kind %s, but there are %d", want, kind, count)
		}
	}
	return nil
}

// inventory lists the objects of the example.
func (c *cluster) inventory(ctx context.Context) ([]row, error) {
	var rows []row
	var made appsv1.DeploymentList
	if err := c.list(ctx, deployments, namespace, selector, &made); err != nil {
		return nil, err
	}
	for _, d := range made.Items {
		rows = append(rows, row{"Deployment/" + d.Name, fmt.Sprintf("%d of %d replicas ready", d.Status.ReadyReplicas, d.Status.Replicas)})
	}
	var running corev1.PodList
	if err := c.list(ctx, pods, namespace, selector, &running); err != nil {
		return nil, err
	}
	for _, p := range running.Items {
		rows = append(rows, row{"Pod/" + p.Name, podCondition(p)})
	}
	var reached corev1.ServiceList
	if err := c.list(ctx, services, namespace, selector, &reached); err != nil {
		return nil, err
	}
	for _, s := range reached.Items {
		rows = append(rows, row{"Service/" + s.Name, serviceCondition(s)})
	}
	return rows, nil
}

func podCondition(p corev1.Pod) string {
	text := string(p.Status.Phase)
	for _, c := range p.Status.Conditions {
		if c.Type == corev1.PodReady && c.Status == corev1.ConditionTrue {
			text += ", ready"
		}
	}
	for _, c := range p.Spec.Containers {
		if c.Name == container {
			gpus := c.Resources.Limits["nvidia.com/gpu"]
			text += fmt.Sprintf(", %s GPU, %s", gpus.String(), c.Image)
		}
	}
	return text + ", on " + p.Spec.NodeName
}

func serviceCondition(s corev1.Service) string {
	if s.Spec.ClusterIP == corev1.ClusterIPNone {
		return "headless, names the pods"
	}
	var ports []string
	for _, p := range s.Spec.Ports {
		ports = append(ports, fmt.Sprintf("%s:%d", s.Spec.ClusterIP, p.Port))
	}
	return strings.Join(ports, ", ")
}
