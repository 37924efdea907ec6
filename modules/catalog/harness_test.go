package catalog_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/modules/catalog/internal/store"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/record"
	"github.com/petcare/petcare/platform/testdb"
)

func TestMain(m *testing.M) {
	testdb.Main(m, testdb.Migrated(fxgroups.Migrations{Module: "catalog", Files: fxgroups.Sub(catalog.Files)}, outbox.Migrations()))
}

// shop is the catalog of a fresh account.
type shop struct {
	*catalog.Service
	t       *testing.T
	db      *postgres.DB
	account uuid.UUID
	now     time.Time
}

func open(t *testing.T) *shop {
	t.Helper()
	t.Parallel()
	db, err := postgres.Open(postgres.Options{URL: testdb.URL(), PoolSize: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s := &shop{t: t, db: db, account: ids.New(), now: time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)}
	now := clock.Clock(func() time.Time { return s.now })
	s.Service = catalog.NewService(store.New(db), record.Env{Tx: db, Events: outbox.New(db, now), Clock: now})
	return s
}

func (s *shop) types() map[string]importing.Type {
	all := map[string]importing.Type{}
	for _, t := range []importing.Type{s.TaxImport(), s.AddonImport(), s.RateImport(), s.CategoryImport(), s.RetailImport(), s.AdjustmentImport()} {
		all[t.Name] = t
	}
	return all
}

// load imports lines of one type in one transaction, and lists the faults as "external id: field code".
func (s *shop) load(recordType string, lines ...string) []string {
	s.t.Helper()
	var found []string
	err := s.db.InTx(s.t.Context(), func(ctx context.Context) error {
		batch, err := s.batch(ctx, recordType, lines)
		if err != nil {
			return err
		}
		if err := s.types()[recordType].Apply(ctx, s.account, batch, s.resolve(ctx)); err != nil {
			return err
		}
		for _, r := range batch {
			for _, f := range *r.Errors {
				found = append(found, r.ExternalID+": "+f.Field+" "+f.Code)
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatalf("import %s: %v", recordType, err)
	}
	return found
}

func (s *shop) batch(ctx context.Context, recordType string, lines []string) ([]importing.Record[any], error) {
	kind := s.types()[recordType]
	batch := make([]importing.Record[any], len(lines))
	for i, text := range lines {
		var head struct {
			ExternalID string `json:"external_id"`
		}
		line := kind.New()
		if err := json.Unmarshal([]byte(text), &head); err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		if err := json.Unmarshal([]byte(text), line); err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		known, err := kind.Find(ctx, s.account, []string{head.ExternalID})
		if err != nil {
			return nil, err
		}
		id, exists := known[head.ExternalID]
		if !exists {
			id = ids.New()
		}
		batch[i] = importing.Record[any]{ID: id, Exists: exists, ExternalID: head.ExternalID, Line: line, Errors: &apperr.FieldErrors{}}
	}
	return batch, nil
}

func (s *shop) resolve(ctx context.Context) importing.Resolve {
	return func(recordType, externalID string) uuid.UUID {
		found, err := s.types()[recordType].Find(ctx, s.account, []string{externalID})
		if err != nil || found[externalID] == uuid.Nil {
			s.t.Errorf("%s %s is not there: %v", recordType, externalID, err)
		}
		return found[externalID]
	}
}

func (s *shop) mustLoad(recordType string, lines ...string) {
	s.t.Helper()
	if faults := s.load(recordType, lines...); len(faults) > 0 {
		s.t.Fatalf("import %s: %v", recordType, faults)
	}
}

func (s *shop) id(recordType, externalID string) uuid.UUID {
	s.t.Helper()
	return s.resolve(s.t.Context())(recordType, externalID)
}

// events lists what was recorded since the last call, as "type {previous}".
func (s *shop) events() []string {
	s.t.Helper()
	list := []string{}
	err := s.db.Rows(s.t.Context(), func(r postgres.Scanner) error {
		var text string
		if err := r.Scan(&text); err != nil {
			return err
		}
		var e struct {
			Type string
			Data struct{ Previous json.RawMessage }
		}
		err := json.NewDecoder(bytes.NewReader([]byte(text))).Decode(&e)
		list = append(list, strings.TrimSuffix(e.Type+" "+string(e.Data.Previous), " null"))
		return err
	}, "with gone as (delete from outbox.events where account_id = $1 returning *) select body from gone order by sequence", s.account)
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

func (s *shop) asCustomer() context.Context {
	return caller.With(s.t.Context(), caller.Caller{Kind: caller.Customer, ID: ids.New(), Accounts: []uuid.UUID{s.account}})
}
