package cluster

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// patiently repeats an idempotent request while what it meets may pass by itself, and
// returns its last error.
func (c *Client) patiently(ctx context.Context, request func() error) error {
	limited, cancel := context.WithTimeout(ctx, c.pace.patience)
	defer cancel()
	for pause := c.pace.backoff(); ; {
		err := request()
		if !mayPass(err) || sleep(limited, pause.Step()) != nil {
			return err
		}
	}
}

// mayPass reports whether an error is one of the network, or of an API server or admission
// webhook that is overloaded or not up. The request may have been carried out.
func mayPass(err error) bool {
	if answer, ok := status(err); ok {
		switch answer.Code {
		case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			return true
		}
		switch answer.Reason {
		case metav1.StatusReasonInternalError, metav1.StatusReasonServerTimeout, metav1.StatusReasonTimeout:
			return true
		}
		return false
	}
	for _, passing := range []error{io.EOF, io.ErrUnexpectedEOF, syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.EPIPE} {
		if errors.Is(err, passing) {
			return true
		}
	}
	var network net.Error
	return errors.As(err, &network) && network.Timeout() && !errors.Is(err, context.DeadlineExceeded)
}
