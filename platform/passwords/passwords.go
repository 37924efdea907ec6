// Package passwords hashes passwords with argon2id and checks them, a few at a time.
package passwords

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/petcare/petcare/platform/fair"
	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/semaphore"
	"golang.org/x/text/unicode/norm"
)

// The cost: OWASP's floor for argon2id, some 25 ms of one core and 19 MiB.
const (
	memory  = 19 * 1024 // KiB
	passes  = 2
	lanes   = 1
	saltLen = 16
	keyLen  = 32
)

// atOnce is how many passwords are verified, and how many of one organization are hashed, at a time: half of the cores, because each takes
// a core and 19 MiB.
func atOnce() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// The most that a stored hash may ask for: a hash is data, and data must not be able to take the machine down.
const (
	maxMemory = 256 * 1024
	maxPasses = 10
	maxLanes  = 4
	maxKey    = 64
)

// Hasher hashes and verifies passwords. The two have separate slots, so that staff who set many passwords do not delay logins.
type Hasher struct {
	hashing   *fair.Queue
	verifying *semaphore.Weighted
	dummy     func() string
}

// New makes a Hasher.
func New() *Hasher {
	slots := atOnce()
	// With one slot left to the others, an organization that sets many passwords slows down itself alone.
	hashing := fair.NewQueue(fair.Limits{Slots: slots + 1, Organization: slots, CredentialWaits: 64, OrganizationWaits: 128,
		Waits: 512, Patience: 10 * time.Second})
	return &Hasher{hashing, semaphore.NewWeighted(int64(slots)), sync.OnceValue(func() string {
		salt := make([]byte, saltLen)
		return phc(salt, argon2.IDKey([]byte("nobody's password"), salt, passes, memory, lanes, keyLen))
	})}
}

// Hash is the PHC string of password with a fresh salt. It waits for its turn for at most 10 s, and fails as fair.Queue.Acquire does.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	release, err := h.hashing.Acquire(ctx)
	if err != nil {
		return "", fmt.Errorf("wait to hash a password: %w", err)
	}
	defer release()
	salt := make([]byte, saltLen)
	_, _ = rand.Read(salt) // never fails
	return phc(salt, argon2.IDKey(normal(password), salt, passes, memory, lanes, keyLen)), nil
}

// Verify reports whether hash is that of password. An empty hash is that of none, which takes the same time to find out. It waits for
// its turn, at most until ctx ends. It fails when hash is not one that Hash could have made.
func (h *Hasher) Verify(ctx context.Context, password, hash string) (bool, error) {
	none := hash == ""
	if none {
		hash = h.dummy()
	}
	p, err := parse(hash)
	if err != nil {
		return false, err
	}
	if err := h.verifying.Acquire(ctx, 1); err != nil {
		return false, fmt.Errorf("wait to verify a password: %w", err)
	}
	defer h.verifying.Release(1)
	got := argon2.IDKey(normal(password), p.salt, p.passes, p.memory, p.lanes, uint32(len(p.key)))
	return subtle.ConstantTimeCompare(got, p.key) == 1 && !none, nil
}

// normal makes the same password from whatever keyboard it is typed on.
func normal(password string) []byte { return norm.NFC.Bytes([]byte(password)) }

type parameters struct {
	memory, passes uint32
	lanes          uint8
	salt, key      []byte
}

var errForm = errors.New("not an argon2id hash in PHC form")

func phc(salt, key []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memory, passes, lanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key))
}

func parse(hash string) (parameters, error) {
	var p parameters
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return p, errForm
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.memory, &p.passes, &p.lanes); err != nil {
		return p, errForm
	}
	var saltErr, keyErr error
	p.salt, saltErr = base64.RawStdEncoding.DecodeString(parts[4])
	p.key, keyErr = base64.RawStdEncoding.DecodeString(parts[5])
	if saltErr != nil || keyErr != nil || len(p.key) == 0 || len(p.key) > maxKey ||
		p.memory == 0 || p.memory > maxMemory || p.passes == 0 || p.passes > maxPasses || p.lanes == 0 || p.lanes > maxLanes {
		return p, errForm
	}
	return p, nil
}
