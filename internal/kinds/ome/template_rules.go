package ome

import (
	"encoding/json"
	"io"
	"strings"
	"text/template"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// templateRule finds main containers that OME's template engine would choke on: the text
// of the whole container is a Go template over the metadata of the service.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/utils/utils.go@v0.1.5.
func templateRule(c component) field.ErrorList {
	var errs field.ErrorList
	for _, runner := range c.runners() {
		if problem := templateProblem(runner.Container); problem != "" {
			errs = append(errs, field.Invalid(runner.path, runner.Name, "OME reads `{{` in the container as a template over the metadata of the service, and this one fails: "+
				problem+"; allowed are `{{.Name}}`, `{{.Namespace}}` and the like, anything else must do without `{{`"))
		}
	}
	return errs
}

func templateProblem(container *corev1.Container) string {
	raw, err := json.Marshal(container)
	if err != nil || !strings.Contains(string(raw), "{{") {
		return ""
	}
	parsed, err := template.New("container").Parse(string(raw))
	if err == nil {
		err = parsed.Execute(io.Discard, metav1.ObjectMeta{})
	}
	if err != nil {
		return err.Error()
	}
	return ""
}
