package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/kernel/caller"
)

// ClientAddress returns the IP address of the client of ctx's request, or "" outside of a request.
func ClientAddress(ctx context.Context) string {
	r := requestOf(ctx)
	if r == nil {
		return ""
	}
	return r.api.clientAddress(r.gin.Request)
}

// clientAddress returns the right-most address that is not a trusted proxy, among the X-Forwarded-For headers followed by the address
// of the connection. Addresses to its left come from that client and may be forged. All headers form one list, because a proxy may
// add a second header.
func (a *API) clientAddress(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	client := peer.Addr().Unmap().WithZone("") // no network contains an address with a zone
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !a.trusted(client) {
			break
		}
		address, err := hopAddress(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		client = address.Unmap().WithZone("")
	}
	return client.String()
}

// hopAddress reads an entry of X-Forwarded-For: an address, with its port from some gateways.
func hopAddress(hop string) (netip.Addr, error) {
	if withPort, err := netip.ParseAddrPort(hop); err == nil {
		return withPort.Addr(), nil
	}
	return netip.ParseAddr(hop)
}

func (a *API) trusted(address netip.Addr) bool {
	return slices.ContainsFunc(a.options.TrustProxy, func(p netip.Prefix) bool { return p.Contains(address) })
}

// addressBucket is the rate limit bucket of a client without a known credential.
func (a *API) addressBucket(r *http.Request) string {
	return "address " + caller.Network(a.clientAddress(r))
}
