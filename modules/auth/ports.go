package auth

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/paging"
)

// KeyStore keeps API keys.
type KeyStore interface {
	InsertKey(ctx context.Context, k Key) error
	ListKeys(ctx context.Context) ([]Key, error)                         // newest first
	GetKeyByHash(ctx context.Context, hash []byte) (Key, error)          // apperr.NotFound when there is none
	RevokeKey(ctx context.Context, id uuid.UUID, at time.Time) error     // apperr.NotFound when there is none
	NoteKeyUses(ctx context.Context, uses map[uuid.UUID]time.Time) error // skips keys whose use was noted in the minute before

	GetKey(ctx context.Context, id uuid.UUID) (Key, error)         // apperr.NotFound when there is none
	GetKeyForShare(ctx context.Context, id uuid.UUID) (Key, error) // the same, kept from changing until the transaction ends
	// EnterKeys makes others that add to the organization's keys wait until the transaction ends, and counts those that work.
	EnterKeys(ctx context.Context, organization uuid.UUID, now time.Time) (int, error)
	ListKeysWithin(ctx context.Context, of Reach, page paging.Request) (paging.Page[Key], error) // newest first, without revoked ones
	RevokeKeyWithin(ctx context.Context, of Reach, id uuid.UUID, at time.Time) error             // apperr.NotFound when there is none
}

// SessionStore keeps the sessions of customers.
type SessionStore interface {
	InsertSession(ctx context.Context, s Session) error
	GetSession(ctx context.Context, account, id uuid.UUID) (Session, error)  // apperr.NotFound when there is none
	LockSession(ctx context.Context, account, id uuid.UUID) (Session, error) // the same, locked until the transaction ends
	RenewSession(ctx context.Context, s Session) error
	EndSession(ctx context.Context, account, id uuid.UUID) error
}

// CustomerSessions is what ends and begins the sessions of one customer, one change at a time.
type CustomerSessions interface {
	// LockCustomer makes other transactions that lock the same customer wait until this one ends.
	LockCustomer(ctx context.Context, account, customer uuid.UUID) error
	EndSessions(ctx context.Context, account, customer, but uuid.UUID) error // but goes on
}

// ResetStore keeps the hashes of reset tokens, one for a customer.
type ResetStore interface {
	// PutReset replaces the customer's token.
	PutReset(ctx context.Context, r PasswordReset) error
	// Reset is the reset with that hash; apperr.NotFound when there is none.
	GetReset(ctx context.Context, account uuid.UUID, hash []byte) (PasswordReset, error)
	// TakeReset removes it; apperr.NotFound when it is not there any more.
	TakeReset(ctx context.Context, r PasswordReset) error
}

// Throttle counts login attempts for all replicas together.
type Throttle interface {
	// Attempt lets at most most attempts of a source through in any span; wait is 0 when this one is.
	Attempt(ctx context.Context, source []byte, now time.Time, most int, span time.Duration) (wait time.Duration, err error)
	// CountFailure counts a failure ahead of the attempt, unless the window has most already: then wait is how long it
	// lasts. A window begins with its first failure and ends at a fixed time.
	CountFailure(ctx context.Context, account uuid.UUID, login []byte, now time.Time, most int,
		window time.Duration) (ends time.Time, wait time.Duration, err error)
	// LastLoginFrom is the digest of the client address of the latest login, nil when there was none.
	LastLoginFrom(ctx context.Context, account uuid.UUID, login []byte) (address []byte, err error)
	// NoteLogin keeps it.
	NoteLogin(ctx context.Context, account uuid.UUID, login, address []byte, now time.Time) error
	// TakeBackFailure undoes one count of the window that ends at ends.
	TakeBackFailure(ctx context.Context, account uuid.UUID, login []byte, ends time.Time) error
}

// Tokens signs and reads access tokens.
type Tokens interface {
	Sign(c Claims) (string, error)
	// Read is the claims of a token that was signed with one of our keys and is in order at now; expired lets one
	// through whose time is over. Any fault is ErrUnauthenticated without a word of the token.
	Read(token string, now time.Time, expired bool) (Claims, error)
}

// Passwords checks passwords.
type Passwords interface {
	// Verify reports whether password belongs to hash. An empty hash belongs to no password and takes as long.
	Verify(ctx context.Context, hash, password string) (bool, error)
}

// Locations asks for organizations and their accounts.
type Locations interface {
	GetOrganization(ctx context.Context, name string) (uuid.UUID, error) // apperr.NotFound when there is none
	ListAccounts(ctx context.Context, organization uuid.UUID) ([]Location, error)
	RequireWritable(ctx context.Context, account uuid.UUID) error // fails for an account that can only be read
}

// Location is an account.
type Location struct {
	ID   uuid.UUID
	Code string
}

// People asks for customers.
type People interface {
	// Login is the customer of an account with login who has the e-mail address; apperr.NotFound when there is none.
	Login(ctx context.Context, account uuid.UUID, email string) (Login, error)
	// LoginOf is the same by the customer, with login or without; apperr.NotFound when there is none.
	LoginOf(ctx context.Context, account, customer uuid.UUID) (Login, error)
	// SetPassword enables the customer's login with a password once allow, which gets the login as it is, held, lets it. It
	// publishes what ends the customer's sessions.
	SetPassword(ctx context.Context, account, customer uuid.UUID, password string, allow func(context.Context, Login) error) error
	// LoggedIn notes a login that succeeded.
	LoggedIn(ctx context.Context, account, customer uuid.UUID) error
	// Name is what staff call the customer.
	Name(ctx context.Context, account, customer uuid.UUID) (string, error)
	// Profile is the customer as the customer who is the caller of ctx sees it.
	Profile(ctx context.Context, account, customer uuid.UUID) (Profile, error)
}

// Login is what a customer's login depends on.
type Login struct {
	Customer     uuid.UUID
	PasswordHash string // empty: login is disabled
	Blocked      bool
	Email        string // "" when there is none
}
