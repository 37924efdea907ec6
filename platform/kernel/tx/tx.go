// Package tx carries a database transaction in the context, so that everything that a use case calls joins it.
package tx

import "context"

// Runner opens transactions. InTx runs fn in a transaction: it commits when fn returns nil and rolls back otherwise. It retries fn
// a few times after a deadlock, a serialization failure, or when what fn has read has changed before the commit, so fn must not do
// anything that a rollback does not undo. Inside a transaction, InTx joins it.
type Runner interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Together runs fn, which only reads. Statements whose results fn does not wait for, such as checks, are sent together with
	// the next one that it waits for.
	Together(ctx context.Context, fn func(ctx context.Context) error) error
}

type beforeKey struct{}

// Before has check called at the beginning of each transaction opened under the context. If check fails, so does the
// transaction, before it does anything else.
func Before(ctx context.Context, check func(ctx context.Context) error) context.Context {
	return context.WithValue(ctx, beforeKey{}, check)
}

// Checked reports whether the context has a check of Before.
func Checked(ctx context.Context) bool { return ctx.Value(beforeKey{}) != nil }

// Begin calls the check of Before. The Runner calls it at the beginning of a transaction.
func Begin(ctx context.Context) error {
	if check, ok := ctx.Value(beforeKey{}).(func(ctx context.Context) error); ok {
		return check(ctx)
	}
	return nil
}

type hooksKey struct{}

// Hooks collects functions to run after the transaction has committed.
type Hooks struct{ after []func() }

// WithHooks adds an empty set of hooks to ctx. The Runner calls it for each transaction and runs the hooks after the commit.
func WithHooks(ctx context.Context) (context.Context, *Hooks) {
	h := &Hooks{}
	return context.WithValue(ctx, hooksKey{}, h), h
}

// Run calls the collected functions in the order they were added.
func (h *Hooks) Run() {
	for _, fn := range h.after {
		fn()
	}
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
