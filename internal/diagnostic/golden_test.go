package diagnostic

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

var update = flag.Bool("update", false, "write the golden files")

const subject = "Playground llm/chat"

var (
	errAnswer = errors.New(`playgrounds.inference.llmaz.io "chat" is forbidden: User "ci" cannot patch resource "playgrounds".`)
	replicas  = path.Root("spec").AtName("replicas")
	managers  = []string{"kubectl-client-side-apply", "llmaz"}
	least     = int32(0)

	huggingFace = Hub{Endpoint: "https://huggingface.co", TokenVariable: "HF_TOKEN"}
)

// told has every situation: the name of its constructor, and what is special about it.
var told = map[string]diag.Diagnostic{
	"ClusterUnknown":       ClusterUnknown(subject),
	"UnknownName":          UnknownName(true, "main.tf:12:5", "spec of inference_playground.chat", "replica", []string{"replicas"}, []string{"model_claim", "replicas"}),
	"UnknownName several":  UnknownName(false, "main.tf:12:5", "spec.limits of inference_playground.chat", "pu", []string{"cpu", "gpu"}, []string{"cpu", "gpu"}),
	"UnknownName far":      UnknownName(true, "main.tf:12:5", "spec of inference_playground.chat", "gpus", nil, strings.Fields("a b c d e f g h i j k l m n o p q r s t u v")),
	"LeftBehind":           LeftBehind(path.Root("spec").AtName("elastic_config"), subject, "spec.elastic_config", "the HorizontalPodAutoscaler that llmaz made of it", "Remove it after the apply, unless it is to stay"),
	"NotInstalled":         NotInstalled(subject, "inference.llmaz.io/v1alpha1"),
	"NotReached":           NotReached(subject, errAnswer),
	"NoCluster":            NoCluster(subject, errors.New("no kubeconfig and no host is configured")),
	"Unreachable":          Unreachable(subject, 2*time.Minute, errors.New("dial tcp 10.0.0.1:6443: connect: connection refused")),
	"NotRefreshed":         NotRefreshed(subject, errors.New("dial tcp 10.0.0.1:6443: connect: connection refused")),
	"RequestFailed":        RequestFailed("create", subject, errors.New("etcdserver: request timed out"), false),
	"RequestFailed update": RequestFailed("apply", subject, errors.New("etcdserver: request timed out"), true),
	"Forbidden":            Forbidden("apply", subject, errAnswer),
	"Rejected":             Rejected(replicas, subject, "spec.replicas", "no more than 4 replicas in this namespace.", ""),
	"Rejected whole":       Rejected(path.Root("credentials"), "Secret llm/chat", "", "no such token here", ""),
	"Rejected_pinned":      Rejected(replicas, subject, "spec.replicas", "field not declared in schema", "v0.1.0"),
	"Conflict":             Conflict(replicas, subject, "spec.replicas", `"kubectl" (Update through scale) since 2026-01-02T03:04:05Z`),
	"NotImportable":        NotImportable("Endpoint llm/chat", "this release of the provider refuses its spec (spec.engine.args: Invalid value)"),
	"Exists":               Exists(subject, "inference_playground", "llm/chat", Maker{Managers: managers}),
	"Exists ours":          Exists(subject, "inference_playground", "llm/chat", Maker{Managers: managers, Ours: true}),
	"Exists under way":     Exists(subject, "inference_open_model", "qwen2.5-7b", Maker{Managers: managers, Ours: true, UnderWay: true}),
	"ExistsDirect":         ExistsDirect("Deployment llm/chat", Maker{Managers: managers}),
	"ExistsDirect ours":    ExistsDirect("Deployment llm/chat", Maker{Managers: managers, Ours: true}),
	"SecretUnheld":         SecretUnheld(path.Root("credentials").AtName("hugging_face"), "Secret llm/modelhub-secret", "playground/llm/chat", "inference_playground", "llm/chat"),
	"Stranger":             Stranger(subject, managers),
	"Claimed":              Claimed(subject, []string{"LeaderWorkerSet llm/chat is also an object of Service llm/chat"}),
	"Readdressed":          Readdressed(subject, []string{"Playground llm/chat is also an object of Playground llm/chat"}),
	"BeingDeleted":         BeingDeleted(subject, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), []string{`example.com/hold was set by "holder", which must remove it.`}),
	"HandOverInterrupted":  HandOverInterrupted(subject, []string{"LeaderWorkerSet llm/chat", "Service llm/chat-lb"}),
	"LeftOver":             LeftOver(subject, []string{"Secret llm/modelhub-secret"}),
	"TypeMissing":          TypeMissing(subject, schema.GroupVersionKind{Group: "inference.llmaz.io", Version: "v1alpha1", Kind: "Playground"}, false, 2*time.Minute),
	"TypeMissing groups":   TypeMissing(subject, schema.GroupVersionKind{Group: "leaderworkerset.x-k8s.io", Version: "v1", Kind: "LeaderWorkerSet"}, true, 2*time.Minute),
	"TypeMissing route":    TypeMissing(subject, schema.GroupVersionKind{Group: "gateway.networking.k8s.io", Version: "v1", Kind: "HTTPRoute"}, true, 2*time.Minute),
	"TypeMissing pool":     TypeMissing(subject, schema.GroupVersionKind{Group: "inference.networking.k8s.io", Version: "v1", Kind: "InferencePool"}, true, 2*time.Minute),
	"TypeMissing claim":    TypeMissing(subject, schema.GroupVersionKind{Group: "resource.k8s.io", Version: "v1", Kind: "ResourceClaimTemplate"}, true, 2*time.Minute),
	"TypeMissing monitor":  TypeMissing(subject, schema.GroupVersionKind{Group: "monitoring.coreos.com", Version: "v1", Kind: "PodMonitor"}, true, 2*time.Minute),
	"TypeMissing scaler":   TypeMissing(subject, schema.GroupVersionKind{Group: "keda.sh", Version: "v1alpha1", Kind: "ScaledObject"}, true, 2*time.Minute),
	"TypeAbsent":           TypeAbsent(subject, schema.GroupVersionKind{Group: "leaderworkerset.x-k8s.io", Version: "v1", Kind: "LeaderWorkerSet"}),
	"TypeMissing direct":   TypeMissing(subject, schema.GroupVersionKind{Group: "scheduling.volcano.sh", Version: "v1beta1", Kind: "PodGroup"}, true, 2*time.Minute),
	"Unauthorized":         Unauthorized("create", subject, errAnswer),
	"KindNotInRelease":     KindNotInRelease(path.Root("api_release"), "GPUQuota llm/chat", "GPUQuota", "llmkube", "v0.8.7", "llmkube_gpu_quota", []string{"v0.9.19"}),
	"NewerDefinition":      NewerDefinition("playgrounds.inference.llmaz.io", "inference_playground", "llmaz", "v0.1.4", []string{"spec.queue", "spec.template.roles[].partition"}),
	"ReleaseUnknown":       ReleaseUnknown(subject, "llmaz", []string{"v0.1.0", "v0.1.4"}, errAnswer),

	"Undone":                Undone(subject, []string{"PersistentVolumeClaim/chat-models", "Deployment/chat"}),
	"NotReady":              NotReady(subject, Outcome{Last: "Playground/chat: 0 of 2 replicas are ready.", Waited: time.Hour}),
	"NotReady error":        NotReady(subject, Outcome{AsError: true, Last: "Playground/chat: 0 of 2 replicas are ready.", Waited: time.Hour}),
	"NotReady creation":     NotReady(subject, Outcome{AsError: true, Creates: true, Last: "Playground/chat: 0 of 2 replicas are ready.", Waited: time.Hour}),
	"NotAnswering creation": NotAnswering(subject, "http://chat.llm.svc:8080", Outcome{AsError: true, Creates: true, Waited: time.Hour}, errors.New("GET /v1/models: HTTP 503: loading")),
	"NotReady failed":       NotReady(subject, Outcome{Final: true, Last: "Playground/chat: model llama is not in the cluster.", Waited: time.Minute}),
	"NotReady report": NotReady(subject, Outcome{
		Final: true, At: replicas, Last: "the quota of the namespace does not allow it", Waited: time.Minute,
		Report: "Probable cause: the quota of the namespace does not allow it.\nTo change: lower `spec.replicas`, or raise the quota.\nObjects:\n  Deployment/chat: 0 of 2 replicas are updated",
	}),
	"Interrupted":           Interrupted(subject, "Playground/chat: 0 of 2 replicas are ready."),
	"NotGone":               NotGone(subject, `the finalizer "llmaz.io/cleanup" is still there.`, nil, 20*time.Minute),
	"NotGone holders":       NotGone(subject, "the object waits for its finalizers example.com/hold", []string{`example.com/hold was set by "holder", which must remove it`}, time.Minute),
	"NotServing":            NotServing("http://chat.llm.svc:8080", errors.New("GET /health: HTTP 503: loading")),
	"ModelGated":            ModelGated("Model llm/chat", huggingFace, false),
	"ModelGated token":      ModelGated("Model llm/chat", Hub{"https://modelscope.cn", true, "MODELSCOPE_API_TOKEN"}, false),
	"ModelGated known":      ModelGated("Model llm/chat", huggingFace, true),
	"ModelNotFound":         ModelNotFound("Model llm/chat", huggingFace, nil, errors.New("GET https://huggingface.co/api/models/llm/chat/revision/main: HTTP 401")),
	"ModelNotFound near":    ModelNotFound("Model llm/chat", Hub{"https://huggingface.co", true, "HF_TOKEN"}, []string{"llm/chat2"}, errors.New("GET https://huggingface.co/api/models/llm/chat/revision/main: HTTP 404")),
	"ModelRevisionNotFound": ModelRevisionNotFound("Model llm/chat", "https://huggingface.co", "v9"),
	"ModelFileNotFound":     ModelFileNotFound("Model llm/chat", "https://huggingface.co", errors.New("there is neither a config.json nor a GGUF file")),
	"HubRefusesToken":       HubRefusesToken("Model llm/chat", huggingFace, errors.New("HTTP 401: Invalid credentials")),
	"HubSilent":             HubSilent("Model llm/chat", huggingFace, false, false, 0, errors.New("dial tcp: lookup huggingface.co: no such host")),
	"HubSilent known":       HubSilent("Model llm/chat", huggingFace, false, true, 0, errors.New("context deadline exceeded")),
	"HubSilent limited":     HubSilent("Model llm/chat", huggingFace, true, false, 90*time.Second, errors.New("HTTP 429")),
	"HubUnreadable":         HubUnreadable("Model llm/chat", "https://huggingface.co", errors.New("the answer has more than 8 MiB")),
	"ModelUnreadable":       ModelUnreadable("Checkpoint /models/llm/chat", errors.New("config.json is no JSON object")),
	"ModelUnknown":          ModelUnknown("Model llm/chat", []string{"llm/chat2"}),
	"ModelUnserved":         ModelUnserved(false, replicas, subject, "model llm/chat has no revision \"v9\" at https://huggingface.co", "Give a branch, a tag or a commit that it has."),
	"ModelUnserved error":   ModelUnserved(true, replicas, subject, "model llm/chat has no revision \"v9\" at https://huggingface.co.", "Give a branch, a tag or a commit that it has."),
	"ModelNotChecked":       ModelNotChecked(subject, "model llm/chat at https://huggingface.co: HTTP 429."),
	"NotAnswering":          NotAnswering(subject, "http://chat.llm.svc:8080", Outcome{Waited: time.Hour}, errors.New("GET /v1/models: HTTP 503: loading")),
	"NotAnswering error":    NotAnswering(subject, "http://chat.llm.svc:8080", Outcome{AsError: true, Waited: time.Hour}, errors.New("GET /v1/models: HTTP 503: loading")),
	"NotAsked":              NotAsked(subject, errors.New("GET /v1/models: the API server does not allow it. Grant get and create of services/proxy to the identity of the provider block")),
	"Protected":             Protected(subject, "the plan destroys it", false),
	"Protected by default":  Protected(subject, "the plan destroys it", true),
	"NothingToActOn":        NothingToActOn(subject, "direct", "workload"),
	"NotActedOn":            NotActedOn("BenchmarkJob llm/chat", "scaled", "operator", "destroy the resource, which cancels the benchmark"),
	"NotActedOn none":       NotActedOn(subject, "scaled", "operator", ""),
	"WhichWorkload":         WhichWorkload("InferenceService llm/chat", []string{"chat-decoder", "chat-engine"}),
	"ScaledElsewhere":       ScaledElsewhere("Deployment llm/chat", "ScaledObject llm/chat"),
	"NothingToCancel":       NothingToCancel("BenchmarkJob llm/chat", "Complete is True."),
	"ActionUnfinished":      ActionUnfinished(subject, Outcome{Last: "Deployment/chat: 0 of 2 replicas are updated.", Waited: time.Hour}),
	"ActionUnfinished report": ActionUnfinished(subject, Outcome{
		Final: true, Last: "the image cannot be pulled", Waited: time.Minute, Report: "Probable cause: the image cannot be pulled.",
	}),
	"ActionOutOfTime":           ActionOutOfTime("change", "Deployment llm/chat", context.DeadlineExceeded),
	"ReplacementStopped":        ReplacementStopped(subject, 1, 3, time.Hour, "1 of 3 pods are ready", ""),
	"ReplacementStopped report": ReplacementStopped(subject, 1, 3, time.Hour, "1 of 3 pods are ready", "Probable cause: no node has room."),
	"StillReferred":             StillReferred(subject, []string{"HTTPRoute llm/chat (spec.rules[].backendRefs[])"}),
	"ReferrersUnknown":          ReferrersUnknown(subject, []string{"httproutes.gateway.networking.k8s.io"}),
	"Removes":                   Removes(subject, []string{"2 Pods"}, nil),
	"Removes referred":          Removes(subject, []string{"PersistentVolumeClaim chat-models (100Gi), with what is stored in it"}, []string{"HTTPRoute llm/chat (spec.rules[].backendRefs[])"}),
	"ImportNotFound":            ImportNotFound(subject),
	"ReadNotFound":              ReadNotFound(subject),
	"ReadOfOthers":              ReadOfOthers("Endpoint llm/chat", "Service llm/chat"),
	"ConflictingController":     ConflictingController(subject, "Kthena is installed in this cluster, and it makes a ModelServing of every LeaderWorkerSet", "Choose a cluster without Kthena"),
	"HandBack":                  HandBack(subject, []string{"LeaderWorkerSet llm/chat stays, and the operator takes it over", "Service llm/chat-lb is deleted; the operator makes its own where it needs one"}, true),
	"HandBack all":              HandBack("ModelServing llm/chat", []string{"LeaderWorkerSet llm/chat-0-decode is deleted with its pods; the operator makes pods without a workload"}, false),
	"TakeOver":                  TakeOver(subject, []string{"LeaderWorkerSet llm/chat stays and is taken over, and no pod restarts"}, true),
	"TakeOver all":              TakeOver("ModelServing llm/chat", []string{"LeaderWorkerSet llm/chat-0-decode is made; no object of this name is there"}, false),
	"TakeOver unseen":           TakeOver(subject, nil, true),
	"LeftAlone":                 LeftAlone(subject, []string{"kubectl", "helm"}),
	"RenderWarning":             RenderWarning(subject, "nothing starts the download before the first request: wait for it, or keep the weights with direct.cache", "", ""),
	"RenderWarning rule":        RenderWarning(subject, "spec.elastic_config scales nothing: set scale_trigger (PG-C9)", "PG-C9", "playground"),
	"Replaces":                  Replaces(path.Root("spec").AtName("source"), subject, "spec.source", "its weights are already on the nodes"),
	"Drifted":                   Drifted(subject, []string{`  - Playground/chat: spec.replicas is 5 instead of 2 [changed], by "kubectl" (Update)`}, true, false),
	"Ignored":                   Ignored(subject, []string{`  - Playground/chat: spec.replicas is 5 instead of 2 [changed], by "kubectl" (Update)`}),
	"Drifted foreign":           Drifted(subject, []string{`  - Playground/chat: metadata.labels[team] = "search" was added by another manager [foreign]`}, false, false),
	"Drifted pruned":            Drifted(subject, []string{`  - Playground/chat: metadata.labels[team] = "search" was added by another manager [foreign]`}, false, true),
	"Adopts":                    Adopts(subject, managers),
	"Prunes":                    Prunes(subject, []string{`  - Playground/chat: metadata.labels[team] = "search" was added by another manager [foreign]`}),
	"StateDamaged":              StateDamaged(path.Root("manifest"), subject, "llm/chat", false, errors.New("it is Playground/other")),
	"StateDamaged direct":       StateDamaged(path.Root("rendered"), subject, "llm/chat", true, errors.New("reading a manifest: it is a string, not an object")),
	"Fault":                     Fault("Reading the plan", errors.New("spec is a list")),
	"Disrupts":                  Disrupts(subject, "unavailable", []string{"Deployment/chat is scaled to none"}, []string{"spec.replicas"}, 2, "16 nvidia.com/gpu"),
	"Disrupts replace":          Disrupts(subject, "replace", []string{"the object is deleted and made anew"}, []string{"metadata.name"}, 0, ""),
	"OverBudget":                OverBudget(subject, []string{"nvidia.com/gpu: up to 16 for this resource and 56 for others that were planned before it, of 64"}),
	"SelectsNothing":            SelectsNothing(path.Root("spec").AtName("selector").AtName("match_labels"), "InferencePool llm/chat", "llm", "app=chat"),
	"BeyondQuota":               BeyondQuota(path.Root("spec").AtName("gpu_count"), "GPUQuota llm/research", "llm", 4, 6, []string{"InferenceService llm/chat: up to 4", "InferenceService llm/code: up to 2"}),
	"OutsideBudget":             OutsideBudget(subject),

	"NotChecked":         NotChecked(subject, []string{`the rules about OpenModel qwen: the permissions do not allow it: openmodels.llmaz.io "qwen" is forbidden`, `the dry run of Playground llm/chat: its namespace "llm" does not exist yet`}),
	"Skewed":             Skewed(false, replicas, subject, "spec.replicas", "playgrounds.inference.llmaz.io, version v1alpha1", "the API has no such field; fields here are modelClaim, modelClaims"),
	"Skewed error":       Skewed(true, replicas, subject, "spec.replicas", "playgrounds.inference.llmaz.io, version v1alpha1", "must be 4 or less"),
	"AdmissionChanges":   AdmissionChanges(subject, append([]string{"spec.replicas: 1 becomes 2"}, slices.Repeat([]string{`metadata.labels["team"]: "ml" is added`}, 21)...)),
	"ServerWarns":        ServerWarns(subject, []string{"spec.replicas: more than one replica is discouraged"}),
	"Denied":             Denied(subject, `admission webhook "policy.example.com" denied the request: not today.`),
	"Capacity":           Capacity(false, path.Root("spec"), subject, "the pods need Secret hf-token, which is not there in namespace \"llm\"", "Add it, or change the name; where the same apply makes it, it will be there in time."),
	"Capacity error":     Capacity(true, path.Root("spec"), subject, "no node takes the pods of Deployment/chat: the cluster has no nodes", "Add a node that takes them, or change their node selector, affinity or tolerations."),
	"CapacityNotChecked": CapacityNotChecked(subject, []string{`nodes: nodes is forbidden: User "ci" cannot list resource "nodes"`}),
	"OverQuota":          OverQuota(path.Root("metadata").AtName("namespace"), subject, "exceeded quota: team, requested: pods=2, used: pods=3, limited: pods=4"),
	"SecretExists":       SecretExists(path.Root("credentials").AtName("hugging_face"), "Secret llm/chat-token", "", managers, "`spec.storage.key`"),
	"SecretExists owned": SecretExists(path.Root("credentials").AtName("hugging_face"), "Secret llm/chat-token", "playground/llm/other", managers, ""),
	"SecretUnread":       SecretUnread("Secret llm/chat-token", errAnswer),
	"WriteOnly":          WriteOnly(path.Root("credentials").AtName("hugging_face").AtName("token"), subject),

	"MoveOtherKind":         MoveOtherKind("Playground llm/chat", "inference.llmaz.io/v1alpha1", "inference_service", "inference_playground"),
	"MoveOtherKind unknown": MoveOtherKind("Deployment llm/chat", "apps/v1", "inference_service", ""),
	"MoveBeside":            MoveBeside("inference_playground llm/chat", "inference_endpoint"),
	"MoveOtherProvider":     MoveOtherProvider("inference_playground", "registry.example.com/fork/inference"),
	"MoveUnknown":           MoveUnknown("helm_release", "inference_playground", []string{"kubectl_manifest", "kubernetes_manifest"}),
	"MoveUnreadable":        MoveUnreadable("kubectl_manifest", "inference_playground", errors.New("it does not have apiVersion, kind and name of the object")),

	"ReadOnly":               ReadOnly(path.Root("endpoint"), subject),
	"Deprecated":             Deprecated(replicas, subject, "Later releases of OME do not have it. Remove it."),
	"Field required":         Field(field.Required(field.NewPath("spec"), "set `model_claim` or `model_claims` (PG-W1)"), path.Root("spec"), subject),
	"Field invalid":          Field(field.Invalid(field.NewPath("spec.replicas"), int64(-1), "must be 0 or more (PG-C11)"), replicas, subject),
	"Field invalid pointer":  Field(field.Invalid(field.NewPath("spec.elastic_config.min_replicas"), &least, "must be at least 1 (PG-W5)"), replicas, subject),
	"Field invalid long":     Field(field.Invalid(field.NewPath("references[0]"), strings.Repeat("x", 200), "must be a manifest"), path.Root("direct"), subject),
	"Field invalid list":     Field(field.Invalid(field.NewPath("spec.model_claims.models"), []string{"a"}, "must have exactly two models"), path.Root("spec"), subject),
	"Field invalid object":   Field(&field.Error{Type: field.ErrorTypeInvalid, Detail: "must have a spec: set it"}, path.Empty(), subject),
	"Field type":             Field(field.TypeInvalid(field.NewPath("spec.replicas"), "two", "must be an integer, not a string"), replicas, subject),
	"Field unsupported":      Field(field.NotSupported(field.NewPath("mode"), "manual", []string{"operator", "direct"}), path.Root("mode"), subject),
	"Field unsupported sole": Field(field.NotSupported(field.NewPath("spec.rollout_strategy.type"), "Recreate", []string{"RollingUpdate"}), path.Root("spec"), subject),
	"Field duplicate":        Field(withDetail(field.Duplicate(field.NewPath("spec.envs[1].name"), "A"), "give each entry a name of its own"), path.Root("spec"), subject),
	"Field forbidden":        Field(field.Forbidden(field.NewPath("spec.model_claims"), "not together with `model_claim`; remove one of them"), path.Root("spec"), subject),
	"Field too long":         Field(withDetail(field.TooLong(field.NewPath("spec.name"), "", 63), "must have at most 63 characters: shorten it"), path.Root("spec"), subject),
	"Field too many":         Field(field.TooMany(field.NewPath("spec.flavors"), 9, 8), path.Root("spec"), subject),
	"Field too few":          Field(&field.Error{Type: field.ErrorTypeTooFew, Field: "spec.flavors", Detail: "must have at least 1 item"}, path.Root("spec"), subject),
	"Field not found":        Field(withDetail(field.NotFound(field.NewPath("spec.model_claim.model_name"), "llama"), "references has no such OpenModel: add it"), path.Root("spec"), subject),
	"Field without detail":   Field(field.Duplicate(field.NewPath("spec.envs[1].name"), "A"), path.Root("spec"), subject),
	"Rule":                   Rule(field.Forbidden(field.NewPath("spec.model_claims"), "not together with `model_claim`; remove one of them (PG-W1)").WithOrigin("PG-W1"), path.Root("spec"), subject, "playground"),
	"Rule none":              Rule(field.Forbidden(field.NewPath("spec.replicas"), "the field is not there in this release; remove it (v0.1.0)"), path.Root("spec"), subject, ""),
	"RuleWarning":            RuleWarning(field.Forbidden(field.NewPath("spec.restart_policy"), "llmaz does not pass it on; remove it (SV-C2)").WithOrigin("SV-C2"), path.Root("spec"), subject, "service"),
}

func withDetail(err *field.Error, detail string) *field.Error {
	err.Detail = detail
	return err
}

// TestGolden shows every message as the user reads it.
func TestGolden(t *testing.T) {
	for name, d := range told {
		t.Run(name, func(t *testing.T) {
			at := ""
			if d, ok := d.(diag.DiagnosticWithPath); ok {
				at = d.Path().String()
			}
			got := fmt.Sprintf("%s: %s\nat: %s\n\n%s\n", d.Severity(), d.Summary(), at, d.Detail())
			file := filepath.Join("testdata", strings.ReplaceAll(name, " ", "_")+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", file, diff)
			}
		})
	}
}

// value finds what belongs in the detail: names of objects, quotes, numbers, placeholders.
var value = regexp.MustCompile(`[0-9/"'` + "`" + `%<>:=]`)

// ofRule is how the headline of a rule ends.
var ofRule = regexp.MustCompile(` \([A-Z]+-[A-Z]?[0-9]+\)$`)

// TestSummaries shows that a summary is a short sentence that stays the same whatever the values are.
func TestSummaries(t *testing.T) {
	for name, d := range told {
		summary := d.Summary()
		if len(summary) > 60 || strings.HasSuffix(summary, ".") || summary[:1] != strings.ToUpper(summary[:1]) {
			t.Errorf("%s: %q is not a headline of at most 60 characters", name, summary)
		}
		if found := value.FindString(ofRule.ReplaceAllString(summary, "")); found != "" {
			t.Errorf("%s: %q has a value in it: %s", name, summary, found)
		}
	}
}

// remedy is a last sentence, or the clause that ends it, that tells the reader to do something.
var remedy = regexp.MustCompile(`(?i)(^|[.:;,] |, or |\n)(add|apply|change|check|choose|configure|find|fix|give|grant|import|install|keep|must|not together|plan|pin|raise|remove|report|set|shorten|use|wait)\b[^.]*(\.[^ ][^.]*)*(\.|\))$`)

// TestDetails shows that a detail names the object and ends by saying what to do.
func TestDetails(t *testing.T) {
	for name, d := range told {
		if !strings.Contains(d.Detail(), "llm/chat") && !slices.Contains([]string{"Fault", "MoveUnreadable", "MoveOtherProvider", "MoveUnknown", "NewerDefinition", "NotServing"}, name) && d.Summary() != "Unknown attribute name" {
			t.Errorf("%s: the detail does not name the object: %s", name, d.Detail())
		}
		if said, _, _ := strings.Cut(d.Detail(), "\n\n"+documentation); !remedy.MatchString(said) {
			t.Errorf("%s: the detail does not end with a remedy: %s", name, d.Detail())
		}
	}
}

// TestEveryConstructorIsTold shows that no situation is missing here.
func TestEveryConstructorIsTold(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range parsed.Decls {
			f, ok := declaration.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || !constructs(f) {
				continue
			}
			if !hasSituation(f.Name.Name) {
				t.Errorf("%s: no message of %s is shown", file, f.Name.Name)
			}
		}
	}
}

// constructs reports whether a function returns a diagnostic.
func constructs(f *ast.FuncDecl) bool {
	if f.Type.Results == nil {
		return false
	}
	return slices.ContainsFunc(f.Type.Results.List, func(result *ast.Field) bool {
		name, ok := result.Type.(*ast.SelectorExpr)
		return ok && strings.HasPrefix(name.Sel.Name, "Diagnostic")
	})
}

func hasSituation(constructor string) bool {
	for name := range told {
		if first, _, _ := strings.Cut(name, " "); first == constructor {
			return true
		}
	}
	return false
}
