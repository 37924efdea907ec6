package orders

import (
	"encoding/binary"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/ids"
)

// partID is the id of the line or payment (what) at a position of an order. It follows from the order's id, so that a
// second import of the same order finds the same parts.
func partID(order uuid.UUID, what string, position int) uuid.UUID {
	seed := append(order[:], what...)
	return ids.Derived(order, binary.BigEndian.AppendUint64(seed, uint64(position)))
}
