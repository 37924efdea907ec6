package jsonl

import (
	"context"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/postgres"
)

// applyingLock is the first number of the advisory locks that say which accounts imports apply their lines to; the second one
// is that of the account. Nobody waits for them.
const applyingLock = 0x70636170

func numberOf(account uuid.UUID) int32 {
	h := fnv.New32a()
	h.Write(account[:])
	return int32(h.Sum32()) //nolint:gosec // any 32 bits will do
}

// announce says, until the transaction ends, that from now on the import holds records of the account.
func (r *run) announce(ctx context.Context) error {
	if _, err := r.db.Exec(ctx, "select pg_advisory_xact_lock_shared($1::integer, $2::integer)", applyingLock,
		numberOf(r.job.Account)); err != nil {
		return fmt.Errorf("announce the import: %w", err)
	}
	return nil
}

// Watch knows which accounts an import has been writing to for a while, in whatever process: who wants to write there
// would wait, with a connection, until it ends.
type Watch struct {
	db *postgres.DB

	mu   sync.Mutex
	seen map[int32]bool // the last time: true since the time before
}

// watchEvery is how often a Watch looks. An import of less than that is waited for.
const watchEvery = 500 * time.Millisecond

// NewWatch makes a Watch that knows nothing until it looks.
func NewWatch(db *postgres.DB) *Watch { return &Watch{db: db} }

// Busy reports whether an import writes to the account.
func (w *Watch) Busy(account uuid.UUID) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.seen[numberOf(account)]
}

// Look asks the database.
func (w *Watch) Look(ctx context.Context) error {
	now := map[int32]bool{}
	err := w.db.Rows(ctx, func(row postgres.Scanner) error {
		var n int64
		err := row.Scan(&n)
		now[int32(uint32(n))] = false //nolint:gosec // an oid has 32 bits
		return err
	}, `select objid::bigint from pg_locks where locktype = 'advisory' and classid = $1::bigint::oid and objsubid = 2
		and database = (select oid from pg_database where datname = current_database()) and granted`, applyingLock)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		w.seen = nil // to know nothing lets everybody try
		return fmt.Errorf("look for imports: %w", err)
	}
	for n := range now {
		_, now[n] = w.seen[n]
	}
	w.seen = now
	return nil
}

// Run looks again and again until ctx ends. What fails is tried again.
func (w *Watch) Run(ctx context.Context) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_ = w.Look(ctx)
		}
	}
}
