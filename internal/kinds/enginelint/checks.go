package enginelint

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// parallelism finds an engine that splits the model into more or fewer parts than it has
// accelerators. Data parallel copies share them in ways that differ between engines.
func parallelism(e Engine) field.ErrorList {
	all := e.settings()
	tp, tensorAt, ok := number(all, tensor)
	pp, pipelineAt, ok2 := number(all, pipeline)
	_, copies, ok3 := number(all, data)
	if !ok || !ok2 || !ok3 || copies != nil || e.Accelerators == 0 || tensorAt == nil && pipelineAt == nil || tp*pp == e.Accelerators {
		return nil
	}
	at := tensorAt
	if at == nil {
		at = pipelineAt
	}
	what := fmt.Sprintf("tensor parallel size %d x pipeline parallel size %d makes %d parts, and the pods of a group have %d accelerators",
		tp, pp, tp*pp, e.Accelerators)
	if tp*pp > e.Accelerators {
		return field.ErrorList{field.Invalid(at, tp*pp, what+": the engine does not start; ask for as many accelerators as parts")}
	}
	return field.ErrorList{field.Invalid(at, tp*pp, what+": the others stay idle; raise the parallel size or ask for fewer")}
}

// repeatedSettings finds settings that are made twice with different values, whatever engine it is.
func repeatedSettings(e Engine) field.ErrorList {
	var errs field.ErrorList
	first := map[string]setting{}
	for _, s := range e.settings() {
		before, ok := first[s.what]
		if !ok {
			first[s.what] = s
			continue
		}
		if before.value != s.value {
			errs = append(errs, again(s.at, s.flag, s.what, s.value, before.value, before.at))
		}
	}
	return errs
}

// floating finds an image whose content changes under its name.
func floating(e Engine) field.ErrorList {
	image := e.Container.Image
	if image == "" || strings.Contains(image, "@") || strings.ContainsAny(image, "{ ") {
		return nil
	}
	_, tag, tagged := strings.Cut(image[strings.LastIndex(image, "/")+1:], ":")
	if tagged && tag != "latest" {
		return nil
	}
	return field.ErrorList{field.Invalid(e.At.Child("image"), image,
		"pods that start later may run another version of the engine than those that run: name a version or a digest")}
}
