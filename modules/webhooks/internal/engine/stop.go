package engine

import (
	"context"
	"time"
)

// Stop ends the work: it claims nothing more, lets attempts end as long as ctx leaves time, cuts off the others, and
// makes what was not attempted to the end due at once for other processes or the next start.
func (e *Engine) Stop(ctx context.Context) error {
	close(e.quit)
	defer e.giveUp()
	sent := make(chan struct{})
	go func() {
		<-e.looped
		e.keepUndone(e.endpoints.drop()...)
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
		return ctx.Err() // the leases run out by themselves
	}
	close(e.results)
	select {
	case <-e.finished:
	case <-ctx.Done():
		return ctx.Err()
	}
	return e.release(ctx)
}

// reserving is ctx ended early enough to still write down what was cut off.
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
	if len(e.undone) == 0 {
		return nil
	}
	return e.queue.Release(ctx, e.undone)
}
