// Package files keeps photos, certificates and agreements of customers, pets and orders.
package files

import (
	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
)

// ParentType is what sort of record a file belongs to.
type ParentType string

// The records that have files.
const (
	Customer ParentType = "customer"
	Pet      ParentType = "pet"
	Order    ParentType = "order"
)

// FileKind says what a file is for.
type FileKind string

// The kinds.
const (
	Photo            FileKind = "photo"
	VaccinationProof FileKind = "vaccination_proof"
	Agreement        FileKind = "agreement"
	Other            FileKind = "other"
)

// Choices are all kinds.
func (FileKind) Choices() []string {
	return []string{string(Photo), string(VaccinationProof), string(Agreement), string(Other)}
}

// Visibility says who may read a file.
type Visibility string

// The visibilities.
const (
	ForStaff    Visibility = "staff"
	ForCustomer Visibility = "customer" // staff, and the owner of the pet
)

// File is a file as the API and events show it, without its bytes.
type File struct {
	record.Meta
	Parent FileParent `json:"parent" gorm:"embedded;embeddedPrefix:parent_" doc:"The record that it belongs to"`
	Kind   FileKind   `json:"kind" doc:"What it is for"`
	Title  *string    `json:"title" maxLength:"150" doc:"Headline" example:"Rabies certificate"`
	Name   string     `json:"name" minLength:"1" maxLength:"200" doc:"Its name as a download" example:"certificate.pdf"`

	Visibility  Visibility `json:"visibility" enum:"staff,customer" doc:"Who may read it: staff alone, or the owner of the pet, too"`
	ContentType string     `json:"content_type" enum:"application/pdf,image/jpeg,image/png,image/heic" doc:"Of the bytes that are kept"`
	Size        int64      `json:"size" minimum:"0" maximum:"1073741824" doc:"Bytes that are kept" example:"48213"`
	SHA256      string     `json:"sha256" gorm:"column:sha256" pattern:"^[0-9a-f]{64}$" maxLength:"64"`
	Width       *int       `json:"width" minimum:"1" maximum:"100000" doc:"Pixels across; null if it is not shown as a picture" example:"3024"`
	Height      *int       `json:"height" minimum:"1" maximum:"100000" doc:"Pixels down; null likewise" example:"4032"`

	UploadedBy jsonb.Of[*caller.Actor] `json:"uploaded_by" doc:"Who uploaded it; null when nobody knows"`
}

// Docs describes the keys whose texts are too long for a tag.
func (File) Docs() map[string]string {
	return map[string]string{
		"content_type": "Of the bytes that are kept: a WebP picture is kept as JPEG, or as PNG if parts of it are transparent",
		"sha256":       "Digest of the bytes that are kept, in hexadecimal",
	}
}

// FileParent is the record that a file belongs to.
type FileParent struct {
	Type ParentType `json:"type" enum:"customer,pet,order" doc:"Kind of record"`
	ID   uuid.UUID  `json:"id" format:"uuid" doc:"Its id"`
}

// FileCreate is what the uploader says of a new file.
type FileCreate struct {
	Kind       FileKind
	Title      string
	Visibility Visibility // "": for customers if it is a photo or a proof of a pet
}

// FilePatch is a merge patch of a file. Its bytes and what it belongs to do not change.
type FilePatch struct {
	Title      patch.Field[string]     `json:"title,omitzero" maxLength:"150" doc:"Headline" example:"Rabies certificate"`
	Kind       patch.Field[FileKind]   `json:"kind,omitzero" nullable:"false" doc:"What it is for"`
	Visibility patch.Field[Visibility] `json:"visibility,omitzero" nullable:"false" enum:"staff,customer" doc:"Who may read it"`
}

// Blob is where the bytes of files with one digest are kept.
type Blob struct {
	AccountID   uuid.UUID `gorm:"primaryKey"`
	SHA256      string    `gorm:"column:sha256;primaryKey"`
	Original    uuid.UUID
	Preview1024 *uuid.UUID `gorm:"column:preview_1024"`
	Preview256  *uuid.UUID `gorm:"column:preview_256"`
	Bytes       int64      // of all
}

// Parts are the ids under which the bytes are stored.
func (b Blob) Parts() []uuid.UUID {
	parts := []uuid.UUID{b.Original}
	for _, preview := range []*uuid.UUID{b.Preview1024, b.Preview256} {
		if preview != nil {
			parts = append(parts, *preview)
		}
	}
	return parts
}
