//go:build linux

package processes

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
)

// machine are the folders and files that a container has of the machine.
var machine = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ssl", "/etc/ld.so.cache", "/etc/alternatives"}

// devices are those that every container has.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// makeRoot makes what a container sees as /: folders of the machine, the files of its image, and what is mounted into it. All of
// it is in one mount, and goes with it.
func makeRoot(root string, files map[string]string, mounts []*runtimeapi.Mount) error {
	if err := os.MkdirAll(root, 0o700); err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", root, "tmpfs", 0, "mode=755"); err != nil {
		return fmt.Errorf("mount of a root: %w", err)
	}
	for _, folder := range []string{"/tmp", "/root", "/var/tmp", "/run", "/etc", "/dev/shm"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o777); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(root, "/etc/passwd"), []byte("root:x:0:0:root:/root:/bin/sh\n"), 0o600); err != nil {
		return err
	}
	for _, path := range machine {
		if err := fromMachine(root, path); err != nil {
			return err
		}
	}
	for _, path := range append(slices.Clone(devices), "/proc") {
		if err := bind(path, filepath.Join(root, path), false); err != nil {
			return err
		}
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if err := bind(files[path], filepath.Join(root, path), true); err != nil {
			return err
		}
	}
	// A folder comes before what is mounted in it.
	ordered := slices.SortedFunc(slices.Values(mounts), func(a, b *runtimeapi.Mount) int { return cmp.Compare(a.GetContainerPath(), b.GetContainerPath()) })
	for _, m := range ordered {
		if err := bind(m.GetHostPath(), filepath.Join(root, m.GetContainerPath()), m.GetReadonly()); err != nil {
			return err
		}
	}
	return nil
}

// removeRoot leaves the folder itself to its parent: nothing that is mounted in it may ever be removed.
func removeRoot(root string) error {
	if err := unix.Unmount(root, unix.MNT_DETACH); err != nil {
		return fmt.Errorf("root of a container: %w", err)
	}
	return os.Remove(root)
}

// fromMachine gives a root what the machine has at a path, where it has something: /bin is a link on many.
func fromMachine(root, path string) error {
	info, err := os.Lstat(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode()&os.ModeSymlink == 0 {
		return bind(path, filepath.Join(root, path), true)
	}
	to, err := os.Readlink(path)
	if err != nil {
		return err
	}
	return os.Symlink(to, filepath.Join(root, path))
}

// bind mounts a folder or file with all that is mounted in it.
func bind(from, to string, readOnly bool) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		err = os.MkdirAll(to, 0o755)
	} else if err = os.MkdirAll(filepath.Dir(to), 0o755); err == nil {
		err = os.WriteFile(to, nil, 0o600)
	}
	if err != nil {
		return err
	}
	if err := unix.Mount(from, to, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("mount of %s: %w", from, err)
	}
	if !readOnly {
		return nil
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, to, unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}); err != nil {
		return fmt.Errorf("read-only mount of %s: %w", from, err)
	}
	return nil
}
