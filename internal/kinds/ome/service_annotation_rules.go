package ome

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var annotationsPath = field.NewPath("metadata", "annotations")

var (
	annotationReads = []string{"metadata.annotations"}
	comparisons     = []string{"GreaterThan", "GreaterThanOrEqual", "LessThan", "LessThanOrEqual"}
	deploymentModes = []string{"MultiNode", "MultiNodeRayVLLM", "RawDeployment", "Serverless", "VirtualDeployment"}
)

var serviceAnnotationRules = []kinds.Rule{
	{
		ID: "IS-02", Says: "the annotation `ome.io/autoscalerClass` is `hpa`, `keda` or `external`",
		Reads: annotationReads, Check: annotationEnum("ome.io/autoscalerClass", "hpa", "keda", "external"),
	},
	{
		ID: "IS-03", Says: "the annotation `ome.io/metrics` is `cpu` or `memory` with the autoscaler class `hpa`",
		Reads: annotationReads, Check: hpaMetricRule,
	},
	{
		ID: "IS-04", Says: "the comparison that KEDA makes is one of four words, such as `GreaterThan`",
		Reads: append([]string{"spec.kedaConfig.scalingOperator"}, annotationReads...), Check: keda("scalingOperator", "autoscaling.keda.sh/operator", operatorProblem),
	},
	{
		ID: "IS-05", Says: "the threshold of KEDA is a number",
		Reads: append([]string{"spec.kedaConfig.scalingThreshold"}, annotationReads...), Check: keda("scalingThreshold", "autoscaling.keda.sh/threshold", thresholdProblem),
	},
	{
		ID: "IS-06", Says: "the address of Prometheus is a URL of http or https",
		Reads: append([]string{"spec.kedaConfig.promServerAddress"}, annotationReads...), Check: keda("promServerAddress", "autoscaling.keda.sh/prometheus.serverAddress", addressProblem),
	},
	{
		ID: "IS-07", Says: "the ways of KEDA to authenticate are `basic`, `tls`, `bearer` and `custom`",
		Reads: append([]string{"spec.kedaConfig.authModes"}, annotationReads...), Check: keda("authModes", "", authModesProblem),
	},
	{
		ID: "IS-08", Says: "the annotation `ome.io/targetUtilizationPercentage` is a whole number from 1 to 100",
		Reads: annotationReads, Check: utilizationRule,
	},
	{
		ID: "IS-28", Says: "the annotation `ome.io/deploymentMode` is a mode that OME has, which ignores others",
		Reads: annotationReads, Warn: true, Check: annotationEnum("ome.io/deploymentMode", append(deploymentModes, "PDDisaggregated")...),
	},
	{
		ID: "IS-29", Says: "the annotation `ome.io/deploymentMode` of the engine is a mode that OME has, which ignores others",
		Reads: []string{"spec.engine.annotations"}, Warn: true, Check: kinds.Typed(engineModeRule),
	},
	{
		ID: "IS-31", Says: "`custom_prom_query` has `%s` exactly once and every other `%` twice",
		Reads: append([]string{"spec.kedaConfig.customPromQuery"}, annotationReads...), Check: keda("customPromQuery", "", promQueryProblem),
	},
	{
		ID: "IS-32", Says: "the annotation `ome.io/service-type` is a type that a Service can have",
		Reads: annotationReads, Warn: true, Check: annotationEnum("ome.io/service-type", "ClusterIP", "NodePort", "LoadBalancer"),
	},
	{
		ID: "IS-33", Says: "the annotation `rdma.ome.io/profile` is `oci-roce` where RDMA is injected",
		Reads: annotationReads, Check: rdmaProfileRule,
	},
}

// annotationEnum makes a rule that an annotation has one of some values.
func annotationEnum(key string, allowed ...string) func(kinds.Candidate) field.ErrorList {
	return func(c kinds.Candidate) field.ErrorList {
		value, set := c.Object.GetAnnotations()[key]
		if !set || slices.Contains(allowed, value) {
			return nil
		}
		return field.ErrorList{field.Invalid(annotationsPath.Key(key), value, "must be one of `"+strings.Join(allowed, "`, `")+"`")}
	}
}

func hpaMetricRule(c kinds.Candidate) field.ErrorList {
	if c.Object.GetAnnotations()["ome.io/autoscalerClass"] != "hpa" {
		return nil
	}
	return annotationEnum("ome.io/metrics", "cpu", "memory")(c)
}

// keda makes a rule about a setting of KEDA, which counts with KEDA only, in the
// configuration and in the annotation that overrides it.
func keda(name, annotation string, problem func(string) string) func(kinds.Candidate) field.ErrorList {
	return kinds.Typed(func(s *v1beta1.InferenceService, c kinds.Candidate) field.ErrorList {
		annotations := c.Object.GetAnnotations()
		if autoscalerClass(annotations) != "keda" {
			return nil
		}
		var errs field.ErrorList
		if value := annotations[annotation]; value != "" && problem(value) != "" {
			errs = append(errs, field.Invalid(annotationsPath.Key(annotation), value, problem(value)))
		}
		if k := s.Spec.KedaConfig; k != nil {
			value := map[string]string{
				"scalingOperator": k.ScalingOperator, "scalingThreshold": k.ScalingThreshold, "promServerAddress": k.PromServerAddress,
				"authModes": k.AuthModes, "customPromQuery": k.CustomPromQuery,
			}[name]
			if value != "" && problem(value) != "" {
				errs = append(errs, field.Invalid(field.NewPath("spec", "kedaConfig", name), value, problem(value)))
			}
		}
		return errs
	})
}

func operatorProblem(value string) string {
	if slices.Contains(comparisons, value) {
		return ""
	}
	return "must be one of `" + strings.Join(comparisons, "`, `") + "`"
}

func thresholdProblem(value string) string {
	if _, err := strconv.ParseFloat(value, 64); err == nil {
		return ""
	}
	return "must be a number, such as `10` or `0.5`"
}

func addressProblem(value string) string {
	u, err := url.Parse(value)
	if err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		return ""
	}
	return "must be a URL with `http://` or `https://` and a host"
}

func authModesProblem(value string) string {
	for mode := range strings.SplitSeq(value, ",") {
		if mode = strings.TrimSpace(mode); mode != "" && !slices.Contains([]string{"basic", "tls", "bearer", "custom"}, mode) {
			return fmt.Sprintf("`%s` is no way to authenticate; separate `basic`, `tls`, `bearer` and `custom` by commas", mode)
		}
	}
	return ""
}

func utilizationRule(c kinds.Candidate) field.ErrorList {
	const key = "ome.io/targetUtilizationPercentage"
	value, set := c.Object.GetAnnotations()[key]
	if n, err := strconv.Atoi(value); !set || err == nil && n >= 1 && n <= 100 {
		return nil
	}
	return field.ErrorList{field.Invalid(annotationsPath.Key(key), value, "must be a whole number from 1 to 100")}
}

func engineModeRule(s *v1beta1.InferenceService, _ kinds.Candidate) field.ErrorList {
	if s.Spec.Engine == nil {
		return nil
	}
	const key = "ome.io/deploymentMode"
	value, set := s.Spec.Engine.Annotations[key]
	if !set || slices.Contains(deploymentModes, value) {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("spec", "engine", "annotations").Key(key), value, "must be one of `"+strings.Join(deploymentModes, "`, `")+"`")}
}

func rdmaProfileRule(c kinds.Candidate) field.ErrorList {
	if c.Object.GetAnnotations()["rdma.ome.io/auto-inject"] != "true" {
		return nil
	}
	return annotationEnum("rdma.ome.io/profile", "oci-roce")(c)
}

// promQueryProblem says what is wrong with a query that OME formats with the name of the component.
func promQueryProblem(query string) string {
	rest := strings.ReplaceAll(query, "%%", "")
	if strings.Count(rest, "%s") != 1 || strings.Contains(strings.ReplaceAll(rest, "%s", ""), "%") {
		return "must have `%s` exactly once, for the name of the component; write every other `%` twice"
	}
	return ""
}
