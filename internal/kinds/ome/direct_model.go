package ome

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

var directPath = field.NewPath("direct")

// directModel is a configured model of either scope.
type directModel struct {
	*render.Builder
	storage v1beta1.StorageSpec
	uri     string
	options direct.OMEModel
}

// RenderBaseModel renders a model: the claim that its files are downloaded to, and the
// Job that downloads them. A model whose files are on a claim or on the nodes already renders to
// nothing and is data for the services that use it.
// The differences of the kind say how it differs from OME's model agent on purpose.
//
// Mirrors sgl-project/ome pkg/modelagent/gopher.go@v0.1.5.
var RenderBaseModel = render.Typed(drawModel)

// RenderClusterBaseModel renders a cluster-scoped model, in the namespace that its options name.
// The differences of the kind say how it differs from OME's model agent on purpose.
var RenderClusterBaseModel = render.Typed(func(b *render.Builder, model *v1beta1.BaseModel, options direct.OMEClusterModel) {
	b.Owner.Namespace = options.Namespace
	drawModel(b, model, options.OMEModel)
})

func drawModel(b *render.Builder, model *v1beta1.BaseModel, options direct.OMEModel) {
	m := directModel{Builder: b, options: options}
	m.storage, m.uri = storageOf(&model.Spec)
	m.check()
	m.warn()
	if !m.Failed() && m.downloaded() {
		m.Add(m.cache().Claim(m.Owner), m.job())
	}
}

// cache is the claim that the files are downloaded to.
func (m directModel) cache() weights.Cache {
	return weights.Cache{
		Name: modelClaimName(m.Owner.Name), Size: m.options.Size, StorageClassName: m.options.StorageClassName, AccessMode: m.options.AccessMode,
	}
}

// downloaded reports whether the files of the model have to be downloaded.
func (m directModel) downloaded() bool {
	return slices.Contains(downloadSchemes, scheme(m.uri))
}

// check finds what keeps the model from being downloaded.
func (m directModel) check() {
	name := scheme(m.uri)
	if !m.downloaded() {
		if name == "vendor" || name == "github" {
			m.Fail(render.Breaks("DR-20", field.Invalid(storagePath.Child("storageUri"), m.uri,
				"direct mode cannot get these files: copy them to a claim and write pvc://<claim>/<path>, or use one of "+strings.Join(downloadSchemes, "://, ")+"://")))
		}
		m.checkNoOptions()
		return
	}
	m.Fail(m.checkSource())
	m.checkParameters()
	m.checkClaim()
	if name == "oci" && m.options.Image == "" {
		m.Fail(render.Breaks("DR-21", field.Required(directPath.Child("image"),
			"the provider knows no image for oci://: name one with the command oci of Oracle")))
	}
}

// checkNoOptions refuses options of a download that there is not.
func (m directModel) checkNoOptions() {
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
			m.Fail(render.Breaks("DR-22", field.Forbidden(directPath.Child(option.name), fmt.Sprintf(
				"a model at %s:// has its files already and downloads nothing: remove %s", scheme(m.uri), option.name))))
		}
	}
}

// checkSource refuses the models of Hugging Face that the downloader cannot name.
func (m directModel) checkSource() *field.Error {
	rest, isHub := strings.CutPrefix(m.uri, "hf://")
	id, branch, _ := strings.Cut(rest, "@")
	switch {
	case !isHub:
		return nil
	case strings.Count(id, "/") != 1 || strings.Contains(id, ":"):
		return render.Breaks("DR-23", field.Invalid(storagePath.Child("storageUri"), m.uri,
			"the downloader needs the owner of the model too: write hf://<owner>/<model>, such as hf://openai-community/gpt2"))
	case strings.Contains(branch, "/"):
		return render.Breaks("DR-23", field.Invalid(storagePath.Child("storageUri"), m.uri,
			"the downloader takes no branch with a slash: write the commit or a tag of it after the @"))
	}
	return nil
}

func (m directModel) checkParameters() {
	at := storagePath.Child("parameters")
	if _, set := m.storage.Parameters["token"]; set {
		m.Fail(render.Breaks("DR-24", field.Forbidden(at.Key("token"),
			"a token would be readable in the state and in the Job: put it in a Secret and name that in spec.storage.key")))
	}
	if auth := m.storage.Parameters["auth"]; auth != "" && scheme(m.uri) == "oci" && oracleAuth[auth] == "" {
		m.Fail(render.Breaks("DR-25", field.NotSupported(at.Key("auth"), auth, slices.Sorted(maps.Keys(oracleAuth)))))
	}
	if m.storage.Parameters["auth"] == "UserPrincipal" && scheme(m.uri) == "oci" && m.storage.StorageKey == nil {
		m.Fail(render.Breaks("DR-26", field.Required(storagePath.Child("key"),
			"UserPrincipal reads the files config and the key that it names from a Secret: name that Secret")))
	}
}

func (m directModel) checkClaim() {
	if m.options.Size == nil {
		m.Fail(render.Breaks("DR-27", field.Required(directPath.Child("size"),
			"the files of the model are downloaded to a claim: say how large it is, such as 200Gi, or use a claim that has them with pvc://<claim>/<path>")))
	}
	m.Fail(m.cache().Check(directPath.Child("size"), "200Gi"))
	if m.Owner.Namespace == "" {
		m.Fail(render.Breaks("DR-28", field.Required(directPath.Child("namespace"),
			"the claim of a cluster-scoped model needs a namespace: name that of the services which use the model")))
	}
}

// warn tells what direct mode does not look at.
func (m directModel) warn() {
	if m.storage.DownloadPolicy != nil {
		m.Warn("DR-29", "spec.storage.download_policy has no effect in direct mode: the files are downloaded once, to a claim of their own")
	}
	if scheme(m.uri) == "local" && len(m.storage.NodeSelector) == 0 && m.storage.NodeAffinity == nil {
		m.Warn("DR-19", "The files of a local:// model must be on every node that a service of it can run on: restrict those nodes in the service")
	}
}

// modelClaimName is the name of the PersistentVolumeClaim that has the files of a model at
// its root, where direct mode downloads them.
func modelClaimName(model string) string {
	return model + "-model"
}

// modelDownloadName begins the name of the Job that downloads the files of a model.
func modelDownloadName(model string) string {
	return model + "-download"
}
