package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// Terraform's handshake with a provider (hashicorp/terraform internal/plugin6/serve.go@v1.11.4).
const (
	cookie    = "TF_PLUGIN_MAGIC_COOKIE=d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"
	protocols = "PLUGIN_PROTOCOL_VERSIONS=6"
	getSchema = "/tfplugin6.Provider/GetProviderSchema"
)

// maxSchema is the largest schema that Terraform takes.
const maxSchema = 256 << 20

// schema measures what every run of Terraform begins with.
func (b *bench) schema(ctx context.Context) error {
	var size, rss int
	took, err := repeated(b.runs, func() (d time.Duration, err error) {
		d, size, rss, err = b.askSchema(ctx)
		return d, err
	})
	if err != nil {
		return err
	}
	figure("Provider start to GetProviderSchema answered", "%s", spread(took))
	figure("Size of the schema message", "%.2f MB", float64(size)/1e6)
	figure("Resident memory of the provider after it", "%d MB", rss/1024)
	return nil
}

// askSchema starts the provider as Terraform does and asks for its schema. It returns the
// message's bytes and the process's resident KiB.
func (b *bench) askSchema(ctx context.Context) (took time.Duration, size, rss int, err error) {
	began := time.Now()
	cmd := exec.CommandContext(ctx, filepath.Join(b.build, "terraform-provider-inference"))
	cmd.Env = append(os.Environ(), cookie, protocols)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return 0, 0, 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, 0, 0, err
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // It was killed.
	}()
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return 0, 0, 0, fmt.Errorf("the provider said nothing: %w", err)
	}
	// The core protocol's version, the provider protocol's version, network, address, transport.
	parts := strings.Split(strings.TrimSpace(line), "|")
	if len(parts) < 5 || parts[2] != "unix" || parts[4] != "grpc" {
		return 0, 0, 0, fmt.Errorf("the provider said %q", line)
	}
	conn, err := grpc.NewClient("unix:"+parts[3], grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxSchema), grpc.ForceCodec(raw{})))
	if err != nil {
		return 0, 0, 0, err
	}
	defer func() { _ = conn.Close() }()
	var answer []byte
	if err := conn.Invoke(ctx, getSchema, []byte{}, &answer); err != nil {
		return 0, 0, 0, err
	}
	took = time.Since(began)
	rss, err = resident(cmd.Process.Pid)
	return took, len(answer), rss, err
}

// raw hands messages through as they are on the wire.
type raw struct{}

// Marshal implements [encoding.Codec].
func (raw) Marshal(v any) ([]byte, error) {
	message, ok := v.([]byte)
	if !ok {
		return nil, fmt.Errorf("%T is not a message", v)
	}
	return message, nil
}

// Unmarshal implements [encoding.Codec].
func (raw) Unmarshal(data []byte, v any) error {
	message, ok := v.(*[]byte)
	if !ok {
		return fmt.Errorf("%T is no place for a message", v)
	}
	*message = append([]byte(nil), data...)
	return nil
}

// Name implements [encoding.Codec].
func (raw) Name() string { return "proto" }

// resident returns the resident KiB of a process, and 0 where the system does not tell.
func resident(pid int) (int, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if os.IsNotExist(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		var kib int
		if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &kib); err == nil {
			return kib, nil
		}
	}
	return 0, nil
}
