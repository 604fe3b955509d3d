package fn

import (
	"fmt"
	"strings"
)

// Result is one of the results of a function, in the published form that
// function runners read from a ResourceList.
type Result struct {
	Message  string   `yaml:"message,omitempty"`
	Severity Severity `yaml:"severity,omitempty"`
	// ResourceRef names the resource, nil if it is about none, or about one
	// that has no kind or name.
	ResourceRef *ResourceRef `yaml:"resourceRef,omitempty"`
	// Field is the place in the resource, nil if it is about all of it.
	Field *Field `yaml:"field,omitempty"`
	// File is the file the resource lies in, nil if that is unknown.
	File *File `yaml:"file,omitempty"`
	// Tags say further things to programs.
	Tags map[string]string `yaml:"tags,omitempty"`
}

// Severity says how much a result matters.
type Severity string

// The severities of results: with an error nothing was merged.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
	SeverityInfo    Severity = "info"
)

// ResourceRef names a resource.
type ResourceRef struct {
	APIVersion string `yaml:"apiVersion,omitempty"`
	Kind       string `yaml:"kind,omitempty"`
	Name       string `yaml:"name,omitempty"`
	Namespace  string `yaml:"namespace,omitempty"`
}

// Field is a place in a resource, with dest's value and updated's.
type Field struct {
	Path          string `yaml:"path,omitempty"`
	CurrentValue  any    `yaml:"currentValue,omitempty"`
	ProposedValue any    `yaml:"proposedValue,omitempty"`
}

// File is a file and the position of the resource in it.
type File struct {
	Path  string `yaml:"path,omitempty"`
	Index int    `yaml:"index,omitempty"`
}

// isConflict tells conflicts from notes and errors.
func (r *Result) isConflict() bool { return r.Tags["conflict"] != "" }

// String tells the result in one line:
// [warning] apps/v1/Deployment/prod/web spec.replicas: what happened.
func (r *Result) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s]", r.Severity)
	if ref := r.ResourceRef; ref != nil {
		separator := " "
		for _, part := range []string{ref.APIVersion, ref.Kind, ref.Namespace, ref.Name} {
			if part != "" {
				b.WriteString(separator + part)
				separator = "/"
			}
		}
	}
	if r.Field != nil {
		b.WriteString(" " + r.Field.Path)
	}
	b.WriteString(": " + r.Message)
	return b.String()
}
