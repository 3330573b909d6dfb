package llmaz

// NotOffline has the constraints of llmaz and of LeaderWorkerSet that no rule of a kind
// decides from the configuration of one resource, each with the reason.
var NotOffline = map[string]string{
	"OM-C5":  "needs the annotations of the playgrounds and services that claim the model",
	"OM-C7":  "needs the arguments of the runtime that serves the model",
	"PG-C1":  "needs the claimed models",
	"PG-C5":  "needs the flavors of the main model",
	"PG-C6":  "needs the runtime",
	"PG-C7":  "needs the recommended configurations of the runtime",
	"PG-C9":  "needs the recommended configurations of the runtime",
	"PG-C10": "needs the services of the cluster",
	"SV-C3":  "stands for LWS-2 to LWS-6, which have rules",
	"SV-C4":  "needs the version of the LeaderWorkerSet controller and the value before",
	"SV-C8":  "needs the installation of llmaz",
	"DUP-1":  "needs the sources of the claimed models",
	"DUP-2":  "needs the sources of the claimed models and the runtime",
	"DUP-5":  "needs the environment variables of the runtime",
	"DUP-6":  "needs the sources of the claimed models",
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
