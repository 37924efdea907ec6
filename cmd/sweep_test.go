package petcarecmd

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"github.com/petcare/petcare/platform/fxgroups"
)

func TestSweeperThatNeverEndsLetsTheOthersHaveTheirTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, done := context.WithTimeout(t.Context(), 2*sweepTurn)
		defer done()
		turns := 0
		sweep(ctx, []fxgroups.Sweeper{
			{Name: "endless", Sweep: func(context.Context) (int64, error) {
				time.Sleep(10 * time.Millisecond)
				if turns > 0 {
					done() // it has another turn
				}
				return 1, nil
			}},
			{Name: "other", Sweep: func(context.Context) (int64, error) {
				turns++
				return 0, nil
			}},
		}, zerolog.Nop())
		if turns != 1 || ctx.Err() != context.Canceled {
			t.Errorf("%d turns of the other, %v", turns, ctx.Err())
		}
	})
}

func TestSweeperThatFailsHasItsNextTurnAfterItsInterval(t *testing.T) {
	t.Parallel()
	fails := sweeper{Sweeper: fxgroups.Sweeper{Name: "fails", Every: 2 * time.Second, Sweep: func(context.Context) (int64, error) {
		return 0, errors.New("failover")
	}}}
	if next := sweepAll(t.Context(), &fails, zerolog.Nop()); next != fails.Every {
		t.Errorf("after %s", next)
	}
}

// It would end the process with status 2, and every other replica with it.
func TestSweeperThatPanicsFailsAndIsNamedWithItsModule(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	burst := sweeper{Sweeper: fxgroups.Sweeper{Module: "spa", Name: "towels", Every: time.Minute, Sweep: func(context.Context) (int64, error) {
		panic("no towels")
	}}}
	if next := sweepAll(t.Context(), &burst, zerolog.New(&log)); next != burst.Every {
		t.Errorf("after %s", next)
	}
	for _, want := range []string{`"level":"error"`, `"sweeper":"towels"`, `"module":"spa"`, `no towels`, `"stack":"`, "sweep_test.go"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %s in %s", want, log.String())
		}
	}
}

func TestSweeperThatDoesNotEndIsNamedAndLeftUntilItHasEnded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		var log bytes.Buffer
		var calls, turns int
		release := make(chan struct{})
		ended := make(chan struct{})
		go func() {
			sweep(ctx, []fxgroups.Sweeper{
				{Module: "spa", Name: "stuck", Sweep: func(context.Context) (int64, error) {
					calls++
					<-release
					return 0, nil
				}},
				{Name: "other", Every: time.Second, Sweep: func(context.Context) (int64, error) {
					turns++
					return 0, nil
				}},
			}, zerolog.New(&log))
			close(ended)
		}()
		time.Sleep(sweepTime + sweepGrace + sweepEvery + time.Minute)
		synctest.Wait()
		if calls != 1 || turns < 60 || strings.Count(log.String(), `"level":"error"`) != 1 || !strings.Contains(log.String(), `"sweeper":"stuck","module":"spa"`) {
			t.Errorf("%d calls, %d turns of the other, log: %s", calls, turns, log.String())
		}
		release <- struct{}{}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if calls != 2 {
			t.Errorf("%d calls after the first has ended", calls)
		}
		stop()
		time.Sleep(sweepGrace)
		synctest.Wait()
		select {
		case <-ended:
		default:
			t.Error("the stop waits for it")
		}
		close(release)
	})
}
