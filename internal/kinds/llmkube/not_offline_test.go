package llmkube

// notOffline has the constraints of LLMKube that no rule of a kind decides from the
// configuration of one resource and the definitions it refers to, each with the reason.
var notOffline = map[string]string{
	"I-03": "needs the other services of the namespace",
	"I-05": "needs the models of the cluster: one that is not among the references is taken on trust",
	"I-12": "needs the value before",
	"I-15": "needs the value before; the schema requires the reference",
	"I-31": "allows a field and forbids nothing",
	"I-49": "needs the models of the cluster: a draft that is not among the references is taken on trust",
	"I-63": "needs the settings of the installed LLMKube",
	"I-70": "needs the priority classes of the cluster",
	"I-75": "needs the access mode of the shared cache",
	"I-84": "describes behaviour and forbids nothing",
	"I-90": "describes behaviour and forbids nothing",
	"M-04": "needs the claims of the cluster",
	"M-06": "needs the files that the controller sees",
	"M-20": "describes behaviour and forbids nothing",
	"M-29": "needs the value before: the fields are immutable, so a change replaces the model",
	"M-30": "needs the settings of the installed LLMKube",

	"GQ-01":  "the schema has it",
	"GQ-02":  "the schema has it",
	"GQ-07":  "needs the services and the settings of the installed LLMKube; the description of `vram_bytes` says it",
	"GQ-09":  "needs the settings of the installed LLMKube; the description of the resource says it",
	"LOR-01": "the schema has it",
	"LOR-05": "needs the value before: the fields are immutable, so a change replaces the adapter",
	"LOR-06": "needs the value before: the field is immutable, so a change replaces the adapter",
	"LOR-09": "the rule I-10 of the service is that of its adapters too",
	"LOR-10": "needs the files of the pods",
	"MP-01":  "the schema has it",
	"MP-09":  "needs the routers of the namespace; the description of the resource says it",
	"MRO-01": "the schema has it",
	"MRO-25": "the rule MRO-15 is that of gateways too",
	"MRO-28": "needs the definitions of the cluster",
	"MRO-42": "is what the strategy is for; the description of `default_route_strategy` says it",
}
