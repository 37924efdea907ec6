package webhooks

import (
	"context"
	"errors"
	"sync"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/tx"
)

// Bell wakes the local delivery worker. Ringing never blocks: one ring that was not heard yet is enough.
type Bell chan struct{}

// NewBell makes a Bell.
func NewBell() Bell { return make(Bell, 1) }

// Ring wakes the worker.
func (b Bell) Ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}

// LineUp makes deliveries of events in the transaction that records them.
type LineUp struct {
	queue  Queue
	bell   Bell
	owners Owners
	known  sync.Map // account id → organization id: an account never changes hands
}

// NewLineUp makes a LineUp that does not know yet whom to ask for the owners of accounts: see Connect.
func NewLineUp(queue Queue, bell Bell) *LineUp { return &LineUp{queue: queue, bell: bell} }

// Connect names whom to ask. It is a step of its own, before the first event, because what answers records events
// itself and so is made after the LineUp.
func (l *LineUp) Connect(owners Owners) { l.owners = owners }

// Follow makes a delivery for each event and webhook that wants it, and wakes the local worker after the commit;
// workers elsewhere find them when they next look. Tests are lined up by Service.Test, for their webhook alone.
func (l *LineUp) Follow(ctx context.Context, events []Event) error {
	wanted := make([]Event, 0, len(events))
	owners := make([]uuid.UUID, 0, len(events))
	for _, e := range events {
		if e.Type == TestEvent {
			continue
		}
		owner, err := l.ownerOf(ctx, e.Account)
		if apperr.Is(err, apperr.NotFound) {
			continue // nobody's events: no webhook can want them
		}
		if err != nil {
			return err
		}
		wanted, owners = append(wanted, e), append(owners, owner)
	}
	if len(wanted) == 0 {
		return nil
	}
	return l.queue.LineUp(ctx, wanted, owners, func(made int64) {
		if made > 0 {
			tx.AfterCommit(ctx, l.bell.Ring)
		}
	})
}

func (l *LineUp) ownerOf(ctx context.Context, account uuid.UUID) (uuid.UUID, error) {
	if owner, ok := l.known.Load(account); ok {
		return owner.(uuid.UUID), nil
	}
	if l.owners == nil {
		return uuid.Nil, errors.New("line events up: not connected to the owners of accounts")
	}
	owner, err := l.owners.Organization(ctx, account)
	if err != nil {
		return uuid.Nil, err
	}
	l.known.Store(account, owner)
	return owner, nil
}
