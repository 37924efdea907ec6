package engine

import (
	"context"
	"time"
)

// gatherSlots is how long a claim for free slots waits for more of them, because fewer and larger claims cost less.
const gatherSlots = time.Millisecond

// loop claims deliveries when some were enqueued in this process, when slots with waiting deliveries became free, and regularly for
// retries and those enqueued by other processes.
func (e *Engine) loop() {
	defer close(e.looped)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-e.quit:
			return
		case <-e.o.WakeUp:
		case <-e.freed:
			time.Sleep(gatherSlots)
		case <-timer.C:
		}
		e.guard("claim deliveries", e.claim)
		timer.Reset(e.o.Poll)
	}
}

func (e *Engine) claim() {
	c := Claim{Limits: e.o.Limits, Lease: e.o.Timeout + leaseMargin, PerEndpoint: e.o.PerEndpoint}
	e.endpoints.fill(&c)
	ctx, cancel := context.WithTimeout(context.Background(), statementTime)
	defer cancel()
	began := time.Now()
	list, err := e.queue.Claim(ctx, c)
	if err != nil {
		e.o.Observer.Fault("claim deliveries", err)
		return
	}
	if time.Since(began) > statementTime {
		return // this process was stopped meanwhile: others attempt these deliveries when their leases have expired
	}
	e.endpoints.take(c, list)
	for _, d := range list {
		if d.Ended != "" {
			e.o.Observer.Completed(string(d.Ended))
			e.o.WakeUp.Signal() // it took the slot of another one
			continue
		}
		e.sending.Go(func() { e.work(d) })
	}
}
