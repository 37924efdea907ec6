package webhooks

import "github.com/google/uuid"

// What record.Meta says of a record, until these embed it.
func (r WebhookView) RecordID() uuid.UUID  { return r.ID }
func (r WebhookView) RecordVersion() int64 { return r.Version }
