// Package openapi generates the OpenAPI document from the registered operations.
package openapi

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// schemas is the path of schemas in a document.
const schemas = "#/components/schemas/"

// New returns a document without operations for paths below base, and the names of its schemas.
func New(base, version string) (*huma.OpenAPI, *Names) {
	names := &Names{}
	names.registry = huma.NewMapRegistry(schemas, names.of)
	return &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title:   "petcare",
			Version: version,
			Description: "The records of pet-care businesses: customers and their pets, the catalog they buy from, orders, health " +
				"records, notes, configurable lists and forms, and webhooks that tell other systems about every change.\n\n" +
				"Keys in URLs are camelCase, keys in bodies snake_case (but `serviceType`). Ids are UUIDv7 in lower case. Unknown keys and " +
				"parameters are refused, never ignored. Lists are paged by cursor: give `next_cursor` as `cursor` until it is null. " +
				"PATCH is a JSON merge patch (RFC 7396): an absent key stays, null clears, objects merge, arrays are replaced. " +
				"The default of a key that may be left out stands in parentheses at the end of its description. " +
				"Keys that cannot change are taken with the value that the record has, so that what was read can be sent back; another " +
				"value is a 422 `read_only` or `immutable`, another `version` a 412. " +
				"Single records carry their version as `ETag`; `If-Match` guards a write, `If-None-Match` saves a read. " +
				"Every POST outside `/auth` takes an `Idempotency-Key`: repeats within 24 hours get the first answer, marked " +
				"`Idempotency-Replayed: true`. " +
				"Customers who have logged in may use the operations that say so, and no others. " +
				"An API key needs the abilities that an operation names; `*` holds all of them. One with `act:staff` says for which member of " +
				"staff it acts: `X-Staff-Id` (1 to 100 visible ASCII characters) and `X-Staff-Name` (up to 120 characters, percent-encoded " +
				"UTF-8), which authors of notes and actors of events then name. Without that ability the two headers are a 403. " +
				"Text is stored without the white space around it; empty text is null, and a 422 where null is not allowed. " +
				"Whole numbers are written as digits: 3, not 3.0. " +
				"Every answer that is not a success is a problem (RFC 9457) with a stable `code`. Every answer carries `X-Request-Id`, that of " +
				"the request if it is 1 to 128 visible ASCII characters, and, unless the rate limit is off, `RateLimit-Limit`, " +
				"`RateLimit-Remaining` and `RateLimit-Reset`; 429 and 503 say in `Retry-After` when another try makes sense.",
			License: &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"},
			Contact: &huma.Contact{Name: "petcare", URL: "https://github.com/petcare/petcare"},
		},
		Servers: []*huma.Server{{URL: base, Description: "This installation, in production as on a developer's machine"}},
		Components: &huma.Components{
			Schemas: names.registry,
			SecuritySchemes: map[string]*huma.SecurityScheme{
				"ApiKeyAuth":    {Type: "apiKey", In: "header", Name: "X-API-Key", Description: "The API key of a staff tool or integration."},
				"ApiKeyAuthAlt": {Type: "apiKey", In: "header", Name: "Authorization", Description: "The same key as `Authorization: ApiKey <key>`."},
				"BearerAuth": {Type: "http", Scheme: "bearer", BearerFormat: "JWT",
					Description: "The access token of a customer who has logged in: HS256 with a fixed algorithm, checked as RFC 8725 advises."},
			},
		},
	}, names
}

// Names names schemas after their Go types.
type Names struct {
	registry huma.Registry
	last     string
	lastType reflect.Type
}

// of returns names such as Note, NoteCreate, or ListNote for a page of notes.
func (n *Names) of(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	if of, ok := strings.CutPrefix(name, "Page"); ok {
		name = "List" + of
	}
	n.last, n.lastType = name, t
	return name
}

// Clash returns an error if the type that was named last has the name of another one, with which Huma panics.
func (n *Names) Clash() error {
	if n.last == "" {
		return nil
	}
	t := n.lastType
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	other := n.registry.TypeFromRef(schemas + n.last)
	if other == nil || other == t || t.Kind() != reflect.Struct {
		return nil
	}
	theirs, name := origin(other)
	ours, _ := origin(t)
	return fmt.Errorf("schema %s comes from both %s and %s: rename the Go type", name, theirs, ours)
}

// origin returns the package and the name of a type, or those of what a page has.
func origin(t reflect.Type) (pkg, name string) {
	full := strings.TrimRight(t.String(), "]")
	pkg, name, _ = strings.Cut(full[strings.LastIndexAny(full, "/[")+1:], ".")
	return pkg, name
}
