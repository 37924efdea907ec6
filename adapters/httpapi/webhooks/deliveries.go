package webhooks

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/paging"
)

type deliveriesInput struct {
	Path
	httpapi.Paging
	Status    webhooks.Status             `query:"status" enum:"pending,retrying,delivered,failed" doc:"Only deliveries with this status"`
	EventType string                      `query:"eventType" maxLength:"100" doc:"Only deliveries of this event type" example:"pet.updated"`
	From      httpapi.Optional[time.Time] `query:"from" doc:"Only deliveries queued at this instant or later" example:"2026-03-14T00:00:00Z"`
	To        httpapi.Optional[time.Time] `query:"to" doc:"Only deliveries queued at this instant or earlier" example:"2026-03-15T00:00:00Z"`
}

func (h handler) deliveries(ctx context.Context, in *deliveriesInput, page paging.Request) (paging.Page[webhooks.Delivery], error) {
	filter := webhooks.Filter{Status: in.Status, EventType: in.EventType, From: in.From.Ptr(), To: in.To.Ptr()}
	return h.webhooks.ListDeliveries(ctx, in.ID, filter, page)
}

func (h handler) test(ctx context.Context, in *Path) (*httpapi.Output[webhooks.Delivery], error) {
	d, err := h.webhooks.Test(ctx, in.ID)
	return httpapi.Accepted(d), err
}

func (h handler) redeliver(ctx context.Context, in *struct {
	Path
	DeliveryID uuid.UUID `path:"deliveryId" format:"uuid" doc:"The delivery"`
}) (*httpapi.Output[webhooks.Delivery], error) {
	d, err := h.webhooks.Redeliver(ctx, in.ID, in.DeliveryID)
	return httpapi.Accepted(d), err
}
