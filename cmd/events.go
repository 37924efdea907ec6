package petcarecmd

import (
	"context"
	"fmt"
	"time"

	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/postgres"
)

type eventsCmd struct {
	Tail eventsTailCmd `cmd:"" help:"Print every change of an account, one event a line, and go on."`
}

type eventsTailCmd struct {
	Account      string `required:"" placeholder:"CODE" help:"The account."`
	Organization string `placeholder:"NAME" help:"The account's organization; needed when several have an account with that code."`
	From         string `default:"now" enum:"now,oldest" help:"Where to begin: now or oldest."`
	JSON         bool   `help:"Print JSON, as without it."`
}

// pollEvery is how often the command polls for new events.
const pollEvery = 250 * time.Millisecond

// Run prints events until a signal ends it.
func (c *eventsTailCmd) Run(ctx context.Context, s *settings, std streams) error {
	var (
		service *accounts.Service
		feed    events.Feed
		catalog events.Catalog
	)
	return s.operate(ctx, std, func() error {
		account, err := accountByCode(ctx, service, c.Organization, c.Account)
		if err != nil {
			return err
		}
		q := events.FeedQuery{Account: account.ID, After: c.From, Limit: 200, Abilities: []string{"*"}}
		for _, t := range catalog {
			if !t.Direct {
				q.Readable = append(q.Readable, t.Name)
			}
		}
		return tail(ctx, feed, q, std)
	}, &service, &feed, &catalog)
}

// tail prints events until ctx ends, and resumes after an outage of the database.
func tail(ctx context.Context, feed events.Feed, q events.FeedQuery, std streams) error {
	for away := false; ; {
		p, err := feed.Page(ctx, q)
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil:
			away = false
		case postgres.Unavailable(err):
			if !away {
				fmt.Fprintln(std.err, "waiting for the database:", err)
			}
			away, p.Next = true, q.After
		default:
			return err
		}
		for _, e := range p.Events {
			if _, err := std.out.Write(append(e, '\n')); err != nil {
				return err
			}
		}
		if q.After = p.Next; p.More {
			continue
		}
		if !clock.Sleep(ctx, pollEvery) {
			return nil
		}
	}
}
