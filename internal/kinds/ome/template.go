package ome

import (
	"encoding/json"
	"io"
	"strings"
	"text/template"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// templateProblem is what OME's template engine says of a main container, whose whole text is a Go template over the
// metadata of the service; empty where it works.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice/utils/utils.go@v0.1.5.
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
