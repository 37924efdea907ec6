package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/tx"
)

// Service is what configlists offers.
type Service struct {
	store  Store
	tx     tx.Runner
	events events.Recorder
	bus    *events.Bus
	clock  clock.Clock
	master MasterList
	fields templates
}

// NewService makes a Service.
func NewService(store Store, run tx.Runner, recorder events.Recorder, bus *events.Bus, c clock.Clock, master MasterList) *Service {
	return &Service{store, run, recorder, bus, c, master, newTemplates()}
}

// created, changed and removed record the public event of one record.

func (s *Service) created(ctx context.Context, event string, account, id uuid.UUID, object any) error {
	return s.events.Record(ctx, events.Public{Type: event, Account: account, Record: id, Object: object})
}

func (s *Service) changed(ctx context.Context, event string, account, id uuid.UUID, object, before any) error {
	return s.events.Record(ctx, events.Public{Type: event, Account: account, Record: id, Object: object, Before: before})
}

func (s *Service) removed(ctx context.Context, event string, account, id uuid.UUID, object any) error {
	return s.events.Record(ctx, events.Public{Type: event, Account: account, Record: id, Object: object})
}
