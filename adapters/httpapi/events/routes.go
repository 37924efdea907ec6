// Package events exposes the event feed and the catalogue of event types over HTTP.
package events

import (
	"net/http"
	"time"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/kernel/changes"
	"github.com/petcare/petcare/platform/kernel/events"
)

// How many streams and held pages one organization, and all together, may have at once on a replica. A stream has no other end than its
// reader's will, holds a connection and takes time of the CPU at each commit, so a rate of requests alone does not limit them.
const (
	readersOfOne = 200
	readersOfAll = 2000
)

// Module provides the routes.
var Module = httpapi.ProvideRoutes(func(f events.Feed, c events.Catalog, done changes.Changes) httpapi.Routes {
	h := newHandler(f, c)
	h.changes = done
	return httpapi.Routes{Module: "events", Register: func(a *httpapi.API) { h.register(a); h.registerChanges(a) }}
})

const tag = "Events"

type handler struct {
	feed      events.Feed
	changes   changes.Changes
	catalog   events.Catalog
	shared    *shared
	readers   *httpapi.Quota
	heartbeat time.Duration // how often an idle stream renews its id
}

func newHandler(f events.Feed, c events.Catalog) handler {
	readers := httpapi.NewQuota(readersOfOne, readersOfAll, "too many readers of this organization wait for events already")
	return handler{feed: f, catalog: c, shared: newShared(f), readers: readers, heartbeat: 15 * time.Second}
}

func (h handler) register(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Operation{
		ID: "listEvents", Method: http.MethodGet, Path: "/accounts/{accountId}/events", Tag: tag, Access: httpapi.Ability("events:read"),
		Problems: []string{"cursor_expired"},
		Summary:  "Read every change, in order", Streams: true,
		Description: "Every committed change once, changes of one record in their order: go on while `has_more` is true, even if filters " +
			"have left a page empty. Give `next_cursor` as `after` to go on: it is never null and always safe to store. " +
			"`has_more: false` means caught up; with `wait`, an empty page is then held until something is committed. With " +
			"`Accept: text/event-stream` the answer streams: `data:` is an event, `id:` the cursor behind it, which `Last-Event-ID` " +
			"resumes from; every 15 seconds a heartbeat renews `id:`.\n\nTo copy an account: take a cursor with " +
			"`after=now`, list what you need, then follow from that cursor. A cursor holds for as long as events are kept, for this account " +
			"with these filters, and for any key. 410 `cursor_expired` says by `reason` why it does not: `too_old` (events " +
			"that it has not seen are gone), `another_database` (it was restored) or `lost_history` (after a failover, commits " +
			"that it has seen may be lost). Then copy anew: the new lists replace your copy, whatever its versions.\n\nThe types " +
			"in it are those whose resource the key may read: a type named in `types` without its ability is a 403, a pattern leaves " +
			"it out. `actorId` finds API keys, staff and customers. What the system did, such as an import, has no actor's id; neither " +
			"have events from before the upgrade that brought the feed.\n\n" +
			"An organization has at most 200 streams and held pages at once on each replica: beyond that, 429. All organizations " +
			"together have at most 2,000: beyond that, 503.",
	}, h.list)
	httpapi.Handle(a, httpapi.Operation{
		ID: "listEventTypes", Method: http.MethodGet, Path: "/eventTypes", Tag: tag, Access: httpapi.AnyKey(),
		Summary: "List the types of events", Description: "All of them, by name, with the ability that reading them needs.",
	}, h.types)
}
