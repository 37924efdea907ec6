package httpapi

import (
	"crypto/sha256"
	"sync"
	"time"
)

// knownFor is how long a credential is known after its last use, and knownAtMost how many are.
const (
	knownFor    = 10 * time.Minute
	knownAtMost = 50_000
)

// known are credentials that were good a while ago, by their hashes: others may be made up.
type known struct {
	mu   sync.Mutex
	used map[[sha256.Size]byte]time.Time
}

func hashOf(c credential) [sha256.Size]byte { return sha256.Sum256([]byte(c.scheme + " " + c.value)) }

func (k *known) has(hash [sha256.Size]byte) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	at, ok := k.used[hash]
	return ok && time.Since(at) < knownFor
}

func (k *known) add(hash [sha256.Size]byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.used == nil || len(k.used) >= knownAtMost {
		k.used = map[[sha256.Size]byte]time.Time{} // each costs its address a token once more
	}
	k.used[hash] = time.Now()
}

func (k *known) forget(hash [sha256.Size]byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.used, hash)
}
