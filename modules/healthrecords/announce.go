package healthrecords

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/lists"
)

// A vaccination is announced when time brings it to a later status than it was known to have. What it is known to have is written
// with the announcement, so it is told once however many replicas look, and however the clock jumps. Three things become known without
// being told: what a write brings, what a change of the account's warning days brings, and what is replaced or of a deceased pet.

// batchSize is how many vaccinations are announced in one transaction, and how many accounts are read at once.
const batchSize = 500

// maxFaults is how many accounts may fail before Announce gives up. Fewer do not keep it from the accounts after them.
const maxFaults = 10

// Announce publishes an event for each vaccination that has begun to expire or has expired, in accounts where a new day has begun. It
// returns how many have become known, told or not, and 0 when there is nothing left to do. The error joins those of the accounts that
// failed.
func (s *Service) Announce(ctx context.Context) (total int64, err error) {
	ctx = caller.With(ctx, caller.Caller{Kind: caller.System, Name: "petcare"})
	var faults []error
	for after := uuid.Nil; ; {
		accounts, err := s.stores.Announcements.Accounts(ctx, after, batchSize)
		if err != nil {
			return total, errors.Join(append(faults, err)...)
		}
		for _, a := range accounts {
			n, err := s.AnnounceOf(ctx, a)
			if err != nil {
				faults = append(faults, fmt.Errorf("announce vaccinations of account %s: %w", a.Account, err))
			}
			if len(faults) == maxFaults {
				return total, errors.Join(faults...)
			}
			total += n
			after = a.Account
		}
		if len(accounts) < batchSize {
			return total, errors.Join(faults...)
		}
	}
}

// AnnounceOf is Announce for one account; a is what Accounts returned for it.
func (s *Service) AnnounceOf(ctx context.Context, a Announced) (n int64, err error) {
	today, err := s.today(ctx, a.Account)
	if err != nil || a.isDone(today) {
		return 0, err
	}
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		n = 0
		held, err := s.stores.Announcements.Lock(ctx, a.Account)
		if apperr.Is(err, apperr.NotFound) {
			return nil // another replica is at it
		}
		if err != nil || held.isDone(today) { // another replica has done it since a was read
			return err
		}
		if closed, err := s.locations.IsClosed(ctx, a.Account); err != nil || closed {
			return err
		}
		due, err := s.stores.Announcements.Due(ctx, a.Account, today.Day.Add(today.WarningDays), today.Day, batchSize)
		if err != nil {
			return err
		}
		if n = int64(len(due)); n == 0 { // not sooner: of more than a batch, some may have left this one at the last moment
			return s.stores.Announcements.Save(ctx, Announced{Account: a.Account, Day: today.Day, WarningDays: today.WarningDays})
		}
		return s.announce(ctx, held, today, due)
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

func (s *Service) announce(ctx context.Context, last Announced, today Today, due []Vaccination) error {
	account := last.Account
	pets := lists.Map(due, func(v Vaccination) uuid.UUID { return v.PetID })
	known, err := s.stores.Pets.Many(ctx, account, pets)
	if err != nil {
		return err
	}
	var told []events.Public
	become := map[Status][]uuid.UUID{}
	for _, v := range due {
		v.Standing = today.standing(v.ExpiresOn)
		become[v.Status] = append(become[v.Status], v.ID)
		p, ok := known[v.PetID]
		if !v.Current || !ok || p.Status == deceased || !today.broughtByTime(v, last) {
			continue
		}
		eventType := VaccinationExpiring
		if v.Status == Expired {
			eventType = VaccinationExpired
		}
		told = append(told, events.Public{Type: eventType, Account: account, Record: v.ID, Object: v})
	}
	for _, status := range []Status{Expiring, Expired} {
		if len(become[status]) > 0 {
			if err := s.stores.Announcements.SetKnownStatus(ctx, account, become[status], status, today.Day); err != nil {
				return err
			}
		}
	}
	if len(told) == 0 {
		return nil
	}
	return s.env.Events.Record(ctx, told...)
}

// isDone reports whether everything has been announced that is due today.
func (a Announced) isDone(t Today) bool {
	return a.Day == t.Day && a.WarningDays == t.WarningDays && !a.Again
}

// broughtByTime reports whether a vaccination had an earlier status on the last day on which anybody looked, by the warning days of
// today: else it was the account's setting that brought it. A vaccination that does not have the status of that day was still being
// written then.
func (t Today) broughtByTime(v Vaccination, last Announced) bool {
	day, then := last.Day, Today{last.Day, last.WarningDays}
	if day.IsZero() || day.After(t.Day) || v.KnownOn.After(day) || then.standing(v.ExpiresOn).Status != v.KnownStatus {
		day = v.KnownOn
	}
	return Today{day, t.WarningDays}.standing(v.ExpiresOn).Status != t.standing(v.ExpiresOn).Status
}
