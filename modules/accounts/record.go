package accounts

import "github.com/google/uuid"

// What record.Meta says of a record: accounts have no account id, so they do not embed it.
func (a Account) RecordID() uuid.UUID  { return a.ID }
func (a Account) RecordVersion() int64 { return a.Version }
