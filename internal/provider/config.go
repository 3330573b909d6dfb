package provider

import (
	"math/big"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/forecast"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/source"
)

// config is the provider block. What is null or not known yet is zero.
type config struct {
	cluster.Config
	mode, namespace               string
	releases                      map[string]string
	deletionProtection            *bool
	budget                        map[string]int64
	planValidation, capacityCheck string
	sourceCheck, modelCheck       string
	// unknown has the attributes, such as "exec" and "exec.command", of whose value not everything is known yet.
	unknown map[string]bool
}

// connection is what the block says about the connection, without the environment. It is false while any of it, however
// deep, is not known yet, as when the cluster is made by the same apply.
func (c *config) connection() (cluster.Config, bool) {
	for _, s := range c.Settings() {
		if c.unknown[s.Name] {
			return cluster.Config{}, false
		}
	}
	return c.Config, true
}

// settings are all attributes of the block.
func (c *config) settings() []cluster.Setting {
	return append(c.Settings(), []cluster.Setting{
		{
			Name: "mode", Field: &c.mode, Allowed: []string{model.Operator, model.Direct},
			Doc: "Default of the resources' `mode`: `operator` hands custom resources to the installed operator, `direct` renders and applies the workloads without one. Default `operator`.",
		},
		{Name: "namespace", Field: &c.namespace, Doc: "Namespace of resources that name none. Default `default`."},
		{
			Name: "deletion_protection", Field: &c.deletionProtection,
			Doc: "Default of the resources' `deletion_protection`. It protects what was applied without it as well. Default `false`.",
		},
		{
			Name: attrAPIReleases, Field: &c.releases,
			Doc: "Release of an upstream API that objects are written for, by system, such as `{ llmaz = \"v0.1.0\" }`: needed where the cluster cannot be asked at plan. " +
				"Default: what the installed CustomResourceDefinition shows.",
		},
		{
			Name: attrBudget, Field: &c.budget,
			Doc: "The most that all resources of this provider block may hold together of every accelerator, by the name of the resource, such as `{ \"nvidia.com/gpu\" = 64 }`. " +
				"A plan whose resources hold more, each counted with `accelerators[*].max`, fails on one that does not fit beside those planned before it. " +
				"Counted is what the configuration has, whether it changes or not; not what `-target` leaves out, other configurations, or what an update holds meanwhile. " +
				"What is only known during the apply is checked there.",
		},
		{
			Name: "plan_validation", Field: &c.planValidation, Allowed: []string{forecast.ValidationOffline, forecast.ValidationServer},
			Doc: "Who validates a plan: `offline` checks it without a cluster; `server` also sends every object that a plan creates or changes to the API server as a dry run, with strict field validation. " +
				"Schema, admission and quota are then checked at plan, and a warning lists what admission would change. Where the cluster cannot be asked, a warning says so. " +
				"Needs the permissions of an apply. Default `offline`.",
		},
		{
			Name: "capacity_check", Field: &c.capacityCheck, Allowed: []string{forecast.CapacityOff, forecast.CapacityWarn, forecast.CapacityError},
			Doc: "Compare the pods that a plan creates or changes with the cluster: nodes, taints, free capacity, quotas, limit ranges, and whether what the pods refer to exists. " +
				"`off` does not look, `warn` reports findings as warnings, `error` as errors. What the credentials may not list is not checked, and a warning says so. Default `off`.",
		},
		{
			Name: attrModelCheck, Field: &c.modelCheck, Allowed: []string{forecast.ModelOff, forecast.ModelOffline, forecast.ModelWarn, forecast.ModelError}, Variable: modelCheckVariable,
			Doc: "Compare every engine that a plan adds or changes with the model that it serves: parallel sizes, context, and the memory of the accelerators that the configuration names. " +
				"`offline` asks nobody, and warns of what is certain of the models that the provider itself knows. `warn` and `error` ask the hub as well, also whether repository, revision and files exist and can be read, and report findings as warnings or as errors; `off` does neither. " +
				"Each model is asked about once in a run, at `HF_ENDPOINT` with `HF_TOKEN`, or at ModelScope with `MODELSCOPE_API_TOKEN`; with `HF_HUB_OFFLINE` not at all. Default `offline`.",
		},
		{
			Name: source.CheckArgument, Field: &c.sourceCheck, Allowed: []string{source.CheckError, source.CheckWarn, source.CheckOff}, Variable: sourceCheckVariable,
			Doc: "What a name in the text of the configuration is that the schema does not have, such as `replica` in `spec`. Terraform drops such names from objects without a word, so the provider reads the `.tf` files itself. " +
				"`error` refuses them, `warn` reports them as warnings, `off` does not look. It is read where it is written, before any variable is known: any other expression than a text means `warn`. Default `error`.",
		},
	}...)
}

const (
	attrAPIReleases = "api_releases"
	attrBudget      = "accelerator_budget"
	attrModelCheck  = "model_check"
	// sourceCheckVariable and modelCheckVariable have the values where no provider block does.
	sourceCheckVariable = "INFERENCE_SOURCE_CHECK"
	modelCheckVariable  = "INFERENCE_MODEL_CHECK"
)

// readConfig reads the block; raw has the types of the schema.
func readConfig(raw tftypes.Value) (*config, error) {
	out := &config{unknown: map[string]bool{}}
	return out, out.read(out.settings(), "", raw)
}

// read sets the values of settings; at is the object that has them, with a dot behind it.
func (c *config) read(settings []cluster.Setting, at string, raw tftypes.Value) error {
	var values map[string]tftypes.Value
	if err := raw.As(&values); err != nil {
		return err
	}
	for _, s := range settings {
		value := values[s.Name]
		if !value.IsFullyKnown() {
			c.unknown[at+s.Name] = true
		}
		if value.IsNull() || !value.IsKnown() {
			continue
		}
		if err := assign(s.Field, value); err != nil {
			return err
		}
		if nested, ok := s.Nested(); ok {
			if err := c.read(nested.Settings(), at+s.Name+".", value); err != nil {
				return err
			}
		}
	}
	return nil
}

// assign sets what a setting points to. Elements that are null or not known are left out.
func assign(field any, value tftypes.Value) (err error) {
	switch to := field.(type) {
	case *string:
		*to, err = scalar[string](value)
	case **bool:
		*to = new(bool)
		**to, err = scalar[bool](value)
	case **float64:
		*to = new(float64)
		**to, err = number(value)
	case **int64:
		*to = new(int64)
		**to, err = integer(value)
	case *[]string:
		*to, err = texts(value)
	case *map[string]string:
		*to, err = mapOf(value, scalar[string])
	case *map[string][]string:
		*to, err = mapOf(value, texts)
	case *map[string]int64:
		*to, err = mapOf(value, integer)
	case **cluster.Exec:
		*to = &cluster.Exec{}
	case **cluster.Impersonate:
		*to = &cluster.Impersonate{}
	}
	return err
}

func scalar[T any](value tftypes.Value) (T, error) {
	var out T
	err := value.As(&out)
	return out, err
}

func number(value tftypes.Value) (float64, error) {
	precise, err := scalar[*big.Float](value)
	if err != nil {
		return 0, err
	}
	out, _ := precise.Float64()
	return out, nil
}

func integer(value tftypes.Value) (int64, error) {
	out, err := number(value)
	return int64(out), err
}

func texts(value tftypes.Value) ([]string, error) {
	elements, err := scalar[[]tftypes.Value](value)
	var out []string
	for _, element := range elements {
		if !element.IsKnown() || element.IsNull() || err != nil {
			continue
		}
		var text string
		err = element.As(&text)
		out = append(out, text)
	}
	return out, err
}

func mapOf[T any](value tftypes.Value, convert func(tftypes.Value) (T, error)) (map[string]T, error) {
	elements, err := scalar[map[string]tftypes.Value](value)
	out := make(map[string]T, len(elements))
	for name, element := range elements {
		if !element.IsKnown() || element.IsNull() || err != nil {
			continue
		}
		out[name], err = convert(element)
	}
	return out, err
}
