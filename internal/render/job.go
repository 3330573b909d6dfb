package render

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation"
	batchv1ac "k8s.io/client-go/applyconfigurations/batch/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
)

// jobHashLength is the number of hexadecimal digits that end the name of a Job.
const jobHashLength = 8

// Job returns a Job that runs pods of the template until one succeeds, and gives up when
// more than backoffLimit of them have failed. Nobody deletes it after it has ended, so that it tells
// how it ended. A Job cannot change its template, so its name is the given one, cut where it is too
// long, and a hash of that name and the template: another template makes another Job.
//
// The pods should not carry the owner's selector, by which Services and workloads of the
// same name would take them for their own.
func Job(o Owner, name string, backoffLimit int32, template *corev1ac.PodTemplateSpecApplyConfiguration) *unstructured.Unstructured {
	short := name
	if most := validation.DNS1123LabelMaxLength - 1 - jobHashLength; len(name) > most {
		short = strings.TrimRight(name[:most], "-")
	}
	return object(batchv1ac.Job(short+"-"+jobHash(name, template), o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithAnnotations(o.Annotations).
		WithSpec(batchv1ac.JobSpec().
			WithBackoffLimit(backoffLimit).
			WithTemplate(template)))
}

// jobHash hashes the template as a tree, whose keys are sorted: the order of the fields
// in its type is nobody's promise.
func jobHash(name string, template *corev1ac.PodTemplateSpecApplyConfiguration) string {
	text, err := json.Marshal(Encode(template))
	if err != nil {
		panic(conversionFault{fmt.Errorf("encoding %T: %w", template, err)})
	}
	sum := sha256.Sum256(append([]byte(name+"\n"), text...))
	return hex.EncodeToString(sum[:])[:jobHashLength]
}
