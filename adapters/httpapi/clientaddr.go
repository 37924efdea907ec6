package httpapi

import "context"

// ClientAddress is the IP address of the client of the request that ctx belongs to, "" outside of a request. A proxy's
// X-Forwarded-For counts only when the options say so.
func ClientAddress(ctx context.Context) string {
	r := requestOf(ctx)
	if r == nil {
		return ""
	}
	return r.gin.ClientIP()
}
