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
var podLogs = namespaced("", "v1", "Pod", "pods/log")

// Log returns the last lines of what a container wrote: of its previous run, or of the one at hand.
func (c *Client) Log(ctx context.Context, namespace, pod, container string, previous bool) (string, error) {
	answer := c.rest.Get().
		AbsPath("/api/v1/namespaces", namespace, "pods", pod, "log").
		Param("container", container).
		Param("previous", strconv.FormatBool(previous)).
		Param("tailLines", strconv.Itoa(logLines)).
		Param("limitBytes", strconv.Itoa(logBytes)).
		SetHeader("Accept", "text/plain, */*").
		Do(ctx)
	if err := answer.Error(); err != nil { // It reads the Status of the API server, which Raw does not.
		return "", requestError("read the log of", podLogs, namespace, pod, err)
	}
	raw, err := answer.Raw()
	if err != nil {
		return "", requestError("read the log of", podLogs, namespace, pod, err)
	}
	return string(raw), nil
}
