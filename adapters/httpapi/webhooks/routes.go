// Package webhooks exposes webhooks and their deliveries over HTTP.
package webhooks

import (
	"net/http"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/webhooks"
)

// Module provides the routes.
var Module = httpapi.ProvideRoutes(func(s *webhooks.Service) httpapi.Routes {
	return httpapi.Routes{Module: "webhooks", Register: handler{s}.register}
})

const tag = "Webhooks"

type handler struct{ webhooks *webhooks.Service }

const scope = " A key manages the webhooks of its organization; one that does not see all accounts, only webhooks that list " +
	"accounts which it sees all of."

const managed = " Only those that the key manages: see `listWebhooks`."

func (h handler) register(a *httpapi.API) {
	manage := httpapi.Ability("webhooks:manage")
	httpapi.List(a, httpapi.Operation{
		ID: "listWebhooks", Path: "/webhooks", Tag: tag, Access: manage,
		Summary: "List webhooks", Description: "Newest first." + scope,
	}, h.list)
	httpapi.Create(a, httpapi.Operation{
		ID: "createWebhook", Path: "/webhooks", Tag: tag, Access: manage,
		Problems: []string{"conflict"},
		Rules:    httpapi.RulesOf(h.webhooks.CreateFaults),
		Summary:  "Create a webhook",
		Description: "The answer holds the signing `secret`; it is not shown again. An organization has at most 50 webhooks: beyond that, 409 " +
			"`conflict`. Every event that is committed after the answer is delivered at least once to every active webhook that wants it, in no " +
			"promised order: drop repeats by the event's `id`, sort by its `sequence`. `GET /eventTypes` lists the events. A 2xx within 10 " +
			"seconds is a success; a 4xx is final, 408 and 429 too. Anything else is tried again after 5 minutes and up to 30 seconds more, 8 " +
			"times at most, until 24 hours after the event. (The operator may set other times.) Deliveries show the whole event, whatever else " +
			"the key may read.",
	}, h.create)
	httpapi.Get(a, httpapi.Operation{
		ID: "getWebhook", Path: "/webhooks/{id}", Tag: tag, Access: manage,
		Summary: "Get a webhook", Description: "Without its secret. `health` changes without the version." + managed,
	}, h.get)
	httpapi.Update(a, httpapi.Operation{
		ID: "updateWebhook", Path: "/webhooks/{id}", Tag: tag, Access: manage,
		Rules:    httpapi.RulesOf(h.webhooks.UpdateFaults),
		Readable: httpapi.Readable{Computed: []string{"health"}},
		Summary:  "Change a webhook",
		Description: "`active: false` pauses it: waiting deliveries are cancelled, and only a replay delivers the events of that time. Beyond " +
			"10,000 of them, the rest is cancelled within seconds; activating it meanwhile is a 503 `unavailable`. " +
			"A change counts for events that are committed after it. Deliveries that wait for a type or account which it removes are cancelled: " +
			"to add it again does not bring them back, a replay does. " +
			"`secret` or `rotate_secret` sets a new secret, which is in the answer. For 24 hours deliveries also carry the old one's signature; " +
			"another rotation within that time ends it at once." + managed,
	}, h.change)
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteWebhook", Path: "/webhooks/{id}", Tag: tag, Access: manage,
		Summary: "Delete a webhook", Description: "Its waiting deliveries are cancelled. The list of its deliveries stays for 30 days." + managed,
	}, h.remove)
	httpapi.List(a, httpapi.Operation{
		ID: "listWebhookDeliveries", Path: "/webhooks/{id}/deliveries", Tag: tag, Access: manage,
		Summary: "List the deliveries of a webhook", Description: "Newest first, for 30 days, with every attempt. Only those of " +
			"accounts that the key sees. Also for a webhook that was deleted.",
	}, h.deliveries)
	httpapi.Handle(a, httpapi.Operation{
		ID: "testWebhook", Method: http.MethodPost, Path: "/webhooks/{id}/test", Tag: tag, Access: manage, Status: http.StatusAccepted,
		Problems: []string{"conflict"},
		Summary:  "Test a webhook",
		Description: "Sends `webhook.test` like every other event, also to a paused webhook and whatever its event types are. It is " +
			"attempted once; the list of deliveries shows the result.",
	}, h.test)
	httpapi.Handle(a, httpapi.Operation{
		ID: "redeliverWebhookDelivery", Method: http.MethodPost, Path: "/webhooks/{id}/deliveries/{deliveryId}/redeliver", Tag: tag,
		Problems: []string{"conflict"},
		Access:   manage, Status: http.StatusAccepted,
		Summary: "Deliver an event again",
		Description: "Makes a new delivery of the same event with the same id and body. 409 `conflict` while the webhook is paused, when " +
			"it has left the account of the delivery, and when the event has been removed because of its age.",
	}, h.redeliver)
	httpapi.Handle(a, httpapi.Operation{
		ID: "replayWebhook", Method: http.MethodPost, Path: "/webhooks/{id}/replay", Tag: tag, Access: manage,
		Problems: []string{"conflict"},
		Status:   http.StatusAccepted, AlsoStatus: http.StatusOK,
		Rules:   httpapi.RulesOf(h.webhooks.ReplayFaults),
		Summary: "Deliver past events again",
		Description: "Makes new deliveries of the events between `from` and `to`, up to 50 a second, whenever no other delivery waits for " +
			"the webhook. " +
			"`only: failed` takes the events whose latest delivery to it failed. `dry_run` answers 200 with the counts and creates nothing. " +
			"409 `conflict` while the webhook is paused or another replay of it runs.",
	}, h.replay)
	httpapi.Handle(a, httpapi.Operation{
		ID: "getWebhookReplay", Method: http.MethodGet, Path: "/webhooks/{id}/replays/{replayId}", Tag: tag, Access: manage,
		Summary: "Get a replay", Description: "How many deliveries it has queued so far, and whether it still runs.",
	}, h.getReplay)
	httpapi.Handle(a, httpapi.Operation{
		ID: "stopWebhookReplay", Method: http.MethodDelete, Path: "/webhooks/{id}/replays/{replayId}", Tag: tag,
		Access: manage, Status: http.StatusNoContent,
		Summary: "Stop a replay", Description: "Deliveries that it has queued are still made. A replay that has ended stays as it is.",
	}, h.stopReplay)
}
