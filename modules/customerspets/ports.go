package customerspets

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/paging"
)

// Store keeps customers and pets. Its methods join the transaction of the context; those that lock need one.
type Store interface {
	CustomerStore
	PetStore
}

// CustomerStore keeps customers. What is read one by one or in lists lacks PasswordHash and Search; what is locked or
// read for an import is complete. Saving fails with ErrEmailTaken or ErrCustomerExternalIDTaken.
type CustomerStore interface {
	Customer(ctx context.Context, account, id uuid.UUID) (Customer, error)
	Customers(ctx context.Context, account uuid.UUID, filter CustomerFilter, page paging.Request) (paging.Page[Customer], error)
	CustomerIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	Login(ctx context.Context, account uuid.UUID, email string) (Login, error)
	LoginEmails(ctx context.Context, account uuid.UUID, emails []string) (map[string]uuid.UUID, error) // of customers with login, by lower case
	LoggedIn(ctx context.Context, account, customer uuid.UUID, at time.Time) error

	LockCustomer(ctx context.Context, account, id uuid.UUID) (Customer, error)
	LockCustomers(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]Customer, error) // by id
	InsertCustomer(ctx context.Context, c Customer) error
	UpdateCustomer(ctx context.Context, before, after Customer) error
	SaveCustomers(ctx context.Context, account uuid.UUID, created, changed []Customer) error

	CustomersWithColourCode(ctx context.Context, account, code uuid.UUID) ([]uuid.UUID, error)
	CustomersWithField(ctx context.Context, account uuid.UUID, key string, values []string) ([]uuid.UUID, error)
	RewriteCustomers(ctx context.Context, account uuid.UUID, changed []Customer) error // what reactions change
}

// PetStore keeps pets; none of its pets has its SecondaryPetStatus. Saving fails with ErrPetExternalIDTaken, and with
// apperr.NotFound when there is no such customer.
type PetStore interface {
	Pet(ctx context.Context, account, id uuid.UUID) (Pet, error)
	Pets(ctx context.Context, account, customer uuid.UUID, filter PetFilter, page paging.Request) (paging.Page[Pet], error)
	PetIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)

	LockPet(ctx context.Context, account, id uuid.UUID) (Pet, error)
	LockPets(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]Pet, error) // by id
	InsertPet(ctx context.Context, p Pet) error
	UpdatePet(ctx context.Context, p Pet) error
	SavePets(ctx context.Context, created, changed []Pet) error

	PetsWithBreed(ctx context.Context, account, breed uuid.UUID) ([]uuid.UUID, error)
	PetsWithColourCode(ctx context.Context, account, code uuid.UUID) ([]uuid.UUID, error)
	PetsWithField(ctx context.Context, account uuid.UUID, key string, values []string) ([]uuid.UUID, error)
	RewritePets(ctx context.Context, account uuid.UUID, changed []Pet) error // what reactions change
}

// Kind tells customers from pets where lists and forms have both.
type Kind string

// The kinds of records.
const (
	OfCustomers Kind = "customer"
	OfPets      Kind = "pet"
)

// Lists are the account's configurable lists and forms. Hold… keeps what it answers from changing until the
// transaction ends; ids that name nothing are not in the answer.
type Lists interface {
	BreedsForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Breed, error)
	BreedsByName(ctx context.Context, account uuid.UUID, species string, names []string) (map[string]Breed, error) // by folded name
	StatusesForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error)        // names
	StatusesByName(ctx context.Context, account uuid.UUID, names []string) (map[string]uuid.UUID, error)           // by folded name
	ColourCodesForShare(ctx context.Context, account uuid.UUID, kind Kind, ids []uuid.UUID) (map[uuid.UUID]bool, error)
	ColourCodesByNumber(ctx context.Context, account uuid.UUID, kind Kind, numbers []int) (map[int]uuid.UUID, error)
	FormForShare(ctx context.Context, account uuid.UUID, kind Kind) (Form, error)
	Form(ctx context.Context, account uuid.UUID, kind Kind) (Form, error)
	StatusNames
}

// StatusNames knows the names of secondary pet statuses.
type StatusNames interface {
	Statuses(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error)
}

// Breed is what a pet needs to know of a breed.
type Breed struct {
	ID      uuid.UUID
	Name    string
	Species string
}

// Form is what an account asks for in the records of a kind.
type Form struct {
	Standard map[string]Rule // by key
	Custom   map[string]Rule
	// Check gives values of custom fields as they are stored (nil: cleared), and what is wrong at custom_fields.<key>.
	Check func(values map[string]any) (map[string]any, apperr.FieldErrors)
}

// Rule is what a form says of one field.
type Rule struct {
	Required bool // a new record needs a value
	Visible  bool // to customers
	Editable bool // to changes by customers
}

// Locations knows the accounts.
type Locations interface {
	Country(ctx context.Context, account uuid.UUID) (string, error)
	Zone(ctx context.Context, account uuid.UUID) (*time.Location, error)
}

// Phones reads phone numbers.
type Phones interface {
	Read(number, country string) (PhoneNumber, bool) // country "": international form only
	National(e164 string) string
}

// PhoneNumber is a number in two forms.
type PhoneNumber struct {
	E164     string
	National func() string // the digits that are dialled inside of the country; not every number needs them
}

// Passwords hashes passwords; it is slow by design.
type Passwords interface {
	Hash(ctx context.Context, password string) (string, error)
	Verify(ctx context.Context, password, hash string) (bool, error)
}
