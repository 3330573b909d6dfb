package llmaz

// notOffline has the constraints of llmaz and of LeaderWorkerSet that no rule of a kind
// decides from the configuration of one resource and the definitions it refers to, each with
// the reason.
var notOffline = map[string]string{
	"PG-C1":  "needs the models of the cluster: one that is not among the references is taken on trust in operator mode",
	"PG-C6":  "needs the runtimes of the cluster: one that is not among the references is taken on trust in operator mode",
	"PG-C10": "needs the services of the cluster",
	"SV-C3":  "stands for LWS-2 to LWS-6, which have rules",
	"SV-C4":  "needs the version of the LeaderWorkerSet controller and the value before",
	"SV-C8":  "needs the installation of llmaz",
	"N-8":    "needs the core Services of the cluster",
	"H-13":   "needs the resources of the runtime and of the flavor, and describes behavior, not validity",
	"LWS-1":  "has its rule as N-1",
	"LWS-7":  "llmaz has no field for a partition",
	"LWS-10": "llmaz gives the LeaderWorkerSet no annotations; the renderers of direct mode, which do, check it",
	"LWS-11": "needs the value before",
	"LWS-12": "needs the version of the LeaderWorkerSet controller and the value before",
	"LWS-13": "llmaz leaves the network configuration to the default, and needs the value before",
	"LWS-14": "llmaz has no field for volume claim templates",
	"LWS-15": "needs the admission of pods by the cluster",
	"LWS-16": "has its rules as N-3 and N-4",
}
