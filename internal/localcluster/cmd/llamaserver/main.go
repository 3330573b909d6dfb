//go:build linux

// Command llamaserver is a stand-in for llama.cpp's llama-server in its command line and its HTTP API: the engine behind it is
// Ollama's runner, which is llama.cpp as a program that Go's modules can build. It loads the model, logs, fails and answers;
// this program passes arguments and requests on.
//
// Mirrors ggml-org/llama.cpp tools/server/README.md@b10068 and ollama/ollama runner/llamarunner/runner.go@v0.9.6.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:])
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() > 0 {
		os.Exit(exit.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// arguments are those that matter here; what else there is changes nothing in the answers.
type arguments struct{ model, alias, host, port, context string }

// names of arguments, as common/arg.cpp has them.
func (a *arguments) of(name string) *string {
	switch name {
	case "--model", "-m":
		return &a.model
	case "--alias", "-a":
		return &a.alias
	case "--host":
		return &a.host
	case "--port":
		return &a.port
	case "--ctx-size", "-c":
		return &a.context
	}
	return nil
}

func parse(words []string) (arguments, error) {
	a := arguments{host: "127.0.0.1", port: "8080", context: "512"}
	// The image of llama.cpp says it by the environment.
	if host := os.Getenv("LLAMA_ARG_HOST"); host != "" {
		a.host = host
	}
	for i := 0; i+1 < len(words); i++ {
		if value := a.of(words[i]); value != nil {
			i++
			*value = words[i]
		}
	}
	if a.model == "" {
		return a, errors.New("--model is missing: this stand-in serves files alone")
	}
	if a.alias == "" {
		a.alias = filepath.Base(a.model)
	}
	return a, nil
}

// run serves until ctx or the engine ends.
func run(ctx context.Context, words []string) error {
	a, err := parse(words)
	if err != nil {
		return err
	}
	// As the original: it listens before it loads.
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", net.JoinHostPort(a.host, a.port))
	if err != nil {
		return err
	}
	address, err := freeAddress(ctx)
	if err != nil {
		return err
	}
	_, port, _ := strings.Cut(address, ":")
	self, err := os.Executable()
	if err != nil {
		return err
	}
	engine := exec.Command(filepath.Join(filepath.Dir(self), "ollama"), "runner", "--model", a.model, "--ctx-size", a.context, "--port", port)
	engine.Stdout, engine.Stderr = os.Stdout, os.Stderr
	if err := engine.Start(); err != nil {
		return err
	}
	server := &http.Server{Handler: newFacade(a.alias, "http://"+address), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }()
	ended := make(chan error, 1)
	go func() { ended <- engine.Wait() }()
	select {
	case err := <-ended:
		return errors.Join(errors.New("the engine ended"), err)
	case <-ctx.Done():
	}
	// As the original: requests in progress are not waited for.
	return errors.Join(server.Close(), engine.Process.Kill())
}

func freeAddress(ctx context.Context) (string, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}
