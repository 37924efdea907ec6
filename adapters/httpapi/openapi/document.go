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

// introduction is said of all operations.
const introduction = "The records of pet-care businesses: customers and their pets, the catalog they buy from, orders, health " +
	"records, notes, configurable lists and forms, and webhooks that tell other systems about every change.\n\n" +
	"**Credentials.** An API key is for staff tools and integrations. It needs the abilities that an operation names; `*` holds all " +
	"of them. A member of staff who has signed in may do what a key with the abilities of their role may. Customers who have logged in " +
	"may use the operations that say so, and no others. A request carries one credential: two " +
	"are a 400. An account that the credential does not see is a 404, like one that never was.\n\n" +
	"**Acting staff.** A key with `act:staff` may say for which member of staff it acts: `X-Staff-Id` (1 to 100 visible ASCII " +
	"characters) and `X-Staff-Name` (up to 120 characters, percent-encoded UTF-8). Authors of notes and actors of events then name " +
	"that person. Without the ability, the two headers are a 403.\n\n" +
	"**Names and values.** Keys in URLs are camelCase, keys in bodies snake_case (but `serviceType`). Unknown keys and parameters " +
	"are refused, never ignored. Ids are UUIDv7, shown in lower case and taken in either. Instants are RFC 3339, shown in UTC; days " +
	"are `YYYY-MM-DD` in the account's time zone. Money is a whole number of minor units with its currency; percentages and weights " +
	"are decimal strings. Whole numbers are written as digits: 3, not 3.0. An `external_id` is the id of a record in another system; " +
	"in an account, no two records of a kind have the same one. Text is stored in Unicode's form NFC, without the white space around " +
	"it; empty text is null, and a 422 where null is not allowed. The default of a key that may be left out stands in parentheses at " +
	"the end of its description.\n\n" +
	"**Lists** are paged by cursor: give `next_cursor` as `cursor` until it is null. A page may hold fewer records than `limit`.\n\n" +
	"**Changes.** PATCH is a JSON merge patch (RFC 7396): an absent key stays, null clears, objects merge, arrays are replaced. A " +
	"PATCH that changes nothing leaves `version` and `updated_at` alone, and there is no event. A record can be sent back as it was " +
	"read: keys that cannot change are taken with the value that the record has. Another value is a 422 `read_only` or `immutable`, " +
	"another `version` a 412. Computed keys (such as the status of a vaccination) are taken with any value and ignored; they change " +
	"without a new version and without an event. Single records carry their version as `ETag`; `If-Match` guards a write, " +
	"`If-None-Match` saves a read.\n\n" +
	"**Repeats.** Every POST outside `/auth` takes an `Idempotency-Key`: repeats within 24 hours get the first answer, marked " +
	"`Idempotency-Replayed: true`. The same key with another body or path is a 422 `idempotency_key_reused`; while the first request " +
	"runs, a repeat is a 409 `idempotency_in_progress`. Of an answer above 64 KiB compressed, and of the oldest ones beyond 64 MiB " +
	"of a credential, only the status and the id are kept: a repeat is a 409 `idempotency_replay_too_large` with that id.\n\n" +
	"**Errors.** Every answer that is not a success is a problem (RFC 9457) with a stable `code`. 429 and 503 say in `Retry-After` " +
	"when another try makes sense. Every answer carries `X-Request-Id`, that of the request if it is 1 to 128 visible ASCII " +
	"characters, and, unless the rate limit is off, `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`.\n\n" +
	"**Limits.** A body has at most 1 MiB, a request line with its headers 32 KiB: more is a 413. A record has at most 256 KiB as " +
	"JSON, its `custom_fields` 64 KiB: more is a 422 `too_large`. A page ends early at 8 MiB. A problem names 100 faults at most. A " +
	"request that takes longer than the service allows, 15 seconds unless it is set otherwise, is a 503. The rate limit is 50 " +
	"requests a second with bursts of 200 for each credential, or client address without one, and 8 times as much for all API keys " +
	"of an organization together, unless it is set otherwise; a body counts once more for each 32 KiB. `RateLimit-*` are those of the " +
	"credential, or in a 429 those of the limit that was reached."

// New returns a document without operations for paths below base, and the names of its schemas.
func New(base, version string) (*huma.OpenAPI, *Names) {
	names := &Names{}
	names.registry = huma.NewMapRegistry(schemas, names.of)
	return &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title:       "petcare",
			Version:     version,
			Description: introduction,
			License:     &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"},
			Contact:     &huma.Contact{Name: "petcare", URL: "https://github.com/petcare/petcare"},
		},
		Servers: []*huma.Server{{URL: base, Description: "This installation, in production as on a developer's machine"}},
		Components: &huma.Components{
			Schemas: names.registry,
			SecuritySchemes: map[string]*huma.SecurityScheme{
				"ApiKeyAuth":    {Type: "apiKey", In: "header", Name: "X-API-Key", Description: "The API key of a staff tool or integration."},
				"ApiKeyAuthAlt": {Type: "apiKey", In: "header", Name: "Authorization", Description: "The same key as `Authorization: ApiKey <key>`."},
				"BearerAuth": {Type: "http", Scheme: "bearer", BearerFormat: "JWT",
					Description: "The access token of a customer who has logged in: HS256 with a fixed algorithm, checked as RFC 8725 advises."},
				"StaffAuth": {Type: "http", Scheme: "bearer",
					Description: "The token of a member of staff who has signed in. What it may do is what their role lets them do."},
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
