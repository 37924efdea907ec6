package webhooks

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/kernel/paging"
)

func (h handler) list(ctx context.Context, in *httpapi.Paging, page paging.Request) (paging.Page[webhooks.Webhook], error) {
	return h.webhooks.List(ctx, page)
}

type createInput struct{ Body webhooks.WebhookCreate }

// NewWebhook is a webhook that was just created.
type NewWebhook struct {
	webhooks.Webhook
	Secret string `json:"secret" minLength:"16" maxLength:"128" doc:"The signing secret" example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZ"`
}

func (h handler) create(ctx context.Context, in *createInput) (NewWebhook, error) {
	w, err := h.webhooks.Create(ctx, in.Body)
	return NewWebhook{w.Webhook, w.Secret}, err
}

// Path is exported because Huma ignores unexported embedded structs.
type Path struct {
	ID uuid.UUID `path:"id" format:"uuid" doc:"The webhook"`
}

func (h handler) get(ctx context.Context, in *Path) (webhooks.WebhookView, error) {
	w, err := h.webhooks.Get(ctx, in.ID)
	return webhooks.WebhookView{Webhook: w}, err
}

func (h handler) change(ctx context.Context, in *struct {
	Path
	httpapi.IfMatch
	Body webhooks.WebhookPatch
}) (webhooks.WebhookView, error) {
	return h.webhooks.Update(ctx, in.ID, in.Body, in.Match())
}

func (h handler) remove(ctx context.Context, in *struct {
	Path
	httpapi.IfMatch
}) error {
	return h.webhooks.Delete(ctx, in.ID, in.Match())
}
