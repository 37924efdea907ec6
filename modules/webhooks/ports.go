package webhooks

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/paging"
)

// Store keeps webhooks and their deliveries.
type Store interface {
	Replays
	// Enter makes others that add to the organization's webhooks wait until the transaction ends, and counts them.
	Enter(ctx context.Context, organization uuid.UUID) (int, error)
	Insert(ctx context.Context, w Webhook, s Secrets) error
	List(ctx context.Context, of Scope, page paging.Request) (paging.Page[Webhook], error)
	Get(ctx context.Context, of Scope, id uuid.UUID) (Webhook, error)
	Lock(ctx context.Context, of Scope, id uuid.UUID) (Webhook, Secrets, error)
	Update(ctx context.Context, w Webhook, s Secrets) error
	Delete(ctx context.Context, w Webhook, at time.Time) error
	// EachSecret gives see the sealed secret of every webhook.
	EachSecret(ctx context.Context, see func(webhook uuid.UUID, sealed []byte)) error

	// Cancel ends the open deliveries of a webhook; tests only where they are included.
	Cancel(ctx context.Context, webhook uuid.UUID, tests bool) error
	// CancelUnwanted ends the open deliveries of a webhook about accounts or event types that it does not want any more.
	CancelUnwanted(ctx context.Context, webhook uuid.UUID) error
	ListDeliveries(ctx context.Context, of Scope, webhook uuid.UUID, f Filter, page paging.Request) (paging.Page[Delivery], error)
	EnqueueTest(ctx context.Context, webhook, account uuid.UUID) (Delivery, error)
	EnqueueAgain(ctx context.Context, of Scope, webhook, delivery uuid.UUID) (Delivery, error)
}

// Queue queues events for the webhooks that subscribed to them.
type Queue interface {
	// Enqueue makes a delivery for each event and active webhook of the owner of its account that wants it; owners
	// has one organization per event. It may do so as late as with the commit; made hears how many they are.
	Enqueue(ctx context.Context, list []events.Recorded, owners []uuid.UUID, made func(int64)) error
}

// Owners asks whose the accounts are.
type Owners interface {
	// Organization is the owner of an account, which never changes; apperr.NotFound when there is no such account.
	Organization(ctx context.Context, account uuid.UUID) (uuid.UUID, error)
	// FirstAccount is some account of an organization, the same every time; apperr.NotFound when it has none.
	FirstAccount(ctx context.Context, organization uuid.UUID) (uuid.UUID, error)
}

// URLPolicy says whether a webhook may have this URL; its error is for the person who typed it.
type URLPolicy func(url string) error

// Secrets are a webhook's sealed secrets. Previous signs as well until PreviousUntil.
type Secrets struct {
	Current       []byte
	Previous      []byte
	PreviousUntil *time.Time
}

// Scope is what a caller may manage: the webhooks of its organization, unless it sees all accounts only those whose
// accounts it sees all of; and of the deliveries those of accounts it sees.
type Scope struct {
	Organization uuid.UUID
	AllAccounts  bool
	Accounts     []uuid.UUID
}

func scopeOf(c caller.Caller) Scope {
	return Scope{Organization: c.Organization, AllAccounts: c.AllAccounts, Accounts: c.Accounts}
}
