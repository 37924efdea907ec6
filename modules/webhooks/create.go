package webhooks

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Create creates a webhook and returns it with its secret. It fails with apperr.Invalid, which names each wrong field, and with
// apperr.Conflict if the organization already has MaxPerOrganization webhooks.
func (s *Service) Create(ctx context.Context, d WebhookCreate) (WebhookView, error) {
	c := caller.From(ctx)
	f := s.CreateFaults(d)
	accounts := chooseAccounts(c, d.AccountIDs, &f)
	secret := newSecret()
	if d.Secret != nil {
		secret = *d.Secret
	}
	if err := f.Err(); err != nil {
		return WebhookView{}, err
	}
	w := Webhook{
		ID: ids.New(), OrganizationID: c.Organization, URL: d.URL, EventTypes: jsonb.New(d.EventTypes), AccountIDs: jsonb.New(accounts),
		Description: text.Optional(d.Description), Active: d.Active == nil || *d.Active, SecretHint: hintOf(secret),
		CreatedAt: s.clock.Now(), Version: 1,
	}
	w.UpdatedAt = w.CreatedAt
	w.Secrets.Current = s.box.Seal([]byte(secret), SecretPurpose(w.ID))
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		n, err := s.store.Enter(ctx, w.OrganizationID)
		if err != nil {
			return err
		}
		if n >= MaxPerOrganization {
			return apperr.NewConflict("conflict", fmt.Sprintf("the organization has %d webhooks already: delete one first", n))
		}
		return s.store.Insert(ctx, w)
	})
	if err != nil {
		return WebhookView{}, err
	}
	return WebhookView{w, secret}, nil
}

// CreateFaults are the faults of a new webhook that can be found without its accounts.
func (s *Service) CreateFaults(d WebhookCreate) (f apperr.FieldErrors) {
	s.checkURL(d.URL, &f)
	checkTypes(s.types, "event_types", d.EventTypes, nil, &f)
	if d.Secret != nil {
		checkSecret(*d.Secret, &f)
	}
	return f
}

// UpdateFaults are the faults of a change that can be found without the webhook and its accounts. Event types are among them only beside
// other faults: otherwise Update looks whether the webhook has them already.
func (s *Service) UpdateFaults(change WebhookPatch) apperr.FieldErrors {
	f := s.updateFaults(change, nil)
	if !slices.ContainsFunc(f, func(e apperr.FieldError) bool { return apperr.TopLevel(e.Field) != "event_types" }) {
		return nil
	}
	return f
}

// updateFaults accepts the event types that the webhook has: another version, or a module that was taken out, knew them.
func (s *Service) updateFaults(change WebhookPatch, has []string) (f apperr.FieldErrors) {
	if change.URL.Set && !change.URL.Null {
		s.checkURL(change.URL.Value, &f)
	}
	checkTypes(s.types, "event_types", change.EventTypes.Value, has, &f)
	checkRotation(change, &f)
	return f
}

func (s *Service) checkURL(url string, f *apperr.FieldErrors) {
	if err := s.policy(url); err != nil {
		f.Add("url", "format", err.Error())
	}
}

func checkTypes(known events.Catalog, field string, types, also []string, f *apperr.FieldErrors) {
	for i, t := range types {
		if !known.Accepts(t) && !slices.Contains(also, t) {
			f.Add(fmt.Sprintf("%s[%d]", field, i), "unknown",
				"is not the name of an event, resource.* or *: GET /eventTypes lists them"+known.DidYouMean(t))
		}
	}
}

// chooseAccounts validates the accounts of a webhook. An empty list means all accounts that the key sees. For a key of the whole
// organization the list stays empty and so includes later accounts; for other keys it becomes the accounts that they see now.
func chooseAccounts(c caller.Caller, given []uuid.UUID, f *apperr.FieldErrors) []uuid.UUID {
	for i, id := range given {
		if !c.Sees(id) {
			f.Add(fmt.Sprintf("account_ids[%d]", i), "unknown", "is not an account that this key sees")
		}
	}
	if len(given) > 0 {
		return given
	}
	if c.AllAccounts {
		return []uuid.UUID{}
	}
	return c.Accounts
}
