//go:build linux

package processes

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// memoryLook is how often the memory of a container with a limit is looked at.
const memoryLook = 50 * time.Millisecond

// watchMemory kills a container whose processes have more memory than its limit, as the kernel does with that of a cgroup.
func (r *Runtime) watchMemory(c *container) {
	limit := c.config.GetLinux().GetResources().GetMemoryLimitInBytes()
	if limit <= 0 {
		return
	}
	ticker := time.NewTicker(memoryLook)
	defer ticker.Stop()
	for {
		select {
		case <-c.ended:
			return
		case <-ticker.C:
		}
		if memoryOf(c.process.Pid) > limit {
			r.mu.Lock()
			c.reason = "OOMKilled"
			r.mu.Unlock()
			c.kill()
			return
		}
	}
}

// memoryOf is the resident memory of a process group without what files hold: the fields of /proc/PID/stat and statm.
func memoryOf(group int) int64 {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	var sum int64
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		// The name is in parentheses and may have anything: what follows is the state, the parent and the group.
		_, fields, _ := bytes.Cut(text[max(0, bytes.LastIndexByte(text, ')')):], []byte(" "))
		words := bytes.Fields(fields)
		if len(words) < 3 || string(words[2]) != strconv.Itoa(group) {
			continue
		}
		var size, resident, shared int64
		if statm, err := os.ReadFile(filepath.Join(filepath.Dir(path), "statm")); err == nil {
			if _, err := fmt.Sscan(string(statm), &size, &resident, &shared); err == nil {
				sum += (resident - shared) * int64(os.Getpagesize())
			}
		}
	}
	return sum
}
