package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/tx"
)

// Update applies a merge patch, and returns the secret if it has changed. Pausing cancels open deliveries; removing accounts or event
// types cancels those for them. A change counts for events that are committed afterwards. It fails with apperr.Invalid, apperr.NotFound and
// apperr.VersionMismatch, and with apperr.Unavailable if the deliveries from before are too many to be cancelled or queued at once.
func (s *Service) Update(ctx context.Context, id uuid.UUID, change WebhookPatch, match patch.Precondition) (WebhookView, error) {
	var shown WebhookView
	err := s.tx.InTx(ctx, func(ctx context.Context) error {
		before, err := s.store.Lock(ctx, scopeOf(caller.From(ctx)), id)
		if err != nil {
			return err
		}
		if err := match.Check(before.Version, before); err != nil {
			return err
		}
		w := before
		if err := s.apply(change, caller.From(ctx), &w); err != nil {
			return err
		}
		secret := s.rotated(change, before, &w)
		shown = WebhookView{w, secret}
		same, err := same(before, w)
		if err != nil || same && secret == "" {
			return err
		}
		return s.save(ctx, before, &shown.Webhook)
	})
	if err != nil {
		return WebhookView{}, err
	}
	return shown, nil
}

// same reports whether clients see the same before and after.
func same(before, after Webhook) (bool, error) {
	a, errBefore := json.Marshal(before)
	b, errAfter := json.Marshal(after)
	return jsonb.Equal(a, b), errors.Join(errBefore, errAfter)
}

func (s *Service) save(ctx context.Context, before Webhook, w *Webhook) error {
	w.Version, w.UpdatedAt = before.Version+1, s.clock.Now()
	switched := before.Active != w.Active
	others := !slices.Equal(before.AccountIDs.Get(), w.AccountIDs.Get()) || !slices.Equal(before.EventTypes.Get(), w.EventTypes.Get())
	if w.Active && (switched || others) {
		if err := s.settle(ctx, before); err != nil {
			return err
		}
	}
	if err := s.store.Update(ctx, *w); err != nil {
		return err
	}
	if switched {
		all, err := s.store.Cancel(ctx, w.ID)
		if err == nil && w.Active && !all { // otherwise it would get what was to be cancelled when it was paused
			err = apperr.NewUnavailable(time.Second)
		}
		return err
	}
	if others {
		return s.store.CancelUnwanted(ctx, w.ID)
	}
	return nil
}

// settle applies the settings before a change to what is committed by now: the changed ones are for later events. It cancels deliveries
// that were enqueued before an earlier change, because the changed settings may want them.
func (s *Service) settle(ctx context.Context, before Webhook) error {
	accounts, err := s.owners.Accounts(ctx, before.OrganizationID)
	if err != nil {
		return err
	}
	all, err := s.store.QueueMissed(ctx, before.ID, accounts)
	if err != nil {
		return err
	}
	if !all { // the worker goes on
		return apperr.NewUnavailable(time.Second)
	}
	tx.AfterCommit(ctx, s.wakeUp.Signal)
	return s.store.CancelUnwanted(ctx, before.ID)
}

func (s *Service) apply(change WebhookPatch, c caller.Caller, w *Webhook) error {
	f := s.updateFaults(change, w.EventTypes.Get())
	change.URL.NotNull(&w.URL, "url", &f)
	if change.EventTypes.Set {
		var types []string
		change.EventTypes.NotNull(&types, "event_types", &f)
		w.EventTypes = jsonb.New(types)
	}
	if change.AccountIDs.Set {
		w.AccountIDs = jsonb.New(chooseAccounts(c, change.AccountIDs.Value, &f))
	}
	patch.Text(change.Description, &w.Description)
	change.Active.NotNull(&w.Active, "active", &f)
	return f.Err()
}

func checkRotation(change WebhookPatch, f *apperr.FieldErrors) {
	var secret string
	var rotate bool
	change.Secret.NotNull(&secret, "secret", f)
	change.RotateSecret.NotNull(&rotate, "rotate_secret", f)
	if change.Secret.Set && !change.Secret.Null {
		checkSecret(secret, f)
		if rotate {
			f.Add("rotate_secret", "conflict", "makes a secret, so secret cannot be given too")
		}
	}
}

// rotated changes the secret if the patch asks for it, and returns the new one. It returns "" if nothing changes, as when the given
// secret is the current one.
func (s *Service) rotated(change WebhookPatch, before Webhook, w *Webhook) string {
	secret := change.Secret.Value
	if change.RotateSecret.Value {
		secret = newSecret()
	}
	if secret == "" {
		return ""
	}
	current, err := s.box.Open(before.Secrets.Current, SecretPurpose(before.ID))
	if err == nil && slices.Equal(current, []byte(secret)) {
		return ""
	}
	if err != nil {
		w.Secrets.Current = nil // its key is lost, so it cannot sign
	}
	s.rotate(w, secret)
	return secret
}
