// Package record holds what all records have in common: their metadata, and how they are created, updated and deleted.
package record

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// Meta are the five columns that every record of an account has. A record embeds it.
type Meta struct {
	ID        uuid.UUID `json:"id" gorm:"primaryKey" format:"uuid"`
	AccountID uuid.UUID `json:"account_id" gorm:"primaryKey" format:"uuid"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at" gorm:"autoUpdateTime:false"`
	Version   int64     `json:"version" minimum:"1" maximum:"9007199254740991" example:"1"`
}

// Record is implemented by pointers to structs that embed Meta.
type Record interface{ RecordMeta() *Meta }

// RecordMeta implements Record.
func (m *Meta) RecordMeta() *Meta { return m }

// RecordID is the id of the record.
func (m Meta) RecordID() uuid.UUID { return m.ID }

// RecordVersion is the version of the record, which its entity tag shows.
func (m Meta) RecordVersion() int64 { return m.Version }

// New returns the Meta of a new record. Life.Create fills in its times and version.
func New(account uuid.UUID) Meta { return Meta{ID: ids.New(), AccountID: account} }

// MetaOf is the Meta of the record that r, a *R, points to. It panics when *R is not a Record.
func MetaOf(r any) *Meta { return r.(Record).RecordMeta() }

// ByID are records by their ids.
func ByID[R any](list []R) map[uuid.UUID]R {
	return lists.KeyBy(list, func(r R) uuid.UUID { return MetaOf(&r).ID })
}

// Store keeps the records of one kind. Its methods join the transaction of the context. Lock and LockMany need one and lock the rows until
// it ends.
type Store[R any] interface {
	// Lock reads a record; apperr.NotFound when there is none.
	Lock(ctx context.Context, account, id uuid.UUID) (R, error)
	// LockMany reads the records that exist, in the order of their ids.
	LockMany(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]R, error)
	// Insert adds records, many in one statement.
	Insert(ctx context.Context, records ...R) error
	// Update writes the columns of changes of locked records, many in one statement.
	Update(ctx context.Context, changes ...Change[R]) error
	// Delete removes locked records, many in one statement.
	Delete(ctx context.Context, records ...R) error
	// Missing is the apperr.NotFound error of this kind of record.
	Missing() error
	// Differ returns the columns in which two records differ, without those of Meta.
	Differ(before, after *R) (columns []string)
}

// Computer is a Store with computed columns, such as values that depend on other records. Life calls Compute when it writes
// records; records that the Store reads have them already.
type Computer[R any] interface {
	Compute(ctx context.Context, records ...*R) error
}

// Source is a Store whose records can be exported.
type Source[R any] interface {
	// PageAfter reads up to n records, by id, with ids after the given one.
	PageAfter(ctx context.Context, account, after uuid.UUID, n int) ([]R, error)
	// LineNames returns what lines of an import call those of the records that exist.
	LineNames(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error)
	// UsedIDs returns those of the ids that a record of any account but except has, also one that is marked deleted.
	UsedIDs(ctx context.Context, except uuid.UUID, ids []uuid.UUID) ([]uuid.UUID, error)
}

// Change is a record before and after a change, with the columns that Store.Differ found.
type Change[R any] struct {
	Before, After R
	Columns       []string
}

// Env holds the dependencies of Life.
type Env struct {
	Tx     tx.Runner
	Events events.Recorder
	Clock  clock.Clock
	Kinds  *Kinds // nil where nothing is reverted
}

// EventTypes are the types of the public events of a kind of record; "" means no event.
type EventTypes struct{ Created, Updated, Deleted string }

// EventsOf are the types of the events of a kind of record, such as "pet".
func EventsOf(kind string) EventTypes {
	return EventTypes{Created: kind + ".created", Updated: kind + ".updated", Deleted: kind + ".deleted"}
}
