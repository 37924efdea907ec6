package httpapi

import (
	"context"
	"slices"
	"time"

	"github.com/petcare/petcare/platform/kernel/apperr"
)

// Woken is the reason why Await returned.
type Woken int

// The reasons.
const (
	ByNews   Woken = iota
	ByTime         // nothing happened in time
	ByStop         // the server is stopping
	ByClient       // the client has disconnected
)

// recheckEvery is how often the credential of a reader is checked at least.
const recheckEvery = time.Second

// Await waits for news for up to d, or until the server stops: if it is stopping already, until it accepts no more requests. It fails if
// the credential is no longer valid.
func Await(ctx context.Context, news <-chan struct{}, d time.Duration) (Woken, error) {
	r := requestOf(ctx)
	end := time.NewTimer(d)
	defer end.Stop()
	again := time.NewTicker(recheckEvery)
	defer again.Stop()
	stop := r.api.inFlight.stop()
	for {
		select {
		case <-news:
			return ByNews, r.recheck(ctx)
		case <-end.C:
			return ByTime, nil
		case <-stop.Done():
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

// recheck checks whether the caller may still use the operation, and holds the abilities by which the reader's events were chosen, unless
// it did so a moment ago. If that cannot be determined now, the caller may.
func (r *request) recheck(ctx context.Context) error {
	if time.Since(r.rechecked) < recheckEvery/2 {
		return nil
	}
	r.rechecked = time.Now()
	ctx, cancel := context.WithTimeout(ctx, r.api.options.Timeout)
	defer cancel()
	c, err := r.api.authenticate(ctx, r.credential, false)
	if err == nil {
		_, err = r.api.admit(ctx, r.gin, r.credential, c, r.access)
	}
	if err == nil && !slices.Equal(c.Abilities, r.caller.Abilities) { // those of a role can change
		return apperr.NewUnavailable(time.Second)
	}
	if apperr.Is(err, apperr.Unauthenticated) || apperr.Is(err, apperr.Forbidden) || apperr.Is(err, apperr.NotFound) {
		return err
	}
	return nil
}
