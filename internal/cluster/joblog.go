package cluster

import (
	"context"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// jobLogBytes is how much of the log of a Job is read.
const jobLogBytes = 512 << 10

// JobLog returns what the newest pod of a Job wrote, "" when it has none any more.
func (c *Client) JobLog(ctx context.Context, namespace, job string) (string, error) {
	var pods []*unstructured.Unstructured
	for pod, err := range c.List(ctx, Pods, ListOptions{Namespace: namespace, LabelSelector: "batch.kubernetes.io/job-name=" + job}) {
		if err != nil {
			return "", err
		}
		pods = append(pods, pod)
	}
	if len(pods) == 0 {
		return "", nil
	}
	newest := slices.MaxFunc(pods, func(a, b *unstructured.Unstructured) int {
		return a.GetCreationTimestamp().Compare(b.GetCreationTimestamp().Time)
	})
	return c.log(ctx, namespace, newest.GetName(), map[string]string{"limitBytes": strconv.Itoa(jobLogBytes)})
}
