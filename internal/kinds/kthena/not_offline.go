package kthena

// NotOffline has the constraints of Kthena that no rule of a kind decides from the
// configuration of one resource, each with the reason. Those of kinds that are no resources, with
// the prefixes AP, MR and SV, are not among them.
var NotOffline = map[string]string{
	"MI-05": "the schema has it: a group has at least one role",
	"MS-05": "the schema has it: a group has at least one role",
	"MS-28": "needs to know whether Volcano is installed",
	"MS-29": "needs the version of Volcano",
	"DM-01": "there is no direct mode",
	"DM-02": "there is no direct mode",
	"DM-03": "there is no direct mode",
	"DM-04": "there is no direct mode",
	"DM-05": "there is no direct mode",
	"DM-06": "there is no direct mode",
	"DM-07": "there is no direct mode",
	"DM-08": "there is no direct mode",
	"DM-09": "there is no direct mode",
	"DM-10": "there is no direct mode, and it needs the definitions of the cluster",
}
