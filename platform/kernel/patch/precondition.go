package patch

import (
	"slices"

	"github.com/petcare/petcare/platform/kernel/apperr"
)

// Precondition states which version of a record a write is meant for, and the values of the keys that the write sends back but cannot
// change. The zero Precondition allows any record.
type Precondition struct {
	only     bool
	versions []int64
	kept     Kept
}

// IfMatch is a Precondition for exactly these versions.
func IfMatch(versions []int64) Precondition { return Precondition{only: true, versions: versions} }

// Keeping is the same Precondition for a patch that sends these keys back.
func (m Precondition) Keeping(kept Kept) Precondition {
	m.kept = kept
	return m
}

// Check compares with the current record, a struct with JSON keys: a version_mismatch when the write is meant for another version,
// apperr.Invalid when a key that cannot change has another value. Call it with the row locked.
func (m Precondition) Check(version int64, record any) error {
	if m.only && !slices.Contains(m.versions, version) {
		return apperr.NewVersionMismatch()
	}
	var errs apperr.FieldErrors
	if err := m.kept.Check(version, record, "", &errs); err != nil {
		return err
	}
	return errs.Err()
}
