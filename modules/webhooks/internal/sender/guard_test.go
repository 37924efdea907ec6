package sender

import (
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"
)

func TestGuardRefusesEveryAddressThatIsNotPublic(t *testing.T) {
	t.Parallel()
	g := newGuard()
	for kind, addresses := range map[string]string{
		"this network":        "0.0.0.0 0.1.2.3 0.255.255.255",
		"private":             "10.0.0.0 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255",
		"carrier-grade NAT":   "100.64.0.0 100.100.100.200 100.127.255.255",
		"loopback":            "127.0.0.1 127.255.255.254 ::1",
		"link-local":          "169.254.0.1 169.254.170.2 169.254.255.255 fe80::1 fe80::1%eth0 febf::1",
		"metadata":            "169.254.169.254 168.63.129.16 fd00:ec2::254 192.0.0.192 fd20:ce::254",
		"protocol assignment": "192.0.0.1 192.0.0.170 192.88.99.1 2001:1::1 2001:1ff::1",
		"documentation":       "192.0.2.1 198.51.100.1 203.0.113.255 2001:db8::1 3fff::1 3fff:fff::1",
		"benchmarks":          "198.18.0.1 198.19.255.255 2001:2::1",
		"multicast":           "224.0.0.1 239.255.255.255 ff02::1 ff0e::1",
		"reserved":            "240.0.0.1 255.255.255.254 255.255.255.255",
		"unspecified":         ":: ::%lo",
		"IPv4-mapped":         "::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0.0.0.0 ::ffff:7f00:1%eth0",
		"IPv4-compatible":     "::127.0.0.1 ::8.8.8.8",
		"IPv4-translated":     "::ffff:0:127.0.0.1",
		"NAT64":               "64:ff9b::127.0.0.1 64:ff9b::8.8.8.8 64:ff9b:1::10.0.0.1 64:ff9b:1:ffff::1",
		"6to4":                "2002:7f00:1:: 2002:a00:1::1 2002:808:808::1",
		"Teredo and ORCHID":   "2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:10::1 2001:20::1",
		"ISATAP":              "2606:4700::5efe:10.0.0.1 2606:4700::200:5efe:8.8.8.8",
		"unique local":        "fc00::1 fd12:3456:789a::1",
		"site-local":          "fec0::1 feff::1",
		"discard, unassigned": "100::1 4000::1 8000::1 fe00::1 1fff::1",
	} {
		for text := range strings.FieldsSeq(addresses) {
			if g.allows(netip.MustParseAddr(text)) {
				t.Errorf("%s: %s is allowed", kind, text)
			}
			if err := g.control(t.Context(), "tcp", net.JoinHostPort(text, "443"), nil); !errors.Is(err, addressRefused) {
				t.Errorf("%s: control of %s: %v", kind, text, err)
			}
		}
	}
}

func TestGuardAllowsPublicAddressesUpToTheEdges(t *testing.T) {
	t.Parallel()
	g := newGuard()
	for text := range strings.FieldsSeq(`1.0.0.0 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0
		126.255.255.255 128.0.0.0 168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0
		192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
		198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255 ::ffff:8.8.8.8
		2000::1 2001:200::1 2001:db7:ffff::1 2001:db9::1 2001:4860:4860::8888 2003::1 2606:4700::1111 3ffe:ffff::1`) {
		if err := g.control(t.Context(), "tcp", net.JoinHostPort(text, "443"), nil); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestGuardRefusesWhatItCannotRead(t *testing.T) {
	t.Parallel()
	g := newGuard()
	for _, address := range []string{"", "127.0.0.1", "example.test:80", "[::1:80", "/run/docker.sock"} {
		if err := g.control(t.Context(), "tcp", address, nil); !errors.Is(err, addressRefused) {
			t.Errorf("%q: %v", address, err)
		}
	}
	if g.allows(netip.Addr{}) {
		t.Error("no address is allowed")
	}
}
