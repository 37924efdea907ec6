package config

import (
	"encoding/base64"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/petcare/petcare/platform/secrets"
)

// Days is a duration that can also be given in days, such as 30d.
type Days time.Duration

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Days) UnmarshalText(text []byte) error {
	if days, ok := strings.CutSuffix(string(text), "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		*d = Days(n) * Days(24*time.Hour)
		return err
	}
	span, err := time.ParseDuration(string(text))
	*d = Days(span)
	return err
}

// Networks is a list of IP networks, such as 10.0.0.0/8,::1. A single address is a network of its own.
type Networks []netip.Prefix

// UnmarshalText implements encoding.TextUnmarshaler.
func (n *Networks) UnmarshalText(text []byte) error {
	var networks Networks
	for part := range strings.SplitSeq(string(text), ",") {
		part = strings.TrimSpace(part)
		network, err := netip.ParsePrefix(part)
		if err != nil {
			address, err := netip.ParseAddr(part)
			if err != nil {
				return err
			}
			network = netip.PrefixFrom(address, address.BitLen())
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

// Keys is a comma-separated list of kid:base64, each of at least 32 bytes. The first key signs.
type Keys []secrets.Key

// UnmarshalText implements encoding.TextUnmarshaler. Its errors never contain a key.
func (k *Keys) UnmarshalText(text []byte) error {
	var keys Keys
	for i, part := range strings.Split(string(text), ",") {
		id, encoded, ok := strings.Cut(strings.TrimSpace(part), ":")
		secret, err := base64.StdEncoding.DecodeString(encoded)
		switch {
		case !ok || id == "" || len(id) > 64 || err != nil:
			return fmt.Errorf("key %d is not of the form kid:base64", i+1)
		case len(secret) < 32:
			return fmt.Errorf("key %d is shorter than 32 bytes", i+1)
		case slices.ContainsFunc(keys, func(k secrets.Key) bool { return k.ID == id }):
			return fmt.Errorf("key %d has the same kid as another one", i+1)
		}
		keys = append(keys, secrets.Key{ID: id, Secret: secret})
	}
	*k = keys
	return nil
}

// String hides the keys from logs.
func (k Keys) String() string { return fmt.Sprintf("%d keys", len(k)) }
