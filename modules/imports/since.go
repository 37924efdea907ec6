package imports

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
)

// position is where the event feed of an account stands.
func (s *Service) position(ctx context.Context, account uuid.UUID) (string, error) {
	page, err := s.feed.Page(ctx, events.FeedQuery{Account: account, After: events.Now, Limit: 1})
	return page.Next, err
}

// unchanged fails with ErrChanged if records of the types of an import have changed since its check, whose counts could be wrong. What
// changes later, or by way of other types, is found by the worker, which compares the counts.
func (s *Service) unchanged(ctx context.Context, i Import, position string) error {
	var types []string
	for name := range i.Counts.Get() {
		for _, what := range []string{".created", ".updated", ".deleted"} {
			types = append(types, name+what)
		}
	}
	for {
		page, err := s.feed.Page(ctx, events.FeedQuery{Account: i.AccountID, After: position, Limit: 1, Readable: types})
		switch {
		case apperr.Is(err, apperr.Gone), apperr.Is(err, apperr.Invalid): // nobody knows
			return ErrChanged
		case err != nil:
			return err
		case len(page.Events) > 0:
			return ErrChanged
		case !page.More:
			return nil
		}
		position = page.Next
	}
}

// compare fails with ErrChanged and what differs if a run has done something else than its check has said.
func compare(checked, done Counts) error {
	var differ []string
	for name, c := range done {
		if c != checked[name] {
			differ = append(differ, name)
		}
	}
	for name := range checked {
		if _, ok := done[name]; !ok {
			differ = append(differ, name)
		}
	}
	if len(differ) == 0 {
		return nil
	}
	return apperr.NewConflict(ErrChanged.Code, ErrChanged.Detail+" (what would happen to the records of type "+strings.Join(differ, ", ")+
		" is not what the check has said)")
}
