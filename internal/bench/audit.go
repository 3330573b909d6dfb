package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// auditLog reads the API server's record of the requests, one JSON line each.
type auditLog struct {
	path   string
	offset int64
}

// skip leaves out everything up to now.
func (l *auditLog) skip() error {
	info, err := os.Stat(l.path)
	if err != nil {
		return err
	}
	l.offset = info.Size()
	return nil
}

// requests counts the requests since the last skip whose user agent begins so, by verb and resource. A
// watch is counted when it ends.
func (l *auditLog) requests(agent string) (map[string]int, error) {
	file, err := os.Open(l.path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	if _, err := file.Seek(l.offset, io.SeekStart); err != nil {
		return nil, err
	}
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	counts := map[string]int{}
	for line := range bytes.Lines(content) {
		var event struct {
			Verb, UserAgent, RequestURI string
			ObjectRef                   struct{ Resource string }
		}
		if err := json.Unmarshal(line, &event); err != nil {
			return nil, fmt.Errorf("%s: %w", l.path, err)
		}
		if !strings.HasPrefix(event.UserAgent, agent) {
			continue
		}
		what := event.ObjectRef.Resource
		if what == "" {
			what, _, _ = strings.Cut(event.RequestURI, "?")
		}
		counts[event.Verb+" "+what]++
	}
	return counts, nil
}
