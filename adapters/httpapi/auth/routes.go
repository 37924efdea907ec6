// Package auth exposes the logins of customers over HTTP.
package auth

import (
	"net/http"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/auth"
)

// Module hands the routes in.
var Module = httpapi.ProvideRoutes(func(s *auth.Service) httpapi.Routes {
	return httpapi.Routes{Module: "auth", Register: handler{s}.register}
})

const tag = "Authentication"

type handler struct{ auth *auth.Service }

func (h handler) register(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Operation{
		ID: "login", Method: http.MethodPost, Path: "/auth/login", Tag: tag,
		Summary: "Log a customer in",
		Description: "Starts a session and answers its first access token. A wrong password, an unknown e-mail address or account, a customer " +
			"without login and a blocked one get the same 401 after the same time; inactive customers may log in. " +
			"At most 5 attempts a minute come through from one client address (one /64 network of IPv6) and for one e-mail address; " +
			"refused ones do not count. After 10 failures for one e-mail address of an account everything is a 429 until 15 minutes " +
			"after the first of them; `Retry-After` says when. Sessions that exist go on meanwhile.",
		Access: httpapi.Public(),
	}, h.login)
	httpapi.Handle(a, httpapi.Operation{
		ID: "refreshToken", Method: http.MethodPost, Path: "/auth/refresh", Tag: tag,
		Summary: "Replace an access token",
		Description: "Takes the current access token as `Authorization: Bearer <JWT>`, valid or expired, until `refresh_expires_at`, and answers " +
			"a new one; the old one stops working. A token that comes again after it was refreshed is a sign of theft: it gets a 401 and " +
			"the whole session ends, so keep the new token before anything else. Of several refreshes of one token at the same time one " +
			"wins; the others get a 401 and the session goes on.",
		Access: httpapi.Bearer(),
	}, h.refresh)
	httpapi.Handle(a, httpapi.Operation{
		ID: "logout", Method: http.MethodPost, Path: "/auth/logout", Tag: tag,
		Summary: "Log out", Description: "Ends the session: its tokens stop working at once.",
		Access: httpapi.CustomersOnly("their own session"), Status: http.StatusNoContent,
	}, h.logout)
	httpapi.Handle(a, httpapi.Operation{
		ID: "getMe", Method: http.MethodGet, Path: "/auth/me", Tag: tag,
		Summary: "Get the customer who is logged in", Description: "The customer as `GET /accounts/{accountId}/customers/{customerId}` shows it to them.",
		Access: httpapi.CustomersOnly("themselves"),
	}, h.me)
}
