package webhooks

// TestEvent is the public event of this module: it goes to the one webhook that is tested, whatever that is
// subscribed to, and to no other.
const TestEvent = "webhook.test"
