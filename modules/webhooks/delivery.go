package webhooks

import (
	"time"

	"github.com/google/uuid"
)

// Status is the state of a delivery.
type Status string

// The statuses of a delivery.
const (
	Pending   Status = "pending"  // no attempt has ended yet
	Retrying  Status = "retrying" // an attempt failed, and another will follow
	Delivered Status = "delivered"
	Failed    Status = "failed" // Failure is the reason
)

// Failure is the reason why a delivery failed.
type Failure string

// The failures of a delivery.
const (
	Permanent Failure = "permanent" // the receiver responded with 4xx
	Exhausted Failure = "exhausted" // the last retry failed
	Expired   Failure = "expired"   // the time for retries has passed
	Cancelled Failure = "cancelled" // the webhook was paused or deleted, or no longer subscribes to the event
)

// Outcome is the effect of an attempt on its delivery.
type Outcome string

// The outcomes of an attempt.
const (
	// OutcomeDelivered is a 2xx whose whole response arrived in time.
	OutcomeDelivered = Outcome(Delivered)
	// OutcomePermanent is any 4xx, including 408 and 429, because the API promises no retries for these.
	OutcomePermanent = Outcome(Permanent)
	// OutcomeRetryable is everything else: other statuses, including redirects, and all network errors.
	OutcomeRetryable Outcome = "retryable"
	// OutcomeResend is a kept connection that the receiver had closed. The next attempt follows at once, on a new one.
	OutcomeResend Outcome = "resend"
)

// Trigger is the reason for a delivery.
type Trigger string

// The triggers of a delivery.
const (
	ByEvent      Trigger = "event"
	ByTest       Trigger = "test"
	ByRedelivery Trigger = "redelivery"
	ByReplay     Trigger = "replay"
)

// Delivery is the delivery of an event to a webhook.
type Delivery struct {
	ID            uuid.UUID  `json:"id" format:"uuid" doc:"Id of the delivery"`
	AccountID     uuid.UUID  `json:"account_id" format:"uuid" doc:"The account that the event belongs to"`
	WebhookID     uuid.UUID  `json:"webhook_id" format:"uuid" doc:"Where it goes"`
	EventID       uuid.UUID  `json:"event_id" format:"uuid" doc:"The event; the same for all its deliveries and attempts"`
	EventType     string     `json:"event_type" maxLength:"100" doc:"What happened" example:"pet.updated"`
	Status        Status     `json:"status" enum:"pending,retrying,delivered,failed" doc:"pending: no attempt ended; retrying: one is due"`
	Failure       *Failure   `json:"failure" enum:"permanent,exhausted,expired,cancelled"`
	Trigger       Trigger    `json:"trigger" enum:"event,test,redelivery,replay" doc:"Why there is a delivery"`
	AttemptCount  int        `json:"attempt_count" gorm:"column:attempts" minimum:"0" maximum:"1000" doc:"How many were begun" example:"1"`
	NextAttemptAt *time.Time `json:"next_attempt_at" doc:"When it is due. While an attempt runs: when it is due again if that one is lost"`
	CompletedAt   *time.Time `json:"completed_at" doc:"When it was delivered or failed"`
	RequestBody   string     `json:"request_body" gorm:"->" maxLength:"8388608" doc:"The exact text that is posted: the envelope of the event"`
	Attempts      []Attempt  `json:"attempts" gorm:"->;column:history;serializer:json" maxItems:"1000" doc:"Those that ended, oldest first"`
	CreatedAt     time.Time  `json:"created_at" doc:"When it was queued"`
	UpdatedAt     time.Time  `json:"updated_at"`
}

// Docs returns the descriptions of keys that are too long for a struct tag.
func (Delivery) Docs() map[string]string {
	return map[string]string{"failure": "Why it failed: a 4xx answer, no retry left (a test is attempted once, so its first failure is the " +
		"last), too late for a retry, or the webhook was paused, deleted or changed so that it no longer wants the event"}
}

// Attempt is one attempt of a delivery.
type Attempt struct {
	Number         int       `json:"number" minimum:"1" maximum:"1000" doc:"Counts the attempts of a delivery"`
	StartedAt      time.Time `json:"started_at" doc:"When it began"`
	DurationMS     int64     `json:"duration_ms" minimum:"0" maximum:"86400000" doc:"How long it took, in milliseconds"`
	ResponseStatus *int      `json:"response_status" minimum:"100" maximum:"999" doc:"Of the answer; null without one" example:"200"`
	ResponseBody   *string   `json:"response_body" maxLength:"4096" doc:"The beginning of the answer, up to 4 KiB" example:"ok"`
	Error          *string   `json:"error" maxLength:"200" doc:"What went wrong on the way"`
}

// Filter selects deliveries. Zero fields select all.
type Filter struct {
	Status    Status
	EventType string
	From, To  *time.Time // of created_at, inclusive
}
