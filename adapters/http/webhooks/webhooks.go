package webhooks

import (
	"context"

	"github.com/google/uuid"
	api "github.com/petcare/petcare/adapters/http"
	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/platform/paging"
)

type listInput struct{ api.Paging }

func (h handler) list(ctx context.Context, in *listInput) (*api.ListOutput[webhooks.Webhook], error) {
	return api.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[webhooks.Webhook], error) {
		return h.webhooks.List(ctx, page)
	})
}

type createInput struct{ Body webhooks.Draft }

func (h handler) create(ctx context.Context, in *createInput) (*api.Output[webhooks.Shown], error) {
	w, err := h.webhooks.Create(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	return api.Created(ctx, w, w.Version, w.ID), nil
}

// Path is exported, or Huma would not fill it where it is embedded.
type Path struct {
	ID uuid.UUID `path:"id" format:"uuid" doc:"The webhook"`
}

type changeInput struct {
	Path
	api.IfMatch
	Body webhooks.Change
}

func (h handler) change(ctx context.Context, in *changeInput) (*api.Output[webhooks.Shown], error) {
	w, err := h.webhooks.Change(ctx, in.ID, in.Body, in.Match())
	if err != nil {
		return nil, err
	}
	return api.One(w, w.Version), nil
}

type removeInput struct {
	Path
	api.IfMatch
}

func (h handler) remove(ctx context.Context, in *removeInput) (*api.Nothing, error) {
	return nil, h.webhooks.Delete(ctx, in.ID, in.Match())
}
