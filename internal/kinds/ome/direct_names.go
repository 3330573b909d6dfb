package ome

// modelClaimName is the name of the PersistentVolumeClaim that has the files of a model at
// its root, where direct mode downloads them.
func modelClaimName(model string) string {
	return model + "-model"
}

// modelDownloadName begins the name of the Job that downloads the files of a model.
func modelDownloadName(model string) string {
	return model + "-download"
}
