package orders

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/google/uuid"
)

// partID is the id of the line or payment (what) at a position of an order. It follows from the order's id, so that a
// second import of the same order finds the same parts. Like the order's, it is a UUIDv7 of the order's time.
func partID(order uuid.UUID, what string, position int) uuid.UUID {
	seed := append(order[:], what...)
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(seed, uint64(position)))
	id := uuid.UUID(sum[:16])
	copy(id[:6], order[:6])
	id[6] = id[6]&0x0f | 0x70 // version 7
	id[8] = id[8]&0x3f | 0x80 // variant of RFC 9562
	return id
}
