package ome

// modelClaimName is the name of the PersistentVolumeClaim that direct mode loads the
// weights of a model into. They are at its root.
func modelClaimName(model string) string {
	return model + "-model"
}
