package auth

import (
	"sync"
	"time"

	"github.com/petcare/petcare/platform/caller"
)

// Verified keys are remembered for keyMemory: long enough that a busy key costs no lookup worth naming, short enough
// that one which is revoked stops working on every replica within 5 seconds.
const (
	keyMemory  = 3 * time.Second
	keysAtMost = 10_000
)

// verified is a key that was good when it was read.
type verified struct {
	key    Key
	caller caller.Caller
	asOf   time.Time // before the database was asked: what it answered is at least as new
}

func (v *verified) currentAt(now time.Time) bool {
	age := now.Sub(v.asOf)
	return age >= 0 && age < keyMemory // a clock that was set back ends it too
}

// keyCache remembers verified keys and merges lookups of one key that happen at the same time.
type keyCache struct {
	mu      sync.Mutex
	entries map[fingerprint]*verified
	flights map[fingerprint]*flight
	misses  map[fingerprint]time.Time // keys that nobody holds, and when that was found
}

// flight is a lookup under way; its result is there when done is closed.
type flight struct {
	done  chan struct{}
	found *verified
	err   error
}

func newKeyCache() *keyCache {
	return &keyCache{entries: map[fingerprint]*verified{}, flights: map[fingerprint]*flight{}, misses: map[fingerprint]time.Time{}}
}

// get answers what is remembered, or the lookup to wait for; with lead set the caller has to make it and land it.
func (c *keyCache) get(f fingerprint, now time.Time) (v *verified, wait *flight, lead bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.entries[f]; ok && v.currentAt(now) {
		return v, nil, false
	}
	if wait, ok := c.flights[f]; ok {
		return nil, wait, false
	}
	wait = &flight{done: make(chan struct{})}
	c.flights[f] = wait
	return nil, wait, true
}

// missed reports whether nobody held the key a moment ago: whoever tries it again and again costs no lookup each time.
func (c *keyCache) missed(f fingerprint, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.misses[f]
	age := now.Sub(at)
	return ok && age >= 0 && age < keyMemory
}

func (c *keyCache) miss(f fingerprint, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.misses) >= keysAtMost {
		clear(c.misses)
	}
	c.misses[f] = now
}

// land gives the result of a lookup to those who wait for it.
func (c *keyCache) land(f fingerprint, of *flight, found *verified, err error) {
	c.mu.Lock()
	delete(c.flights, f)
	c.mu.Unlock()
	of.found, of.err = found, err
	close(of.done)
}

// put remembers v unless something newer is known.
func (c *keyCache) put(f fingerprint, v *verified, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.entries[f]; ok && old.asOf.After(v.asOf) && old.currentAt(now) {
		return
	}
	if len(c.entries) >= keysAtMost {
		c.makeRoom(now)
	}
	c.entries[f] = v
}

// makeRoom forgets what is too old, or else a tenth of the rest, whichever: forgetting costs one lookup.
func (c *keyCache) makeRoom(now time.Time) {
	for f, v := range c.entries {
		if !v.currentAt(now) {
			delete(c.entries, f)
		}
	}
	for f := range c.entries {
		if len(c.entries) <= keysAtMost*9/10 {
			return
		}
		delete(c.entries, f)
	}
}

// forget drops what is remembered of a key that turned out not to be good.
func (c *keyCache) forget(f fingerprint) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.entries, f)
}
