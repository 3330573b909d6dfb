package cluster

import (
	"context"
	"strconv"
)

// Bounds of what is read of a log.
const (
	logLines = 40
	logBytes = 16 << 10
)

// podLogs is what the permission to read logs is about.
var podLogs = core("Pod", "pods/log")

// Log returns the last lines of what a container wrote: of its previous run, or of the one at hand.
func (c *Client) Log(ctx context.Context, namespace, pod, container string, previous bool) (string, error) {
	return c.log(ctx, namespace, pod, map[string]string{
		"container": container, "previous": strconv.FormatBool(previous),
		"tailLines": strconv.Itoa(logLines), "limitBytes": strconv.Itoa(logBytes),
	})
}

// log reads what a container of a pod wrote, as the parameters say.
func (c *Client) log(ctx context.Context, namespace, pod string, parameters map[string]string) (string, error) {
	request := c.rest.Get().AbsPath("/api/v1/namespaces", namespace, "pods", pod, "log").SetHeader("Accept", "text/plain, */*")
	for name, value := range parameters {
		request.Param(name, value)
	}
	answer := request.Do(ctx)
	if err := answer.Error(); err != nil { // It reads the Status of the API server, which Raw does not.
		return "", requestError("read the log of", podLogs, namespace, pod, err)
	}
	raw, err := answer.Raw()
	if err != nil {
		return "", requestError("read the log of", podLogs, namespace, pod, err)
	}
	return string(raw), nil
}
