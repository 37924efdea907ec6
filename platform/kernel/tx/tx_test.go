package tx_test

import (
	"context"
	"slices"
	"testing"

	"github.com/petcare/petcare/platform/kernel/tx"
)

func TestHooksRunInOrderAndOnlyAfterCommit(t *testing.T) {
	t.Parallel()
	ctx, hooks := tx.WithHooks(t.Context())
	var ran []int
	tx.AfterCommit(ctx, func() { ran = append(ran, 1) })
	tx.AfterCommit(ctx, func() { ran = append(ran, 2) })
	if len(ran) != 0 {
		t.Fatalf("%v ran before the commit", ran)
	}
	hooks.Run()
	if !slices.Equal(ran, []int{1, 2}) {
		t.Errorf("ran %v", ran)
	}
}

func TestHookRunsAtOnceWithoutATransaction(t *testing.T) {
	t.Parallel()
	ran := 0
	tx.AfterCommit(context.Background(), func() { ran++ })
	if ran != 1 {
		t.Errorf("it ran %d times", ran)
	}
}

func TestNextTransactionHasHooksOfItsOwn(t *testing.T) {
	t.Parallel()
	outer, first := tx.WithHooks(t.Context())
	inner, second := tx.WithHooks(outer)
	ran := 0
	tx.AfterCommit(inner, func() { ran++ })
	first.Run()
	if ran != 0 {
		t.Error("the hook of another transaction ran")
	}
	second.Run()
	if ran != 1 {
		t.Errorf("it ran %d times", ran)
	}
}
