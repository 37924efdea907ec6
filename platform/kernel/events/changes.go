package events

import (
	"encoding/json"
	"strings"

	"github.com/google/uuid"
)

// Stored is a recorded event.
type Stored struct {
	ID, Change, Record uuid.UUID
	Type               string
	Sequence           int64
	Object             json.RawMessage
	Previous           json.RawMessage // nil unless a record was updated
}

// Resource is the kind of record that the event is about.
func (s Stored) Resource() string {
	resource, _, _ := strings.Cut(s.Type, ".")
	return resource
}
