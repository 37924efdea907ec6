package webhooks

import "github.com/google/uuid"

// What record.Meta says of a record: webhooks belong to an organization and not to an account, so they do not embed it.
func (r Webhook) RecordID() uuid.UUID  { return r.ID }
func (r Webhook) RecordVersion() int64 { return r.Version }
