package webhooks

import "github.com/google/uuid"

// What record.Meta says of a record, until these embed it.
func (r Webhook) RecordID() uuid.UUID  { return r.ID }
func (r Webhook) RecordVersion() int64 { return r.Version }
