package ome

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
)

// outputParameters are the parameters of a benchmark's output that OME passes on, by
// scheme, and whether each is a secret.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/utils/utils.go@v0.1.5.
var outputParameters = map[string]map[string]bool{
	"oci":    {"auth": false, "config_file": false, "profile": false, "region": false, "security_token": true},
	"pvc":    {},
	"s3":     {"aws_access_key_id": true, "aws_secret_access_key": true, "aws_profile": false, "aws_region": false},
	"az":     {"azure_account_name": false, "azure_account_key": true, "azure_connection_string": true, "azure_sas_token": true},
	"gs":     {"gcp_project_id": false, "gcp_credentials_path": false},
	"github": {"github_token": true},
}

// outputParametersRule is BJ-23 as far as parameters are concerned that OME does not know.
func outputParametersRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	known, ok := outputParameters[scheme(outputURI(s))]
	if !ok {
		return nil
	}
	allowed := "none"
	if len(known) > 0 {
		allowed = "`" + strings.Join(slices.Sorted(maps.Keys(known)), "`, `") + "`"
	}
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(s.OutputLocation.Parameters)) {
		if _, ok := known[name]; !ok {
			errs = append(errs, withoutEffect(outputPath.Child("parameters").Key(name), "the parameters of `"+scheme(outputURI(s))+"://` are "+allowed))
		}
	}
	return errs
}

// outputSecretsRule is BJ-23 as far as secrets are concerned.
func outputSecretsRule(s *v1beta1.BenchmarkJobSpec) field.ErrorList {
	var errs field.ErrorList
	known := outputParameters[scheme(outputURI(s))]
	if len(known) == 0 {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(s.OutputLocation.Parameters)) {
		if known[name] {
			errs = append(errs, field.Forbidden(outputPath.Child("parameters").Key(name),
				"OME writes it in clear text into the arguments of the Job; give it in `pod_override.env`, as the variable that genai-bench has for it, from a Secret"))
		}
	}
	return errs
}
