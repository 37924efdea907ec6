package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// ClientAddress is the IP address of the client of the request that ctx belongs to, "" outside of a request.
func ClientAddress(ctx context.Context) string {
	r := requestOf(ctx)
	if r == nil {
		return ""
	}
	return r.api.clientAddress(r.gin.Request)
}

// clientAddress is the right-most address of the connection and of all X-Forwarded-For headers that is no trusted proxy: what
// stands left of it was sent by that client and may be invented. All headers count as one list, as a proxy may add a header of
// its own beside the client's.
func (a *API) clientAddress(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	client := peer.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !a.trusted(client) {
			break
		}
		address, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		client = address.Unmap().WithZone("")
	}
	return client.String()
}

func (a *API) trusted(address netip.Addr) bool {
	return slices.ContainsFunc(a.options.TrustProxy, func(p netip.Prefix) bool { return p.Contains(address) })
}
