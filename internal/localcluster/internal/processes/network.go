//go:build linux

package processes

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"runtime"
	"sync"

	"github.com/vishvananda/netlink"
	"github.com/vishvananda/netns"
)

// Network is the bridge of a node, in the network namespace of this process, which has nothing else. Every pod has a namespace
// with one interface on it, so that any two may listen on the same port.
type Network struct {
	bridge netlink.Link
	prefix netip.Prefix
	own    netns.NsHandle

	mu   sync.Mutex
	next netip.Addr
}

// NewNetwork makes the bridge, whose address is the first of the prefix.
func NewNetwork(prefix netip.Prefix) (*Network, error) {
	own, err := netns.Get()
	if err != nil {
		return nil, fmt.Errorf("network namespace: %w", err)
	}
	handle, err := netlink.NewHandleAt(own)
	if err != nil {
		return nil, err
	}
	defer handle.Close()
	bridge := &netlink.Bridge{LinkAttrs: netlink.LinkAttrs{Name: "pods"}}
	if err := errors.Join(up(handle, "lo"), handle.LinkAdd(bridge)); err != nil {
		return nil, fmt.Errorf("bridge of the pods: %w", err)
	}
	n := &Network{bridge: bridge, prefix: prefix, own: own, next: prefix.Masked().Addr().Next()}
	if err := errors.Join(handle.AddrAdd(bridge, n.take()), handle.LinkSetUp(bridge)); err != nil {
		return nil, fmt.Errorf("bridge of the pods: %w", err)
	}
	return n, nil
}

// Node is the address of the bridge.
func (n *Network) Node() netip.Addr { return n.prefix.Masked().Addr().Next() }

// take returns an address that nobody has had.
func (n *Network) take() *netlink.Addr {
	n.mu.Lock()
	defer n.mu.Unlock()
	address := &netlink.Addr{IPNet: &net.IPNet{IP: n.next.AsSlice(), Mask: net.CIDRMask(n.prefix.Bits(), 32)}}
	n.next = n.next.Next()
	return address
}

func up(handle *netlink.Handle, name string) error {
	link, err := handle.LinkByName(name)
	if err != nil {
		return err
	}
	return handle.LinkSetUp(link)
}

// podNetwork is the network namespace of a pod.
type podNetwork struct {
	own, pod netns.NsHandle
	address  net.IP
}

// add makes a network namespace.
func (n *Network) add() (*podNetwork, error) {
	address := n.take()
	p := &podNetwork{own: n.own, address: address.IP}
	runtime.LockOSThread()
	pod, err := netns.New()
	// A thread that stays in the wrong namespace is not unlocked, and ends with its goroutine.
	if back := netns.Set(n.own); back != nil || err != nil {
		return nil, errors.Join(err, back)
	}
	runtime.UnlockOSThread()
	p.pod = pod
	host := fmt.Sprintf("pod%x", p.address.To4()[2:])
	if err := netlink.LinkAdd(&netlink.Veth{
		LinkAttrs: netlink.LinkAttrs{Name: host, MasterIndex: n.bridge.Attrs().Index, Flags: net.FlagUp},
		PeerName:  "eth0", PeerNamespace: netlink.NsFd(pod),
	}); err != nil {
		return nil, errors.Join(err, pod.Close())
	}
	handle, err := netlink.NewHandleAt(pod)
	if err != nil {
		return nil, errors.Join(err, pod.Close())
	}
	defer handle.Close()
	eth0, err := handle.LinkByName("eth0")
	if err != nil {
		return nil, errors.Join(err, pod.Close())
	}
	if err := errors.Join(up(handle, "lo"), handle.AddrAdd(eth0, address), handle.LinkSetUp(eth0),
		handle.RouteAdd(&netlink.Route{LinkIndex: eth0.Attrs().Index, Gw: n.Node().AsSlice()})); err != nil {
		return nil, errors.Join(err, pod.Close())
	}
	return p, nil
}

// within runs start, which starts a process, in the namespace.
func (p *podNetwork) within(start func() error) error {
	if p == nil {
		return errNotFound
	}
	runtime.LockOSThread()
	if err := netns.Set(p.pod); err != nil {
		runtime.UnlockOSThread()
		return err
	}
	err := start()
	if back := netns.Set(p.own); back != nil {
		return errors.Join(err, back)
	}
	runtime.UnlockOSThread()
	return err
}

// remove leaves the namespace to its last process, and its interface to it.
func (p *podNetwork) remove() error { return p.pod.Close() }
