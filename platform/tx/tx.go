// Package tx carries a database transaction in the context, so that everything below a use case joins it.
package tx

import "context"

// Runner opens transactions. InTx runs fn in one: it commits when fn returns nil and rolls back otherwise, and runs
// fn again (a few times) when the database ended it for a deadlock or a serialization failure, so fn must not do
// anything that a rollback does not undo. Inside a transaction InTx joins it.
type Runner interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Together runs fn, which only reads: statements that it does not wait for, such as checks, travel with the next one that it does.
	Together(ctx context.Context, fn func(ctx context.Context) error) error
}

type beforeKey struct{}

// Before has check called at the beginning of each transaction that is opened under the context; a transaction that fails it does
// nothing.
func Before(ctx context.Context, check func(ctx context.Context) error) context.Context {
	return context.WithValue(ctx, beforeKey{}, check)
}

// Checked reports whether Before gave the context a check.
func Checked(ctx context.Context) bool { return ctx.Value(beforeKey{}) != nil }

// Begin calls what Before was given; the Runner does, in a transaction that has just begun.
func Begin(ctx context.Context) error {
	if check, ok := ctx.Value(beforeKey{}).(func(ctx context.Context) error); ok {
		return check(ctx)
	}
	return nil
}

type hooksKey struct{}

// Hooks collects what is to run once the transaction has committed.
type Hooks struct{ after []func() }

// WithHooks gives ctx a fresh set of hooks; the Runner calls it for each transaction and runs them after commit.
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

// AfterCommit has fn called once the transaction of ctx has committed; without a transaction it is called at once.
// fn must not block and cannot fail: what has to happen for sure belongs into the transaction.
func AfterCommit(ctx context.Context, fn func()) {
	h, ok := ctx.Value(hooksKey{}).(*Hooks)
	if !ok {
		fn()
		return
	}
	h.after = append(h.after, fn)
}
