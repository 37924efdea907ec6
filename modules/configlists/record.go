package configlists

import "github.com/google/uuid"

// What record.Meta says of a record, until these embed it.
func (r Breed) RecordID() uuid.UUID               { return r.ID }
func (r Breed) RecordVersion() int64              { return r.Version }
func (r ColourCode) RecordID() uuid.UUID          { return r.ID }
func (r ColourCode) RecordVersion() int64         { return r.Version }
func (r SecondaryPetStatus) RecordID() uuid.UUID  { return r.ID }
func (r SecondaryPetStatus) RecordVersion() int64 { return r.Version }
func (r Field) RecordID() uuid.UUID               { return r.ID }
func (r Field) RecordVersion() int64              { return r.Version }
