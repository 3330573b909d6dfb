package gie

// notOffline has the constraints of the Gateway API Inference Extension that no rule of a
// kind decides from the configuration of one resource and the definitions it refers to, each with the reason. Those of the
// definitions themselves, IP-C1 to IP-C14 and IO-C1 to IO-C6, are in the schema.
var notOffline = map[string]string{
	"IO-01":  "the schema has it: the resource requires `spec`, and that its `pool_ref`",
	"IO-08":  "needs the time at which the endpoint picker was started",
	"IO-09":  "needs the definitions of the cluster; llm-d.ai is chosen where it is installed",
	"IO-10":  "needs the arguments of the endpoint picker",
	"IMR-01": "the schema has it: the resource requires `spec`, and that its `pool_ref`",
	"IMR-02": "the rule IO-02 is that of rewrites too",
	"IMR-03": "the rule IO-03 is that of rewrites too",
	"IMR-04": "the rule IO-04 is that of rewrites too",
	"IMR-13": "the bound of a weight allows it only with 2,148 targets in one rule, which nobody writes",
	"IMR-16": "is about names within a namespace, which are different anyway",
	"IMR-17": "is what the endpoint picker does; the description of `rules` says it",
	"IMR-18": "needs the requests",
	"IMR-19": "needs the time at which the endpoint picker was started",
	"IMR-20": "needs the definitions of the cluster; llm-d.ai is chosen where it is installed",
	"IMR-21": "needs the arguments of the endpoint picker",
	"IMR-22": "needs the role of the endpoint picker",
	"IMR-23": "needs what the pods of the pool serve, which no definition has",
	"IMR-24": "is about the requests, whose objective a header names",
	"IP-04":  "needs the Services of the cluster",
	"IP-06":  "needs the Services of the cluster",
	"IP-07":  "needs the labels of the pods, which no definition has",
	"IP-08":  "needs the workloads that the pool selects",
	"IP-10":  "needs the arguments of the endpoint pickers and the other pools, to which a pool does not refer",
	"IP-11":  "is about the HTTPRoute, which the provider has no resource for",
}
