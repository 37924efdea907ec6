package petcare

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/petcare/petcare/adapters/clients/go/webhookverify"
)

// Receive answers the deliveries of a webhook: it checks signature and time, and calls handle with the event. It answers 204, or 500
// when handle fails, so that the event is sent again later. The same event may come more than once; its id tells. petcare waits for
// 10 seconds: put long work into a queue.
func Receive(v *webhookverify.Verifier, handle func(context.Context, Event) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var text bytes.Buffer // the Envelope lacks keys of newer servers, and does not tell null from empty
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.TeeReader(r.Body, &text), r.Body}
		v.Handler(func(ctx context.Context, _ *webhookverify.Envelope) error {
			event, err := ParseEvent(text.Bytes())
			if err != nil {
				return err
			}
			return handle(ctx, event)
		}, nil).ServeHTTP(w, r)
	})
}
