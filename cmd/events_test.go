package petcarecmd

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/kernel/events"
)

// outage is a feed whose database is away for two reads between two pages.
type outage struct {
	after []string
	end   func()
}

func (o *outage) Page(_ context.Context, q events.FeedQuery) (events.FeedPage, error) {
	o.after = append(o.after, q.After)
	switch len(o.after) {
	case 1:
		return events.FeedPage{Events: []json.RawMessage{[]byte("first")}, Next: "A", More: true}, nil
	case 2, 3:
		return events.FeedPage{}, syscall.ECONNREFUSED
	case 4:
		return events.FeedPage{Events: []json.RawMessage{[]byte("second")}, Next: "B"}, nil
	}
	o.end()
	return events.FeedPage{}, context.Canceled
}

func (*outage) Watch(uuid.UUID) (<-chan struct{}, func()) { panic("not asked") }

func TestTailGoesOnBehindItsLastEventAfterAnOutage(t *testing.T) {
	t.Parallel()
	ctx, end := context.WithCancel(t.Context())
	var out, errs strings.Builder
	feed := &outage{end: end}
	err := tail(ctx, feed, events.FeedQuery{After: "now"}, streams{&out, &errs})
	if want := []string{"now", "A", "A", "A", "B"}; err != nil || !slices.Equal(feed.after, want) || out.String() != "first\nsecond\n" {
		t.Errorf("%v, reads after %q, %q", err, feed.after, out.String())
	}
	if strings.Count(errs.String(), "waiting for the database") != 1 {
		t.Errorf("the outage is said once: %s", errs.String())
	}
}

// refusing is a feed that refuses a cursor.
type refusing struct{ outage }

func (*refusing) Page(context.Context, events.FeedQuery) (events.FeedPage, error) {
	return events.FeedPage{}, errors.New("gone")
}

func TestTailEndsWithWhatNoWaitingMends(t *testing.T) {
	t.Parallel()
	if err := tail(t.Context(), &refusing{}, events.FeedQuery{}, streams{io.Discard, io.Discard}); err == nil {
		t.Error("it goes on")
	}
	if err := tail(t.Context(), &outage{}, events.FeedQuery{}, streams{fullDisk{}, io.Discard}); err == nil {
		t.Error("an event that cannot be printed is lost")
	}
}
