//go:build linux && serve

package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// asEngine makes the test binary the program of an image.
const asEngine = "PROCESSNODE_TEST_ENGINE"

// engine does what its first argument says.
func engine(args []string) error {
	switch args[0] {
	case "crash":
		fmt.Fprintln(os.Stderr, "the model file is broken")
		os.Exit(3)
	case "eat":
		return eat()
	case "write":
		return os.WriteFile(args[1], []byte(args[2]), 0o600)
	case "exists":
		_, err := os.Stat(args[1])
		return err
	case "serve":
		return serve(args[1])
	}
	return fmt.Errorf("unknown: %v", args)
}

// eat takes memory, more and more.
func eat() error {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	var all [][]byte
	for range tick.C {
		more := make([]byte, 8<<20)
		for i := range more {
			more[i] = 1
		}
		all = append(all, more)
	}
	return fmt.Errorf("%d pieces", len(all))
}

// serve answers paths with the contents of files and /env/NAME with variables, until it is told to end, which it notes in a folder.
func serve(notes string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "0.0.0.0:8080")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /env/{name}", func(w http.ResponseWriter, r *http.Request) { _, _ = fmt.Fprint(w, os.Getenv(r.PathValue("name"))) })
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		text, err := os.ReadFile(r.URL.Path)
		if err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		_, _ = w.Write(text)
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	_, _ = fmt.Fprintln(os.Stdout, "listening on 8080")
	<-ctx.Done()
	return os.WriteFile(filepath.Join(notes, "terminated"), nil, 0o600)
}
