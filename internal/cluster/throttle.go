package cluster

import (
	"context"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/flowcontrol"
)

// throttle limits the requests a second. Wait ends only with its turn or with the context: the limiter inside refuses at
// once what has its turn after the deadline, which a wait that goes on until then would take for a server that is silent.
type throttle struct {
	flowcontrol.RateLimiter
}

// newThrottle returns the limiter that the settings ask for.
func newThrottle(settings *rest.Config) throttle {
	return throttle{flowcontrol.NewTokenBucketRateLimiter(settings.QPS, settings.Burst)}
}

// Wait returns nil when it is the turn of a request, and the error of the context when that ends first.
func (t throttle) Wait(ctx context.Context) error {
	if err := t.RateLimiter.Wait(ctx); err == nil {
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}
