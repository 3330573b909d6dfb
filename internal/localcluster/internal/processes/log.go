//go:build linux

package processes

import (
	"bytes"
	"fmt"
	"os"
	"sync"
	"time"
)

// logFile is the log of a container as the kubelet reads it: a line has the moment, the stream, F for a whole line, and the text.
type logFile struct {
	mu   sync.Mutex
	file *os.File
}

func openLog(path string) (*logFile, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	return &logFile{file: file}, nil
}

func (l *logFile) close() error { return l.file.Close() }

func (l *logFile) stream(name string) *logStream { return &logStream{log: l, name: name} }

// logStream is one of the two streams of a container.
type logStream struct {
	log  *logFile
	name string
	// begun is a line that has not ended yet.
	begun []byte
}

// Write implements [io.Writer].
func (s *logStream) Write(text []byte) (int, error) {
	s.begun = append(s.begun, text...)
	for {
		line, rest, whole := bytes.Cut(s.begun, []byte("\n"))
		if !whole {
			return len(text), nil
		}
		if err := s.write(line); err != nil {
			return 0, err
		}
		s.begun = rest
	}
}

// flush writes the last line, where it has no end.
func (s *logStream) flush() {
	if len(s.begun) > 0 {
		_ = s.write(s.begun)
	}
}

func (s *logStream) write(line []byte) error {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	_, err := fmt.Fprintf(s.log.file, "%s %s F %s\n", time.Now().UTC().Format(time.RFC3339Nano), s.name, line)
	return err
}
