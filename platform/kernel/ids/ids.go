// Package ids makes and reads the ids of records: UUIDv7 in canonical lower-case text.
package ids

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// New is a fresh id; ids made later sort later.
func New() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// First is lower than all ids that New makes at that time or later, and not lower than those it made in milliseconds before. Times that
// an id cannot have, before 1970 and after 10889, count as the nearest one.
func First(at time.Time) (id uuid.UUID) {
	const last = 1<<48 - 1
	binary.BigEndian.PutUint64(id[:8], uint64(min(max(at.UnixMilli(), 0), last))<<16) // not negative
	return id
}

// At returns an id that sorts like an id that New would have made at that time, which must not be before 1970. Of several ids for the
// same instant, those made later sort later.
func At(made time.Time) uuid.UUID {
	const tickBits, randomBits = 40, 22
	id := New()
	high, low := binary.BigEndian.Uint64(id[:8]), binary.BigEndian.Uint64(id[8:])
	tick := high>>16<<12 | high&0xfff // what New counts with: milliseconds, and its parts
	part := uint64(made.UnixNano()%int64(time.Millisecond)) << 12 / uint64(time.Millisecond)
	binary.BigEndian.PutUint64(id[:8], uint64(made.UnixMilli())<<16|0x7<<12|part) // not before 1970
	binary.BigEndian.PutUint64(id[8:], 0b10<<62|tick&(1<<tickBits-1)<<randomBits|low&(1<<randomBits-1))
	return id
}

// Derived is an id that follows from the seed, always the same one, for a part of the record with the id parent: a UUIDv7 with
// the time of parent (in milliseconds), and a hash of the seed in place of the random bits.
func Derived(parent uuid.UUID, seed []byte) uuid.UUID {
	sum := sha256.Sum256(seed)
	id := uuid.UUID(sum[:16])
	copy(id[:6], parent[:6])
	id[6] = id[6]&0x0f | 0x70 // version 7
	id[8] = id[8]&0x3f | 0x80 // variant of RFC 9562
	return id
}

// Parse reads the canonical form, in upper or lower case, and no other spelling that a UUID can have.
func Parse(s string) (uuid.UUID, bool) {
	id, err := uuid.Parse(s)
	if err != nil || !strings.EqualFold(id.String(), s) {
		return uuid.Nil, false
	}
	return id, true
}

// Distinct returns the ids without repetitions, sorted, so that the same ids are always in the same order. The result is never nil.
func Distinct(list []uuid.UUID) []uuid.UUID {
	sorted := append([]uuid.UUID{}, list...)
	slices.SortFunc(sorted, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(sorted)
}
