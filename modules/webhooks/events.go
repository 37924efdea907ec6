package webhooks

import (
	"strings"

	"github.com/google/uuid"
)

// TestEvent is the public event of this module: it goes to the one webhook that is tested, whatever that is
// subscribed to, and to no other.
const TestEvent = "webhook.test"

// Event is a recorded event that may have to be delivered.
type Event struct {
	Account uuid.UUID
	ID      uuid.UUID
	Type    string
}

// EventTypes knows the names of all events, and which subscriptions make sense.
type EventTypes struct{ names, resources map[string]bool }

// NewEventTypes takes the event types of all modules.
func NewEventTypes(names []string) EventTypes {
	t := EventTypes{names: map[string]bool{}, resources: map[string]bool{}}
	for _, name := range names {
		resource, _, _ := strings.Cut(name, ".")
		t.names[name], t.resources[resource] = true, true
	}
	return t
}

// Has reports whether there is an event of that name.
func (t EventTypes) Has(name string) bool { return t.names[name] }

// Accepts reports whether a webhook may subscribe to this: an exact name, resource.* or *.
func (t EventTypes) Accepts(subscription string) bool {
	if resource, ok := strings.CutSuffix(subscription, ".*"); ok {
		return t.resources[resource]
	}
	return subscription == "*" || t.names[subscription]
}
