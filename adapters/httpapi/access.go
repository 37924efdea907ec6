package httpapi

import (
	"context"
	"net/http"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// Access says who may use an operation. Every operation has one.
type Access struct {
	Public    bool     // anybody, without a credential
	Keys      bool     // API keys and members of staff
	KeysOnly  bool     // with Keys: no members of staff
	Staff     bool     // members of staff and no API keys
	Abilities []string // API keys need one of these
	Also      []string // API keys also need all of these
	Customers string   // if not "", customers, too; it documents what they see and change
	Token     bool     // with Customers: the operation reads their token itself, because it may have expired
}

// Public admits everybody, as for a login.
func Public() Access { return Access{Public: true} }

// AnyKey admits every API key and every member of staff.
func AnyKey() Access { return Access{Keys: true} }

// KeysOnly admits every API key, and no member of staff.
func KeysOnly() Access { return Access{Keys: true, KeysOnly: true} }

// StaffOnly admits every member of staff, and no API key.
func StaffOnly() Access { return Access{Staff: true} }

// Ability admits API keys with at least one of the abilities.
func Ability(oneOf ...string) Access { return Access{Keys: true, Abilities: oneOf} }

// Beside also requires an ability of API keys, because the operation shows records of another module.
func (a Access) Beside(ability string) Access {
	a.Also = append(slices.Clone(a.Also), ability)
	return a
}

// CustomersOnly admits customers and no API keys; what documents what they see.
func CustomersOnly(what string) Access { return Access{Customers: what} }

// Bearer admits customers whose token may have expired: the operation reads it itself.
func Bearer() Access {
	return Access{Customers: "their own session, also with a token that has expired", Token: true}
}

// AndCustomers admits customers, too; what documents what they see and change.
func (a Access) AndCustomers(what string) Access {
	a.Customers = what
	return a
}

func (a Access) isZero() bool { return !a.Public && !a.Keys && !a.Staff && a.Customers == "" }

// authenticates reports whether the caller is known before the operation runs.
func (a Access) authenticates(c credential) bool {
	return !a.Public && (!a.Token || c.scheme != "bearer")
}

// Authenticator resolves credentials. It fails with apperr.Unauthenticated if one is unknown, malformed, revoked or expired. If fresh
// is true, it bypasses its caches.
type Authenticator interface {
	APIKey(ctx context.Context, key string, fresh bool) (caller.Caller, error)
	Bearer(ctx context.Context, token string) (caller.Caller, error)
}

type credential struct {
	scheme  string // "key", "bearer" or, of any other, "unknown"
	value   string
	session bool // of the console
}

// source is the way by which changes with the credential come.
func (c credential) source() events.Source {
	if c.session {
		return events.FromConsole
	}
	return events.FromAPI
}

// credentialOf returns the credential of a request. Its value is "" if there is none. More than one credential is an error.
func (a *API) credentialOf(r *http.Request) (credential, error) {
	var found []credential
	for _, key := range r.Header.Values("X-API-Key") {
		found = append(found, credential{scheme: "key", value: strings.TrimSpace(key)})
	}
	given, session := r.Header.Values("Authorization"), ""
	if a.options.Session != nil {
		session = a.options.Session(r)
	}
	if session != "" {
		given = append(slices.Clone(given), session)
	}
	for i, value := range given {
		fromSession := session != "" && i == len(given)-1
		scheme, rest, _ := strings.Cut(strings.TrimSpace(value), " ")
		rest = strings.TrimSpace(rest)
		switch {
		case strings.EqualFold(scheme, "ApiKey"):
			found = append(found, credential{scheme: "key", value: rest, session: fromSession})
		case strings.EqualFold(scheme, "Bearer"):
			found = append(found, credential{scheme: "bearer", value: rest, session: fromSession})
		default:
			found = append(found, credential{scheme: "unknown", value: rest})
		}
	}
	switch len(found) {
	case 0:
		return credential{}, nil
	case 1:
		return found[0], nil
	default:
		return credential{}, problem(http.StatusBadRequest, "ambiguous_credentials", "send one credential, not several")
	}
}

func (a *API) sessionEnded(r *http.Request) error {
	if a.options.SessionEnded == nil {
		return nil
	}
	return a.options.SessionEnded(r)
}

func unauthenticated() error {
	return &apperr.Error{Kind: apperr.Unauthenticated, Code: "unauthenticated", Detail: "a valid credential is needed: " +
		"an API key in X-API-Key or Authorization: ApiKey, or the token of a customer or of a member of staff in Authorization: Bearer"}
}

func (a *API) authenticate(ctx context.Context, c credential, fresh bool) (caller.Caller, error) {
	switch c.scheme {
	case "key":
		return a.options.Authenticator.APIKey(ctx, c.value, fresh)
	case "bearer":
		return a.options.Authenticator.Bearer(ctx, c.value)
	default:
		return caller.Caller{}, unauthenticated()
	}
}

// admit checks whether c may use an operation. It fails with apperr.NotFound for what c cannot see, and with apperr.Forbidden for
// what c may not do.
func (a *API) admit(ctx context.Context, g *gin.Context, cred credential, c caller.Caller, access Access) (caller.Caller, error) {
	if !access.authenticates(cred) {
		return c, nil
	}
	path, err := a.pathIDs(g)
	if err != nil {
		return c, err
	}
	account, named := path["accountId"]
	if named && c.AllAccounts && !c.Sees(account) { // the caller may be cached from before the account was created
		if c, err = a.authenticate(ctx, cred, true); err != nil {
			return c, err
		}
	}
	if named && !c.Sees(account) {
		return c, apperr.NewNotFound("account")
	}
	if c.IsCustomer() {
		if access.Customers == "" {
			return c, apperr.NewForbidden("forbidden", "customers cannot use this operation")
		}
		if customer, ok := path["customerId"]; ok && customer != c.Customer {
			return c, apperr.NewNotFound("customer")
		}
		return c, nil
	}
	if isStaff := c.Kind == caller.Staff; isStaff && access.Staff {
		return c, nil
	} else if isStaff && (access.KeysOnly || !access.Keys) {
		return c, apperr.NewForbidden("forbidden", "members of staff cannot use this operation")
	}
	if !access.Keys {
		return c, apperr.NewForbidden("forbidden", "API keys cannot use this operation")
	}
	if len(access.Abilities) > 0 && !slices.ContainsFunc(access.Abilities, c.Holds) {
		return c, missing(c, strings.Join(access.Abilities, " or "))
	}
	for _, ability := range access.Also {
		if !c.Holds(ability) {
			return c, missing(c, ability)
		}
	}
	if c.AllAccounts && !named {
		// An operation without an account in its path covers all accounts, including one created a moment ago.
		return a.authenticate(ctx, cred, true)
	}
	return c, nil
}

func missing(c caller.Caller, ability string) error {
	who := "this API key needs"
	if c.Kind == caller.Staff {
		who = "you need"
	}
	return apperr.NewForbidden("ability_missing", who+" the ability "+ability)
}

// MustHold requires an ability of API keys if only some requests of an operation need it; Beside does so for all requests. It admits
// customers.
func MustHold(ctx context.Context, ability string) error {
	if c := caller.From(ctx); !c.IsCustomer() && !c.Holds(ability) {
		return missing(c, ability)
	}
	return nil
}

// nouns maps path parameters to the nouns of error messages where they cannot be derived from the parameter.
var nouns = map[string]string{
	"fieldId": "form field", "statusId": "secondary pet status", "expirationId": "vaccination", "keyId": "API key", "staffId": "member " +
		"of staff",
	"productId": "retail product", "vaccinationTypeId": "vaccination type",
}

func nounOf(fullPath, parameter string) string {
	if noun, ok := nouns[parameter]; ok {
		return noun
	}
	if before, _, found := strings.Cut(fullPath, "/:id"); found && parameter == "id" {
		parameter = strings.TrimSuffix(path.Base(before), "s")
	}
	var words strings.Builder
	for _, r := range strings.TrimSuffix(parameter, "Id") {
		if unicode.IsUpper(r) {
			words.WriteByte(' ')
		}
		words.WriteRune(unicode.ToLower(r))
	}
	return words.String()
}

// pathIDs parses the ids in the path, in upper or lower case. Anything else fails with apperr.NotFound, or with 405 if it is a path
// with other methods, such as colourCodes/nextNumber for colourCodes/{id}.
func (a *API) pathIDs(g *gin.Context) (map[string]uuid.UUID, error) {
	found := make(map[string]uuid.UUID, len(g.Params))
	for _, p := range g.Params {
		id, ok := ids.Parse(p.Value)
		if !ok {
			if route := a.routeOf(g.Request.URL.Path); route != g.FullPath() {
				return nil, a.notAllowed(g, route)
			}
		}
		if !ok || id == uuid.Nil { // no record has the nil id, which stands for any record in services
			return nil, apperr.NewNotFound(nounOf(g.FullPath(), p.Key))
		}
		found[p.Key] = id
	}
	return found, nil
}
