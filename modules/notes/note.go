// Package notes keeps what staff write down about customers, pets and orders.
package notes

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
)

// ParentType is what sort of record a note is about.
type ParentType string

// The records that have notes.
const (
	Customer ParentType = "customer"
	Pet      ParentType = "pet"
	Order    ParentType = "order"
)

// Category sorts notes.
type Category string

// General is the category of a note that names none; the others are in Choices.
const General Category = "general"

// Choices are all categories.
func (Category) Choices() []string {
	return []string{string(General), "medical", "behaviour", "grooming", "boarding", "billing", "incident", "other"}
}

// Visibility says who may read a note.
type Visibility string

// The visibilities.
const (
	ForStaff    Visibility = "staff"
	ForCustomer Visibility = "customer" // staff and the customer whom it is about
)

// Note is one note, as the API and events show it.
type Note struct {
	record.Meta
	Parent Parent  `json:"parent" gorm:"embedded;embeddedPrefix:parent_" doc:"What the note is about"`
	Title  *string `json:"title" maxLength:"150" doc:"Headline" example:"Feeding"`
	Body   string  `json:"body" minLength:"1" maxLength:"10000" doc:"The note itself" example:"Eats only when somebody sits next to him."`

	Category   Category                `json:"category" doc:"Kind of note"`
	Pinned     bool                    `json:"pinned" doc:"Pinned notes come first in lists"`
	Visibility Visibility              `json:"visibility" enum:"staff,customer" doc:"Who may read it: staff alone, or the customer too"`
	Author     jsonb.Of[*caller.Actor] `json:"author" doc:"Who wrote it; null when nobody knows"`
	ExternalID *string                 `json:"external_id" maxLength:"100" doc:"Id in the system it came from" example:"N-1"`
}

// Parent is the record that a note is about.
type Parent struct {
	Type ParentType `json:"type" enum:"customer,pet,order" doc:"Kind of record"`
	ID   uuid.UUID  `json:"id" format:"uuid" doc:"Its id"`
}

// NoteCreate is what a new note is made from.
type NoteCreate struct {
	Title *string `json:"title,omitempty" maxLength:"150" doc:"Headline" example:"Feeding"`
	Body  string  `json:"body" minLength:"1" maxLength:"10000" doc:"The note itself" example:"Eats only when somebody sits next to him."`

	Category   Category   `json:"category,omitempty" doc:"Kind of note (general)"`
	Pinned     bool       `json:"pinned,omitempty" doc:"Whether it comes first in lists (false)"`
	Visibility Visibility `json:"visibility,omitempty" enum:"staff,customer" doc:"Who may read it (staff)"`
	ExternalID *string    `json:"external_id,omitempty" maxLength:"100" doc:"Id in the system it came from" example:"N-1"`
}
