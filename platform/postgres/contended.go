package postgres

import (
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// contendedTime is how long a record counts as contended after an update that somebody else was ahead of.
const contendedTime = time.Second

// contended tells which records several writers change at the same time. They are locked before they are changed: otherwise most of
// these updates would have to start again. It takes some others for contended, too.
type contended [256]atomic.Int64 // when it was last seen, by the last byte of the id

func (c *contended) add(id uuid.UUID) { c[id[15]].Store(time.Now().UnixNano()) }

func (c *contended) has(id uuid.UUID) bool {
	return time.Duration(time.Now().UnixNano()-c[id[15]].Load()) < contendedTime
}
