package webhooks

// TestEvent is the event type of tests. It is sent only to the webhook that is tested, whatever that subscribes to.
const TestEvent = "webhook.test"
