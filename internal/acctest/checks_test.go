package acctest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// shortTimeouts end the wait of a test that goes wrong.
const shortTimeouts = `  timeouts = { create = "60s", update = "60s", delete = "60s" }`

// fieldsAre checks fields of a live object, by dotted path and as JSON; "" means that there is none.
func fieldsAre(t *testing.T, c *acctest.Cluster, o acctest.Object, want map[string]string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		var errs []error
		for path, text := range want {
			got := ""
			if v := c.Field(t, o, strings.Split(path, ".")...); v != nil {
				raw, err := json.Marshal(v)
				if err != nil {
					return err
				}
				got = string(raw)
			}
			if got != text {
				errs = append(errs, fmt.Errorf("%s of %s is %q, want %q", path, o.Name, got, text))
			}
		}
		return errors.Join(errs...)
	}
}
