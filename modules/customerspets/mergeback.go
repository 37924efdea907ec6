package customerspets

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/record"
)

// mergesBack implements record.Reverter for the last event of a merge. It gives the login back that the target got, so that the source can
// have it again. The other events of the merge are gone back from like all of their types.
type mergesBack struct {
	*Service
	kind Kind
}

// Hold implements record.Reverter.
func (s mergesBack) Hold(ctx context.Context, r *record.Reversal, list []events.Stored) error {
	for _, e := range list {
		if err := s.merges.Hold(ctx, r.Account, s.kind, e.Record); err != nil {
			return err
		}
	}
	return nil
}

// Revert implements record.Reverter.
func (s mergesBack) Revert(ctx context.Context, r *record.Reversal, list []events.Stored) error {
	for _, e := range list {
		var merged struct {
			SourceID uuid.UUID `json:"source_id"`
		}
		if err := json.Unmarshal(e.Object, &merged); err != nil {
			return fmt.Errorf("read a merge: %w", err)
		}
		m, err := s.merges.Get(ctx, r.Account, merged.SourceID)
		if err == nil && m.TargetID == e.Record && m.LoginMoved {
			err = s.loginBack(ctx, m)
		}
		if err != nil && !apperr.Is(err, apperr.NotFound) {
			return err
		}
	}
	return nil
}

// loginBack leaves a password alone that was set since.
func (s mergesBack) loginBack(ctx context.Context, m Merge) error {
	target, err := s.customers.Get(ctx, m.AccountID, m.TargetID)
	if apperr.Is(err, apperr.Conflict) { // it was merged, too, which is in the way of the rest
		return nil
	}
	if err != nil || !sameText(target.PasswordHash, m.SourcePasswordHash) {
		return err
	}
	if err := s.merges.SetLogin(ctx, m.AccountID, m.TargetID, m.TargetPasswordHash, m.TargetLastLoginAt); err != nil {
		return err
	}
	return s.bus.Publish(ctx, LoginChanged{Account: m.AccountID, Customer: m.TargetID})
}

// again is Removing of record.Reverting. If the record was there again because a merge was undone, that merge is redone: the record leads
// to the one that is left.
func (k merger[R]) again(ctx context.Context, r *record.Reversal, restored events.Stored, gone *R) error {
	undone, err := k.merges.Undone(ctx, r.Account, restored.Record, restored.Change)
	if err != nil || len(undone) == 0 {
		return err
	}
	m, source := undone[0], *gone
	r.Last(func(ctx context.Context) error { // when the target has its values
		target, err := k.lock(ctx, m.AccountID, m.TargetID)
		if apperr.Is(err, apperr.NotFound) || apperr.Is(err, apperr.Conflict) {
			r.ChangedSince(restored, nil, nil)
			return nil
		}
		if err != nil {
			return err
		}
		left := target
		if err := k.take(ctx, m, source, &left); err != nil {
			return err
		}
		m.UndoneBy = nil
		k.remember(&m, source, target, left)
		return k.tell(ctx, m, left)
	})
	return k.going(ctx, gone, m.TargetID)
}
