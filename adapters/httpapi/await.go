package httpapi

import (
	"context"
	"time"

	"github.com/petcare/petcare/platform/apperr"
)

// Woken says why a waiting reader was woken.
type Woken int

// The reasons.
const (
	ByNews   Woken = iota
	ByTime         // nothing came in the time
	ByStop         // the server stops
	ByClient       // the client has gone
)

// recheck is how often it is looked whether the credential of who waits is still good.
const recheck = time.Second

// Await waits for news for at most d. Meanwhile the request is not one in flight: a server that stops does not wait for it. It
// fails when the credential does not hold any more.
func Await(ctx context.Context, news <-chan struct{}, d time.Duration) (Woken, error) {
	r := requestOf(ctx)
	flight := r.api.inFlight
	flight.leave()
	defer flight.enter() // an answer follows, in flight again
	end := time.NewTimer(d)
	defer end.Stop()
	again := time.NewTicker(recheck)
	defer again.Stop()
	for {
		select {
		case <-news:
			return ByNews, nil
		case <-end.C:
			return ByTime, nil
		case <-flight.stopped:
			return ByStop, nil
		case <-ctx.Done():
			return ByClient, nil
		case <-again.C:
			if err := r.recheck(ctx); err != nil {
				return ByClient, err
			}
		}
	}
}

// recheck looks whether the caller may still use the operation. Where that cannot be known now, it may.
func (r *request) recheck(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, r.api.timeout)
	defer cancel()
	c, err := r.api.authenticate(ctx, r.credential, false)
	if err == nil {
		_, err = r.api.admit(ctx, r.gin, r.credential, c, r.access)
	}
	if apperr.Is(err, apperr.Unauthenticated) || apperr.Is(err, apperr.Forbidden) || apperr.Is(err, apperr.NotFound) {
		return err
	}
	return nil
}
