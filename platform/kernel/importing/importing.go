// Package importing lets modules add record types to the import. A module defines the fields of a line and applies batches of lines.
// The import reads files, resolves references and reports faults.
package importing

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/lists"
)

// Record is one line of an import file.
type Record[L any] struct {
	ID         uuid.UUID // of the record with this external id, or a new id
	Exists     bool      // a record with this external id exists
	ExternalID string
	Line       L
	Given      []string            // the keys of a partial line, which leaves the others as they are; nil for a whole line
	Errors     *apperr.FieldErrors // the faults of the line; one faulty line makes the whole import fail
	Kept       *Kept               // of a new record that keeps its id, else nil
	Outcome    *Outcome            // set by Upsert
	Cleared    *[]string           // set by Upsert: the keys of an existing record whose values the line removes
}

// Keeps reports whether a record that exists keeps its value of a key, because its line is partial and does not give it.
func (r Record[L]) Keeps(key string) bool {
	return r.Exists && r.Given != nil && !slices.Contains(r.Given, key)
}

// Kept is what a record keeps besides its id when it moves to another installation.
type Kept struct {
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
	Version   int64     `json:"version"`
}

// Dated is embedded by lines that may give the time at which the record was created. New records get an id with that time, so
// that they sort by it; existing records keep their id.
type Dated struct {
	CreatedAt *time.Time `json:"created_at,omitempty" doc:"When it was made: 1970 to now (default), immutable" example:"2019-03-14T10:00:00Z"`
}

func (d Dated) createdAt() *time.Time { return d.CreatedAt }

// CreatedAt returns the time that a line gives; nil if it gives none or is not Dated.
func CreatedAt(line any) *time.Time {
	if own, ok := line.(interface{ createdAt() *time.Time }); ok {
		return own.createdAt()
	}
	return nil
}

// IsMatched reports whether lines are matched by their unique value instead of the external id; see Matched.
func (t Type) IsMatched() bool { return t.Unique != nil && t.Unique.Holders == nil }

// Outcome is the effect of an import on a record.
type Outcome int

// The outcomes.
const (
	Unchanged Outcome = iota // or deleted in the account; the import does not restore it
	Changed
	Created
)

// Resolve returns the id of the record of a type with an external id. It knows every reference that Refs returned for the batch.
// Lines with unknown references are reported and not passed to Apply.
type Resolve func(recordType, externalID string) uuid.UUID

// Optional is the id of a record that a line need not name; nil when it names none.
func (r Resolve) Optional(recordType string, externalID *string) *uuid.UUID {
	if externalID == nil {
		return nil
	}
	return new(r(recordType, *externalID))
}

// All are the ids of records of one type, in the order of their external ids; never nil.
func (r Resolve) All(recordType string, externalIDs []string) []uuid.UUID {
	return lists.Map(externalIDs, func(externalID string) uuid.UUID { return r(recordType, externalID) })
}

// Apply is the type of Spec.Apply.
type Apply[L any] = func(ctx context.Context, account uuid.UUID, batch []Record[L], resolve Resolve) error

// Spec is a record type with lines of type L. L is a struct with json, doc and validation tags (maxLength, enum, …), like inputs of
// the API; it must not declare "type" and "external_id", which every line has. Before Apply, lines are validated against these tags
// and their text is normalised.
type Spec[L any] struct {
	Name string // the "type" of the line

	// Begin prepares the account before the import's transaction, in transactions of its own. It is for records that other requests make
	// when they need them: they would wait for the end of the import. What it writes stays if the import fails, and in a dry run. It is
	// called whether the file has lines of the type or not. It may be nil.
	Begin func(ctx context.Context, account uuid.UUID) error

	// Refs calls refer for each reference of a line: its field, the record type that it must have, and its external id.
	Refs func(line *L, refer func(field, recordType, externalID string))

	// Find returns the ids of records in the account by their external ids, of which there are up to 1,000. It is nil for records
	// that are matched by something else; see Matched.
	Find func(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)

	// Unique is a value that no two records of the type share. It may be nil.
	Unique *Unique[L]

	// Apply creates or updates a batch of up to 1,000 lines with distinct external ids, in the transaction of ctx, with the same
	// rules and events as the API. An unchanged record gets no new version and no event. Apply adds faults of a line to
	// Record.Errors, which is not empty for a line whose unique value is taken. If Apply fails with apperr.Invalid or
	// apperr.Conflict, or because the database rejects a value, the import calls it again with parts of the batch, to find the line.
	// Any other error ends the import.
	Apply Apply[L]

	// Clashes finds records that contradict each other when all lines of the type are applied, which may be some of the file only if
	// others are faulty. It is called in the transaction if the file has lines of the type. It may be nil.
	Clashes func(ctx context.Context, account uuid.UUID) ([]Clash, error)

	// Alike finds possible duplicates. It may be nil.
	Alike FindAlike

	// ExternalIDs returns the external ids of records that have one, to name what Alike finds. It may be nil.
	ExternalIDs func(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error)

	// Names returns what records are called, for people who compare what Alike finds. It may be nil.
	Names func(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error)

	// Words are what cells of tables may say for values of the account's own lists, by key and in folded form (text.Fold), such as the
	// labels of options, and entries with a comma in them. It may be nil.
	Words func(ctx context.Context, account uuid.UUID) (map[string]map[string]string, error)

	// After lists the record types that must be applied before this one.
	After []string

	// Export makes lines of records; see Exported. It may be nil.
	Export *Exporter
}

// Type is a Spec without its type parameter.
type Type struct {
	Module string
	Name   string
	After  []string
	Line   reflect.Type
	New    func() any // a pointer to an empty line
	Begin  func(ctx context.Context, account uuid.UUID) error
	Refs   func(line any, refer func(field, recordType, externalID string))
	Find   func(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	Unique *Unique[any] // nil if there is none
	Apply  Apply[any]
	Alike  FindAlike

	Clashes     func(ctx context.Context, account uuid.UUID) ([]Clash, error)
	ExternalIDs func(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error)
	Names       func(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error)
	Words       func(ctx context.Context, account uuid.UUID) (map[string]map[string]string, error)
	Export      *Exporter
}

// For returns the Type of a Spec.
func For[L any](module string, s Spec[L]) Type {
	return Type{
		Module: module, Name: s.Name, After: s.After, Begin: s.Begin, Alike: s.Alike, ExternalIDs: s.ExternalIDs, Clashes: s.Clashes,
		Names: s.Names, Words: s.Words, Export: s.Export,
		Line: reflect.TypeFor[L](), New: func() any { return new(L) }, Unique: s.Unique.untyped(),
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
			typed := lists.Map(batch, func(r Record[any]) Record[L] {
				return Record[L]{r.ID, r.Exists, r.ExternalID, *r.Line.(*L), r.Given, r.Errors, r.Kept, r.Outcome, r.Cleared}
			})
			if err := s.Apply(ctx, account, typed, resolve); err != nil {
				return fmt.Errorf("import %s: %w", s.Name, err)
			}
			return nil
		},
	}
}

// Existing returns the ids of the records of a batch that already exist.
func Existing[L any](batch []Record[L]) []uuid.UUID {
	found := []uuid.UUID{}
	for _, r := range batch {
		if r.Exists {
			found = append(found, r.ID)
		}
	}
	return found
}
