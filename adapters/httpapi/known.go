package httpapi

import (
	"crypto/sha256"
	"sync"
	"time"
)

// knownFor is how long a credential is remembered after its last use; knownAtMost is how many are.
const (
	knownFor    = 10 * time.Minute
	knownAtMost = 50_000
)

// knownCredentials remembers credentials that were recently valid, by their hashes. Others may be made up.
type knownCredentials struct {
	mu   sync.Mutex
	used map[[sha256.Size]byte]time.Time
}

func hashOf(c credential) [sha256.Size]byte { return sha256.Sum256([]byte(c.scheme + " " + c.value)) }

func (k *knownCredentials) has(hash [sha256.Size]byte) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	at, ok := k.used[hash]
	return ok && time.Since(at) < knownFor
}

func (k *knownCredentials) add(hash [sha256.Size]byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, again := k.used[hash]; !again && (k.used == nil || len(k.used) >= knownAtMost) {
		k.used = map[[sha256.Size]byte]time.Time{} // each of them costs its address one token again
	}
	k.used[hash] = time.Now()
}

func (k *knownCredentials) forget(hash [sha256.Size]byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.used, hash)
}
