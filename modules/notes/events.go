package notes

// The public events of this module.
const (
	Created = "note.created"
	Updated = "note.updated"
	Deleted = "note.deleted"
)
