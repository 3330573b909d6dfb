package server

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Said keeps the processes of one run from giving a warning that another of them gave before. A client asks the same of a
// process each in its validation, its plan and its apply, and shows the answers together; the protocol leaves a process no way to
// know which of them it serves and what others have said. So each notes a digest of what it says in a file. Where that
// cannot be written or read, warnings are repeated: none is ever withheld that the run has not given.
type Said struct {
	file, run string
	// before are what earlier processes of the run have given. Those at work at the same time, one for each provider block,
	// speak of objects of their own.
	before map[string]bool

	mu sync.Mutex
}

// NewSaid reads what was noted in a file for a run, which a text without spaces tells from all others.
func NewSaid(file, run string) *Said {
	s := &Said{file: file, run: run, before: map[string]bool{}}
	text, err := os.ReadFile(file) //nolint:gosec // in the data directory of the client
	if err != nil {
		return s
	}
	for line := range strings.Lines(string(text)) {
		if of, digest, _ := strings.Cut(strings.TrimSpace(line), " "); of == run {
			s.before[digest] = true
		}
	}
	if len(s.before) == 0 {
		_ = os.Remove(file) // the notes of other runs
	}
	return s
}

// unsaid leaves the warnings out that the run has given, and notes the others. Errors are always given.
func (s *Said) unsaid(typeName string, all []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	if s == nil {
		return all
	}
	var out []*tfprotov6.Diagnostic
	var notes strings.Builder
	for _, d := range all {
		if d.Severity == tfprotov6.DiagnosticSeverityWarning {
			digest := fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s", typeName, d.Summary, d.Detail, d.Attribute)))
			if s.before[digest] {
				continue
			}
			fmt.Fprintln(&notes, s.run, digest)
		}
		out = append(out, d)
	}
	s.note(notes.String())
	return out
}

// note adds lines to the file. It makes no folder: where there is none, there is no client that keeps its data there.
func (s *Said) note(lines string) {
	if lines == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	file, err := os.OpenFile(s.file, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	_, _ = file.WriteString(lines)
	_ = file.Close()
}
