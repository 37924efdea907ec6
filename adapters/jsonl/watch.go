package jsonl

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/panics"
	"github.com/petcare/petcare/platform/postgres"
)

// applyingLock is the first key of the advisory locks that mark accounts to which imports apply lines; the second key is the
// account's. Nobody waits for these locks.
const applyingLock = 0x70636170

func numberOf(account uuid.UUID) int32 {
	h := fnv.New32a()
	h.Write(account[:])
	return int32(h.Sum32()) // any 32 bits will do
}

// announce marks the account until the transaction ends, because the import has its records locked.
func (r *run) announce(ctx context.Context) error {
	err := r.db.In(ctx).Exec("select pg_advisory_xact_lock_shared(?::integer, ?::integer)", applyingLock, numberOf(r.job.Account)).Error
	return postgres.Failed("announce the import", err)
}

// Watch knows the accounts to which imports of any process have been writing for some time. A request that writes to such an account
// would occupy a connection until the import ends.
type Watch struct {
	db *postgres.DB

	mu   sync.Mutex
	seen map[int32]bool // accounts at the last look; true if they were also there at the one before
}

// pollEvery is how often a Watch looks. Requests wait for imports that take less time.
const pollEvery = 500 * time.Millisecond

// NewWatch returns a Watch without any accounts.
func NewWatch(db *postgres.DB) *Watch { return &Watch{db: db} }

// Busy reports whether an import has been writing to the account and still is.
func (w *Watch) Busy(ctx context.Context, account uuid.UUID) bool {
	number := numberOf(account)
	w.mu.Lock()
	seen := w.seen[number]
	w.mu.Unlock()
	if !seen {
		return false
	}
	now, err := w.find(ctx) // it may have ended since the last look
	return err == nil && slices.Contains(now, number)
}

// Look updates the accounts from the database.
func (w *Watch) Look(ctx context.Context) error {
	found, err := w.find(ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		w.seen = nil // without information, all writes are allowed
		return err
	}
	now := map[int32]bool{}
	for _, number := range found {
		_, now[number] = w.seen[number]
	}
	w.seen = now
	return nil
}

// find returns the numbers of the accounts to which imports are writing.
func (w *Watch) find(ctx context.Context) ([]int32, error) {
	var found []int64
	err := w.db.In(ctx).Raw(`select objid::bigint from pg_locks
		where locktype = 'advisory' and classid = ?::bigint::oid and objsubid = 2
		and database = (select oid from pg_database where datname = current_database()) and granted`, applyingLock).Scan(&found).Error
	if err != nil {
		return nil, fmt.Errorf("find running imports: %w", err)
	}
	return lists.Map(found, func(n int64) int32 { return int32(uint32(n)) }), nil // an oid has 32 bits
}

// Run calls Look regularly until ctx ends. It ignores errors, which others report of the same database, but calls panicked after a panic.
func (w *Watch) Run(ctx context.Context, panicked func(error)) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := panics.Caught(func() error { return w.Look(ctx) }); panics.Stack(err) != nil {
				panicked(err)
			}
		}
	}
}
