// Package store keeps idempotent answers in PostgreSQL, in the transaction of what they answer.
package store

import (
	"bytes"
	"context"
	"embed"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io/fs"
	"time"

	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/idempotency"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/secrets"
)

// Kept is how long an answer is kept.
const Kept = 24 * time.Hour

//go:embed migrations/*.sql
var files embed.FS

// Migrations are the tables of this package.
func Migrations() fxgroups.Migrations {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return fxgroups.Migrations{Module: "idempotency", Files: sub}
}

// Store implements idempotency.Responses.
type Store struct {
	db    *postgres.DB
	box   *secrets.Box
	clock clock.Clock
}

// New makes a Store.
func New(db *postgres.DB, box *secrets.Box, c clock.Clock) *Store { return &Store{db, box, c} }

// Once implements idempotency.Responses. An advisory lock that ends with the transaction marks a request as running: a
// crash ends it too, so nothing is ever stuck, and no second request can slip in between the change and its answer.
func (s *Store) Once(ctx context.Context, r idempotency.Request, run func(context.Context) (idempotency.Response, error)) (idempotency.Response, bool, error) {
	var kept idempotency.Response
	var replayed bool
	err := s.db.InOuterTx(ctx, func(ctx context.Context) error {
		kept, replayed = idempotency.Response{}, false
		var mine bool
		if err := s.db.Row(ctx, `select pg_try_advisory_xact_lock($1)`, lockOf(r)).Scan(&mine); err != nil {
			return fmt.Errorf("lock the idempotency key: %w", err)
		}
		if !mine {
			return idempotency.InProgress()
		}
		found, err := s.find(ctx, r, &kept)
		if err != nil {
			return err
		}
		if found {
			replayed = true
			return nil
		}
		if kept, err = run(ctx); err != nil {
			return err
		}
		return s.keep(ctx, r, kept)
	})
	return kept, replayed, err
}

func (s *Store) find(ctx context.Context, r idempotency.Request, into *idempotency.Response) (bool, error) {
	var hash, sealed []byte
	err := s.db.Row(ctx, `select request_hash, answer from idempotency.answers where principal_id = $1 and key = $2 and created_at > $3`,
		r.Principal, r.Key, s.clock.Now().Add(-Kept)).Scan(&hash, &sealed)
	if postgres.NoRow(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for a kept answer: %w", err)
	}
	if !bytes.Equal(hash, r.Hash) {
		return false, idempotency.Reused()
	}
	plain, err := s.box.Open(sealed, purpose(r))
	if err != nil {
		return false, fmt.Errorf("read a kept answer: %w", err)
	}
	return true, json.Unmarshal(plain, into)
}

func (s *Store) keep(ctx context.Context, r idempotency.Request, a idempotency.Response) error {
	plain, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("encode an answer: %w", err)
	}
	err = s.db.Queue(ctx, nil, `
		insert into idempotency.answers (principal_id, key, request_hash, answer, created_at) values ($1, $2, $3, $4, $5)
		on conflict on constraint answers_pk do update
			set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at`,
		r.Principal, r.Key, r.Hash, s.box.Seal(plain, purpose(r)), s.clock.Now())
	if err != nil {
		return fmt.Errorf("keep an answer: %w", err)
	}
	return nil
}

// Sweep removes up to 1,000 answers that are kept long enough and says how many it removed.
func (s *Store) Sweep(ctx context.Context) (int64, error) {
	return s.db.Exec(ctx, `
		delete from idempotency.answers where (principal_id, key) in (
			select principal_id, key from idempotency.answers where created_at <= $1
			order by created_at limit 1000 for update skip locked)`, s.clock.Now().Add(-Kept))
}

func purpose(r idempotency.Request) string {
	return "idempotency " + r.Principal.String() + " " + r.Key
}

// lockOf folds principal and key into the number of an advisory lock. Two keys that share a number get an
// idempotency_in_progress now and then: harmless, and rarer than once in 2^60.
func lockOf(r idempotency.Request) int64 {
	h := fnv.New64a()
	h.Write(r.Principal[:])
	h.Write([]byte(r.Key))
	return int64(binary.BigEndian.Uint64(h.Sum(nil))) //nolint:gosec // any 64 bits will do
}
