package webhooksfx

import (
	"context"
	"fmt"
	"sync"

	"github.com/petcare/petcare/modules/webhooks"
	"github.com/petcare/petcare/modules/webhooks/internal/engine"
	"github.com/petcare/petcare/modules/webhooks/internal/metrics"
	"github.com/petcare/petcare/modules/webhooks/internal/owners"
	"github.com/petcare/petcare/modules/webhooks/internal/sender"
	"github.com/petcare/petcare/modules/webhooks/internal/store"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/tx"
	"go.uber.org/fx"
)

// Worker delivers while the application runs. Stopping waits for the attempts in flight; those that do not end in time go back to
// the queue. It provides webhooks.Gauges and needs a zerolog.Logger and a prometheus.Registerer for its metrics.
var Worker = fx.Module("webhooks worker",
	fx.Provide(newWorker, fx.Annotate(metrics.New, fx.As(new(webhooks.Observer)))),
	fx.Invoke(func(life fx.Lifecycle, w *worker) {
		life.Append(fx.Hook{
			OnStart: func(context.Context) error { w.start(); return nil },
			OnStop:  w.stop,
		})
	}),
)

// QueueMetrics registers gauges of the queue, which query the database at every scrape. It needs Worker.
var QueueMetrics = fx.Invoke(metrics.RegisterQueue)

type worker struct {
	engine  *engine.Engine
	sender  *sender.Sender
	store   *store.Store
	replays replayer
	end     context.CancelFunc // ends replays
	ended   sync.WaitGroup
}

func newWorker(s *store.Store, of owners.Owners, run tx.Runner, o webhooks.Options, c clock.Clock, b webhooks.WakeUp,
	observer webhooks.Observer) (*worker, webhooks.Gauges) {
	o = o.WithDefaults()
	send := newSender(o, c)
	w := &worker{engine: newEngine(s, send, o, b, observer), sender: send, store: s,
		replays: replayer{run, s, of, b, observer}}
	return w, w
}

func newSender(o webhooks.Options, c clock.Clock) *sender.Sender {
	return sender.New(sender.Options{
		Timeout: o.Timeout, AllowPrivateNetworks: o.AllowPrivateNetworks, Clock: c, MaxIdlePerHost: o.PerEndpoint, Wrap: o.Wrap,
	})
}

func newEngine(q engine.Queue, s engine.Sender, o webhooks.Options, b webhooks.WakeUp,
	observer webhooks.Observer) *engine.Engine {
	return engine.New(q, s, engine.Options{
		Limits:  engine.Limits{MaxAttempts: 1 + o.MaxRetries, Window: o.Window},
		Backoff: engine.Backoff{First: o.Backoff, Multiplier: o.BackoffMultiplier, Longest: o.Window},
		Timeout: o.Timeout, Concurrency: o.Concurrency, PerEndpoint: o.PerEndpoint, Poll: o.Poll,
		WakeUp: b, Open: opener(o.Box), Observer: observer,
	})
}

func opener(box webhooks.Sealer) func(d engine.Due) (secret, previous string, err error) {
	return func(d engine.Due) (secret, previous string, err error) {
		current, err := box.Open(d.Secret, webhooks.SecretPurpose(d.Webhook))
		if err != nil {
			return "", "", err
		}
		if len(d.Previous) == 0 {
			return string(current), "", nil
		}
		old, err := box.Open(d.Previous, webhooks.SecretPurpose(d.Webhook))
		if err != nil {
			old = nil // its key is lost, so only the new secret signs
		}
		return string(current), string(old), nil
	}
}

func (w *worker) start() {
	w.engine.Start()
	ctx, end := context.WithCancel(context.Background())
	w.end = end
	w.ended.Go(func() { w.replays.run(ctx) })
}

func (w *worker) stop(ctx context.Context) error {
	w.end()
	w.ended.Wait()
	defer w.sender.Close()
	if err := w.engine.Stop(ctx); err != nil {
		return fmt.Errorf("stop delivering webhooks: %w", err)
	}
	return nil
}

// InFlight implements webhooks.Gauges.
func (w *worker) InFlight() int { return w.engine.InFlight() }

// Backlog implements webhooks.Gauges.
func (w *worker) Backlog(ctx context.Context) (webhooks.Backlog, error) { return w.store.Backlog(ctx) }
