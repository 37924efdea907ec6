package orders

import "github.com/google/uuid"

// What record.Meta says of a record, until these embed it.
func (r Order) RecordID() uuid.UUID  { return r.ID }
func (r Order) RecordVersion() int64 { return r.Version }
