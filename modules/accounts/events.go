package accounts

// The public events of this module.
const (
	AccountUpdated       = "account.updated"
	PendingReasonCreated = "pending_reason_option.created"
	PendingReasonUpdated = "pending_reason_option.updated"
	PendingReasonDeleted = "pending_reason_option.deleted"
)
