package orders

// The public events of this module.
const (
	Created = "order.created"
	Updated = "order.updated"
	Deleted = "order.deleted"
)
