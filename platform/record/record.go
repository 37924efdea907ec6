// Package record is what every record has and the life that every record leads.
package record

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/tx"
)

// Meta are the five columns that every record of an account has. A record embeds it.
type Meta struct {
	ID        uuid.UUID `json:"id" gorm:"primaryKey" format:"uuid"`
	AccountID uuid.UUID `json:"account_id" gorm:"primaryKey" format:"uuid"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at" gorm:"autoUpdateTime:false"`
	Version   int64     `json:"version" minimum:"1" maximum:"9007199254740991" example:"1"`
}

// Record is implemented by a pointer to whatever embeds Meta.
type Record interface{ RecordMeta() *Meta }

// RecordMeta implements Record.
func (m *Meta) RecordMeta() *Meta { return m }

// RecordID is the id of the record.
func (m Meta) RecordID() uuid.UUID { return m.ID }

// RecordVersion is the version of the record, which its entity tag shows.
func (m Meta) RecordVersion() int64 { return m.Version }

// New is the Meta of a record that is about to be created; Life.Create fills in its times and version.
func New(account uuid.UUID) Meta { return Meta{ID: ids.New(), AccountID: account} }

// meta is the Meta of r, a pointer to a record.
func meta(r any) *Meta { return r.(Record).RecordMeta() }

// Store keeps the records of one kind. Its methods join the transaction of the context; Lock and LockMany need one and
// hold the rows until it ends.
type Store[R any] interface {
	// Lock reads a record; apperr.NotFound when there is none.
	Lock(ctx context.Context, account, id uuid.UUID) (R, error)
	// LockMany reads those of the records that exist, in the order of their ids.
	LockMany(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]R, error)
	// Insert adds records, set-based.
	Insert(ctx context.Context, records ...R) error
	// Update writes the columns in which before and after differ, set-based.
	Update(ctx context.Context, changes ...Change[R]) error
	// Delete removes a record that is locked.
	Delete(ctx context.Context, r R) error
	// Missing is the apperr.NotFound of a record that is not there.
	Missing() error
	// Differ reports whether any column differs, bookkeeping (version, updated_at) aside.
	Differ(before, after R) bool
}

// Computer is a Store whose records have columns that it finds rather than keeps, such as what depends on other records. Life
// has it compute them when records are written; what the Store reads has them.
type Computer[R any] interface {
	Compute(ctx context.Context, records ...*R) error
}

// Change is a record before and after a change.
type Change[R any] struct{ Before, After R }

// Env is what the life of a record needs from its surroundings.
type Env struct {
	Tx     tx.Runner
	Events events.Recorder
	Clock  clock.Clock
}

// EventTypes are the public events of a kind of record; "" is none.
type EventTypes struct{ Created, Updated, Deleted string }
