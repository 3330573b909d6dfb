package kthena

// notOffline has the constraints of Kthena that no rule of a kind decides from the
// configuration of one resource, each with the reason. Those of kinds that are no resources, with
// the prefixes AP, MR and SV, are not among them.
var notOffline = map[string]string{
	"MI-05": "the schema has it: a group has at least one role",
	"MS-05": "the schema has it: a group has at least one role",
	"MS-22": "Kthena runs a plugin as often as it is listed",
	"MS-28": "needs to know whether Volcano is installed",
	"MS-29": "needs the version of Volcano",
	"DM-02": "MI-01, MS-01 and MS-02 have it: what pods can be called, LeaderWorkerSets can be called too",
	"DM-09": "an autoscaler is no part of the configuration; it can scale each LeaderWorkerSet, which then keeps its number of replicas",
	"DM-10": "needs the definitions of the cluster",
}
