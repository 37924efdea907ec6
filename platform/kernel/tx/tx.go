// Package tx carries a database transaction in the context, so that everything that a use case calls joins it.
package tx

import "context"

// Runner opens transactions. InTx runs fn in a transaction: it commits when fn returns nil and rolls back otherwise. It retries fn
// a few times after a deadlock or a serialization failure, so fn must not do anything that a rollback does not undo. Inside a
// transaction, InTx joins it.
type Runner interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

type beforeKey struct{}

// Before has check called at the beginning of each transaction opened under the context, after the checks that the context has already.
// If one fails, so does the transaction, before it does anything else.
func Before(ctx context.Context, check func(ctx context.Context) error) context.Context {
	earlier := ctx
	return context.WithValue(ctx, beforeKey{}, func(ctx context.Context) error {
		if err := begin(earlier, ctx); err != nil {
			return err
		}
		return check(ctx)
	})
}

// Begin calls the check of Before. The Runner calls it at the beginning of a transaction.
func Begin(ctx context.Context) error { return begin(ctx, ctx) }

// begin calls the check of one context with another one.
func begin(of, ctx context.Context) error {
	if check, ok := of.Value(beforeKey{}).(func(ctx context.Context) error); ok {
		return check(ctx)
	}
	return nil
}

type laterKey struct{}

// Later is a context whose writes may wait for the next statement of the transaction, or for its commit, and share a message with it. That
// is when they fail, so Later is for those who neither act on an error nor need to know how many rows were written.
func Later(ctx context.Context) context.Context { return context.WithValue(ctx, laterKey{}, true) }

// MayWait reports whether a write may wait (see Later).
func MayWait(ctx context.Context) bool { return ctx.Value(laterKey{}) != nil }

type hooksKey struct{}

// Hooks are what a transaction does at its end.
type Hooks struct {
	batches map[any]any
	before  []func(ctx context.Context) error
	after   []func()
}

// WithHooks adds an empty set of hooks to ctx. The Runner calls it for each transaction and each savepoint.
func WithHooks(ctx context.Context) (context.Context, *Hooks) {
	h := &Hooks{}
	return context.WithValue(ctx, hooksKey{}, h), h
}

// Flush writes the batches of Collect. The Runner calls it before the commit.
func (h *Hooks) Flush(ctx context.Context) error {
	for _, flush := range h.before {
		if err := flush(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Flush writes what Collect has gathered in the transaction of ctx so far, for code that is about to read it.
func Flush(ctx context.Context) error {
	if h, ok := ctx.Value(hooksKey{}).(*Hooks); ok {
		return h.Flush(ctx)
	}
	return nil
}

// Run calls the functions of AfterCommit in the order they were added. The Runner calls it after the commit.
func (h *Hooks) Run() {
	for _, fn := range h.after {
		fn()
	}
}

// Collect returns the batch that belongs to key in the transaction of ctx, so that what many calls add is written at once: flush writes
// it before the commit. It reports false without a transaction.
func Collect[B any](ctx context.Context, key any, flush func(ctx context.Context, b *B) error) (*B, bool) {
	h, ok := ctx.Value(hooksKey{}).(*Hooks)
	if !ok {
		return nil, false
	}
	if known, ok := h.batches[key]; ok {
		return known.(*B), true
	}
	b := new(B)
	if h.batches == nil {
		h.batches = map[any]any{}
	}
	h.batches[key] = b
	h.before = append(h.before, func(ctx context.Context) error { return flush(ctx, b) })
	return b, true
}

// AfterCommit calls fn after the transaction of ctx has committed, or at once without a transaction. fn must not block and cannot
// fail. fn is lost in a crash after the commit, so work that must happen belongs in the transaction.
func AfterCommit(ctx context.Context, fn func()) {
	h, ok := ctx.Value(hooksKey{}).(*Hooks)
	if !ok {
		fn()
		return
	}
	h.after = append(h.after, fn)
}
