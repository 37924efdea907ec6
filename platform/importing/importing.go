// Package importing is how a module offers its record types to the import: it says what a line looks like, and
// applies batches of lines; reading files, resolving references and reporting faults is done for it.
package importing

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
)

// Record is one line of an import file.
type Record[L any] struct {
	ID         uuid.UUID // of the record: the one that has this external id, or a fresh one
	Exists     bool      // a record with this external id is there already
	ExternalID string
	Line       L
	Errors     *apperr.FieldErrors // what is wrong with the line; a line with faults makes the whole import fail
	Outcome    *Outcome            // Upsert says here what became of the record
}

// Dated is embedded by lines of records that may bring the time at which they were made. It makes the id, too, so that records
// sort by it; a record that is there keeps its own.
type Dated struct {
	CreatedAt *time.Time `json:"created_at,omitempty" doc:"When it was made: 1970 to now (default), immutable" example:"2019-03-14T10:00:00Z"`
}

func (d Dated) createdAt() *time.Time { return d.CreatedAt }

type dated interface{ createdAt() *time.Time }

// IsDated reports whether lines of the type are Dated.
func (t Type) IsDated() bool { return t.Line.Implements(reflect.TypeFor[dated]()) }

// Outcome is what an import did to a record.
type Outcome int

// The outcomes.
const (
	Unchanged Outcome = iota // also a record that was deleted in the account, and stays so
	Changed
	Created
)

// Resolve gives the id of the record of a type with an external id. It knows every reference that Refs named for the
// batch: lines with references that lead nowhere are reported and not handed to Apply.
type Resolve func(recordType, externalID string) uuid.UUID

// Spec is one record type with lines of type L. L is a struct with json, doc and limit tags (maxLength, enum, …) as
// inputs of the API have them; it must not declare "type" and "external_id", which every line has. Lines reach Apply
// validated against those tags and with their text normalised.
type Spec[L any] struct {
	Name string // the "type" of the line

	// Refs names the external ids that a line refers to: the field, the record type it must be of, the external id.
	Refs func(line *L, refer func(field, recordType, externalID string))

	// Find looks up which of the external ids (up to 1,000) exist in the account. Records that are found by something else than
	// an external id have none: see Matched.
	Find func(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)

	// Apply inserts or updates a batch (up to 1,000 lines, distinct external ids) set-based, inside the transaction of
	// ctx, under the same rules as the API and with the same events. A record that would not change is left alone:
	// no new version, no event. Errors go into Record.Errors; an error ends the import.
	Apply func(ctx context.Context, account uuid.UUID, batch []Record[L], resolve Resolve) error

	// Alike finds records that may be one and the same; nil when the type has none.
	Alike FindAlike

	// After are the record types that must be applied before this one.
	After []string
}

// Type is a Spec whose line type is forgotten.
type Type struct {
	Module string
	Name   string
	After  []string
	Line   reflect.Type
	New    func() any // a pointer to an empty line
	Refs   func(line any, refer func(field, recordType, externalID string))
	Find   func(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	Apply  func(ctx context.Context, account uuid.UUID, batch []Record[any], resolve Resolve) error
	Alike  FindAlike
}

// For makes the Type of a Spec.
func For[L any](module string, s Spec[L]) Type {
	return Type{
		Module: module, Name: s.Name, After: s.After, Alike: s.Alike, Line: reflect.TypeFor[L](),
		New: func() any { return new(L) },
		Refs: func(line any, refer func(field, recordType, externalID string)) {
			if s.Refs != nil {
				s.Refs(line.(*L), refer)
			}
		},
		Find: func(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
			if s.Find == nil {
				return nil, nil
			}
			return s.Find(ctx, account, externalIDs)
		},
		Apply: func(ctx context.Context, account uuid.UUID, batch []Record[any], resolve Resolve) error {
			typed := make([]Record[L], len(batch))
			for i, r := range batch {
				typed[i] = Record[L]{r.ID, r.Exists, r.ExternalID, *r.Line.(*L), r.Errors, r.Outcome}
			}
			if err := s.Apply(ctx, account, typed, resolve); err != nil {
				return fmt.Errorf("import %s: %w", s.Name, err)
			}
			return nil
		},
	}
}

// Existing are the ids of the records of a batch that are there already.
func Existing[L any](batch []Record[L]) []uuid.UUID {
	found := []uuid.UUID{}
	for _, r := range batch {
		if r.Exists {
			found = append(found, r.ID)
		}
	}
	return found
}
