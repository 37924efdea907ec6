package accounts

// The public events of this module.
const (
	PendingReasonCreated = "pending_reason_option.created"
	PendingReasonUpdated = "pending_reason_option.updated"
)
