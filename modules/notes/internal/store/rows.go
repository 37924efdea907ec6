// Package store keeps notes in PostgreSQL.
package store

import (
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/notes"
)

// The row has the fields of the domain type in the same order, so that they convert; a field that is added to one side
// only does not compile.
type noteRow struct {
	ID         uuid.UUID    `gorm:"primaryKey"`
	AccountID  uuid.UUID    `gorm:"primaryKey"`
	Parent     notes.Parent `gorm:"embedded;embeddedPrefix:parent_"`
	Title      *string
	Body       string
	Category   notes.Category
	Pinned     bool
	Visibility notes.Visibility
	Author     *notes.Author `gorm:"serializer:json"`
	ExternalID *string
	CreatedAt  time.Time
	UpdatedAt  time.Time `gorm:"autoUpdateTime:false"`
	Version    int64
}

func (noteRow) TableName() string { return "notes.notes" }
