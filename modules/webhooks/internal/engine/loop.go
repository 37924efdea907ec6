package engine

import (
	"context"
	"time"
)

// claimDelay is how long a claim that is not urgent waits for more free slots.
const claimDelay = 2 * time.Millisecond

// loop claims deliveries when some were enqueued in this process, when slots with waiting deliveries became free, and regularly for
// retries and those enqueued by other processes.
func (e *Engine) loop() {
	defer close(e.looped)
	timer := time.NewTimer(0)
	defer timer.Stop()
	waiting := false
	for {
		select {
		case <-e.quit:
			return
		case <-e.later:
			if !waiting {
				waiting = true
				timer.Reset(claimDelay)
			}
			continue
		case <-e.o.WakeUp:
		case <-timer.C:
		}
		e.guard("claim deliveries", e.claim)
		waiting = false
		timer.Reset(e.o.Poll)
	}
}

func (e *Engine) claim() {
	c := Claim{Limits: e.o.Limits, Lease: e.o.Timeout + leaseMargin}
	e.endpoints.fill(&c)
	ctx, cancel := context.WithTimeout(context.Background(), statementTime)
	defer cancel()
	began := time.Now()
	list, err := e.queue.Claim(ctx, c)
	if err != nil {
		e.o.Observer.Fault("claim deliveries", err)
		return
	}
	claimed := time.Now() // not began: while the database is slow, nothing would ever be attempted
	if claimed.Sub(began) > statementTime {
		claimed = began // this process was stopped meanwhile, and the leases may have expired
	}
	for i := range list {
		list[i].claimed = claimed
		if list[i].Ended != "" {
			e.o.Observer.Completed(string(list[i].Ended))
		}
	}
	start, again := e.endpoints.take(c, list)
	for _, d := range start {
		e.sending.Go(func() { e.work(d) })
	}
	if again {
		e.o.WakeUp.Signal()
	}
}
