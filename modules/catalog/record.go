package catalog

import "github.com/google/uuid"

// What record.Meta says of a record, until these embed it.
func (r Addon) RecordID() uuid.UUID          { return r.ID }
func (r Addon) RecordVersion() int64         { return r.Version }
func (r Rate) RecordID() uuid.UUID           { return r.ID }
func (r Rate) RecordVersion() int64          { return r.Version }
func (r RetailProduct) RecordID() uuid.UUID  { return r.ID }
func (r RetailProduct) RecordVersion() int64 { return r.Version }
func (r Adjustment) RecordID() uuid.UUID     { return r.ID }
func (r Adjustment) RecordVersion() int64    { return r.Version }
