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
var jsonTextFields = map[string]bool{}
