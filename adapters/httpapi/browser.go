package httpapi

import (
	"context"
	"net/http"
	"strings"

	"github.com/rs/zerolog"
)

// Redirect is the answer to a browser that is sent elsewhere.
type Redirect struct {
	Status    int
	Location  string   `header:"Location" maxLength:"4000" doc:"Where the browser goes"`
	SetCookie []string `header:"Set-Cookie" doc:"Cookies of the browser"`
}

// OverTLS reports whether anybody says that the browser speaks TLS: who lies about that harms only their own cookies.
func OverTLS(r *http.Request) bool {
	proto, _, _ := strings.Cut(r.Header.Get("X-Forwarded-Proto"), ",") // of several proxies, the first is the browser's
	return r.TLS != nil || strings.EqualFold(proto, "https")
}

// RequestOf returns the HTTP request, for operations that a browser opens as a page.
func RequestOf(ctx context.Context) *http.Request { return requestOf(ctx).gin.Request }

// SignedIn returns the cookie of a browser session with a token. It reports false where there are none, without the console.
func SignedIn(ctx context.Context, token string) (*http.Cookie, bool) {
	r := requestOf(ctx)
	if r.api.options.SignedIn == nil {
		return nil, false
	}
	return r.api.options.SignedIn(r.gin.Request, token), true
}

// LogRefusal logs why a request was refused whose answer does not say it.
func LogRefusal(ctx context.Context, what string, err error) {
	zerolog.Ctx(ctx).Warn().Err(err).Msg(what)
}
