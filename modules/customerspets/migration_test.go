package customerspets_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// Replicas of the version before go on while searches get their keys: nobody who writes waits for long, and the migration comes to an end.
func TestCustomersChangeWhileSearchesGetKeys(t *testing.T) {
	t.Parallel()
	w := worldOn(testkit.Fresh(t, tables...))
	owner := w.customer(`{"first_name": "Zoë"}`)
	w.pet(owner.ID, `{"name": "Rex", "species": "dog"}`)
	const rows = 2000
	for range rows {
		w.customer(`{"first_name": "Ana", "last_name": "Núñez-Whitfield", "email": "ana.nunez@example.com", "alert": "Rings twice"}`)
	}
	w.Exec("drop index customerspets.customers_by_keys, customerspets.pets_by_keys")
	w.Exec("update customerspets.customers set search_keys = ''")
	w.Exec("update customerspets.pets set search_keys = ''")
	w.Exec("create index customers_by_search on customerspets.customers using gin (account_id, search gin_trgm_ops)")
	w.Exec("delete from goose_db_version where version_id in (20261125190050, 20261125190100, 20261126020000)")

	ids := testkit.Must[[]uuid.UUID](t)(w.db.IDs(w.ctx, "select id from customerspets.customers"))
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	serving := w.Open(postgres.Options{URL: w.URL, LockTimeout: 2 * time.Second})
	ended, now := make(chan struct{}), testkit.RunningTime(t)
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for {
				select {
				case <-ended:
					return
				case <-time.After(10 * time.Millisecond):
				}
				began := now()
				_, err := serving.Exec(t.Context(), "update customerspets.customers set alert = $1, version = version + 1 where id = $2",
					time.Now().String(), ids[rand.IntN(len(ids))])
				if took := now() - began; err != nil || took > time.Second {
					t.Errorf("a change ends after %v: %v", took, err)
				}
			}
		})
	}
	var err error
	for {
		if _, err = w.DB.Migrate(ctx, tables); !postgres.Locked(err) {
			break
		}
	}
	close(ended)
	writers.Wait()
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"customers", "pets"} {
		if n := w.Count("select count(*) from customerspets." + table +
			" where search_keys <> customerspets.search_keys(account_id, search) or search_keys = ''"); n > 0 {
			t.Errorf("%d %s have wrong keys", n, table)
		}
	}
	if n := w.Count(`select count(*) from pg_index where indisvalid and indexrelid in (to_regclass('customerspets.customers_by_keys'),
		to_regclass('customerspets.pets_by_keys'), to_regclass('customerspets.customers_by_search'))`); n != 2 {
		t.Errorf("%d of the indexes are there", n)
	}
	if n := w.Count("select count(*) from goose_db_version where version_id = 20261125190100 and is_applied"); n != 1 {
		t.Errorf("the migration that is replaced is noted %d times", n)
	}
}

// A database that has the migration that is replaced keeps its indexes and keys as they are.
func TestKeysOfSearchesAreMadeOnce(t *testing.T) {
	t.Parallel()
	w := worldOn(testkit.Fresh(t, tables...))
	w.customer(`{"first_name": "Zoë"}`)
	const state = `select (select sum(oid::bigint) from pg_class where relname in ('customers_by_keys', 'pets_by_keys'))
		+ (select sum(xmin::text::bigint) from customerspets.customers)`
	before := w.Count(state)
	w.Exec("delete from goose_db_version where version_id = 20261125190050")
	if n, err := w.DB.Migrate(t.Context(), tables); n != 1 || err != nil {
		t.Errorf("%d migrations, %v", n, err)
	}
	if after := w.Count(state); after != before {
		t.Errorf("%d before, %d after", before, after)
	}
}
