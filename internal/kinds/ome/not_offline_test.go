package ome

// notOffline has the constraints of OME that no rule of a kind decides from the
// configuration of one resource and the definitions it refers to, each with the reason.
var notOffline = map[string]string{
	"BM-02": "has its rules as U-01 to U-10",
	"BM-06": "OME fills in the format from the downloaded model, so a model without it is not wrong yet",
	"BM-16": "needs the Secrets of the cluster",
	"BM-20": "is a replacement: storageUri and path are listed as immutable",
	"FT-05": "the schema requires the name of a training job that is given",
	"FT-06": "needs the configuration of the operator",
	"SR-04": "needs the AcceleratorClasses of the cluster: one that is not given may be there all the same",
	"SR-06": "needs the other runtimes",
	"IS-13": "needs the models of the cluster: one that is not among the references is taken on trust in operator mode",
	"IS-16": "needs all runtimes of the cluster",
	"IS-18": "needs the fine-tuned weights of the cluster: those that are not among the references are taken on trust",
	"BJ-06": "has its rules as U-01 to U-10",
	"BJ-09": "needs the services of the cluster: one that is not among the references is taken on trust in operator mode",
	"BJ-13": "is a replacement: the spec is listed as immutable",
	"BJ-16": "the schema keys volume mounts by name",
	"BJ-22": "needs the Secrets of the cluster",
	"BJ-24": "needs to know which arguments the image of genai-bench takes: the tags of OME's images are no releases of genai-bench",
}
