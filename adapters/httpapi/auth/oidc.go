package auth

import (
	"context"
	"net/http"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/platform/kernel/apperr"
)

const callbackPath = "/auth/oidc/callback"

// refusedPage is where a browser goes whose sign-in was refused.
const refusedPage = "/console?signin=refused"

func (h handler) registerOIDC(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Operation{
		ID: "startOidc", Method: http.MethodGet, Path: "/auth/oidc/start", Tag: staffTag, Access: httpapi.Public(), Status: http.StatusSeeOther,
		Problems: []string{"not_found"}, Summary: "Sign in at the issuer",
		Description: "A browser opens this page and is sent to the OpenID Connect issuer: the code flow with PKCE, state and nonce, which a " +
			"cookie " +
			"holds sealed for 10 minutes. 404 where no issuer is configured.",
	}, h.startOIDC)
	httpapi.Handle(a, httpapi.Operation{
		ID: "finishOidc", Method: http.MethodGet, Path: callbackPath, Tag: staffTag, Access: httpapi.Public(), Status: http.StatusSeeOther,
		Problems: []string{"not_found"}, Summary: "Return from the issuer",
		Description: "The issuer sends the browser here. The verified e-mail finds the member of staff, who then is signed in to the console. " +
			"Nobody is made by signing in, unless a group claim is configured. Whoever is refused goes to " +
			"`/console?signin=refused`; the log says why.",
	}, h.finishOIDC)
}

// cookieOf is the cookie that binds a sign-in to the browser that began it. It has to be Lax: the issuer's page leads to the callback.
func cookieOf(r *http.Request, value string, maxAge int) *http.Cookie {
	c := &http.Cookie{Name: "petcare_oidc", Value: value, Path: "/", MaxAge: maxAge, HttpOnly: true, SameSite: http.SameSiteLaxMode}
	if c.Secure = httpapi.OverTLS(r); c.Secure {
		c.Name = "__Host-" + c.Name // no other host of the domain can set it
	}
	return c
}

func (h handler) startOIDC(ctx context.Context, in *struct {
	ReturnTo     string `query:"returnTo" maxLength:"1000" default:"/console" doc:"The page of the console to go on with"`
	Organization string `query:"organization" maxLength:"120" doc:"As for the login"`
}) (*httpapi.Redirect, error) {
	r := httpapi.RequestOf(ctx)
	scheme := "http://"
	if httpapi.OverTLS(r) {
		scheme = "https://"
	}
	location, sealed, err := h.auth.StartOIDC(ctx, in.ReturnTo, in.Organization, scheme+r.Host+httpapi.Base+callbackPath)
	if err != nil {
		return nil, err
	}
	return &httpapi.Redirect{Status: http.StatusSeeOther, Location: location,
		SetCookie: []string{cookieOf(r, sealed, int(auth.OIDCTime.Seconds())).String()}}, nil
}

// callbackInput has also what issuers add, so that it is not refused as unknown.
type callbackInput struct {
	State            string `query:"state" maxLength:"200" doc:"As it was sent to the issuer"`
	Code             string `query:"code" maxLength:"4000" doc:"The code of the issuer"`
	Error            string `query:"error" maxLength:"200" doc:"Why there is none"`
	ErrorDescription string `query:"error_description" maxLength:"4000" doc:"The same in words; ignored"`
	ErrorURI         string `query:"error_uri" maxLength:"2000" doc:"Ignored"`
	Issuer           string `query:"iss" maxLength:"2000" doc:"Ignored: the id token names the issuer"`
	SessionState     string `query:"session_state" maxLength:"2000" doc:"Ignored"`
	Scope            string `query:"scope" maxLength:"2000" doc:"Ignored"`
	AuthUser         string `query:"authuser" maxLength:"200" doc:"Ignored"`
	Prompt           string `query:"prompt" maxLength:"200" doc:"Ignored"`
	HostedDomain     string `query:"hd" maxLength:"300" doc:"Ignored"`
}

func (h handler) finishOIDC(ctx context.Context, in *callbackInput) (*httpapi.Redirect, error) {
	r := httpapi.RequestOf(ctx)
	back := auth.OIDCReturn{State: in.State, Code: in.Code, Error: in.Error}
	if c, err := r.Cookie(cookieOf(r, "", 0).Name); err == nil {
		back.Sealed = c.Value
	}
	done := &httpapi.Redirect{Status: http.StatusSeeOther, SetCookie: []string{cookieOf(r, "", -1).String()}}
	g, returnTo, err := h.auth.FinishOIDC(ctx, back, httpapi.ClientAddress(ctx))
	if apperr.Is(err, apperr.Unauthenticated) {
		httpapi.LogRefusal(ctx, "a sign-in by OpenID Connect was refused", err)
		done.Location = refusedPage
		return done, nil
	}
	if err != nil {
		return nil, err
	}
	cookie, ok := httpapi.SignedIn(ctx, g.Token)
	if !ok {
		return nil, apperr.NewNotFound("console")
	}
	done.Location = returnTo
	done.SetCookie = append(done.SetCookie, cookie.String())
	return done, nil
}
