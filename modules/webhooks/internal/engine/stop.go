package engine

import (
	"context"
	"time"
)

// Stop claims nothing more, waits for running attempts until shortly before ctx ends, cancels the others, and makes unattempted
// deliveries due at once.
func (e *Engine) Stop(ctx context.Context) error {
	close(e.quit)
	defer e.giveUp()
	sent := make(chan struct{})
	go func() {
		<-e.looped
		e.sending.Wait()
		close(sent)
	}()
	patience, cancel := reserving(ctx)
	defer cancel()
	select {
	case <-sent:
	case <-patience.Done():
	}
	e.cut()
	select {
	case <-sent:
	case <-ctx.Done():
		return ctx.Err() // the leases will expire
	}
	close(e.results)
	select {
	case <-e.finished:
	case <-ctx.Done():
		return ctx.Err()
	}
	return e.release(ctx)
}

// reserving returns a context that ends early enough before ctx to store the results of cancelled attempts.
func reserving(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	reserve := min(2*time.Second, time.Until(deadline)/4)
	return context.WithDeadline(ctx, deadline.Add(-reserve))
}

func (e *Engine) release(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.unattempted) == 0 {
		return nil
	}
	return e.queue.Release(ctx, e.unattempted)
}
