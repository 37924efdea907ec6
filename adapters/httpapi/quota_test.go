package httpapi

import (
	"testing"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/testkit"
)

func TestQuotaIsForEachAndForAll(t *testing.T) {
	t.Parallel()
	if _, err := NewQuota(10, 15, "too much").Take("a", 100); err != nil {
		t.Errorf("what is alone is too much: %v", err)
	}
	m := NewQuota(10, 15, "too much")
	release := testkit.Must[func()](t)(m.Take("a", 8))
	if _, err := m.Take("a", 3); !apperr.Is(err, apperr.RateLimited) {
		t.Errorf("too much of one: %v", err)
	}
	if _, err := m.Take("b", 8); !apperr.Is(err, apperr.Unavailable) {
		t.Errorf("too much of all: %v", err)
	}
	if _, ok := m.TakeSpare("a", 1); ok {
		t.Error("what can wait does not leave most of the quota to others")
	}
	if release, ok := m.TakeSpare("b", 100); !ok {
		t.Error("who holds nothing has to wait for others")
	} else {
		release()
	}
	release()
	if _, err := m.Take(ids.New().String(), 8); err != nil || len(m.held) != 1 {
		t.Errorf("after a release: %v, %v", err, m.held)
	}
}
