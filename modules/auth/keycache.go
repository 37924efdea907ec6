package auth

import (
	"sync"
	"time"

	"github.com/petcare/petcare/platform/kernel/caller"
)

// Verified keys are cached for keyTTL. That is long enough to save most lookups of a busy key, and short enough for a revoked key
// to stop working on every replica within 5 seconds.
const (
	keyTTL  = 3 * time.Second
	maxKeys = 10_000
)

// verified is a key that was valid when it was read.
type verified struct {
	key    Key
	caller caller.Caller
	asOf   time.Time // before the lookup started
}

func (v *verified) currentAt(now time.Time) bool {
	age := now.Sub(v.asOf)
	return age >= 0 && age < keyTTL // setting the clock back ends it, too
}

// keyCache caches verified keys and merges concurrent lookups of a key.
type keyCache struct {
	mu      sync.Mutex
	entries map[fingerprint]*verified
	flights map[fingerprint]*flight
	misses  map[fingerprint]time.Time // unknown keys, and when they were looked up
}

// flight is a lookup in progress. Its result is set when done is closed.
type flight struct {
	done  chan struct{}
	found *verified
	err   error
}

func newKeyCache() *keyCache {
	return &keyCache{entries: map[fingerprint]*verified{}, flights: map[fingerprint]*flight{}, misses: map[fingerprint]time.Time{}}
}

// get returns a cached key, or the lookup to wait for. If lead is true, the caller must do that lookup and call land.
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

// missed reports whether the key was recently found to be unknown, so that repeated attempts cost no lookups.
func (c *keyCache) missed(f fingerprint, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.misses[f]
	age := now.Sub(at)
	return ok && age >= 0 && age < keyTTL
}

func (c *keyCache) miss(f fingerprint, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.misses) >= maxKeys {
		clear(c.misses)
	}
	c.misses[f] = now
}

// land passes the result of a lookup to the requests that wait for it.
func (c *keyCache) land(f fingerprint, of *flight, found *verified, err error) {
	c.mu.Lock()
	delete(c.flights, f)
	c.mu.Unlock()
	of.found, of.err = found, err
	close(of.done)
}

// put caches v unless the cache has a newer value.
func (c *keyCache) put(f fingerprint, v *verified, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.entries[f]; ok && old.asOf.After(v.asOf) && old.currentAt(now) {
		return
	}
	if len(c.entries) >= maxKeys {
		c.makeRoom(now)
	}
	c.entries[f] = v
}

// makeRoom removes expired entries, or a tenth of all if there are none. A removed key only costs a lookup.
func (c *keyCache) makeRoom(now time.Time) {
	for f, v := range c.entries {
		if !v.currentAt(now) {
			delete(c.entries, f)
		}
	}
	for f := range c.entries {
		if len(c.entries) <= maxKeys*9/10 {
			return
		}
		delete(c.entries, f)
	}
}

// forget removes a key that is no longer valid.
func (c *keyCache) forget(f fingerprint) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.entries, f)
}
