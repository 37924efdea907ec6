package httpapi

import (
	"net/http"
	"net/netip"
	"testing"
)

func TestClientIsTheRightmostAddressOutsideOfTrustedNetworks(t *testing.T) {
	t.Parallel()
	trusting := &API{options: Options{TrustProxy: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128"),
		netip.MustParsePrefix("fe80::/10")}}}
	for _, c := range []struct {
		api       *API
		peer      string
		forwarded []string
		want      string
	}{
		{&API{}, "10.0.0.1:1", []string{"1.1.1.1"}, "10.0.0.1"},
		{trusting, "2.2.2.2:1", []string{"1.1.1.1"}, "2.2.2.2"},
		{trusting, "10.0.0.1:1", nil, "10.0.0.1"},
		{trusting, "10.0.0.1:1", []string{"1.1.1.1"}, "1.1.1.1"},
		{trusting, "10.0.0.1:1", []string{"6.6.6.6, 1.1.1.1, 10.0.0.2"}, "1.1.1.1"},
		{trusting, "10.0.0.1:1", []string{"6.6.6.6", "1.1.1.1"}, "1.1.1.1"}, // the proxy added a second header
		{trusting, "10.0.0.1:1", []string{"6.6.6.6, nonsense"}, "10.0.0.1"},
		{trusting, "[::ffff:10.0.0.1]:1", []string{"2001:db8::1"}, "2001:db8::1"},
		{trusting, "[::1]:1", []string{"10.0.0.3"}, "10.0.0.3"},
		{trusting, "[fe80::1%eth0]:1", []string{"1.1.1.1"}, "1.1.1.1"},
		{trusting, "10.0.0.1:1", []string{"1.1.1.1:4000, 10.0.0.2:80"}, "1.1.1.1"},
		{trusting, "10.0.0.1:1", []string{"[2001:db8::1]:4000"}, "2001:db8::1"},
	} {
		r := &http.Request{RemoteAddr: c.peer, Header: http.Header{"X-Forwarded-For": c.forwarded}}
		if got := c.api.clientAddress(r); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.peer, c.forwarded, got, c.want)
		}
	}
}

// Otherwise one client would have as many buckets, and as much of the memory, as it likes.
func TestClientsOfOneNetworkOfIPv6ShareABucket(t *testing.T) {
	t.Parallel()
	a := &API{}
	bucket := func(peer string) string { return a.addressBucket(&http.Request{RemoteAddr: peer}) }
	if one, other := bucket("[2001:db8:1:2::1]:1"), bucket("[2001:db8:1:2:ffff::9%eth0]:2"); one != other {
		t.Errorf("%s and %s", one, other)
	}
	for _, peer := range []string{"[2001:db8:1:3::1]:1", "192.0.2.1:1", "192.0.2.2:1"} {
		for _, other := range []string{"[2001:db8:1:2::1]:1", "192.0.2.3:1", "@"} {
			if bucket(peer) == bucket(other) {
				t.Errorf("%s and %s share a bucket", peer, other)
			}
		}
	}
	if bucket("192.0.2.1:1") != bucket("[::ffff:192.0.2.1]:2") {
		t.Error("one address of IPv4 has two buckets")
	}
}
