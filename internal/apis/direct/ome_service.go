package direct

// OMEService are the options of direct mode for services of OME.
type OMEService struct {
	Common `json:",inline"`
	// The PersistentVolumeClaim with the weights of the model, in the namespace of the
	// service. Default: `<model>-model`, which the model makes in direct mode. For models
	// that are loaded; those at `pvc://` and `local://` say themselves where they are.
	// +optional
	ModelClaimName string `json:"modelClaimName,omitempty"`
	// The key of the pod label with the name of the service, by which routers find its engines and
	// decoders. `ome.io/inferenceservice`, which OME uses, makes an OME that is
	// installed in the cluster change the pods. Default `inferops.dev/inferenceservice`.
	// +optional
	ServiceLabel string `json:"serviceLabel,omitempty"`
}
