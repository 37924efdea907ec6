package patch

import (
	"slices"

	"github.com/petcare/petcare/platform/apperr"
)

// Precondition is an If-Match: the versions of a record that a write is meant for. The zero Precondition is any version.
type Precondition struct {
	only     bool
	versions []int64
}

// IfMatch is a Precondition for exactly these versions.
func IfMatch(versions []int64) Precondition { return Precondition{only: true, versions: versions} }

// Check is a version_mismatch when the write is not meant for the current version. Call it with the row locked.
func (m Precondition) Check(current int64) error {
	if m.only && !slices.Contains(m.versions, current) {
		return apperr.NewVersionMismatch()
	}
	return nil
}
