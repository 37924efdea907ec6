package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/ids"
)

// Access says who may use an operation; an operation cannot be registered without it.
type Access struct {
	Public    bool     // needs no credential
	Token     bool     // and reads a token itself, which may have expired
	Keys      bool     // API keys may, whatever they hold
	Abilities []string // API keys may that hold one of these
	Also      []string // and all of these
	Customers string   // customers may: what they see and change, for the documentation
}

// Public lets everybody in: login.
func Public() Access { return Access{Public: true} }

// Bearer lets everybody in who has a token; the operation reads it itself.
func Bearer() Access { return Access{Public: true, Token: true} }

// AnyKey lets every API key in.
func AnyKey() Access { return Access{Keys: true} }

// Ability lets API keys in that hold one of the abilities.
func Ability(oneOf ...string) Access { return Access{Keys: true, Abilities: oneOf} }

// Beside asks API keys for one more ability, for what the operation shows of other modules' records.
func (a Access) Beside(ability string) Access {
	a.Also = append(slices.Clone(a.Also), ability)
	return a
}

// CustomersOnly lets customers in and no API key; what says what they see.
func CustomersOnly(what string) Access { return Access{Customers: what} }

// AndCustomers lets customers in too; what says what they see and change.
func (a Access) AndCustomers(what string) Access {
	a.Customers = what
	return a
}

func (a Access) isZero() bool { return !a.Public && !a.Keys && a.Customers == "" }

// Authenticator knows who holds a credential. It answers apperr.Unauthenticated for one that is unknown, malformed,
// revoked or expired. With fresh set it looks past its caches.
type Authenticator interface {
	APIKey(ctx context.Context, key string, fresh bool) (caller.Caller, error)
	Bearer(ctx context.Context, token string) (caller.Caller, error)
}

type credential struct {
	scheme string // "key" or "bearer"
	value  string
}

// credentialOf reads the one credential of a request; there is none when value is empty.
func (a *API) credentialOf(r *http.Request) (credential, error) {
	var found []credential
	if a.options.Session != nil {
		if key := a.options.Session(r); key != "" {
			found = append(found, credential{"key", key})
		}
	}
	for _, key := range r.Header.Values("X-API-Key") {
		found = append(found, credential{"key", strings.TrimSpace(key)})
	}
	for _, value := range r.Header.Values("Authorization") {
		scheme, rest, _ := strings.Cut(strings.TrimSpace(value), " ")
		rest = strings.TrimSpace(rest)
		switch {
		case strings.EqualFold(scheme, "ApiKey"):
			found = append(found, credential{"key", rest})
		case strings.EqualFold(scheme, "Bearer"):
			found = append(found, credential{"bearer", rest})
		default:
			found = append(found, credential{"unknown", rest})
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

func unauthenticated() error {
	return &apperr.Error{Kind: apperr.Unauthenticated, Code: "unauthenticated", Detail: "a valid credential is needed"}
}

func (a *API) authenticate(ctx context.Context, c credential, fresh bool) (caller.Caller, error) {
	switch c.scheme {
	case "key":
		return a.authenticator.APIKey(ctx, c.value, fresh)
	case "bearer":
		return a.authenticator.Bearer(ctx, c.value)
	default:
		return caller.Caller{}, unauthenticated()
	}
}

// admit decides whether c may use an operation at all: 404 for what it cannot see, 403 for what it may not do.
func (a *API) admit(ctx context.Context, g *gin.Context, cred credential, c caller.Caller, access Access) (caller.Caller, error) {
	if access.Public {
		return c, nil
	}
	path, err := a.pathIDs(g)
	if err != nil {
		return c, err
	}
	account, named := path["accountId"]
	if named && !c.Sees(account) {
		// A key for all accounts may not know of one that was made a moment ago.
		if !c.AllAccounts {
			return c, apperr.NewNotFound("account")
		}
		if c, err = a.authenticate(ctx, cred, true); err != nil {
			return c, err
		}
		if !c.Sees(account) {
			return c, apperr.NewNotFound("account")
		}
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
	if !access.Keys {
		return c, apperr.NewForbidden("forbidden", "API keys cannot use this operation")
	}
	if len(access.Abilities) > 0 && !slices.ContainsFunc(access.Abilities, c.Holds) {
		return c, apperr.NewForbidden("ability_missing", "this API key needs the ability "+strings.Join(access.Abilities, " or "))
	}
	for _, ability := range access.Also {
		if !c.Holds(ability) {
			return c, missing(ability)
		}
	}
	if c.AllAccounts && !named {
		// What is not about one account is about all of them, one that was made a moment ago included.
		return a.authenticate(ctx, cred, true)
	}
	return c, nil
}

func missing(ability string) error {
	return apperr.NewForbidden("ability_missing", "this API key needs the ability "+ability)
}

// MustHold asks API keys for an ability that only some requests of an operation need, as Beside does for all of them; customers are
// let through.
func MustHold(ctx context.Context, ability string) error {
	if c := caller.From(ctx); !c.IsCustomer() && !c.Holds(ability) {
		return missing(ability)
	}
	return nil
}

// nouns are what parameters of paths name, where the name of the parameter does not say it.
var nouns = map[string]string{
	"id": "record", "fieldId": "form field", "statusId": "secondary pet status", "expirationId": "vaccination", "keyId": "API key",
	"productId": "retail product", "vaccinationTypeId": "vaccination type",
}

func nounOf(parameter string) string {
	if noun, ok := nouns[parameter]; ok {
		return noun
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

// pathIDs reads the ids of the path, in upper or lower case. What is not an id names nothing: 404, or 405 where a path with that
// very word takes other methods, as colourCodes/nextNumber beside colourCodes/{id}.
func (a *API) pathIDs(g *gin.Context) (map[string]uuid.UUID, error) {
	found := make(map[string]uuid.UUID, len(g.Params))
	for _, p := range g.Params {
		id, ok := ids.Parse(p.Value)
		if !ok {
			if methods := a.literal[strings.Replace(g.FullPath(), ":"+p.Key, p.Value, 1)]; len(methods) > 0 {
				return nil, notAllowed(g, strings.Join(methods, ", "))
			}
			return nil, apperr.NewNotFound(nounOf(p.Key))
		}
		found[p.Key] = id
	}
	return found, nil
}
