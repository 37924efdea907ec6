package fair_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/fair"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/testkit"
)

func as(ctx context.Context, organization, credential uuid.UUID) context.Context {
	return caller.With(ctx, caller.Caller{Kind: caller.APIKey, ID: credential, Organization: organization})
}

var limits = fair.Limits{Slots: 4, Organization: 3, CredentialWaits: 5, OrganizationWaits: 8, Waits: 10, Patience: 5 * time.Second}

// take acquires n slots, which are released at the end of the test.
func take(t *testing.T, q *fair.Queue, ctx context.Context, n int) {
	t.Helper()
	for range n {
		release := testkit.Must[func()](t)(q.Acquire(ctx))
		t.Cleanup(release)
	}
}

func TestOneOrganizationLeavesASlotForTheOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := fair.NewQueue(limits)
		greedy := uuid.New()
		for range 3 { // also with several credentials
			take(t, q, as(t.Context(), greedy, uuid.New()), 1)
		}
		if _, err := q.Acquire(as(t.Context(), greedy, uuid.New())); !apperr.Is(err, apperr.Unavailable) {
			t.Errorf("a fourth slot of one organization: %v", err)
		}
		began := time.Now()
		take(t, q, as(t.Context(), uuid.New(), uuid.New()), 1)
		if took := time.Since(began); took != 0 {
			t.Errorf("another organization waited %s", took)
		}
	})
}

// Customers belong to no organization themselves.
func TestCustomersOfOneAccountLeaveASlotForTheOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := fair.NewQueue(limits)
		customer := func(account uuid.UUID) context.Context {
			return caller.With(t.Context(), caller.Caller{Kind: caller.Customer, ID: uuid.New(), Accounts: []uuid.UUID{account}})
		}
		busy := uuid.New()
		for range 3 {
			take(t, q, customer(busy), 1)
		}
		if _, err := q.Acquire(customer(busy)); !apperr.Is(err, apperr.Unavailable) {
			t.Errorf("a fourth slot of one account: %v", err)
		}
		take(t, q, customer(uuid.New()), 1)
	})
}

func TestTooManyThatWaitAreRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := fair.NewQueue(limits)
		greedy, other := uuid.New(), uuid.New()
		take(t, q, as(t.Context(), greedy, uuid.New()), 3)
		take(t, q, as(t.Context(), other, uuid.New()), 1)
		ctx, cancel := context.WithCancel(t.Context())
		line := func(organization, credential uuid.UUID, n int) {
			for range n {
				go func() {
					if _, err := q.Acquire(as(ctx, organization, credential)); !errors.Is(err, context.Canceled) {
						t.Errorf("who waits: %v", err)
					}
				}()
			}
			synctest.Wait()
		}
		busy := uuid.New()
		line(greedy, busy, 5)
		if _, err := q.Acquire(as(ctx, greedy, busy)); !apperr.Is(err, apperr.RateLimited) {
			t.Errorf("a sixth of one credential: %v", err)
		}
		line(greedy, uuid.New(), 3)
		if _, err := q.Acquire(as(ctx, greedy, uuid.New())); !apperr.Is(err, apperr.RateLimited) {
			t.Errorf("a ninth of one organization: %v", err)
		}
		line(other, uuid.New(), 2)
		if _, err := q.Acquire(as(ctx, uuid.New(), uuid.New())); !apperr.Is(err, apperr.Unavailable) {
			t.Errorf("an eleventh: %v", err)
		}
		cancel()
		synctest.Wait()
		if _, err := q.Acquire(context.Background()); err != nil {
			t.Errorf("work for nobody in particular: %v", err)
		}
	})
}

func TestSlotGrantedToWhoGivesUpAtThatMomentIsFree(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := fair.NewQueue(fair.Limits{Slots: 1, Organization: 1, CredentialWaits: 1, OrganizationWaits: 1, Waits: 1, Patience: time.Second})
		ctx := as(t.Context(), uuid.New(), uuid.New())
		for range 1000 { // which of both is noticed is a matter of chance
			release := testkit.Must[func()](t)(q.Acquire(ctx))
			waiting, giveUp := context.WithCancel(ctx)
			go func() {
				if release, err := q.Acquire(waiting); err == nil {
					release()
				}
			}()
			synctest.Wait()
			giveUp()
			release()
			synctest.Wait()
		}
	})
}

func TestAFreeSlotGoesToWhoHasTheFewest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := fair.NewQueue(fair.Limits{Slots: 2, Organization: 2, CredentialWaits: 10, OrganizationWaits: 10, Waits: 10, Patience: time.Minute})
		first, second := uuid.New(), uuid.New()
		release := testkit.Must[func()](t)(q.Acquire(as(t.Context(), first, first)))
		take(t, q, as(t.Context(), first, first), 1)
		var mu sync.Mutex
		var order []uuid.UUID
		for _, organization := range []uuid.UUID{first, first, second} {
			go func() {
				release, err := q.Acquire(as(t.Context(), organization, organization))
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				order = append(order, organization)
				mu.Unlock()
				time.Sleep(time.Second)
				release()
			}()
			synctest.Wait()
		}
		release()
		time.Sleep(10 * time.Second)
		mu.Lock()
		defer mu.Unlock()
		if len(order) != 3 || order[0] != second {
			t.Errorf("the order is %v, and %s came last", order, second)
		}
	})
}
