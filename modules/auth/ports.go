package auth

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// KeyStore stores API keys.
type KeyStore interface {
	InsertKey(ctx context.Context, k Key) error
	ListKeys(ctx context.Context) ([]Key, error)                      // newest first
	GetKeyByHash(ctx context.Context, hash []byte) (Key, error)       // apperr.NotFound
	NoteKeyUse(ctx context.Context, id uuid.UUID, at time.Time) error // unless it was used within UseInterval before

	GetKey(ctx context.Context, id uuid.UUID) (Key, error) // apperr.NotFound
	// EnterKeys blocks other transactions that add or revoke keys of the organization until this one ends, and counts its valid keys.
	EnterKeys(ctx context.Context, organization uuid.UUID, now time.Time) (int, error)
	ListKeysWithin(ctx context.Context, of Reach, page paging.Request) (paging.Page[Key], error) // newest first, without revoked ones
	RequireKeyWithin(ctx context.Context, of Reach, id uuid.UUID) error                          // apperr.NotFound, also if it is revoked
	ListDescendants(ctx context.Context, id uuid.UUID) ([]uuid.UUID, error)                      // that are not revoked
	RevokeKeys(ctx context.Context, ids []uuid.UUID, at time.Time) (revoked []Key, err error)    // those that are not revoked yet
}

// SessionStore stores the sessions of customers.
type SessionStore interface {
	InsertSession(ctx context.Context, s Session) error
	GetSession(ctx context.Context, account, id uuid.UUID) (Session, error)  // apperr.NotFound
	LockSession(ctx context.Context, account, id uuid.UUID) (Session, error) // the same, locked until the transaction ends
	RenewSession(ctx context.Context, s Session) error
	EndSession(ctx context.Context, account, id uuid.UUID) error
}

// CustomerSessions serializes the start and end of a customer's sessions.
type CustomerSessions interface {
	// LockCustomer blocks other transactions that lock the customer until this one ends.
	LockCustomer(ctx context.Context, account, customer uuid.UUID) error
	EndSessions(ctx context.Context, account, customer, but uuid.UUID) error // except the session but
	VoidReset(ctx context.Context, account, customer uuid.UUID) error        // removes the customer's reset, if there is one
}

// ResetStore stores the hashes of reset tokens, at most one for each customer.
type ResetStore interface {
	// PutReset replaces the customer's reset.
	PutReset(ctx context.Context, r PasswordReset) error
	// GetReset returns the reset with a hash. It fails with apperr.NotFound.
	GetReset(ctx context.Context, account uuid.UUID, hash []byte) (PasswordReset, error)
	// TakeReset removes a reset. It fails with apperr.NotFound if it no longer exists.
	TakeReset(ctx context.Context, r PasswordReset) error
}

// Throttle counts login attempts for all replicas together.
type Throttle interface {
	// Attempt admits at most limit attempts of a source per span. wait is 0 if this one is admitted.
	Attempt(ctx context.Context, source []byte, now time.Time, limit int, span time.Duration) (wait time.Duration, err error)
	// CountFailure counts a failure before the attempt, unless the window already has limit failures; then wait is the rest of the
	// window. A window starts with its first failure and has a fixed length.
	CountFailure(ctx context.Context, account uuid.UUID, login []byte, now time.Time, limit int,
		window time.Duration) (ends time.Time, wait time.Duration, err error)
	// LastLoginFrom returns the digest of the client address of the last login, or nil.
	LastLoginFrom(ctx context.Context, account uuid.UUID, login []byte) (address []byte, err error)
	// NoteLogin stores it.
	NoteLogin(ctx context.Context, account uuid.UUID, login, address []byte, now time.Time) error
	// TakeBackFailure removes one failure from the window that ends at ends.
	TakeBackFailure(ctx context.Context, account uuid.UUID, login []byte, ends time.Time) error
}

// Tokens signs and verifies access tokens.
type Tokens interface {
	Sign(c Claims) (string, error)
	// Read returns the claims of a token if it was signed with one of the keys and is valid at now; expired also allows one that has
	// expired. All errors are Unauthenticated and contain no part of the token.
	Read(token string, now time.Time, expired bool) (Claims, error)
}

// Passwords hashes and verifies passwords.
type Passwords interface {
	Hash(ctx context.Context, password string) (string, error)
	// Verify reports whether password matches hash. Nothing matches an empty hash, which takes the same time.
	Verify(ctx context.Context, password, hash string) (bool, error)
}

// Locations finds organizations and accounts.
type Locations interface {
	GetOrganization(ctx context.Context, name string) (uuid.UUID, error) // apperr.NotFound
	ListAccounts(ctx context.Context, organization uuid.UUID) ([]Location, error)
	RequireWritable(ctx context.Context, account uuid.UUID) error  // fails for a read-only account
	RequireOpen(ctx context.Context, organization uuid.UUID) error // fails for one that moves to another installation
}

// Location is an account.
type Location struct {
	ID   uuid.UUID
	Code string
}

// People finds customers.
type People interface {
	// Login returns the customer with login who has the e-mail address. It fails with apperr.NotFound.
	Login(ctx context.Context, account uuid.UUID, email string) (Login, error)
	// LoginOf returns the customer by id, with or without login. It fails with apperr.NotFound.
	LoginOf(ctx context.Context, account, customer uuid.UUID) (Login, error)
	// SetPassword sets the customer's password, which enables the login, unless allow returns an error. allow gets the current login, and
	// is called again if that changes before the password is set. SetPassword publishes the event that ends the customer's sessions.
	SetPassword(ctx context.Context, account, customer uuid.UUID, password string, allow func(context.Context, Login) error) error
	// LoggedIn records a successful login. For a customer who is gone, it does nothing.
	LoggedIn(ctx context.Context, account, customer uuid.UUID) error
	// Name returns the name that staff see.
	Name(ctx context.Context, account, customer uuid.UUID) (string, error)
	// Profile returns the customer as the caller of ctx, who is that customer, sees it.
	Profile(ctx context.Context, account, customer uuid.UUID) (Profile, error)
}

// Login is what decides whether a customer can log in.
type Login struct {
	Customer     uuid.UUID
	PasswordHash string // "": login is disabled
	Blocked      bool
	Email        string // "": none
}
