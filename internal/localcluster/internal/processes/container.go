//go:build linux

package processes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
)

// searched is where a program without a path is looked for.
const searched = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// stillOpen is how long the pipes of a process that has ended are read when its children keep them open.
const stillOpen = 500 * time.Millisecond

// container is a process with its children. The lock of the runtime guards what changes.
type container struct {
	id      string
	sandbox *sandbox
	config  *runtimeapi.ContainerConfig
	image   Image
	root    string

	created, started, finished time.Time

	state runtimeapi.ContainerState
	code  int32
	// reason is why it ended, where the exit code does not say it.
	reason  string
	process *os.Process
	// ended is closed when the process and its children are gone.
	ended chan struct{}
}

// CreateContainer implements the kubelet's interface.
func (r *Runtime) CreateContainer(_ context.Context, sandbox string, config *runtimeapi.ContainerConfig, _ *runtimeapi.PodSandboxConfig) (string, error) {
	image, err := r.images.find(config.GetImage().GetImage())
	if err != nil {
		return "", err
	}
	r.mu.Lock()
	s, ok := r.sandboxes[sandbox]
	id := r.id()
	r.mu.Unlock()
	if !ok || s.network == nil {
		return "", fmt.Errorf("sandbox %q: %w", sandbox, errNotFound)
	}
	c := &container{
		id: id, sandbox: s, config: config, image: image, root: filepath.Join(r.dir, "roots", id),
		created: time.Now(), state: runtimeapi.ContainerState_CONTAINER_CREATED, ended: make(chan struct{}),
	}
	if err := makeRoot(c.root, image.Files, config.GetMounts()); err != nil {
		return "", errors.Join(err, removeRoot(c.root))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.containers[id] = c
	return id, nil
}

// StartContainer implements the kubelet's interface.
func (r *Runtime) StartContainer(_ context.Context, id string) error {
	c, err := r.container(id)
	if err != nil {
		return err
	}
	log, err := openLog(c.logPath())
	if err != nil {
		return err
	}
	stdout, stderr := log.stream("stdout"), log.stream("stderr")
	cmd := c.command(c.words())
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := c.sandbox.network.within(cmd.Start); err != nil {
		r.fail(c)
		return errors.Join(fmt.Errorf("failed to create container process: %w", err), log.close())
	}
	r.mu.Lock()
	c.started, c.state, c.process = time.Now(), runtimeapi.ContainerState_CONTAINER_RUNNING, cmd.Process
	r.mu.Unlock()
	go r.watchMemory(c)
	go func() {
		_ = cmd.Wait()
		c.kill()
		stdout.flush()
		stderr.flush()
		_ = log.close()
		r.mu.Lock()
		defer r.mu.Unlock()
		c.finished, c.state, c.code = time.Now(), runtimeapi.ContainerState_CONTAINER_EXITED, exitCode(cmd.ProcessState)
		close(c.ended)
	}()
	return nil
}

func (c *container) logPath() string {
	return filepath.Join(c.sandbox.config.GetLogDirectory(), c.config.GetLogPath())
}

// fail ends a container that never began, as containerd does.
func (r *Runtime) fail(c *container) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	c.started, c.finished, c.state, c.code, c.reason = now, now, runtimeapi.ContainerState_CONTAINER_EXITED, 128, "StartError"
	close(c.ended)
}

// words are the command line: a command takes the place of the image's, and arguments that of the image's own.
func (c *container) words() []string {
	if len(c.config.GetCommand()) > 0 {
		return slices.Concat(c.config.GetCommand(), c.config.GetArgs())
	}
	if len(c.config.GetArgs()) > 0 {
		return slices.Concat(c.image.Entrypoint, c.config.GetArgs())
	}
	return slices.Concat(c.image.Entrypoint, c.image.Cmd)
}

// command is a process of the container. It leads a process group of its own, with all that it starts.
func (c *container) command(words []string) *exec.Cmd {
	env := slices.Concat([]string{"PATH=" + searched, "HOME=/root", "HOSTNAME=" + c.sandbox.config.GetHostname()}, c.image.Env)
	for _, e := range c.config.GetEnvs() {
		env = append(env, e.GetKey()+"="+string(e.GetValue()))
	}
	cmd := &exec.Cmd{Args: words, Env: env, Dir: cmp.Or(c.config.GetWorkingDir(), c.image.Dir, "/"), WaitDelay: stillOpen}
	cmd.Path = c.lookUp(words[0], env)
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: c.root, Setpgid: true}
	return cmd
}

// lookUp finds a program in the root of the container.
func (c *container) lookUp(program string, env []string) string {
	if strings.Contains(program, "/") {
		return program
	}
	folders := searched
	for _, variable := range env {
		if value, ok := strings.CutPrefix(variable, "PATH="); ok {
			folders = value
		}
	}
	for folder := range strings.SplitSeq(folders, ":") {
		if info, err := os.Stat(filepath.Join(c.root, folder, program)); err == nil && !info.IsDir() && info.Mode()&0o111 != 0 {
			return filepath.Join(folder, program)
		}
	}
	return program
}

func exitCode(state *os.ProcessState) int32 {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int32(status.Signal())
	}
	return int32(state.ExitCode())
}

// kill ends the process and its children at once.
func (c *container) kill() {
	if c.process != nil {
		_ = syscall.Kill(-c.process.Pid, syscall.SIGKILL)
	}
}

// StopContainer implements the kubelet's interface.
func (r *Runtime) StopContainer(ctx context.Context, id string, timeout int64) error {
	c, err := r.container(id)
	if err != nil || c.process == nil {
		return err
	}
	_ = c.process.Signal(syscall.SIGTERM)
	grace, cancel := context.WithTimeout(ctx, time.Duration(timeout)*time.Second)
	defer cancel()
	select {
	case <-c.ended:
		return nil
	case <-grace.Done():
	}
	c.kill()
	<-c.ended
	return nil
}

// RemoveContainer implements the kubelet's interface.
func (r *Runtime) RemoveContainer(_ context.Context, id string) error {
	c, err := r.container(id)
	if err != nil {
		return nil
	}
	if c.process != nil {
		c.kill()
		<-c.ended
	}
	if err := removeRoot(c.root); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.containers, id)
	return nil
}
