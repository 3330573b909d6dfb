package state

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// RunningError says that a live process owns the directory.
type RunningError struct {
	Dir Dir
	PID int
}

func (e *RunningError) Error() string {
	return fmt.Sprintf("a cluster already runs in %s (process %d): stop it with `localcluster stop --dir %s` or choose another --dir", e.Dir, e.PID, e.Dir)
}

// held keeps lock files open: one that is garbage collected is closed, and the ownership gone.
var held []*os.File

// Acquire makes this process the owner of the directory, creating it where needed, until the process ends: the kernel
// sees to that, however it ends, so there is no stale owner. It fails with *RunningError when another process is the
// owner. Nothing else in this process may open the lock file: closing it would give the ownership up.
func (d Dir) Acquire() error {
	if err := d.Create(); err != nil {
		return err
	}
	for {
		f, err := os.OpenFile(d.lock(), os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return fmt.Errorf("lock of the state directory: %w", err)
		}
		err = syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, wholeFile(syscall.F_WRLCK))
		if errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EACCES) {
			_ = f.Close()
			pid, err := d.Owner()
			if err != nil {
				return err
			}
			if pid != 0 {
				return &RunningError{Dir: d, PID: pid}
			}
			continue
		}
		if err != nil {
			_ = f.Close()
			return fmt.Errorf("lock of the state directory: %w", err)
		}
		// A concurrent Remove may have unlinked the file between the two calls.
		if now, err := os.Stat(d.lock()); err == nil {
			if mine, err := f.Stat(); err == nil && os.SameFile(now, mine) {
				held = append(held, f)
				return nil
			}
		}
		_ = f.Close()
		if err := d.Create(); err != nil {
			return err
		}
	}
}

// Owner is the process that owns the directory, 0 if there is none. It must not be asked in the owner itself.
func (d Dir) Owner() (pid int, err error) {
	f, err := os.OpenFile(d.lock(), os.O_RDWR, 0)
	if os.IsNotExist(err) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("lock of the state directory: %w", err)
	}
	defer func() { _ = f.Close() }()
	lock := wholeFile(syscall.F_WRLCK)
	if err := syscall.FcntlFlock(f.Fd(), syscall.F_GETLK, lock); err != nil {
		return 0, fmt.Errorf("lock of the state directory: %w", err)
	}
	if lock.Type == syscall.F_UNLCK {
		return 0, nil
	}
	if lock.Pid <= 0 {
		return 0, fmt.Errorf("the process that owns %s is not visible from here (another PID namespace): stop it there", d)
	}
	return int(lock.Pid), nil
}

func wholeFile(kind int16) *syscall.Flock_t {
	return &syscall.Flock_t{Type: kind, Whence: io.SeekStart}
}
