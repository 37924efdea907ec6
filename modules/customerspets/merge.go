package customerspets

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/privacy"
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
		"it has none, the source's. Lists are united unless named here. custom_fields.<key> stands for a custom field, a customer's login for " +
		"the password; a pet's birth_date and status bring birth_date_precision and deceased_on"}
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

	UndoneBy *uuid.UUID // the change that has undone it, whose revert redoes it
}

// MergeStore keeps Merges.
type MergeStore interface {
	// Hold locks records against changes and against records that begin to refer to them, in the order of their ids.
	Hold(ctx context.Context, account uuid.UUID, kind Kind, of ...uuid.UUID) error
	// PetsOf are the ids of a customer's pets, in order, and no more than limit.
	PetsOf(ctx context.Context, account, customer uuid.UUID, limit int) ([]uuid.UUID, error)
	// Add replaces the Merge of the same source, which was undone.
	Add(ctx context.Context, m Merge) error
	Get(ctx context.Context, account, source uuid.UUID) (Merge, error) // apperr.NotFound when there is none
	// Undo notes that a merge is undone by a change.
	Undo(ctx context.Context, account, source, by uuid.UUID) error
	// Undone is the merge of a source that a change has undone, or none.
	Undone(ctx context.Context, account, source, by uuid.UUID) ([]Merge, error)
	// Duplicates lists records that have something in common, strongest first; with only, those of one record.
	Duplicates(ctx context.Context, account uuid.UUID, kind Kind, only uuid.UUID, page paging.Request) (paging.Page[DuplicateGroup], error)
	// Subject is the customer, with those merged into it, and their pets, likewise.
	Subject(ctx context.Context, account, customer uuid.UUID) (privacy.Subject, error)
	// Erased notes why a customer was erased.
	Erased(ctx context.Context, account, customer uuid.UUID, reason ErasureReason) error
	// Dismiss has records not be listed together any more.
	Dismiss(ctx context.Context, account uuid.UUID, of []uuid.UUID) error
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

// PetsMerged is published when a pet is merged into another one.
type PetsMerged struct{ Merging }

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

// merger merges records of one kind.
type merger[R any] struct {
	*Service
	kind     Kind
	life     *record.Life[R]
	merged   string // the type of event
	get      func(ctx context.Context, account, id uuid.UUID) (R, error)
	lock     func(ctx context.Context, account, id uuid.UUID) (R, error)
	unite    func(m *merging, to *R, from R) // the values
	move     func(ctx context.Context, m Merging) error
	going    func(ctx context.Context, gone *R, into uuid.UUID) error
	object   func(left R, from uuid.UUID) any
	also     func(ctx context.Context, before, after R) error
	remember func(m *Merge, source, target, left R)
	take     func(ctx context.Context, m Merge, source R, to *R) error // what no event shows, when a merge is redone
}

// MergeCustomers puts the customer m.SourceID into another one. A preview is the same, rolled back. It fails with apperr.NotFound,
// apperr.VersionMismatch, apperr.Invalid, apperr.Forbidden for customers, and apperr.Conflict: merge_blocked, merged or too_large.
func (s *Service) MergeCustomers(ctx context.Context, account, target uuid.UUID, m MergeRequest,
	match patch.Precondition) (MergeResult[Customer], error) {
	return s.customerMerger().merge(ctx, account, target, m, match)
}

func (s *Service) customerMerger() merger[Customer] {
	return merger[Customer]{Service: s, kind: OfCustomers, life: s.customerLife, merged: CustomerMerged,
		get: s.customers.Get, lock: s.customers.Lock, also: s.tellLogin, move: s.moveOfCustomer,
		unite: func(m *merging, to *Customer, from Customer) {
			m.customers(to, from)
			to.index(s.phones.National)
		},
		going:  func(_ context.Context, gone *Customer, into uuid.UUID) error { gone.MergedInto = &into; return nil },
		object: func(left Customer, from uuid.UUID) any { return &MergedCustomer{left, from} },
		remember: func(m *Merge, source, target, left Customer) {
			m.ExternalID = source.ExternalID
			m.SourcePasswordHash, m.SourceLastLoginAt = source.PasswordHash, source.Login.LastLoginAt
			m.TargetPasswordHash, m.TargetLastLoginAt = target.PasswordHash, target.Login.LastLoginAt
			m.LoginMoved = left.PasswordHash != target.PasswordHash
		},
		take: func(ctx context.Context, m Merge, source Customer, to *Customer) error {
			if !m.LoginMoved || source.PasswordHash == nil || !sameText(to.PasswordHash, m.TargetPasswordHash) {
				return nil
			}
			to.Login, to.PasswordHash = source.Login, source.PasswordHash
			if err := s.merges.SetLogin(ctx, m.AccountID, m.TargetID, to.PasswordHash, to.Login.LastLoginAt); err != nil {
				return err
			}
			return s.bus.Publish(ctx, LoginChanged{Account: m.AccountID, Customer: m.TargetID})
		}}
}

// MergePets is MergeCustomers for pets of the account. The pet that is left stays with its owner.
func (s *Service) MergePets(ctx context.Context, account, target uuid.UUID, m MergeRequest,
	match patch.Precondition) (MergeResult[Pet], error) {
	return s.petMerger().merge(ctx, account, target, m, match)
}

func (s *Service) petMerger() merger[Pet] {
	return merger[Pet]{Service: s, kind: OfPets, life: s.petLife, merged: PetMerged,
		get: s.pets.Get, lock: s.pets.Lock,
		also: func(context.Context, Pet, Pet) error { return nil },
		move: func(ctx context.Context, m Merging) error {
			if err := s.moveFiles(ctx, OfPets, m); err != nil {
				return err
			}
			return s.bus.Publish(ctx, PetsMerged{m})
		},
		unite: func(m *merging, to *Pet, from Pet) {
			m.pets(to, from)
			to.index()
		},
		going: func(ctx context.Context, gone *Pet, into uuid.UUID) error {
			gone.MergedInto = &into
			return s.complete(ctx, gone.AccountID, []*Pet{gone})
		},
		object:   func(left Pet, from uuid.UUID) any { return &MergedPet{left, from} },
		remember: func(m *Merge, source, _, _ Pet) { m.ExternalID = source.ExternalID },
		take:     func(context.Context, Merge, Pet, *Pet) error { return nil },
	}
}

func (k merger[R]) merge(ctx context.Context, account, target uuid.UUID, m MergeRequest,
	match patch.Precondition) (result MergeResult[R], err error) {
	if caller.From(ctx).IsCustomer() {
		return result, apperr.NewForbidden("forbidden", "customers cannot do this")
	}
	if m.SourceID == target {
		return result, apperr.NewInvalid("source_id", "same", "is the "+string(k.kind)+" itself")
	}
	change := ids.New()
	ctx = events.WithOrigin(ctx, events.Origin{Source: events.FromMerge, RequestID: events.OriginOf(ctx).RequestID, Change: change})
	err = k.env.Tx.InTx(ctx, func(ctx context.Context) error {
		result.Moved = map[string]int{}
		pair, err := k.hold(ctx, account, target, m, match)
		if err != nil {
			return err
		}
		if result.Record, err = k.apply(ctx, pair, Merging{account, m.SourceID, target, result.Moved}); err == nil && m.DryRun {
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

// pair is two records that are locked, with everything else held that their merge depends on, and what is left.
type pair[R any] struct{ source, target, left R }

func (k merger[R]) hold(ctx context.Context, account, target uuid.UUID, m MergeRequest, match patch.Precondition) (p pair[R], err error) {
	before, err := k.source(ctx, account, m.SourceID)
	if err != nil {
		_, missing := k.get(ctx, account, target)
		return p, cmp.Or(missing, err)
	}
	form, err := k.lists.FormForShare(ctx, account, k.kind) // so that no field or list entry goes meanwhile: lists before records
	if err != nil {
		return p, err
	}
	if err := k.holdLists(ctx, account, before); err != nil {
		return p, err
	}
	if err := k.merges.Hold(ctx, account, k.kind, m.SourceID, target); err != nil {
		return p, err
	}
	if p.target, err = k.lock(ctx, account, target); err != nil {
		return p, err
	}
	if err := match.Check(record.MetaOf(&p.target).Version, &p.target); err != nil {
		return p, err
	}
	if p.source, err = k.source(ctx, account, m.SourceID); err != nil {
		return p, err
	}
	if record.MetaOf(&p.source).Version != record.MetaOf(&before).Version { // out of order, so it may end in a deadlock, and a new try
		if err := k.holdLists(ctx, account, p.source); err != nil {
			return p, err
		}
	}
	if c, ok := any(p.source).(Customer); ok && c.ErasedAt != nil {
		return p, apperr.NewConflict("erased", "the customer source_id was erased")
	}
	values := merging{keep: m.Keep, form: form}
	p.left = p.target
	k.unite(&values, &p.left, p.source)
	return p, values.err()
}

func (k merger[R]) holdLists(ctx context.Context, account uuid.UUID, r R) error {
	text, err := json.Marshal(&r)
	if err != nil {
		return fmt.Errorf("encode a record to be merged: %w", err)
	}
	return k.holdReferences(k.kind)(ctx, account, []json.RawMessage{text})
}

// source is the record that goes, of which only the body speaks.
func (k merger[R]) source(ctx context.Context, account, id uuid.UUID) (R, error) {
	r, err := k.get(ctx, account, id)
	if apperr.Is(err, apperr.NotFound) {
		err = apperr.NewInvalid("source_id", "not_found", "is not a "+string(k.kind)+" of the account")
	}
	return r, err
}

// apply tells its events in an order in which each step can be gone back from, the last one first.
func (k merger[R]) apply(ctx context.Context, p pair[R], m Merging) (left R, err error) {
	if err := k.move(ctx, m); err != nil {
		return left, err
	}
	going := k.life.Completed(func(ctx context.Context, _ uuid.UUID, records []*R) error {
		return k.going(ctx, records[0], m.To)
	})
	if err := going.Delete(ctx, m.Account, m.From, patch.Precondition{}); err != nil {
		return left, err
	}
	left, err = k.life.Update(ctx, m.Account, m.To, patch.Precondition{}, func(_ context.Context, r *R) error {
		*r = p.left
		return nil
	}, k.also)
	if err != nil {
		return left, err
	}
	made := Merge{AccountID: m.Account, SourceID: m.From, Kind: k.kind, TargetID: m.To}
	k.remember(&made, p.source, p.target, p.left)
	return left, k.tell(ctx, made, left)
}

// tell ends a merge. Its last event is the first one that is gone back from.
func (k merger[R]) tell(ctx context.Context, m Merge, left R) error {
	told := events.Public{Type: k.merged, Account: m.AccountID, Record: m.TargetID, Object: k.object(left, m.SourceID)}
	if err := k.env.Events.Record(ctx, told); err != nil {
		return err
	}
	return k.merges.Add(ctx, m)
}

func (s *Service) moveOfCustomer(ctx context.Context, m Merging) error {
	pets, err := s.merges.PetsOf(ctx, m.Account, m.From, MaxMoved)
	if err == nil {
		err = m.Found("pets", len(pets))
	}
	if err != nil {
		return err
	}
	if err := s.petLife.UpdateMany(ctx, m.Account, pets, func(p *Pet) bool { p.CustomerID = m.To; return true }); err != nil {
		return err
	}
	if err := s.moveFiles(ctx, OfCustomers, m); err != nil {
		return err
	}
	return s.bus.Publish(ctx, CustomersMerged{m})
}

// moveFiles moves the files of a record that is merged.
func (s *Service) moveFiles(ctx context.Context, kind Kind, m Merging) error {
	return s.photos.Move(ctx, m.Account, kind, m.From, m.To, func(n int) error { return m.Found("files", n) })
}
