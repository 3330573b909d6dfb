package ome

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

func TestRenderBaseModel(t *testing.T) {
	rendertest.Run(t, "testdata/render/base_model", RenderBaseModel)
}

func TestRenderClusterBaseModel(t *testing.T) {
	rendertest.Run(t, "testdata/render/cluster_base_model", RenderClusterBaseModel)
}

// modelDoc is a model of either scope with that storage and those options.
func modelDoc(kind, storage, options string) string {
	return "apiVersion: ome.io/v1beta1\nkind: " + kind + "\nmetadata: {name: qwen}\nspec: {storage: " + storage + "}\n---\nkind: Direct\noptions: " + options + "\n"
}

func TestRenderModelErrors(t *testing.T) {
	cases := map[string]struct {
		reason                 string
		kind, storage, options string
		want                   []string
	}{
		"NoSize": {
			reason:  "A claim has a size, which only its author knows.",
			storage: "{storageUri: 'hf://Qwen/Qwen3-8B'}", options: "{}",
			want: []string{`direct.size: Required value: the files of the model are downloaded to a claim: say how large it is, such as 200Gi, or use a claim that has them with pvc://<claim>/<path> (DR-27)`},
		},
		"SizeZero": {
			reason:  "The API server would refuse the claim only when it is applied.",
			storage: "{storageUri: 'hf://Qwen/Qwen3-8B'}", options: `{size: "0"}`,
			want: []string{`direct.size: Invalid value: "0": must be greater than zero, such as 200Gi (DR-3)`},
		},
		"NoNamespace": {
			reason: "A cluster-scoped model has no namespace to put a claim in.",
			kind:   "ClusterBaseModel", storage: "{storageUri: 's3://models/qwen'}", options: "{size: 1Gi}",
			want: []string{`direct.namespace: Required value: the claim of a cluster-scoped model needs a namespace: name that of the services which use the model (DR-28)`},
		},
		"Vendor": {
			reason:  "Nothing can be downloaded from a vendor, and OME does not either.",
			storage: "{storageUri: 'vendor://example/llm/x'}", options: "{}",
			want: []string{`spec.storage.storageUri: Invalid value: "vendor://example/llm/x": direct mode cannot get these files: copy them to a claim and write pvc://<claim>/<path>, or use one of hf://, oci://, s3://, gs://, az:// (DR-20)`},
		},
		"GitHub": {
			reason:  "The downloader has no releases of GitHub.",
			storage: "{storageUri: 'github://o/r'}", options: "{}",
			want: []string{`spec.storage.storageUri: Invalid value: "github://o/r": direct mode cannot get these files: copy them to a claim and write pvc://<claim>/<path>, or use one of hf://, oci://, s3://, gs://, az:// (DR-20)`},
		},
		"OracleImage": {
			reason:  "No public image of Oracle's command is known that could be a default.",
			storage: "{storageUri: 'oci://n/a/b/c/o/d'}", options: "{size: 1Gi}",
			want: []string{`direct.image: Required value: the provider knows no image for oci://: name one with the command oci of Oracle (DR-21)`},
		},
		"OracleAuth": {
			reason:  "An unknown way to sign in would fail in the pod, after the apply.",
			storage: "{storageUri: 'oci://n/a/b/c/o/d', parameters: {auth: Token}}", options: "{size: 1Gi, image: a/b:c}",
			want: []string{`spec.storage.parameters[auth]: Unsupported value: "Token": supported values: "InstancePrincipal", "OkeWorkloadIdentity", "ResourcePrincipal", "UserPrincipal" (DR-25)`},
		},
		"OracleUser": {
			reason:  "A user without a key cannot sign in.",
			storage: "{storageUri: 'oci://n/a/b/c/o/d', parameters: {auth: UserPrincipal}}", options: "{size: 1Gi, image: a/b:c}",
			want: []string{`spec.storage.key: Required value: UserPrincipal reads the files config and the key that it names from a Secret: name that Secret (DR-26)`},
		},
		"InlineToken": {
			reason:  "A token in the parameters would be readable in the Job.",
			storage: "{storageUri: 'hf://Qwen/Qwen3-8B', parameters: {token: hf_x}}", options: "{size: 1Gi}",
			want: []string{`spec.storage.parameters[token]: Forbidden: a token would be readable in the state and in the Job: put it in a Secret and name that in spec.storage.key (DR-24)`},
		},
		"NoOwner": {
			reason:  "The downloader refuses a model without an owner when it runs.",
			storage: "{storageUri: 'hf://gpt2'}", options: "{size: 1Gi}",
			want: []string{`spec.storage.storageUri: Invalid value: "hf://gpt2": the downloader needs the owner of the model too: write hf://<owner>/<model>, such as hf://openai-community/gpt2 (DR-23)`},
		},
		"BranchWithSlash": {
			reason:  "The downloader splits at slashes before it looks for the branch.",
			storage: "{storageUri: 'hf://a/b@refs/pr/1'}", options: "{size: 1Gi}",
			want: []string{`spec.storage.storageUri: Invalid value: "hf://a/b@refs/pr/1": the downloader takes no branch with a slash: write the commit or a tag of it after the @ (DR-23)`},
		},
		"OptionsWithoutDownload": {
			reason:  "Options of a download that there is not would be lost without a word.",
			storage: "{storageUri: 'pvc://weights/qwen'}", options: "{size: 1Gi, image: a/b:c}",
			want: []string{
				`direct.size: Forbidden: a model at pvc:// has its files already and downloads nothing: remove size (DR-22)`,
				`direct.image: Forbidden: a model at pvc:// has its files already and downloads nothing: remove image (DR-22)`,
			},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			kind, fn := "BaseModel", RenderBaseModel
			if tc.kind != "" {
				kind, fn = tc.kind, RenderClusterBaseModel
			}
			got := rendertest.Errors(t, fn, modelDoc(kind, tc.storage, tc.options))
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// TestModelImageIsKept proves that a newer provider does not download a model again only
// because it knows a newer image.
func TestModelImageIsKept(t *testing.T) {
	in := rendertest.Parse(t, []byte(modelDoc("BaseModel", "{storageUri: 'hf://Qwen/Qwen3-8B'}", "{size: 1Gi}")))
	name := func(images *render.Images) string {
		in.Images = images
		out, errs := RenderBaseModel(in)
		if len(errs) > 0 {
			t.Fatal(errs.ToAggregate())
		}
		return out.Objects[1].GetName()
	}
	pinned := render.PinImages(map[string]string{"model-download": "older"})
	if first, again, newest := name(pinned), name(pinned), name(nil); first != again || first == newest {
		t.Errorf("the Job of the pinned image is %s, then %s; that of the newest image is %s", first, again, newest)
	}
}
