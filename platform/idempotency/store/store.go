// Package store stores responses in PostgreSQL, in the transaction of the changes that they confirm.
package store

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/idempotency"
	"github.com/petcare/petcare/platform/kernel/tx"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/secrets"
)

// Kept is how long a response is stored.
const Kept = 24 * time.Hour

//go:embed migrations/*.sql
var files embed.FS

// Migrations returns the tables of this package.
func Migrations() fxgroups.Migrations {
	const purpose = "'idempotency ' || principal_id || ' ' || key"
	return fxgroups.Migrations{Module: "idempotency", Files: fxgroups.Sub(files), Sealed: []fxgroups.Sealed{
		{Table: "idempotency.answers", Column: "answer", Purposes: []string{purpose, "'body apart, ' || " + purpose}}}}
}

// Store implements idempotency.Responses. Ages are by the clock of the database: a replica whose clock is ahead must not forget the
// responses of the others.
type Store struct {
	db  *postgres.DB
	box *secrets.Box
}

// New returns a Store that seals responses with box.
func New(db *postgres.DB, box *secrets.Box) *Store { return &Store{db, box} }

// tries is how often a request looks for a response that another request stored in the meantime.
const tries = 3

// errStored means that the response was stored after find looked for it. It wraps an expected error, so that it is not logged as a
// failure.
var errStored = fmt.Errorf("another request has stored a response: %w", idempotency.InProgress())

// Once implements idempotency.Responses. A request in progress holds an advisory lock, which ends with the transaction and therefore
// also at a crash. No other request can run between the changes and the stored response.
//
// The lock is taken when run opens its first transaction. What run does before, such as hashing a password, holds neither a lock nor a
// connection.
func (s *Store) Once(ctx context.Context, r idempotency.Request, run func(context.Context) (idempotency.Response,
	error)) (idempotency.Response, bool, error) {
	for try := 1; ; try++ {
		kept, found, err := s.find(ctx, r)
		if err != nil || found {
			return kept, found, err
		}
		if kept, err = s.first(ctx, r, run); !errors.Is(err, errStored) || try == tries {
			return kept, false, err
		}
	}
}

// first runs the request and stores its response. It fails with errStored if there is a response.
func (s *Store) first(ctx context.Context, r idempotency.Request, run func(context.Context) (idempotency.Response,
	error)) (kept idempotency.Response, err error) {
	var sealed []byte
	err = s.db.InOuterTx(ctx, func(ctx context.Context) error {
		var begun bool
		var lost error
		begin := func(ctx context.Context) error {
			if !begun {
				begun, lost = true, s.begin(ctx, r)
			}
			return lost
		}
		answer, err := run(tx.Before(ctx, begin))
		if err = cmp.Or(lost, err, begin(ctx)); err != nil {
			return err
		}
		kept = answer
		if sealed, err = s.seal(r, kept); err != nil {
			return err
		}
		return s.keep(ctx, r, kept, sealed)
	})
	if err == nil && isCheckDue(len(sealed)) { // after the commit, because it takes long; if it fails, the next check does its work
		_ = s.db.In(ctx).Exec(shorten, map[string]any{"principal": r.Principal, "most": maxPerCredential})
	}
	return kept, err
}

// begin marks a request as running until the transaction ends.
func (s *Store) begin(ctx context.Context, r idempotency.Request) error {
	var free, stored bool
	err := s.db.In(ctx).Raw("select pg_try_advisory_xact_lock(?)", lockOf(r)).Scan(&free).Error
	if err == nil && !free {
		return idempotency.InProgress()
	}
	if err == nil { // a statement of its own, so that it sees what was committed while the lock was not free
		err = s.db.In(ctx).Raw(`select exists (
			select from idempotency.answers where principal_id = ? and key = ? and created_at > now() - ?::interval)`,
			r.Principal, r.Key, Kept).Scan(&stored).Error
	}
	if err == nil && stored {
		return errStored
	}
	return postgres.Failed("begin a request with a key", err)
}

func (s *Store) find(ctx context.Context, r idempotency.Request) (kept idempotency.Response, found bool, err error) {
	var stored []struct {
		RequestHash, Answer []byte
		Status              int
		RecordID            uuid.UUID
	}
	err = s.db.In(ctx).Raw(`select request_hash, answer, coalesce(status, 0) as status, record_id from idempotency.answers
		where principal_id = ? and key = ? and created_at > now() - ?::interval`, r.Principal, r.Key, Kept).Scan(&stored).Error
	if err != nil {
		return kept, false, fmt.Errorf("find a stored response: %w", err)
	}
	if len(stored) == 0 {
		return kept, false, nil
	}
	known := stored[0]
	if !bytes.Equal(known.RequestHash, r.Hash) {
		return kept, false, idempotency.Reused()
	}
	if kept, found, err = s.open(r, known.Answer); err == nil && !found { // it was too large to store, or the key is lost
		err = idempotency.TooLarge(known.Status, known.RecordID)
	}
	return kept, found && err == nil, err
}

func (s *Store) keep(ctx context.Context, r idempotency.Request, a idempotency.Response, sealed []byte) error {
	err := s.db.In(ctx).Exec(`
		insert into idempotency.answers (principal_id, key, request_hash, answer, status, record_id, created_at)
		values (?, ?, ?, ?, ?, ?, now())
		on conflict on constraint answers_pk do update
		set request_hash = excluded.request_hash, answer = excluded.answer, status = excluded.status, record_id = excluded.record_id,
			created_at = excluded.created_at`,
		r.Principal, r.Key, r.Hash, sealed, a.Status, recordOf(a)).Error
	return postgres.Failed("store a response", err)
}

// Sweep removes up to 1,000 expired responses and returns how many it removed.
func (s *Store) Sweep(ctx context.Context) (int64, error) {
	done := s.db.In(ctx).Exec(`
		with old as materialized (
			select principal_id, key from idempotency.answers where created_at <= now() - ?::interval
			order by created_at limit 1000 for update skip locked
		)
		delete from idempotency.answers where (principal_id, key) in (select principal_id, key from old)`, Kept)
	return done.RowsAffected, done.Error
}

func purpose(r idempotency.Request) string {
	return "idempotency " + r.Principal.String() + " " + r.Key
}

// purposeApart is that of a response whose body follows its JSON.
func purposeApart(r idempotency.Request) string { return "body apart, " + purpose(r) }

// lockOf hashes principal and key to the number of an advisory lock. Requests with the same number at the same time get
// idempotency_in_progress, which is harmless and has a probability of about 2^-60.
func lockOf(r idempotency.Request) int64 {
	h := fnv.New64a()
	h.Write(r.Principal[:])
	h.Write([]byte(r.Key))
	return int64(h.Sum64()) //nolint:gosec // any 64 bits will do
}
