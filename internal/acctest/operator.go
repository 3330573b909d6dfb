package acctest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

// operator is a real program that manages objects of a cluster, in the place of one of its pods.
type operator struct {
	process *exec.Cmd
	log     string
	ended   chan struct{}
}

// operatorTimeout bounds its start, which takes two seconds.
const operatorTimeout = time.Minute

// startOperator starts a command that logs into a file.
func startOperator(command *exec.Cmd, log string) (*operator, error) {
	file, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // the program has it as well
	command.Stdout, command.Stderr = file, file
	if err := command.Start(); err != nil {
		return nil, err
	}
	o := &operator{process: command, log: log, ended: make(chan struct{})}
	go func() {
		_ = command.Wait()
		close(o.ended)
	}()
	return o, nil
}

// untilServes returns when the operator answers at the URL, whose certificate the authority has issued.
func (o *operator) untilServes(ctx context.Context, url string, authority []byte) error {
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(authority)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}}}
	defer client.CloseIdleConnections()
	return o.until(ctx, func(ctx context.Context) (bool, error) {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return false, err
		}
		response, err := client.Do(request)
		if err != nil {
			return false, nil //nolint:nilerr // it does not listen yet
		}
		return response.StatusCode == http.StatusOK, response.Body.Close()
	})
}

// until returns when the condition holds, with what the operator says where it ends or takes too long.
func (o *operator) until(ctx context.Context, holds wait.ConditionWithContextFunc) error {
	err := wait.PollUntilContextTimeout(ctx, 100*time.Millisecond, operatorTimeout, true, func(ctx context.Context) (bool, error) {
		select {
		case <-o.ended:
			return false, errors.New("it has ended")
		default:
			return holds(ctx)
		}
	})
	if err != nil {
		return fmt.Errorf("%s does not start: %w\n%s", o.process.Path, err, o.lastWords())
	}
	return nil
}

// lastWords is the end of its log.
func (o *operator) lastWords() string {
	const kept = 60
	raw, err := os.ReadFile(o.log)
	if err != nil {
		return err.Error()
	}
	lines := slices.Collect(strings.Lines(string(raw)))
	return strings.Join(lines[max(0, len(lines)-kept):], "")
}

// explainFailure shows what the operator said last when the test fails.
func (o *operator) explainFailure(t *testing.T) {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the operator said last:\n%s", o.lastWords())
		}
	})
}

func (o *operator) stop() {
	_ = o.process.Process.Signal(os.Interrupt)
	<-o.ended
}

// freePort is a port that is free at all addresses.
func freePort(ctx context.Context) (int, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", ":0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}
