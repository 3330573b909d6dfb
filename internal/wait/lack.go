package wait

import (
	"errors"
	"fmt"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
)

// lack says what could not be looked at, and which permission that takes.
func lack(verb, resource, group string, err error) string {
	if cluster.IsForbidden(err) {
		return fmt.Sprintf("%s: the identity of the provider block may not %s them; grant it %s on %s of the API group %q", resource, verb, verb, resource, group)
	}
	return resource + ": " + answerOf(err)
}

// answerOf is what the API server said to a request.
func answerOf(err error) string {
	if request := new(cluster.RequestError); errors.As(err, &request) {
		err = request.Err
	}
	return err.Error()
}
