package patch

import (
	"slices"

	"github.com/petcare/petcare/platform/apperr"
)

// Match is an If-Match: the versions of a record that a write is meant for. The zero Match is any version.
type Match struct {
	only     bool
	versions []int64
}

// OnlyVersions is a Match for exactly these versions.
func OnlyVersions(versions []int64) Match { return Match{only: true, versions: versions} }

// Check is a version_mismatch when the write is not meant for the current version. Call it with the row locked.
func (m Match) Check(current int64) error {
	if m.only && !slices.Contains(m.versions, current) {
		return apperr.VersionMismatch()
	}
	return nil
}
