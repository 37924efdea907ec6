package files

import "github.com/google/uuid"

// The public events of this module.
const (
	Created = "file.created"
	Updated = "file.updated"
	Deleted = "file.deleted"
)

// Gone is published to the other modules after a file was deleted, in the transaction of that.
type Gone struct{ Account, ID uuid.UUID }
