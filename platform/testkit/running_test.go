package testkit_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/petcare/petcare/platform/testkit"
)

func TestTheRunningTimeOfAProcessThatWaitsGoesOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := testkit.RunningTime(t)
		began := now()
		time.Sleep(3 * time.Second)
		if took := now() - began; took != 3*time.Second {
			t.Errorf("%s of 3s", took)
		}
	})
}
