package webhooks

import "github.com/google/uuid"

// Webhook and others implement httpapi.Record like record.Meta, which they do not embed.
func (r Webhook) RecordID() uuid.UUID  { return r.ID }
func (r Webhook) RecordVersion() int64 { return r.Version }
