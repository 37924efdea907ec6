package auth

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/auth"
)

// AccessToken is the response to a login and a refresh.
type AccessToken struct {
	AccessToken string `json:"access_token" maxLength:"2048" example:"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl"`
	TokenType   string `json:"token_type" enum:"Bearer" doc:"How to send the token"`
	ExpiresIn   int    `json:"expires_in" minimum:"0" maximum:"31536000" doc:"Seconds until the token has to be refreshed" example:"900"`

	RefreshExpiresAt time.Time `json:"refresh_expires_at" doc:"Until then the token can be refreshed; after that the customer logs in again"`
	Customer         customer  `json:"customer" doc:"The customer who is logged in"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (AccessToken) Docs() map[string]string {
	return map[string]string{"access_token": "JWT for Authorization: Bearer"}
}

// customer is the record of the customerspets module, which encodes and describes it.
type customer struct{ auth.Profile }

// Schema implements huma.SchemaProvider.
func (customer) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Ref: "#/components/schemas/Customer"}
}

type loginInput struct{ Body auth.LoginInput }

func (h handler) login(ctx context.Context, in *loginInput) (*httpapi.Output[AccessToken], error) {
	g, err := h.auth.Login(ctx, in.Body, httpapi.ClientAddress(ctx))
	return tokenOf(g, err)
}

// tokenInput leaves the Authorization header to the operation, because the token may have expired. OpenAPI does not allow a parameter
// named Authorization, so the descriptions mention it.
type tokenInput struct {
	Authorization string `header:"Authorization" hidden:"true"`
}

func (h handler) refresh(ctx context.Context, in *tokenInput) (*httpapi.Output[AccessToken], error) {
	token, ok := bearerOf(in.Authorization)
	if !ok {
		return nil, auth.Unauthenticated()
	}
	g, err := h.auth.Refresh(ctx, token)
	return tokenOf(g, err)
}

func tokenOf(g auth.Grant, err error) (*httpapi.Output[AccessToken], error) {
	if err != nil {
		return nil, err
	}
	return httpapi.Plain(AccessToken{
		AccessToken: g.AccessToken, TokenType: "Bearer", ExpiresIn: int(g.ExpiresIn / time.Second),
		RefreshExpiresAt: g.RefreshUntil, Customer: customer{g.Customer},
	}), nil
}

// bearerOf returns the token of an Authorization header.
func bearerOf(header string) (string, bool) {
	scheme, token, _ := strings.Cut(strings.TrimSpace(header), " ")
	token = strings.TrimSpace(token)
	return token, strings.EqualFold(scheme, "Bearer") && token != ""
}

func (h handler) logout(ctx context.Context, in *tokenInput) (*httpapi.Nothing, error) {
	token, ok := bearerOf(in.Authorization)
	if !ok {
		return nil, auth.Unauthenticated()
	}
	return &httpapi.Nothing{}, h.auth.Logout(ctx, token)
}

type passwordInput struct{ Body auth.PasswordChange }

func (h handler) changePassword(ctx context.Context, in *passwordInput) (*httpapi.Nothing, error) {
	return &httpapi.Nothing{}, h.auth.ChangePassword(ctx, in.Body, httpapi.ClientAddress(ctx))
}

func (h handler) newPasswordReset(ctx context.Context, in *httpapi.CustomerPath) (*httpapi.Output[auth.ResetToken], error) {
	token, err := h.auth.CreatePasswordReset(ctx, in.AccountID, in.CustomerID)
	if err != nil {
		return nil, err
	}
	out := httpapi.Plain(token)
	out.Status, out.Location = http.StatusCreated, httpapi.Base+"/accounts/"+in.AccountID.String()+"/customers/"+in.CustomerID.String()
	return out, nil
}

type resetInput struct{ Body auth.PasswordResetInput }

func (h handler) resetPassword(ctx context.Context, in *resetInput) (*httpapi.Nothing, error) {
	return &httpapi.Nothing{}, h.auth.ResetPassword(ctx, in.Body, httpapi.ClientAddress(ctx))
}

func (h handler) me(ctx context.Context, _ *struct{}) (*httpapi.Output[customer], error) {
	p, err := h.auth.GetProfile(ctx)
	return httpapi.One(customer{p}, p.Version), err
}
