package customerspets

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Keep says whose value of a key stays when two records are merged.
type Keep string

// The sides of a merge.
const (
	KeepSource Keep = "source"
	KeepTarget Keep = "target"
)

// MergeRequest says which record goes into another one, and what stays of it.
type MergeRequest struct {
	SourceID uuid.UUID       `json:"source_id" format:"uuid" doc:"The record that goes; what hangs on it moves to the one of the path"`
	Keep     map[string]Keep `json:"keep,omitempty" maxProperties:"200" example:"{\"email\": \"source\"}"`
	DryRun   bool            `json:"dry_run,omitempty" doc:"Only show what the merge would come to (false)"`
}

// Docs describes the keys whose texts are too long for a tag.
func (MergeRequest) Docs() map[string]string {
	return map[string]string{"keep": "Whose value a key has afterwards, source or target, where that is not to be the target's and, where " +
		"it has none, the source's. Lists are united unless named here. login stands for the password, custom_fields.<key> for a custom field"}
}

// MergeResult is what a merge came to, or would come to.
type MergeResult[R any] struct {
	ChangeID *uuid.UUID
	Record   R
	Moved    map[string]int // how many records of each kind moved
}

// Merge is a record that was merged into another one.
type Merge struct {
	AccountID  uuid.UUID `gorm:"primaryKey"`
	SourceID   uuid.UUID `gorm:"primaryKey"`
	Kind       Kind
	TargetID   uuid.UUID
	ExternalID *string // of the source

	// The logins of both before the merge.
	SourcePasswordHash, TargetPasswordHash *string
	SourceLastLoginAt, TargetLastLoginAt   *time.Time
	LoginMoved                             bool // the target has the source's login
}

// MergeStore keeps Merges.
type MergeStore interface {
	// Hold locks customers against changes and against records that begin to refer to them, in the order of their ids.
	Hold(ctx context.Context, account uuid.UUID, customers ...uuid.UUID) error
	// PetsOf are the ids of a customer's pets, in order, and no more than limit.
	PetsOf(ctx context.Context, account, customer uuid.UUID, limit int) ([]uuid.UUID, error)
	// Add replaces the Merge of the same source, which was undone.
	Add(ctx context.Context, m Merge) error
	Get(ctx context.Context, account, source uuid.UUID) (Merge, error) // apperr.NotFound when there is none
	Remove(ctx context.Context, account, source uuid.UUID) error
	// SetLogin gives a customer a login, or takes it.
	SetLogin(ctx context.Context, account, customer uuid.UUID, hash *string, lastLogin *time.Time) error
}

// Merging is what modules hear of a merge, in its transaction: they move what they hold of the record From to the record To, with their
// ordinary events, and say how much that is.
type Merging struct {
	Account, From, To uuid.UUID
	moved             map[string]int
}

// CustomersMerged is published when a customer is merged into another one.
type CustomersMerged struct{ Merging }

// Found says how many records of a kind move, before they do. It fails with apperr.Conflict too_large if a merge of so many could not be
// undone.
func (m Merging) Found(kind string, n int) error {
	m.moved[kind] += n
	total := 3 // the events of the two records
	for _, n := range m.moved {
		total += n
	}
	if total > MaxMoved {
		return apperr.NewConflict("too_large", "more than 10,000 records would move")
	}
	return nil
}

// MaxMoved is how many records a merge may move.
const MaxMoved = record.MaxReverted

// errPreview rolls a preview back.
var errPreview = errors.New("roll back a preview")

// MergeCustomers puts the customer m.SourceID into another one. A preview is the same, rolled back. It fails with apperr.NotFound,
// apperr.VersionMismatch, apperr.Invalid, apperr.Forbidden for customers, and apperr.Conflict: merge_blocked, merged or too_large.
func (s *Service) MergeCustomers(ctx context.Context, account, target uuid.UUID, m MergeRequest,
	match patch.Precondition) (result MergeResult[Customer], err error) {
	if caller.From(ctx).IsCustomer() {
		return result, apperr.NewForbidden("forbidden", "customers cannot do this")
	}
	if m.SourceID == target {
		return result, apperr.NewInvalid("source_id", "same", "is the customer itself")
	}
	change := ids.New()
	ctx = events.WithOrigin(ctx, events.Origin{Source: events.FromMerge, RequestID: events.OriginOf(ctx).RequestID, Change: change})
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		result.Moved = map[string]int{}
		merge, err := s.holdMerge(ctx, account, target, m, match)
		if err != nil {
			return err
		}
		if result.Record, err = s.mergeCustomers(ctx, merge, result.Moved); err == nil && m.DryRun {
			err = errPreview
		}
		return err
	})
	if m.DryRun && errors.Is(err, errPreview) {
		return result, nil
	}
	result.ChangeID = &change
	return result, err
}

// customerMerge is a merge of two customers that are locked, with everything else held that it depends on.
type customerMerge struct{ source, target, merged Customer }

func (s *Service) holdMerge(ctx context.Context, account, target uuid.UUID, m MergeRequest,
	match patch.Precondition) (merge customerMerge, err error) {
	form, err := s.lists.FormForShare(ctx, account, OfCustomers) // so that no field or colour code goes meanwhile: lists before customers
	if err != nil {
		return merge, err
	}
	before, err := s.mergeSource(ctx, account, m.SourceID)
	if err != nil {
		return merge, errors.Join(s.customers.Exists(ctx, account, target), err)
	}
	codes := before.ColourCodeIDs.Get()
	if _, err := s.lists.ColourCodesForShare(ctx, account, OfCustomers, codes); err != nil {
		return merge, err
	}
	if err := s.merges.Hold(ctx, account, m.SourceID, target); err != nil {
		return merge, err
	}
	if merge.target, err = s.customers.Lock(ctx, account, target); err != nil {
		return merge, err
	}
	if err := match.Check(merge.target.Version, &merge.target); err != nil {
		return merge, err
	}
	if merge.source, err = s.mergeSource(ctx, account, m.SourceID); err != nil {
		return merge, err
	}
	if merge.source.Version != before.Version { // out of order, so it may end in a deadlock, and a new try
		if _, err := s.lists.ColourCodesForShare(ctx, account, OfCustomers, merge.source.ColourCodeIDs.Get()); err != nil {
			return merge, err
		}
	}
	values := merging{keep: m.Keep, form: form}
	merge.merged = merge.target
	values.customers(&merge.merged, merge.source)
	merge.merged.index(s.phones.National)
	return merge, values.err()
}

// mergeSource is the record that goes, of which only the body speaks.
func (s *Service) mergeSource(ctx context.Context, account, id uuid.UUID) (Customer, error) {
	c, err := s.customers.Get(ctx, account, id)
	if apperr.Is(err, apperr.NotFound) {
		err = apperr.NewInvalid("source_id", "not_found", "is not a customer of the account")
	}
	return c, err
}

// mergeCustomers tells its events in an order in which each step can be gone back from, the last one first.
func (s *Service) mergeCustomers(ctx context.Context, m customerMerge, moved map[string]int) (Customer, error) {
	account, from, to := m.source.AccountID, m.source.ID, m.target.ID
	told := CustomersMerged{Merging{account, from, to, moved}}
	pets, err := s.merges.PetsOf(ctx, account, from, MaxMoved)
	if err == nil {
		err = told.Found("pets", len(pets))
	}
	if err != nil {
		return Customer{}, err
	}
	if err := s.petLife.UpdateMany(ctx, account, pets, func(p *Pet) bool { p.CustomerID = to; return true }); err != nil {
		return Customer{}, err
	}
	if err := s.moveFiles(ctx, OfCustomers, told.Merging); err != nil {
		return Customer{}, err
	}
	if err := s.bus.Publish(ctx, told); err != nil {
		return Customer{}, err
	}
	going := s.customerLife.Completed(func(_ context.Context, _ uuid.UUID, records []*Customer) error {
		for _, c := range records {
			c.MergedInto = &to
		}
		return nil
	})
	if err := going.Delete(ctx, account, from, patch.Precondition{}); err != nil {
		return Customer{}, err
	}
	c, err := s.customerLife.Update(ctx, account, to, patch.Precondition{}, func(_ context.Context, c *Customer) error {
		*c = m.merged
		return nil
	}, s.tellLogin)
	if err != nil {
		return Customer{}, err
	}
	err = s.env.Events.Record(ctx, events.Public{Type: CustomerMerged, Account: account, Record: to, Object: &MergedCustomer{c, from}})
	if err != nil {
		return Customer{}, err
	}
	return c, s.merges.Add(ctx, Merge{
		AccountID: account, SourceID: from, Kind: OfCustomers, TargetID: to, ExternalID: m.source.ExternalID,
		SourcePasswordHash: m.source.PasswordHash, SourceLastLoginAt: m.source.Login.LastLoginAt,
		TargetPasswordHash: m.target.PasswordHash, TargetLastLoginAt: m.target.Login.LastLoginAt,
		LoginMoved: m.merged.PasswordHash != m.target.PasswordHash,
	})
}

// moveFiles moves the files of a record that is merged.
func (s *Service) moveFiles(ctx context.Context, kind Kind, m Merging) error {
	return s.photos.Move(ctx, m.Account, kind, m.From, m.To, func(n int) error { return m.Found("files", n) })
}
