package healthrecords

import "github.com/google/uuid"

// What record.Meta says of a record, until these embed it.
func (r Vaccination) RecordID() uuid.UUID      { return r.ID }
func (r Vaccination) RecordVersion() int64     { return r.Version }
func (r VaccinationType) RecordID() uuid.UUID  { return r.ID }
func (r VaccinationType) RecordVersion() int64 { return r.Version }
