package acctest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// shortTimeouts end the wait of a test that goes wrong.
const shortTimeouts = `  timeouts = { create = "60s", update = "60s", delete = "60s" }`

// restsShortly is for operators that are played by stages: they make no workloads that would tell what they have done.
const restsShortly = shortTimeouts + "\n  wait = { settle = \"1s\" }"

// emptyAfterwards expects that nothing is left to do after an apply.
var emptyAfterwards = resource.ConfigPlanChecks{PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}

// says matches a message that has those parts in that order, however Terraform breaks its lines.
func says(parts ...string) *regexp.Regexp {
	patterns := make([]string, len(parts))
	for i, part := range parts {
		words := strings.Fields(part)
		for j, word := range words {
			words[j] = regexp.QuoteMeta(word)
		}
		patterns[i] = strings.Join(words, `\s+`)
	}
	return regexp.MustCompile(`(?s)` + strings.Join(patterns, `.*`))
}

// attributeIs checks a root attribute of a resource in the state.
func attributeIs(address, attribute string, want knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(attribute), want)
}

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

// bodyOf configures a resource whose body is given without metadata, such as that of a [lifecycle].
func bodyOf(c *acctest.Cluster, typeName, name, body, lines string) string {
	return c.Provider("") + fmt.Sprintf("resource %q \"it\" {\n  metadata = { name = %q }\n  %s\n  %s\n}\n", typeName, name, body, lines)
}

// fieldIs checks a field of a live object.
func fieldIs(t *testing.T, c *acctest.Cluster, o acctest.Object, want any, at []string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		if diff := cmp.Diff(want, c.Field(t, o, at...)); diff != "" {
			return fmt.Errorf("%s of %s: -want +live:\n%s", strings.Join(at, "."), o.Name, diff)
		}
		return nil
	}
}
