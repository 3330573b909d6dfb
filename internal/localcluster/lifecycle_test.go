package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/state"
)

func TestStartPrintsOnlyTheKubeconfig(t *testing.T) {
	if want := filepath.Join(shared.dir, "kubeconfig"); shared.kubeconfig != want {
		t.Errorf("start printed %q, want exactly the path %q", shared.kubeconfig, want)
	}
	info, err := os.Stat(shared.kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the kubeconfig has mode %s: the administrator's key in it must be private", info.Mode())
	}
}

func TestVersionIsTheReleaseInGoMod(t *testing.T) {
	content, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^\tk8s.io/kubernetes (\S+)$`).FindSubmatch(content)
	if m == nil {
		t.Fatal("go.mod does not require k8s.io/kubernetes")
	}
	version, err := serverVersion(shared.kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	if version != string(m[1]) {
		t.Errorf("/version says %s, want %s without any linker flag", version, m[1])
	}
}

func TestSecondClusterSideBySideAndStop(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "state")
	kubeconfig := strings.TrimSpace(mustRun(t, "start", "--dir", dir, "--gpu-nodes", "1", "--gpus", "3", "--nodes", "0").stdout)
	t.Cleanup(func() { program("stop", "--dir", dir) })
	pid, err := state.Dir(dir).Owner()
	if err != nil || pid == 0 {
		t.Fatalf("owner of the state directory: %d, %v", pid, err)
	}
	for _, path := range []string{kubeconfig, shared.kubeconfig} {
		if _, err := serverVersion(path); err != nil {
			t.Errorf("with two clusters, %s: %v", path, err)
		}
	}

	again := program("start", "--dir", dir)
	if want := fmt.Sprintf("a cluster already runs in %s (process %d)", dir, pid); again.code() != 1 || !strings.Contains(again.stderr, want) {
		t.Errorf("second start in the same directory, want exit code 1 and %q: %s", want, again)
	}

	mustRun(t, "stop", "--dir", dir)
	if alive(pid) {
		t.Errorf("process %d is alive after stop", pid)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the state directory is there after stop: %v", err)
	}
	mustRun(t, "stop", "--dir", dir)
	if _, err := serverVersion(shared.kubeconfig); err != nil {
		t.Errorf("stopping one cluster harmed the other: %v", err)
	}
}

func TestNodes(t *testing.T) {
	nodes, err := shared.client.CoreV1().Nodes().List(t.Context(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, n := range nodes.Items {
		gpus := n.Status.Allocatable["nvidia.com/gpu"]
		got[n.Name] = []string{
			gpus.String(), n.Labels["nvidia.com/gpu.present"], n.Labels["nvidia.com/gpu.product"], n.Labels["nvidia.com/gpu.count"],
		}
	}
	h100 := []string{"8", "true", "NVIDIA-H100-80GB-HBM3", "8"}
	want := map[string][]string{"cpu-0": {"0", "", "", ""}, "gpu-0": h100, "gpu-1": h100}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("nodes by default, with GPUs and labels (-want +got):\n%s", diff)
	}
}

func TestFailedStartSaysWhy(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.yaml")
	if err := os.WriteFile(broken, []byte("apiVersion: v1\nkind: NoSuchKind\nmetadata: {name: x}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		reason string
		args   []string
		want   []string
	}{
		"missing file": {
			reason: "A path that does not exist is found before anything is started.",
			args:   []string{"--crds", "nowhere.yaml"},
			want:   []string{"--crds", "nowhere.yaml: no such file"},
		},
		"negative count": {
			reason: "A number of nodes below zero is meaningless.",
			args:   []string{"--gpus", "-1"},
			want:   []string{"--gpus is -1: it must be 0 or more"},
		},
		"unknown kind": {
			reason: "A failure in the background process reaches the one who starts it, with the log.",
			args:   []string{"--manifests", broken},
			want:   []string{broken, "NoSuchKind", "last lines of " + filepath.Join(dir, "unknown kind", "cluster.log")},
		},
		"stages without their definitions": {
			reason: "kwok itself would wait for ever.",
			args:   []string{"--stages", "stages/llmaz.yaml"},
			want:   []string{"acts on inference.llmaz.io/v1alpha1", "pass its definition with --crds"},
		},
		"unknown operator": {
			reason: "An operator that nobody plays is found before anything is started.",
			args:   []string{"--play", "kthena"},
			want:   []string{"--play kthena: it must be one of llmaz, llmkube, ome"},
		},
		"webhook without its definitions": {
			reason: "The webhook cannot be probed without the kinds it is for.",
			args:   []string{"--mutate-webhook"},
			want:   []string{"--mutate-webhook needs the definition openmodels.llmaz.io"},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			state := filepath.Join(dir, name)
			r := program(append([]string{"start", "--dir", state}, tc.args...)...)
			t.Cleanup(func() { mustRun(t, "stop", "--dir", state) })
			if r.code() != 1 || r.stdout != "" {
				t.Errorf("%s\nwant exit code 1 and nothing on standard output: %s", tc.reason, r)
			}
			for _, want := range tc.want {
				if !strings.Contains(r.stderr, want) {
					t.Errorf("%s\nstandard error lacks %q: %s", tc.reason, want, r)
				}
			}
		})
	}
}

func TestRunGivesAccessAndPassesTheExitCodeOn(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	r := program("run", "--gpu-nodes", "0", "--", "sh", "-c", `test -s "$KUBECONFIG" && test "$KUBECONFIG" = "$KUBE_CONFIG_PATH" && echo out && exit 7`)
	if r.code() != 7 || r.stdout != "out\n" {
		t.Errorf("want exit code 7 and the output of the command alone: %s", r)
	}
	left, err := os.ReadDir(temp)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("run left %s in the temporary directory", left[0].Name())
	}
}

func TestRunEndsWithItsParent(t *testing.T) {
	dir := t.TempDir()
	pidFile := filepath.Join(dir, "pid")
	run := command("run", "--dir", filepath.Join(dir, "state"), "--", "sh", "-c", `echo $$ > `+pidFile+`; sleep 600 & wait`)
	// The shell is the parent: it waits, as its last command is not the only one.
	parent := exec.Command("sh", append([]string{"-c", `"$@"; true`, "sh"}, run.Args...)...)
	parent.Env = run.Env
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	child := awaitPID(t, pidFile)
	owner, err := state.Dir(filepath.Join(dir, "state")).Owner()
	if err != nil || owner == 0 || owner == parent.Process.Pid {
		t.Fatalf("owner of the state directory: %d, %v; parent: %d", owner, err, parent.Process.Pid)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	awaitEnd(t, "the cluster", owner)
	awaitEnd(t, "the command", child)
}

func TestInterruptedRunWithoutCommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	run := command("run", "--dir", dir, "--gpu-nodes", "0")
	output, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 4096)
	n, _ := output.Read(line)
	if want := filepath.Join(dir, "kubeconfig") + "\n"; string(line[:n]) != want {
		t.Errorf("run printed %q, want %q", line[:n], want)
	}
	if err := run.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := run.Wait(); err != nil {
		t.Errorf("an interrupt is the way to end it, not a failure: %v", err)
	}
	if pid, err := state.Dir(dir).Owner(); pid != 0 || err != nil {
		t.Errorf("process %d owns the state directory after the end: %v", pid, err)
	}
}

func awaitPID(t *testing.T, file string) int {
	t.Helper()
	pid := 0
	eventually(t, func(context.Context) error {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		pid, err = strconv.Atoi(strings.TrimSpace(string(content)))
		return err
	})
	return pid
}

func awaitEnd(t *testing.T, what string, pid int) {
	t.Helper()
	eventually(t, func(context.Context) error {
		if alive(pid) {
			return fmt.Errorf("%s (process %d) is alive", what, pid)
		}
		return nil
	})
}

// alive leaves out a process that ended and that its new parent has not collected.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && !strings.HasPrefix(string(stat), "Z")
}
