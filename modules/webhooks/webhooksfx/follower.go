package webhooksfx

import (
	"context"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/outbox"
)

// follower hands the events of the outbox over in the module's own words.
type follower struct{ lineUp *webhooks.LineUp }

// Follow implements outbox.Subscriber.
func (f follower) Enqueue(ctx context.Context, list []outbox.Event) error {
	events := make([]webhooks.Event, len(list))
	for i, e := range list {
		events[i] = webhooks.Event(e)
	}
	return f.lineUp.Follow(ctx, events)
}
