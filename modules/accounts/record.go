package accounts

import "github.com/google/uuid"

// What record.Meta says of a record: accounts have no account id, so they do not embed it.
func (r Account) RecordID() uuid.UUID  { return r.ID }
func (r Account) RecordVersion() int64 { return r.Version }
