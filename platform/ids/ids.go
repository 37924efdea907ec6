// Package ids makes and reads the ids of records: UUIDv7 in canonical lower-case text.
package ids

import (
	"strings"

	"github.com/google/uuid"
)

// New is a fresh id; ids made later sort later.
func New() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// Parse reads the canonical form, in upper or lower case, and no other spelling that a UUID can have.
func Parse(s string) (uuid.UUID, bool) {
	id, err := uuid.Parse(s)
	if err != nil || !strings.EqualFold(id.String(), s) {
		return uuid.Nil, false
	}
	return id, true
}
