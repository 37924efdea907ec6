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

// keyCache caches verified keys.
type keyCache struct {
	mu      sync.Mutex
	entries map[fingerprint]*verified
}

func newKeyCache() *keyCache { return &keyCache{entries: map[fingerprint]*verified{}} }

// get returns a cached key, or nil.
func (c *keyCache) get(f fingerprint, now time.Time) *verified {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.entries[f]; ok && v.currentAt(now) {
		return v
	}
	return nil
}

// put caches v unless the cache has a newer value.
func (c *keyCache) put(f fingerprint, v *verified, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.entries[f]; ok && old.asOf.After(v.asOf) && old.currentAt(now) {
		return
	}
	if len(c.entries) >= maxKeys {
		clear(c.entries) // which only costs lookups
	}
	c.entries[f] = v
}

// forget removes a key that is no longer valid.
func (c *keyCache) forget(f fingerprint) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.entries, f)
}
