package provider

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// Versions of the credential plugin protocol that Kubernetes clients speak.
var execVersions = []string{"client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"}

// validate reports what cannot work whatever the environment adds. Values that are not
// known yet are taken to be right.
func (m configModel) validate(ctx context.Context) diag.Diagnostics {
	var diags diag.Diagnostics
	diags.Append(m.validateCombinations()...)
	diags.Append(m.validateExec(ctx)...)
	diags.Append(m.validateImpersonate(ctx)...)
	diags.Append(m.validateLimits()...)
	diags.Append(m.validateDefaults()...)
	diags.Append(m.validateBudget(ctx)...)
	diags.Append(m.validatePlanChecks()...)
	return diags
}

// exclusive lists attributes of which only one can be meant, with the reason.
var exclusive = []struct{ one, other, why string }{
	{"config_path", "config_paths", "Both name kubeconfig files. Put every file into config_paths, or keep config_path alone."},
	{"token", "token_path", "Both are the bearer token. Keep token_path for a token that is renewed while the provider runs, else token."},
	{"exec", "token", "Both authenticate. Keep exec to let a program fetch credentials, else token."},
	{"exec", "token_path", "Both authenticate. Keep exec to let a program fetch credentials, else token_path."},
	{"exec", "username", "Both authenticate. Keep exec to let a program fetch credentials, else username and password."},
	{"token", "username", "Both authenticate. Keep token, or username and password."},
	{"token_path", "username", "Both authenticate. Keep token_path, or username and password."},
}

func (m configModel) validateCombinations() diag.Diagnostics {
	var diags diag.Diagnostics
	values := map[string]attr.Value{
		"config_path": m.ConfigPath, "config_paths": m.ConfigPaths, "token": m.Token, "token_path": m.TokenPath,
		"exec": m.Exec, "username": m.Username,
	}
	for _, pair := range exclusive {
		if isSet(values[pair.one]) && isSet(values[pair.other]) {
			diags.AddAttributeError(path.Root(pair.other), "Attributes exclude each other",
				fmt.Sprintf("%s cannot be set together with %s. %s", pair.other, pair.one, pair.why))
		}
	}
	if m.Insecure.ValueBool() && isSet(m.ClusterCACertificate) {
		diags.AddAttributeError(path.Root("insecure"), "Attributes exclude each other",
			"insecure = true cannot be set together with cluster_ca_certificate, which would not be used. Remove insecure to verify the server with the certificate.")
	}
	return diags
}

// isSet reports whether a value is known and says something: an empty string or list is
// the same as none.
func isSet(value attr.Value) bool {
	if value == nil || value.IsNull() || value.IsUnknown() {
		return false
	}
	switch v := value.(type) {
	case basetypes.StringValue:
		return v.ValueString() != ""
	case basetypes.ListValue:
		return len(v.Elements()) > 0
	default:
		return true
	}
}

func (m configModel) validateExec(ctx context.Context) diag.Diagnostics {
	if !isSet(m.Exec) {
		return nil
	}
	var model execModel
	diags := m.Exec.As(ctx, &model, basetypes.ObjectAsOptions{})
	at := path.Root("exec")
	if version := model.APIVersion; !version.IsUnknown() && !slices.Contains(execVersions, version.ValueString()) {
		diags.AddAttributeError(at.AtName("api_version"), "Version of the exec protocol is not known",
			fmt.Sprintf("%q is not a version of the credential plugin protocol. Use %s, whichever the program prints.", version.ValueString(), quotedOr(execVersions)))
	}
	if command := model.Command; !command.IsUnknown() && command.ValueString() == "" {
		diags.AddAttributeError(at.AtName("command"), "Command is empty",
			"exec needs a program that prints credentials. Set command to its name, such as \"aws\" or \"gke-gcloud-auth-plugin\".")
	}
	return diags
}

func (m configModel) validateImpersonate(ctx context.Context) diag.Diagnostics {
	if !isSet(m.Impersonate) {
		return nil
	}
	var model impersonateModel
	diags := m.Impersonate.As(ctx, &model, basetypes.ObjectAsOptions{})
	if user := model.User; !user.IsUnknown() && user.ValueString() == "" {
		diags.AddAttributeError(path.Root("impersonate").AtName("user"), "User to impersonate is empty",
			"The API server accepts groups, uid and extra only together with a user. Set user, such as \"system:serviceaccount:ci:terraform\".")
	}
	return diags
}

func (m configModel) validateLimits() diag.Diagnostics {
	var diags diag.Diagnostics
	if isSet(m.QPS) && m.QPS.ValueFloat64() <= 0 {
		diags.AddAttributeError(path.Root("qps"), "Request rate is not positive",
			fmt.Sprintf("qps is %v, and must be above 0 requests a second. Remove it for the default of 100.", m.QPS.ValueFloat64()))
	}
	if isSet(m.Burst) && m.Burst.ValueInt64() < 1 {
		diags.AddAttributeError(path.Root("burst"), "Request burst is not positive",
			fmt.Sprintf("burst is %d, and must be at least 1 request. Remove it for the default of 200.", m.Burst.ValueInt64()))
	}
	if isSet(m.FieldManager) {
		name := m.FieldManager.ValueString()
		unprintable := strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
		if len(name) > object.MaxManager || unprintable {
			diags.AddAttributeError(path.Root("field_manager"), "Field manager is not valid",
				fmt.Sprintf("field_manager is %d bytes long, and may have at most %d, all printable. Use a short name, such as \"terraform-llm\".", len(name), object.MaxManager))
		}
	}
	return diags
}

func (m configModel) validateDefaults() diag.Diagnostics {
	var diags diag.Diagnostics
	modes := []string{engine.Operator, engine.Direct}
	if isSet(m.Mode) && !slices.Contains(modes, m.Mode.ValueString()) {
		diags.AddAttributeError(path.Root("mode"), "Mode is not known",
			fmt.Sprintf("%q is not a mode. Use %s.", m.Mode.ValueString(), quotedOr(modes)))
	}
	if isSet(m.Namespace) {
		name := m.Namespace.ValueString()
		if problems := validation.IsDNS1123Label(name); len(problems) > 0 {
			diags.AddAttributeError(path.Root("namespace"), "Namespace is not valid",
				fmt.Sprintf("%q cannot be the name of a namespace: %s. Use the name of a namespace of the cluster, such as \"llm\".", name, strings.Join(problems, "; ")))
		}
	}
	return diags
}

// quotedOr lists alternatives as `"a", "b" or "c"`.
func quotedOr(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = fmt.Sprintf("%q", name)
	}
	if len(quoted) < 2 {
		return strings.Join(quoted, "")
	}
	last := len(quoted) - 1
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}
