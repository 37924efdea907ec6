package webhooks

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/paging"
)

type listInput struct{ httpapi.Paging }

func (h handler) list(ctx context.Context, in *listInput) (*httpapi.ListOutput[webhooks.Webhook], error) {
	return httpapi.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[webhooks.Webhook], error) {
		return h.webhooks.List(ctx, page)
	})
}

type createInput struct{ Body webhooks.WebhookCreate }

func (h handler) create(ctx context.Context, in *createInput) (*httpapi.Output[webhooks.WebhookView], error) {
	w, err := h.webhooks.Create(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	return httpapi.Created(ctx, w, w.Version, w.ID), nil
}

// Path is exported, or Huma would not fill it where it is embedded.
type Path struct {
	ID uuid.UUID `path:"id" format:"uuid" doc:"The webhook"`
}

type changeInput struct {
	Path
	httpapi.IfMatch
	Body webhooks.WebhookPatch
}

func (h handler) change(ctx context.Context, in *changeInput) (*httpapi.Output[webhooks.WebhookView], error) {
	w, err := h.webhooks.Update(ctx, in.ID, in.Body, in.Match())
	if err != nil {
		return nil, err
	}
	return httpapi.One(w, w.Version), nil
}

type removeInput struct {
	Path
	httpapi.IfMatch
}

func (h handler) remove(ctx context.Context, in *removeInput) (*httpapi.Nothing, error) {
	return nil, h.webhooks.Delete(ctx, in.ID, in.Match())
}
