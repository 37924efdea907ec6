package sender

import (
	"context"
	"net/netip"
	"syscall"
)

// guard refuses connections to addresses that are not on the public Internet. It checks the address to which the socket connects, so
// notations of addresses, aliases and DNS rebinding cannot circumvent it.
type guard struct {
	global6 netip.Prefix
	refused []netip.Prefix
}

func newGuard() guard {
	g := guard{global6: netip.MustParsePrefix("2000::/3")}
	for _, text := range []string{
		// IPv4
		"0.0.0.0/8",        // this network; Linux connects 0.0.0.0 to itself
		"10.0.0.0/8",       // private
		"100.64.0.0/10",    // carrier-grade NAT; has a cloud's metadata at 100.100.100.200
		"127.0.0.0/8",      // loopback
		"168.63.129.16/32", // metadata and wire server of a cloud; the only such address in the public range
		"169.254.0.0/16",   // link-local, metadata at 169.254.169.254
		"172.16.0.0/12",    // private
		"192.0.0.0/24",     // protocol assignments
		"192.0.2.0/24",     // documentation
		"192.88.99.0/24",   // 6to4 relays
		"192.168.0.0/16",   // private
		"198.18.0.0/15",    // benchmarks
		"198.51.100.0/24",  // documentation
		"203.0.113.0/24",   // documentation
		"224.0.0.0/4",      // multicast
		"240.0.0.0/4",      // reserved, with the broadcast address

		// IPv6 within the global range 2000::/3. All other addresses are refused: ::, ::1, IPv4-compatible ::/96, NAT64 64:ff9b::/96
		// and 64:ff9b:1::/48, 100::/64, unique local fc00::/7, link-local fe80::/10, site-local fec0::/10 and multicast ff00::/8.
		"2001::/23",     // protocol assignments: Teredo, benchmarks, ORCHID
		"2001:db8::/32", // documentation
		"2002::/16",     // 6to4, carries an IPv4 address
		"3fff::/20",     // documentation
	} {
		g.refused = append(g.refused, netip.MustParsePrefix(text))
	}
	return g
}

// control implements net.Dialer.ControlContext.
func (g guard) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !g.allows(to.Addr()) {
		return addressRefused
	}
	return nil
}

func (g guard) allows(a netip.Addr) bool {
	a = a.Unmap()
	// No prefix contains an address with a zone, so those are refused here.
	if a.Is6() && (!g.global6.Contains(a) || isISATAP(a)) {
		return false
	}
	for _, p := range g.refused {
		if p.Contains(a) {
			return false
		}
	}
	return a.IsValid()
}

// isISATAP reports whether a router may tunnel to the IPv4 address in the last four bytes.
func isISATAP(a netip.Addr) bool {
	b := a.As16()
	return b[8]&^0x02 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
}
