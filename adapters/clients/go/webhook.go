package petcare

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/petcare/petcare/adapters/clients/go/webhookverify"
)

// ReceiveOption sets up Receive.
type ReceiveOption func(*receiving)

type receiving struct{ onReject func(*http.Request, error) }

// OnReject is given why a delivery is not answered with 204, for logging: a *webhookverify.Error, or the error of the event's text or of
// handle. The answer does not include it.
func OnReject(f func(*http.Request, error)) ReceiveOption {
	return func(s *receiving) { s.onReject = f }
}

// Receive answers the deliveries of a webhook: it checks signature and time, and calls handle with the event. It answers 204, or 500
// when handle fails, so that the event is sent again later. The same event may come more than once; its id tells. petcare waits for
// 10 seconds: put long work into a queue. OnReject tells why a delivery is refused or failed.
func Receive(v *webhookverify.Verifier, handle func(context.Context, Event) error, options ...ReceiveOption) http.Handler {
	var s receiving
	for _, set := range options {
		set(&s)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var text bytes.Buffer // the Envelope lacks keys of newer servers, and does not tell null from empty
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.TeeReader(r.Body, &text), r.Body}
		v.Handler(func(ctx context.Context, _ *webhookverify.Envelope) error {
			event, err := ParseEvent(text.Bytes())
			if err == nil {
				err = handle(ctx, event)
			}
			if err != nil && s.onReject != nil {
				s.onReject(r, err)
			}
			return err
		}, s.onReject).ServeHTTP(w, r)
	})
}
