// Package auth exposes the logins of customers and API keys over HTTP.
package auth

import (
	"net/http"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/auth"
)

// Module provides the routes.
var Module = httpapi.ProvideRoutes(func(s *auth.Service) httpapi.Routes {
	return httpapi.Routes{Module: "auth", Register: handler{s}.register}
})

const tag = "Authentication"

type handler struct{ auth *auth.Service }

func (h handler) register(a *httpapi.API) {
	h.registerKeys(a)
	h.registerStaff(a)
	h.registerStaffSessions(a)
	h.registerOIDC(a)
	httpapi.Handle(a, httpapi.Operation{
		ID: "login", Method: http.MethodPost, Path: "/auth/login", Tag: tag,
		Problems: []string{"login_failed"},
		Summary:  "Log a customer in",
		Description: "Starts a session and answers its first access token. A wrong password, an unknown e-mail address or account, a customer " +
			"without login and a blocked one get the same 401 `login_failed` after the same time; inactive customers may log in. " +
			"At most 5 attempts a minute come through from one client address (one /64 network of IPv6) and for one e-mail address; " +
			"refused ones do not count. After 10 failures for one e-mail address of an account its logins are a 429 until 15 minutes " +
			"after the first of them; `Retry-After` says when. The client address of its last successful login has both counts of its " +
			"own, so that nobody elsewhere can keep the customer out. Sessions that exist go on meanwhile.",
		Access: httpapi.Public(),
	}, h.login)
	httpapi.Handle(a, httpapi.Operation{
		ID: "refreshToken", Method: http.MethodPost, Path: "/auth/refresh", Tag: tag,
		Summary: "Replace an access token",
		Description: "Takes the current access token as `Authorization: Bearer <JWT>`, valid or expired, until `refresh_expires_at`, " +
			"and answers a new one; the old one stops working. The same token again within 10 seconds, while the new one is not " +
			"refreshed itself, gets the same answer, so that two tabs can share a session. Any other token that comes again is a sign of theft: " +
			"it gets a 401 and the whole session ends.",
		Access: httpapi.Bearer(),
	}, h.refresh)
	httpapi.Handle(a, httpapi.Operation{
		ID: "logout", Method: http.MethodPost, Path: "/auth/logout", Tag: tag,
		Summary: "Log out",
		Description: "Ends the session: its tokens stop working at once. Takes any access token of the session, also one that has expired " +
			"or was refreshed, until `refresh_expires_at`. A session that has ended already is a 401.",
		Access: httpapi.Bearer(), Status: http.StatusNoContent,
	}, h.logout)
	httpapi.Handle(a, httpapi.Operation{
		ID: "getMe", Method: http.MethodGet, Path: "/auth/me", Tag: tag,
		Summary: "Get the customer who is logged in", Description: "The customer as `GET " +
			"/accounts/{accountId}/customers/{customerId}` shows it to them.",
		Access: httpapi.CustomersOnly("themselves"),
	}, h.me)
	httpapi.Handle(a, httpapi.Operation{
		ID: "changePassword", Method: http.MethodPost, Path: "/auth/password", Tag: tag,
		Problems: []string{"login_failed", "account_inactive"},
		Summary:  "Change one's own password",
		Description: "All other sessions end; this one goes on. A wrong current password is a 401 `login_failed`. Limited like the login: 5 " +
			"attempts a minute from one address and for one customer, and its failures count as failed logins. 409 `account_inactive` in " +
			"an account that is inactive.",
		Access: httpapi.CustomersOnly("their own password"), Status: http.StatusNoContent,
	}, h.changePassword)
	httpapi.Handle(a, httpapi.Operation{
		ID: "createPasswordReset", Method: http.MethodPost, Path: "/accounts/{accountId}/customers/{customerId}/passwordReset", Tag: tag,
		Problems: []string{"conflict", "duplicate"},
		Summary:  "Create a password reset token",
		Description: "The customer sets a password with it. It works once, for 24 hours, and voids older ones. petcare sends nothing: send " +
			"it to the customer in your own words. 409 for a customer who is blocked or has no e-mail.",
		Access: httpapi.Ability("customers:write"), Status: http.StatusCreated,
	}, h.newPasswordReset)
	httpapi.Handle(a, httpapi.Operation{
		ID: "resetPassword", Method: http.MethodPost, Path: "/auth/passwordReset", Tag: tag,
		Problems: []string{"login_failed"},
		Summary:  "Set a password by a token",
		Description: "The customer can log in with it then, and all sessions end. A token that is wrong, was used or has expired is the same " +
			"401 `login_failed`; a 422 does not use it up. At most 5 attempts a minute from one client address.",
		Access: httpapi.Public(), Status: http.StatusNoContent,
	}, h.resetPassword)
}
