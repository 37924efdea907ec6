package customerspets

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// CustomerStore keeps customers. Writes fail with ErrEmailTaken or ErrCustomerExternalIDTaken. They also write the search texts and the
// duplicate keys of the customers and of their pets, where these change.
type CustomerStore interface {
	record.Store[Customer]
	Get(ctx context.Context, account, id uuid.UUID) (Customer, error)
	Exists(ctx context.Context, account, id uuid.UUID) error
	// List lists customers, newest first, without matching pets, passwords and search texts.
	List(ctx context.Context, account uuid.UUID, filter CustomerFilter, page paging.Request) (paging.Page[Customer], error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	Login(ctx context.Context, account uuid.UUID, email string) (Login, error)
	// SharedLogins finds customers with login who have one e-mail. There are some only while an import defers the constraint.
	SharedLogins(ctx context.Context, account uuid.UUID) ([][]uuid.UUID, error)
	LoggedIn(ctx context.Context, account, customer uuid.UUID, at time.Time) error
	// Labels reads names and phones; ids that name nothing are not in the answer.
	Labels(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]CustomerLabel, error)
	// Many reads customers; ids that name nothing are not in the answer.
	Many(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Customer, error)
	// Alike finds other customers who have the e-mail or one of the phones of a customer that has been created, in the order of their ids.
	// Of two that are created at the same time, at least one finds the other.
	Alike(ctx context.Context, c Customer) ([]uuid.UUID, error)
	// AllAlike finds the e-mails and phones that several customers have; it is an importing.FindAlike.
	AllAlike(ctx context.Context, account uuid.UUID, page func([]importing.Alike) error) error
	// ExternalIDs returns the external ids of customers that have one.
	ExternalIDs(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error)
	listedBy
}

// CustomerLabel is what a customer is called.
type CustomerLabel struct {
	FirstName, LastName *string
	Phone               *string // the primary one
	Alert               *string
}

// PetStore keeps pets. Writes fail with ErrPetExternalIDTaken, and with apperr.NotFound when there is no such customer. They also write
// what CustomerStore does for the owners.
type PetStore interface {
	record.Source[Pet]
	record.Store[Pet]
	record.Remover
	Get(ctx context.Context, account, id uuid.UUID) (Pet, error)
	Exists(ctx context.Context, account, id uuid.UUID) error
	// Many reads pets; ids that name nothing are not in the answer.
	Many(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Pet, error)
	// CountOf counts the pets of customers; those without pets are not in the answer.
	CountOf(ctx context.Context, account uuid.UUID, customers []uuid.UUID) (map[uuid.UUID]int, error)
	Owner(ctx context.Context, account, id uuid.UUID) (uuid.UUID, error)
	// ExistsOf fails with apperr.NotFound unless the customer has the pet.
	ExistsOf(ctx context.Context, account, customer, id uuid.UUID) error
	// Keep returns those of the pets that exist, and keeps them from being removed until the transaction ends.
	Keep(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]bool, error)
	// Labels reads names and owners; ids that name nothing are not in the answer.
	Labels(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]PetLabel, error)
	// Named finds pets of customers with one of the words in their names, at most 10 of each, in the order of their ids.
	Named(ctx context.Context, account uuid.UUID, customers []uuid.UUID, words []SearchWord) (map[uuid.UUID][]PetName, error)
	// List lists the pets of a customer, or with uuid.Nil of all customers, newest first, without search texts.
	List(ctx context.Context, account, customer uuid.UUID, filter PetFilter, page paging.Request) (paging.Page[Pet], error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	WithBreed(ctx context.Context, account, breed uuid.UUID) ([]uuid.UUID, error)
	WithPhoto(ctx context.Context, account, file uuid.UUID) ([]uuid.UUID, error)
	listedBy
}

// PetLabel is what a pet is called.
type PetLabel struct {
	Name, Species string
	Alert         *string
	Photo         *PetPhoto
	Customer      PetCustomer
}

// listedBy finds records by what lists and forms gave them. Nothing else gets it meanwhile, because the entry or the form is locked; what
// loses it is seen when the records are locked to be changed.
type listedBy interface {
	WithColourCode(ctx context.Context, account, code uuid.UUID) ([]uuid.UUID, error)
	// WithField finds those with a value of a custom field; with values, one of these.
	WithField(ctx context.Context, account uuid.UUID, key string, values []string) ([]uuid.UUID, error)
	// CountWithField counts them.
	CountWithField(ctx context.Context, account uuid.UUID, key string, values []string) (int, error)
}

// Kind tells customers from pets where lists and forms have both.
type Kind string

// The kinds of records.
const (
	OfCustomers Kind = "customer"
	OfPets      Kind = "pet"
)

// Lists are the account's configurable lists and forms. Methods named …ForShare also lock the result against changes until the
// transaction ends. Results lack what does not exist. Methods named …Named find external ids, or else names or numbers.
type Lists interface {
	BreedsForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]Breed, error)
	BreedsNamed(ctx context.Context, account uuid.UUID, species string, names []string) (map[string]Breed, error)
	// BreedNames lists the names that have a comma or another mark between their parts.
	BreedNames(ctx context.Context, account uuid.UUID) ([]string, error)
	StatusesForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error) // names
	StatusesNamed(ctx context.Context, account uuid.UUID, names []string) (map[string]uuid.UUID, error)
	ColourCodesForShare(ctx context.Context, account uuid.UUID, kind Kind, ids []uuid.UUID) (map[uuid.UUID]bool, error)
	ColourCodesNamed(ctx context.Context, account uuid.UUID, kind Kind, names []string) (map[string]uuid.UUID, error)
	FormForShare(ctx context.Context, account uuid.UUID, kind Kind) (Form, error)
	Form(ctx context.Context, account uuid.UUID, kind Kind) (Form, error)
	Statuses(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error) // names
}

// Photos knows the files of customers and pets.
type Photos interface {
	// Move gives the files of a record to another one. It calls found with their number first.
	Move(ctx context.Context, account uuid.UUID, kind Kind, from, to uuid.UUID, found func(n int) error) error
	// Check fails with apperr.NotFound unless the file is a picture that belongs to the pet. It stays one until the transaction ends.
	Check(ctx context.Context, account, pet, file uuid.UUID) error
}

// Breed is what a pet needs to know of a breed.
type Breed struct {
	ID      uuid.UUID
	Name    string
	Species string
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
	E164     string        // with the extension, if it has one: +442079460123;ext=4
	National func() string // the digits that are dialled inside of the country; not every number needs them
}

// Passwords hashes passwords; it is slow by design.
type Passwords interface {
	Hash(ctx context.Context, password string) (string, error)
	Verify(ctx context.Context, password, hash string) (bool, error)
}
