package webhooks

import "github.com/google/uuid"

// TestEvent is the public event of this module: it goes to the one webhook that is tested, whatever that is
// subscribed to, and to no other.
const TestEvent = "webhook.test"

// Event is a recorded event that may have to be delivered.
type Event struct {
	Account uuid.UUID
	ID      uuid.UUID
	Type    string
}
