package postgres

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// updateTime is how long an update waits for others of this process. One that has to wait longer waits in the database, which tells
// what it waits for.
const updateTime = time.Second

// lockUpdate keeps other updates of a record in this process waiting until the transaction of ctx ends: what is read without a lock in
// the database would not be the latest version when it is written. It reports whether the transaction may read so. A transaction waits
// for one record only, so that two do not wait for each other.
func (d *DB) lockUpdate(ctx context.Context, id uuid.UUID) bool {
	s, _ := stateOf(ctx)
	if s.enter() != nil {
		return false
	}
	defer s.leave()
	if s.unlock != nil {
		return true
	}
	unlock, ok := d.updates.lock(ctx, id, updateTime)
	s.unlock = unlock
	return ok
}

// contendedTime is how long a record counts as contended after an update that somebody else was ahead of.
const contendedTime = time.Second

// contended tells which records several replicas change at the same time. They are locked before they are changed: otherwise most of
// these updates would have to start again. It takes some others for contended, too.
type contended [256]atomic.Int64 // when it was last seen, by the last byte of the id

func (c *contended) add(id uuid.UUID) { c[id[15]].Store(time.Now().UnixNano()) }

func (c *contended) has(id uuid.UUID) bool {
	return time.Duration(time.Now().UnixNano()-c[id[15]].Load()) < contendedTime
}
