package webhooks

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// Store stores webhooks and their deliveries.
type Store interface {
	Replays
	// Enter blocks other transactions that add webhooks to the organization until this one ends, and counts its webhooks.
	Enter(ctx context.Context, organization uuid.UUID) (int, error)
	Insert(ctx context.Context, w Webhook) error
	List(ctx context.Context, of Scope, page paging.Request) (paging.Page[Webhook], error)
	Get(ctx context.Context, of Scope, id uuid.UUID) (Webhook, error)
	Lock(ctx context.Context, of Scope, id uuid.UUID) (Webhook, error)
	// QueueMissed creates the deliveries that a locked webhook still lacks of events that are committed by now, and leaves those of all
	// other events to the settings that Update stores next. It reports whether it created all.
	QueueMissed(ctx context.Context, webhook uuid.UUID, accounts []uuid.UUID) (all bool, err error)
	Update(ctx context.Context, w Webhook) error
	Delete(ctx context.Context, w Webhook, at time.Time) error
	// EachSecret calls see with the sealed secrets of every webhook that sign: the current one, and the one before for a while.
	// Those of one webhook follow each other.
	EachSecret(ctx context.Context, see func(webhook uuid.UUID, sealed []byte)) error

	// Cancel ends a running replay and open deliveries of a webhook; tests only if it is deleted. It reports whether it ended all
	// deliveries: of a long backlog, the rest of a paused or deleted webhook is ended in the background.
	Cancel(ctx context.Context, webhook uuid.UUID) (all bool, err error)
	// CancelUnwanted ends open deliveries of a webhook for accounts or event types that it no longer subscribes to; the rest of a long
	// backlog ends when it is due.
	CancelUnwanted(ctx context.Context, webhook uuid.UUID) error
	// HasHistory fails with apperr.NotFound unless the webhook exists, or was deleted while its deliveries are still kept.
	HasHistory(ctx context.Context, of Scope, webhook uuid.UUID) error
	ListDeliveries(ctx context.Context, of Scope, webhook uuid.UUID, f Filter, page paging.Request) (paging.Page[Delivery], error)
	CountOpen(ctx context.Context, organization uuid.UUID) (int64, error)
	EnqueueTest(ctx context.Context, webhook, account uuid.UUID) (Delivery, error)
	EnqueueAgain(ctx context.Context, of Scope, webhook, delivery uuid.UUID) (Delivery, error)
}

// Queue enqueues events for the webhooks that subscribe to them.
type Queue interface {
	// Enqueue creates a delivery of each event for each active subscribed webhook of its owner. owners has one organization per event.
	// made gets how many it has created, before the commit.
	Enqueue(ctx context.Context, list []events.Recorded, owners []uuid.UUID, made func(deliveries int64)) error
	// EnqueueRecorded does the same for all events of an account that the transaction has recorded.
	EnqueueRecorded(ctx context.Context, account, owner uuid.UUID) error
}

// Owners finds the organizations of accounts.
type Owners interface {
	// Organization returns the organization of an account, which never changes. It fails with apperr.NotFound.
	Organization(ctx context.Context, account uuid.UUID) (uuid.UUID, error)
	// Accounts returns the accounts of an organization, always in the same order.
	Accounts(ctx context.Context, organization uuid.UUID) ([]uuid.UUID, error)
}

// URLPolicy validates the URL of a webhook. Its error is for the person who entered the URL.
type URLPolicy func(url string) error

// Secrets are the sealed secrets of a webhook. Until PreviousUntil, deliveries are also signed with Previous.
type Secrets struct {
	Current       []byte `gorm:"column:secret"`
	Previous      []byte `gorm:"column:previous_secret"`
	PreviousUntil *time.Time
}

// Scope limits what a caller may manage: the webhooks of its organization, and the deliveries whose accounts it sees. Unless it sees
// all accounts, it may only manage webhooks all of whose accounts it sees.
type Scope struct {
	Organization uuid.UUID
	AllAccounts  bool
	Accounts     []uuid.UUID
}

func scopeOf(c caller.Caller) Scope {
	return Scope{Organization: c.Organization, AllAccounts: c.AllAccounts, Accounts: c.Accounts}
}
