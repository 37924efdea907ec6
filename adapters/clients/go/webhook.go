package petcare

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/petcare/petcare/adapters/clients/go/webhookverify"
)

// Receive answers the deliveries of a webhook: it checks signature and time, and calls handle with the event. It answers 204, or 500
// when handle fails, so that the event is sent again later. The same event may come more than once; its id tells. petcare waits for
// 10 seconds: put long work into a queue.
func Receive(v *webhookverify.Verifier, handle func(context.Context, Event) error) http.Handler {
	return v.Handler(func(ctx context.Context, envelope *webhookverify.Envelope) error {
		text, err := json.Marshal(envelope)
		if err != nil {
			return err
		}
		event, err := ParseEvent(text)
		if err != nil {
			return err
		}
		return handle(ctx, event)
	}, nil)
}
