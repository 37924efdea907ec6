package config

import (
	"fmt"
	"net/url"
	"strings"
)

// OIDC are the settings of the OpenID Connect issuer at which staff sign in. Without an issuer there is none.
type OIDC struct {
	Issuer       string `env:"ISSUER"`
	ClientID     string `env:"CLIENT_ID"`
	ClientSecret string `env:"CLIENT_SECRET"`
	RedirectURL  string `env:"REDIRECT_URL"`
	GroupsClaim  string `env:"GROUPS_CLAIM"`
	Groups       Groups `env:"GROUPS"`
	Organization string `env:"ORGANIZATION"`
}

// Groups says what groups of the issuer give: a list such as managers=manager,desk=front desk@camden+hackney.
type Groups []Group

// Group is what a group gives.
type Group struct {
	Name, Role string
	Accounts   []string // codes; none: all
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (g *Groups) UnmarshalText(text []byte) error {
	*g = nil
	for part := range strings.SplitSeq(string(text), ",") {
		name, gives, ok := strings.Cut(strings.TrimSpace(part), "=")
		role, codes, limited := strings.Cut(gives, "@")
		if !ok || name == "" || role == "" || limited && codes == "" {
			return fmt.Errorf("%q is not group=role or group=role@code+code", part)
		}
		one := Group{Name: name, Role: role}
		if limited {
			one.Accounts = strings.Split(codes, "+")
		}
		*g = append(*g, one)
	}
	return nil
}

// check reports what is wrong. An issuer in plain text is only one of this machine.
func (o OIDC) check(fault func(ok bool, setting, say string)) {
	set := o.Issuer != ""
	fault(!set || isSafeURL(o.Issuer), "OIDC_ISSUER", "is not an https:// URL (or http:// of this machine)")
	fault(!set || o.ClientID != "", "OIDC_CLIENT_ID", "is needed with PETCARE_OIDC_ISSUER")
	fault(o.RedirectURL == "" || isSafeURL(o.RedirectURL), "OIDC_REDIRECT_URL", "is not an https:// URL (or http:// of this machine)")
	grouped := o.GroupsClaim != ""
	fault(grouped == (len(o.Groups) > 0), "OIDC_GROUPS", "stands with PETCARE_OIDC_GROUPS_CLAIM")
	fault(grouped == (o.Organization != ""), "OIDC_ORGANIZATION", "stands with PETCARE_OIDC_GROUPS_CLAIM")
}

func isSafeURL(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return false
	}
	host := u.Hostname()
	return u.Scheme == "https" || u.Scheme == "http" && (host == "localhost" || host == "127.0.0.1" || host == "::1")
}
