package httpapi

import (
	"testing"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/ids"
)

func TestQuotaIsForEachAndForAll(t *testing.T) {
	t.Parallel()
	if _, err := NewQuota(10, 15, "too much").Take("a", 100); err != nil {
		t.Errorf("what is alone is too much: %v", err)
	}
	m := NewQuota(10, 15, "too much")
	release, err := m.Take("a", 8)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Take("a", 3); !apperr.Is(err, apperr.RateLimited) {
		t.Errorf("too much of one: %v", err)
	}
	if _, err := m.Take("b", 8); !apperr.Is(err, apperr.Unavailable) {
		t.Errorf("too much of all: %v", err)
	}
	release()
	if _, err := m.Take(ids.New().String(), 8); err != nil || len(m.held) != 1 {
		t.Errorf("after a release: %v, %v", err, m.held)
	}
}
