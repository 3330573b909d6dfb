package ome

// NotOffline has the constraints of OME that no rule of a kind decides from the
// configuration of one resource, each with the reason.
var NotOffline = map[string]string{
	"BM-02": "has its rules as U-01 to U-10",
	"BM-06": "OME fills in the format from the downloaded model, so a model without it is not wrong yet",
	"BM-16": "needs the Secrets of the cluster",
	"BM-20": "is a replacement: storageUri and path are listed as immutable",
	"FT-05": "the schema requires the name of a training job that is given",
	"FT-06": "needs the configuration of the operator",
	"FT-07": "needs the containers of the service",
	"SR-04": "needs the AcceleratorClasses of the cluster",
	"SR-06": "needs the other runtimes",
	"IS-12": "needs the models",
	"IS-13": "needs the models",
	"IS-14": "needs the model",
	"IS-15": "needs the runtime and the model",
	"IS-16": "needs all runtimes and the model",
	"IS-18": "needs the fine-tuned weights",
	"IS-21": "the runtime may bring the container",
	"IS-36": "needs the storage of the model",
	"IS-39": "needs the runtime",
	"IS-44": "needs the runtime",
	"BJ-06": "has its rules as U-01 to U-10",
	"BJ-09": "needs the service",
	"BJ-10": "needs the service and its model",
	"BJ-12": "needs the model of the service",
	"BJ-13": "is a replacement: the spec is listed as immutable",
	"BJ-16": "the schema keys volume mounts by name",
	"BJ-22": "needs the Secrets of the cluster",
	"BJ-24": "needs to know which arguments the image of genai-bench takes: the tags of OME's images are no releases of genai-bench",
}
