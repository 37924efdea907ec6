package auth

import (
	"testing"
	"time"
)

func TestKeyCacheIsBounded(t *testing.T) {
	t.Parallel()
	c, now := newKeyCache(), time.Now()
	for i := range maxKeys * 2 {
		f := fingerprint{byte(i), byte(i >> 8), byte(i >> 16)}
		c.put(f, &verified{asOf: now}, now)
		if len(c.entries) > maxKeys {
			t.Fatalf("%d keys are remembered", len(c.entries))
		}
		if _, ok := c.entries[f]; !ok {
			t.Fatal("the newest key is not remembered")
		}
	}
}

func TestKeyCacheKeepsTheNewerAnswer(t *testing.T) {
	t.Parallel()
	c, now := newKeyCache(), time.Now()
	newer, older := &verified{asOf: now}, &verified{asOf: now.Add(-time.Second)}
	c.put(fingerprint{1}, newer, now)
	c.put(fingerprint{1}, older, now) // a slow lookup that started before the change
	if got := c.get(fingerprint{1}, now); got != newer {
		t.Error("an older answer replaced a newer one")
	}
}

func TestKeyCacheForgetsWhenTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	c, now := newKeyCache(), time.Now()
	c.put(fingerprint{1}, &verified{asOf: now}, now)
	if got := c.get(fingerprint{1}, now.Add(-time.Hour)); got != nil {
		t.Error("a key would be remembered for an hour")
	}
}
