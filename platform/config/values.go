package config

import (
	"errors"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// Days is a duration that can also be given in days, such as 30d.
type Days time.Duration

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Days) UnmarshalText(text []byte) error {
	span, err := time.ParseDuration(string(text))
	if days, ok := strings.CutSuffix(string(text), "d"); ok {
		var n uint64
		n, err = strconv.ParseUint(days, 10, 16)
		span = time.Duration(n) * 24 * time.Hour
	}
	if err != nil {
		return errors.New("is not a duration such as 30d or 720h")
	}
	*d = Days(span)
	return nil
}

// Networks is a list of IP networks, such as 10.0.0.0/8,::1. A single address is a network of its own.
type Networks []netip.Prefix

// UnmarshalText implements encoding.TextUnmarshaler.
func (n *Networks) UnmarshalText(text []byte) error {
	var networks Networks
	for part := range strings.SplitSeq(string(text), ",") {
		part = strings.TrimSpace(part)
		network, err := netip.ParsePrefix(part)
		if address, notAddress := netip.ParseAddr(part); notAddress == nil {
			network, err = address.Prefix(address.BitLen())
		}
		if err != nil {
			return errors.New("is not a list of networks such as 10.0.0.0/8,192.168.1.7")
		}
		network = network.Masked()
		if mapped := network.Addr(); mapped.Is4In6() { // a network of IPv4 in the notation of IPv6, which would contain no address
			network = netip.PrefixFrom(mapped.Unmap(), network.Bits()-96)
		}
		networks = append(networks, network)
	}
	*n = networks
	return nil
}
