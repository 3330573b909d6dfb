package kthena

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

const validPolicy = `
apiVersion: workload.serving.volcano.sh/v1alpha1
kind: AutoscalingPolicy
metadata: {name: big, namespace: llm}
spec:
  metrics: [{name: load, targetValue: "8"}]
  behavior:
    scaleDown: {instances: 1, period: 1m, selectPolicy: And, stabilizationWindow: 30m}
    scaleUp: {stablePolicy: {period: 30s, stabilizationWindow: 0s}, panicPolicy: {period: 15s, panicModeHold: 2m}}
  disaggregatedTarget:
    targetRef: {kind: ModelServing, apiVersion: workload.serving.volcano.sh/v1alpha1, name: big}
    roles:
      prefill: {minReplicas: 1, maxReplicas: 4, metricSources: {load: {pod: {uri: /metrics, port: 8000}}}}
      decode:
        minReplicas: 1
        maxReplicas: 8
        metrics: [{name: waiting, targetValue: 1}]
        metricSources: {waiting: {prometheus: {serverURL: "http://prom:9090", query: avg(waiting)}}}
    ratioConstraint: {numeratorRole: prefill, denominatorRole: decode, minRatio: "0.25", maxRatio: "1"}
`

// whole is a policy for whole ModelServings, and group one that it scales; roleBounds are those of both roles.
func whole(target string) string { return `spec: {disaggregatedTarget: null, ` + target + `}` }

func group(name, more string) string {
	return `{target: {targetRef: {name: ` + name + `}, metricSources: {load: {prometheus: {serverURL: "http://prom:9090", query: avg(load)}}}}, ` + more + `}`
}

func roleBounds(prefill, decode, ratio string) string {
	return `spec: {disaggregatedTarget: {roles: {prefill: {` + prefill + `}, decode: {` + decode + `}}, ratioConstraint: {` + ratio + `}}}`
}

const (
	inRoles = "spec.disaggregatedTarget.roles"
	inRatio = "spec.disaggregatedTarget.ratioConstraint"
)

var policyCases = map[string]kindstest.Case{
	"no target": {Reason: "nothing is scaled", Patch: whole(""), Want: []string{"AP-01 spec: set one of the three targets"}},
	"two targets": {
		Reason: "which counts is not said", Patch: `spec: {homogeneousTarget: ` + group("big", "minReplicas: 1, maxReplicas: 2") + `}`,
		Want: []string{"AP-01 spec: set one of the three targets"},
	},
	"one ModelServing": {
		Reason: "it has a source", Patch: whole(`homogeneousTarget: ` + group("big", "minReplicas: 0, maxReplicas: 2")),
		Near: []string{"AP-01", "AP-02", "AP-03", "AP-06", "AP-29", "AP-30", "AP-31", "AP-36"},
	},
	"several ModelServings": {
		Reason: "each has a name of its own", Near: []string{"AP-03", "AP-32"},
		Patch: whole(`heterogeneousTarget: {params: [` + group("a", "minReplicas: 1, maxReplicas: 2") + `, ` + group("b", "minReplicas: 1, maxReplicas: 2") + `]}`),
	},
	"roles": {Reason: "as they should be", Near: []string{"AP-01", "AP-02", "AP-03", "AP-07", "AP-23", "AP-30", "AP-34"}},
	"target of another kind": {
		Reason: "nothing else is scaled", Patch: `spec: {disaggregatedTarget: {targetRef: {kind: Deployment, apiVersion: apps/v1}}}`,
		Want: []string{"AP-02 spec.disaggregatedTarget.targetRef.kind: write that, or leave it out", "AP-30 spec.disaggregatedTarget.targetRef.apiVersion: leave it out"},
	},
	"target without a name": {
		Reason: "the webhook refuses it", Patch: `spec: {disaggregatedTarget: {targetRef: {name: null}}}`,
		Want: []string{"AP-03 spec.disaggregatedTarget.targetRef.name: that is scaled"},
	},
	"no ModelServing": {
		Reason: "the webhook refuses it", Patch: whole(`homogeneousTarget: {minReplicas: 1, maxReplicas: 2}`),
		Want: []string{"AP-03 spec.homogeneousTarget.target: in its `target_ref`"},
	},
	"values of 0": {
		Reason: "nothing could be divided by them",
		Patch:  `spec: {metrics: [{name: load, targetValue: "0"}], disaggregatedTarget: {roles: {decode: {metrics: [{name: waiting, targetValue: -1}]}}}}`,
		Want:   []string{"AP-04 spec.metrics[0].targetValue: above 0", "AP-04 " + inRoles + "[decode].metrics[0].targetValue: above 0"},
	},
	"a value below 1": {Reason: "a share", Patch: `spec: {metrics: [{name: load, targetValue: 900m}]}`, Near: []string{"AP-04", "AP-05"}},
	"metrics of one name": {
		Reason: "which counts is not said",
		Patch: `spec: {metrics: [{name: load, targetValue: 1}, {name: load, targetValue: 2}], ` +
			`disaggregatedTarget: {roles: {decode: {metrics: [{name: waiting, targetValue: 1}, {name: waiting, targetValue: 2}]}}}}`,
		Want: []string{
			"AP-05 spec.metrics[0].name: a name of its own", "AP-05 spec.metrics[1].name: a name of its own",
			"AP-05 " + inRoles + "[decode].metrics[0].name: a name of its own", "AP-05 " + inRoles + "[decode].metrics[1].name: a name of its own",
		},
	},
	"no metric of a ModelServing": {
		Reason: "nothing would be scaled",
		Patch:  `spec: {disaggregatedTarget: null, metrics: null, homogeneousTarget: {target: {targetRef: {name: big}}, minReplicas: 1, maxReplicas: 2}}`,
		Want:   []string{"AP-06 spec.metrics: without a metric; add one"},
	},
	"role without a name": {
		Reason: "no role is called so", Patch: `spec: {disaggregatedTarget: {roles: {"": {minReplicas: 1, maxReplicas: 1}, decode: null}, ratioConstraint: null}}`,
		Want: []string{"AP-07 " + inRoles + "[]: write one of the ModelServing"},
	},
	"bounds that cross": {
		Reason: "there is no number between them", Patch: roleBounds("minReplicas: 5", "", ""),
		Want: []string{"AP-29 " + inRoles + "[prefill].minReplicas: the 4 of `max_replicas`"},
	},
	"bounds of a ModelServing that cross": {
		Reason: "the webhook does not see it", Patch: whole(`homogeneousTarget: ` + group("big", "minReplicas: 3, maxReplicas: 2")),
		Want: []string{"AP-29 spec.homogeneousTarget.minReplicas: the 2 of `max_replicas`"},
	},
	"role without metrics": {
		Reason: "neither it nor the policy has any", Patch: `spec: {metrics: null, disaggregatedTarget: {roles: {prefill: {metricSources: null}}}}`,
		Want: []string{"AP-09 " + inRoles + "[prefill].metrics: or in `metrics` of the policy"}, Near: []string{"AP-12"},
	},
	"role of one number": {
		Reason: "it is not scaled", Patch: `spec: {metrics: null, disaggregatedTarget: {roles: {prefill: {minReplicas: 2, maxReplicas: 2, metricSources: null}}}}`,
		Near: []string{"AP-09", "AP-12", "AP-13", "AP-29"},
	},
	"role without sources": {
		Reason: "the webhook refuses it", Patch: roleBounds("metricSources: null", "", ""), Want: []string{"AP-12 " + inRoles + "[prefill].metricSources: come from"},
	},
	"source of another metric": {
		Reason: "the role has metrics of its own", Patch: roleBounds("", "metricSources: {load: {pod: {port: 8000}}}", ""),
		Want: []string{"AP-13 " + inRoles + "[decode].metricSources[load]: its metrics are waiting"},
	},
	"sources of own metrics and of the policy's": {Reason: "each has its own", Near: []string{"AP-09", "AP-12", "AP-13"}},
	"ratio of roles that there are not": {
		Reason: "they are misspelt", Patch: roleBounds("", "", "numeratorRole: prefil, denominatorRole: decod"),
		Want: []string{"AP-15 " + inRatio + ".numeratorRole: write one of decode, prefill", "AP-15 " + inRatio + ".denominatorRole: roles that are scaled"},
		Near: []string{"AP-18", "AP-21", "AP-22"},
	},
	"ratio":              {Reason: "the bounds allow it", Near: []string{"AP-15", "AP-17", "AP-18", "AP-19", "AP-21", "AP-22"}},
	"ratios that cross":  {Reason: "there is none between", Patch: roleBounds("", "", `minRatio: "1.5"`), Want: []string{"AP-17 " + inRatio + ".minRatio: than the 1 of `max_ratio`"}},
	"one role down to 0": {Reason: "the ratio has no value then", Patch: roleBounds("minReplicas: 0", "", ""), Want: []string{"AP-18 " + inRatio + ": give both 0, or neither"}},
	"both roles down to 0": {
		Reason: "then there is nothing to compare", Patch: roleBounds("minReplicas: 0", "minReplicas: 0", ""), Near: []string{"AP-18", "AP-22"},
	},
	"ratios below 0": {
		Reason: "there is no such number", Patch: roleBounds("", "", `minRatio: "-2", maxRatio: "-1"`),
		Want: []string{"AP-19 " + inRatio + ".minRatio: 0 or more", "AP-19 " + inRatio + ".maxRatio: above 0", "AP-21 " + inRatio + ".maxRatio: raise it"},
	},
	"ratio that the fewest exceed": {
		Reason: "4 of at most 2", Patch: roleBounds("minReplicas: 4, maxReplicas: 5", "maxReplicas: 2", ""), Want: []string{"AP-21 " + inRatio + ".maxRatio: for each of the most of `decode`"},
	},
	"ratio that the most do not reach": {
		Reason: "1 of at least 8", Patch: roleBounds("maxReplicas: 1", "minReplicas: 8", ""), Want: []string{"AP-22 " + inRatio + ".minRatio: for each of the fewest of `decode`"},
	},
	"times out of bounds": {
		Reason: "30 minutes are the most, and no time is below 0",
		Patch:  `spec: {behavior: {scaleDown: {period: 31m, stabilizationWindow: 1h}, scaleUp: {stablePolicy: {period: -1s}, panicPolicy: {panicModeHold: 30m1s}}}}`,
		Want: []string{
			"AP-23 spec.behavior.scaleDown.period: from `0s` to `30m`", "AP-23 spec.behavior.scaleDown.stabilizationWindow: with its unit",
			"AP-23 spec.behavior.scaleUp.stablePolicy.period: from `0s`", "AP-23 spec.behavior.scaleUp.panicPolicy.panicModeHold: such as `90s`",
		},
	},
	"metric without a source": {
		Reason: "it is passed over", Patch: `spec: {disaggregatedTarget: null, metrics: [{name: load, targetValue: 1}, {name: cache, targetValue: 1}], homogeneousTarget: ` + group("big", "minReplicas: 1, maxReplicas: 2") + `}`,
		Want: []string{"warning AP-31 spec.homogeneousTarget.target.metricSources: add a source for cache"},
	},
	"source without a metric": {
		Reason: "nothing asks for it", Patch: `spec: {disaggregatedTarget: null, metrics: [{name: cache, targetValue: 1}], homogeneousTarget: ` + group("big", "minReplicas: 1, maxReplicas: 2") + `}`,
		Want: []string{
			"warning AP-31 spec.homogeneousTarget.target.metricSources: add a source for cache", "warning AP-31 spec.homogeneousTarget.target.metricSources[load]: its names are cache",
		},
	},
	"one ModelServing twice": {
		Reason: "the autoscaler counts by the name",
		Patch:  whole(`heterogeneousTarget: {params: [` + group("a", "minReplicas: 1, maxReplicas: 2") + `, ` + group("a", "minReplicas: 1, maxReplicas: 2") + `]}`),
		Want: []string{
			"AP-32 spec.heterogeneousTarget.params[0].target.targetRef.name: take another", "AP-32 spec.heterogeneousTarget.params[1].target.targetRef.name: by the name alone",
		},
	},
	"pods asked nowhere": {
		Reason: "no port and no path", Patch: roleBounds("metricSources: {load: {pod: {uri: metrics, port: 0}}}", "", ""),
		Want: []string{"AP-34 " + inRoles + "[prefill].metricSources[load].pod.port: to 65535", "AP-34 " + inRoles + "[prefill].metricSources[load].pod.uri: begin with `/`"},
	},
	"role of no ModelServing": {
		Reason: "the ModelServing has others", References: []string{servingOf("llm", `{name: server}, {name: decode}`)},
		Want: []string{"AP-35 " + inRoles + "[prefill]: its roles are server, decode"},
	},
	"roles of the ModelServing": {Reason: "it has both", References: []string{servingOf("llm", prefillAndDecode)}, Near: []string{"AP-35"}},
	"down to no pod": {
		Reason: "nobody could be asked",
		Patch:  whole(`homogeneousTarget: {target: {targetRef: {name: big}, metricSources: {load: {pod: {port: 8000}}}}, minReplicas: 0, maxReplicas: 2}`),
		Want:   []string{"warning AP-36 spec.homogeneousTarget.minReplicas: or take the metric from a Prometheus"},
	},
}
