package customerspets

import "github.com/google/uuid"

// What record.Meta says of a record, until these embed it.
func (r Customer) RecordID() uuid.UUID  { return r.ID }
func (r Customer) RecordVersion() int64 { return r.Version }
func (r Pet) RecordID() uuid.UUID       { return r.ID }
func (r Pet) RecordVersion() int64      { return r.Version }
