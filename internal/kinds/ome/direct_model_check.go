package ome

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// check returns what keeps the model from being downloaded.
func (m directModel) check() field.ErrorList {
	if !m.downloaded() {
		return append(m.checkScheme(), m.checkNoOptions()...)
	}
	errs := slices.Concat(m.checkSource(), m.checkParameters(), m.checkClaim())
	if scheme(m.uri) == "oci" && m.options.Image == "" {
		errs = append(errs, field.Required(directPath.Child("image"),
			"the provider knows no image for oci://: name one with the command oci of Oracle"))
	}
	return errs
}

// checkScheme refuses what direct mode neither downloads nor finds in the cluster.
func (m directModel) checkScheme() field.ErrorList {
	if name := scheme(m.uri); name != "vendor" && name != "github" {
		return nil
	}
	return field.ErrorList{field.Invalid(storagePath.Child("storageUri"), m.uri,
		"direct mode cannot get these files: copy them to a claim and write pvc://<claim>/<path>, or use one of "+schemeList(downloadSchemes))}
}

// checkNoOptions refuses options of a download that there is not.
func (m directModel) checkNoOptions() field.ErrorList {
	var errs field.ErrorList
	for _, option := range []struct {
		name string
		set  bool
	}{
		{"size", m.options.Size != nil},
		{"storageClassName", m.options.StorageClassName != nil},
		{"image", m.options.Image != ""},
		{"env", len(m.options.Env) > 0},
		{"serviceAccountName", m.options.ServiceAccountName != ""},
		{"resources", m.options.Resources != nil},
		{"tolerations", len(m.options.Tolerations) > 0},
	} {
		if option.set {
			errs = append(errs, field.Forbidden(directPath.Child(option.name), fmt.Sprintf(
				"a model at %s:// has its files already and downloads nothing: remove %s", scheme(m.uri), option.name)))
		}
	}
	return errs
}

// checkSource refuses the models of Hugging Face that the downloader cannot name.
func (m directModel) checkSource() field.ErrorList {
	rest, isHub := strings.CutPrefix(m.uri, "hf://")
	id, branch, _ := strings.Cut(rest, "@")
	switch {
	case !isHub:
		return nil
	case strings.Count(id, "/") != 1 || strings.Contains(id, ":"):
		return field.ErrorList{field.Invalid(storagePath.Child("storageUri"), m.uri,
			"the downloader needs the owner of the model too: write hf://<owner>/<model>, such as hf://openai-community/gpt2")}
	case strings.Contains(branch, "/"):
		return field.ErrorList{field.Invalid(storagePath.Child("storageUri"), m.uri,
			"the downloader takes no branch with a slash: write the commit or a tag of it after the @")}
	}
	return nil
}

func (m directModel) checkParameters() field.ErrorList {
	at := storagePath.Child("parameters")
	var errs field.ErrorList
	if _, set := m.storage.Parameters["token"]; set {
		errs = append(errs, field.Forbidden(at.Key("token"),
			"a token would be readable in the state and in the Job: put it in a Secret and name that in spec.storage.key"))
	}
	if auth := m.storage.Parameters["auth"]; auth != "" && scheme(m.uri) == "oci" && oracleAuth[auth] == "" {
		errs = append(errs, field.NotSupported(at.Key("auth"), auth, slices.Sorted(maps.Keys(oracleAuth))))
	}
	if m.storage.Parameters["auth"] == "UserPrincipal" && scheme(m.uri) == "oci" && m.storage.StorageKey == nil {
		errs = append(errs, field.Required(storagePath.Child("key"),
			"UserPrincipal reads the files config and the key that it names from a Secret: name that Secret"))
	}
	return errs
}

func (m directModel) checkClaim() field.ErrorList {
	var errs field.ErrorList
	switch size := m.options.Size; {
	case size == nil:
		errs = append(errs, field.Required(directPath.Child("size"),
			"the files of the model are downloaded to a claim: say how large it is, such as 200Gi, or use a claim that has them with pvc://<claim>/<path>"))
	case size.Sign() <= 0:
		errs = append(errs, field.Invalid(directPath.Child("size"), size.String(), "must be greater than zero, such as 200Gi"))
	}
	if m.owner.Namespace == "" {
		errs = append(errs, field.Required(directPath.Child("namespace"),
			"the claim of a cluster-scoped model needs a namespace: name that of the services which use the model"))
	}
	return errs
}

// warnings tells what direct mode does not look at.
func (m directModel) warnings() []string {
	var warnings []string
	if m.storage.DownloadPolicy != nil {
		warnings = append(warnings, "spec.storage.download_policy has no effect in direct mode: the files are downloaded once, to a claim of their own.")
	}
	if m.downloaded() {
		return warnings
	}
	if scheme(m.uri) == "local" && len(m.storage.NodeSelector) == 0 && m.storage.NodeAffinity == nil {
		warnings = append(warnings, "The files of a local:// model must be on every node that a service of it can run on: restrict those nodes in the service.")
	}
	return warnings
}

func schemeList(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = name + "://"
	}
	return strings.Join(list, ", ")
}
