package kthena

// notOffline has the constraints of Kthena that no rule of a kind decides from the
// configuration of one resource and of those it refers to, each with the reason. Those of kinds that are no resources are not
// among them.
var notOffline = map[string]string{
	"MI-05":  "the schema has it: a group has at least one role",
	"MS-05":  "the schema has it: a group has at least one role",
	"MS-22":  "Kthena runs a plugin as often as it is listed",
	"MS-28":  "needs to know whether Volcano is installed",
	"MS-29":  "needs the version of Volcano",
	"DM-02":  "MI-01, MS-01 and MS-02 have it: what pods can be called, LeaderWorkerSets can be called too",
	"DM-09":  "an autoscaler is no part of the configuration; it can scale each LeaderWorkerSet, which then keeps its number of replicas",
	"DM-10":  "needs the definitions of the cluster",
	"MSV-01": "the schema has it: an engine is one of two",
	"MSV-02": "the schema has it: a server has a selector",
	"MSV-03": "the schema has it: a port has a number",
	"MSV-04": "the schema has it: a protocol is one of two",
	"MSV-05": "the schema has it: a connector is one of four",
	"MSV-06": "the schema has it: the name of the model is bounded",
	"MSV-07": "the schema has it: pairs have a group and both labels",
	"MSV-08": "the schema has it: a server has a port",
	"MSV-10": "the schema has it: the resource requires `spec`, and that a selector",
	"MSV-11": "the schema has it: a server has a port",
	"MSV-23": "needs the pods of the cluster",
	"MSV-24": "needs the other servers, to which a server does not refer",
}
