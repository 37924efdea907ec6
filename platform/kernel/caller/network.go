package caller

import "net/netip"

// Network returns what counts as one client address: an IPv4 address, or a /64 network of IPv6, all addresses of which one client may
// use. What is no address is returned as it is.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}
