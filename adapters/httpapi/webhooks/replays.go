package webhooks

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/webhooks"
)

type replayInput struct {
	Path
	Body webhooks.ReplayCreate
}

func (h handler) replay(ctx context.Context, in *replayInput) (*httpapi.Output[webhooks.Replay], error) {
	r, err := h.webhooks.CreateReplay(ctx, in.ID, in.Body)
	if err != nil {
		return nil, err
	}
	out := httpapi.Accepted(r)
	if in.Body.DryRun {
		out.Status = http.StatusOK
	}
	return out, nil
}

type oneReplayInput struct {
	Path
	ReplayID uuid.UUID `path:"replayId" format:"uuid" doc:"The replay"`
}

func (h handler) getReplay(ctx context.Context, in *oneReplayInput) (*httpapi.Output[webhooks.Replay], error) {
	r, err := h.webhooks.GetReplay(ctx, in.ID, in.ReplayID)
	return httpapi.Plain(r), err
}

func (h handler) stopReplay(ctx context.Context, in *oneReplayInput) (*httpapi.Nothing, error) {
	return nil, h.webhooks.StopReplay(ctx, in.ID, in.ReplayID)
}
