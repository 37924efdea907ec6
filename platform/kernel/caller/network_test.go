package caller_test

import (
	"testing"

	"github.com/petcare/petcare/platform/kernel/caller"
)

func TestOneClientIsOneNetwork(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff::": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64", "": "", "nonsense": "nonsense",
	} {
		if got := caller.Network(address); got != want {
			t.Errorf("network of %q is %q, not %q", address, got, want)
		}
	}
}
