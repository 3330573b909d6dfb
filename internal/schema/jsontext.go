package schema

// jsonText lists the definitions that Terraform configurations write as JSON text: the
// parts of a pod that no model server uses but that must stay reachable. Typed, they
// would be a third of every pod, and each attribute costs time in every plan.
var jsonText = func() map[string]bool {
	set := map[string]bool{}
	for _, name := range []string{
		"AWSElasticBlockStoreVolumeSource", "AzureDiskVolumeSource", "AzureFileVolumeSource", "CephFSVolumeSource",
		"CinderVolumeSource", "EphemeralContainer", "FCVolumeSource", "FlexVolumeSource", "FlockerVolumeSource",
		"GCEPersistentDiskVolumeSource", "GitRepoVolumeSource", "GlusterfsVolumeSource", "ISCSIVolumeSource",
		"PhotonPersistentDiskVolumeSource", "PortworxVolumeSource", "QuobyteVolumeSource", "RBDVolumeSource",
		"ScaleIOVolumeSource", "StorageOSVolumeSource", "VsphereVirtualDiskVolumeSource",
	} {
		set["k8s.io/api/core/v1."+name] = true
	}
	return set
}()

// jsonTextFields lists fields, as "<definition>.<field>", that are JSON text although
// their definition is typed elsewhere: places where a system takes whole pods or containers
// that its users hardly ever write.
var jsonTextFields = func() map[string]bool {
	set := map[string]bool{
		// What engine, model and runtime of OME replaced.
		"ome/v1beta1.InferenceServiceSpec.predictor": true,
		// Parts of a runtime that OME no longer reads.
		"ome/v1beta1.ServingRuntimeSpec.affinity": true,
		"ome/v1beta1.ServingRuntimeSpec.volumes":  true,
		"ome/v1beta1.ServingRuntimeSpec.workers":  true,
		// OME schedules the pods of a group by their node selectors.
		"ome/v1beta1.LeaderSpec.affinity": true,
		"ome/v1beta1.WorkerSpec.affinity": true,
	}
	// What stands beside the runner of a component of OME, which is typed.
	for _, pod := range []string{"EngineSpec", "DecoderSpec", "RouterSpec", "LeaderSpec", "WorkerSpec", "ServingRuntimeSpec"} {
		set["ome/v1beta1."+pod+".containers"] = true
	}
	for _, pod := range []string{"EngineSpec", "DecoderSpec", "RouterSpec", "LeaderSpec", "WorkerSpec"} {
		set["ome/v1beta1."+pod+".initContainers"] = true
		set["ome/v1beta1."+pod+".ephemeralContainers"] = true
	}
	return set
}()
