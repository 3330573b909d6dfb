package render

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Builder collects what a renderer makes of a resource, and what is wrong with it.
type Builder struct {
	Input
	// Owner is the resource on whose behalf objects are made.
	Owner Owner
	// Endpoint is the base URL that the workload serves inside the cluster.
	Endpoint string
	// OpenAIBaseURL and ServedModelName are those of [Output].
	OpenAIBaseURL, ServedModelName string

	objects  []*unstructured.Unstructured
	warnings []string
	errs     field.ErrorList
}

// Add adds objects in the order in which they are applied; nil is none.
func (b *Builder) Add(objects ...*unstructured.Unstructured) {
	for _, obj := range objects {
		if obj != nil {
			b.objects = append(b.objects, obj)
		}
	}
}

// Warnf tells of what will not work as its author may expect, and of the rule that says so.
func (b *Builder) Warnf(rule, format string, args ...any) { b.Warn(rule, fmt.Sprintf(format, args...)) }

// Warn tells of all that is of one rule.
func (b *Builder) Warn(rule string, warnings ...string) {
	for _, text := range warnings {
		b.warnings = append(b.warnings, text+cited(rule))
	}
}

// Fail adds errors, by which the resource renders to nothing; nil is none.
func (b *Builder) Fail(errs ...*field.Error) {
	for _, err := range errs {
		if err != nil {
			b.errs = append(b.errs, err)
		}
	}
}

// Failed reports whether there are errors.
func (b *Builder) Failed() bool { return len(b.errs) > 0 }

// Typed returns the renderer that draw is. Resource and options are decoded for it, and fields that
// their types do not have are errors.
func Typed[Object, Options any](draw func(*Builder, *Object, Options)) Func {
	return func(in Input) (out Output, errs field.ErrorList) {
		defer func() {
			switch fault := recover().(type) {
			case nil:
			case conversionFault:
				out, errs = Output{}, field.ErrorList{field.InternalError(field.NewPath("spec"), fault)}
			default:
				panic(fault)
			}
		}()
		b := &Builder{Input: in, Owner: OwnerOf(in.Object)}
		object, err := Decode[Object](in.Object.Object)
		if err != nil {
			b.Fail(Breaks(RuleManifest, field.Invalid(field.NewPath("spec"), in.Object.GetName(), err.Error())))
		}
		options, err := Decode[Options](in.Options)
		if err != nil {
			b.Fail(Breaks(RuleManifest, field.Invalid(field.NewPath("direct"), in.Object.GetName(), err.Error())))
		}
		if !b.Failed() {
			draw(b, &object, options)
		}
		if b.Failed() {
			return Output{}, b.errs
		}
		return Output{
			Objects: b.objects, Endpoint: b.Endpoint, OpenAIBaseURL: b.OpenAIBaseURL, ServedModelName: b.ServedModelName, Warnings: b.warnings,
		}, nil
	}
}
