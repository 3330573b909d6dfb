// Package state is the directory of one cluster: where each of its files is, which process owns it, and its removal.
package state

import (
	"fmt"
	"os"
	"path/filepath"
)

// Dir is the absolute path of a state directory.
type Dir string

// New makes path absolute, relative to the current directory.
func New(path string) (Dir, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("state directory %q: %w", path, err)
	}
	return Dir(abs), nil
}

// Kubeconfig is the file for users; its server is the public endpoint that an outage closes.
func (d Dir) Kubeconfig() string { return d.file("kubeconfig") }

// InternalKubeconfig is the file of the components in the process; its server is the API server itself.
func (d Dir) InternalKubeconfig() string { return d.file("internal.kubeconfig") }

// Log is where every component but etcd logs.
func (d Dir) Log() string { return d.file("cluster.log") }

// EtcdLog is etcd's own log.
func (d Dir) EtcdLog() string { return d.file("etcd.log") }

// EtcdData is the folder with all that the cluster stores.
func (d Dir) EtcdData() string { return d.file("etcd") }

// PKI is the folder with the certificates and keys.
func (d Dir) PKI() string { return d.file("pki") }

// AuditPolicy is the audit policy given to the API server.
func (d Dir) AuditPolicy() string { return d.file("audit-policy.yaml") }

// Egress says how the API server reaches what is inside the cluster.
func (d Dir) Egress() string { return d.file("egress.yaml") }

// OutageRequest holds the duration of an outage that was asked for, and is there until the outage is over.
func (d Dir) OutageRequest() string { return d.file("outage") }

func (d Dir) lock() string { return d.file("lock") }

func (d Dir) file(name string) string { return filepath.Join(string(d), name) }

// Create makes the directory where it is absent.
func (d Dir) Create() error {
	if err := os.MkdirAll(string(d), 0o700); err != nil {
		return fmt.Errorf("state directory: %w", err)
	}
	return nil
}

// Clear removes what an earlier cluster left, all but the lock and the log. Only files with names of this package go.
func (d Dir) Clear() error {
	for _, path := range []string{
		d.Kubeconfig(), d.InternalKubeconfig(), d.EtcdLog(), d.EtcdData(), d.PKI(), d.AuditPolicy(), d.Egress(), d.OutageRequest(),
	} {
		if err := os.RemoveAll(path); err != nil {
			return fmt.Errorf("remove old state: %w", err)
		}
	}
	return nil
}

// Remove deletes the state, and the directory itself where nothing else is in it. Without state it does nothing.
func (d Dir) Remove() error {
	if err := d.Clear(); err != nil {
		return err
	}
	for _, path := range []string{d.Log(), d.lock()} {
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("remove old state: %w", err)
		}
	}
	entries, err := os.ReadDir(string(d))
	if os.IsNotExist(err) || len(entries) > 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("remove state directory: %w", err)
	}
	if err := os.Remove(string(d)); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("remove state directory: %w", err)
	}
	return nil
}
