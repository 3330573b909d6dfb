package ome

import (
	"cmp"
	"strings"
)

// downloadSchemes are the schemes of the models that direct mode downloads.
var downloadSchemes = []string{"hf", "oci", "s3", "gs", "az"}

// modelSource is where the files of a model come from, as a downloader takes it.
type modelSource struct {
	// uri is the source in the spelling of KServe's storage initializer; empty for oci://.
	uri string
	// region is set for s3:// where the URI or the parameters name one.
	region string
	// namespace, bucket and prefix are set for oci://.
	namespace, bucket, prefix string
}

// source reads the URI of a model whose form the rules have checked. A path within a store
// is a directory, and ends with a slash, so that it does not stand for its longer neighbours.
//
// Mirrors kserve/kserve python/storage/kserve_storage/kserve_storage.py@v0.20.0.
func (m directModel) source() modelSource {
	name := scheme(m.uri)
	rest := strings.TrimPrefix(m.uri, name+"://")
	switch name {
	case "hf":
		id, branch, _ := strings.Cut(rest, "@")
		if branch != "" {
			id += ":" + branch
		}
		return modelSource{uri: "hf://" + id}
	case "s3":
		head, prefix, _ := strings.Cut(rest, "/")
		bucket, region, _ := strings.Cut(head, "@")
		return modelSource{uri: "s3://" + bucket + "/" + directory(prefix), region: cmp.Or(region, m.storage.Parameters["region"])}
	case "gs":
		bucket, prefix, _ := strings.Cut(rest, "/")
		return modelSource{uri: "gs://" + bucket + "/" + directory(prefix)}
	case "az":
		account, path, _ := strings.Cut(rest, "/")
		return modelSource{uri: "https://" + azureHost(account) + "/" + directory(path)}
	}
	parts := strings.SplitN(rest, "/", 6)
	return modelSource{namespace: parts[1], bucket: parts[3], prefix: directory(parts[5])}
}

// azureDomain is the domain of all storage accounts.
const azureDomain = ".blob.core.windows.net"

// azureHost is the host of a storage account, whose URI has either the one or the other.
func azureHost(account string) string {

	return strings.TrimSuffix(account, azureDomain) + azureDomain
}

// directory ends a path with one slash; the empty path stays empty.
func directory(path string) string {
	if path = strings.Trim(path, "/"); path == "" {
		return ""
	}
	return path + "/"
}
