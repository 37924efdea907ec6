package incidents

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// ErrExternalIDTaken is returned by writes when another incident of the account has the external id.
var ErrExternalIDTaken = apperr.NewConflict("duplicate", "another incident has this external_id already")

// Pets knows the pets that incidents are about.
type Pets interface {
	// Owners are the customers who own pets, by pet; pets that the account does not have are left out.
	Owners(ctx context.Context, account uuid.UUID, pets []uuid.UUID) (map[uuid.UUID]uuid.UUID, error)
}

// Filter picks incidents of a list; the zero value of each is no filter.
type Filter struct {
	Pet    uuid.UUID
	Kind   Kind
	Status Status
}

// Store keeps incidents.
type Store interface {
	record.Store[Incident]
	Get(ctx context.Context, account, id uuid.UUID) (Incident, error)
	// List lists the newest first.
	List(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Incident], error)
	IDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error)
	// OfPets are the ids of all incidents of some pets.
	OfPets(ctx context.Context, account uuid.UUID, pets []uuid.UUID) ([]uuid.UUID, error)
	// Open counts the open incidents of every kind.
	Open(ctx context.Context, account uuid.UUID) (map[Kind]int, error)
}

// Settings are PETCARE_INCIDENTS_….
type Settings struct {
	ReportWithin time.Duration `env:"REPORT_WITHIN" envDefault:"720h"`
}

// Check says by setting what is out of range.
func (s Settings) Check() map[string]string {
	if s.ReportWithin < 24*time.Hour {
		return map[string]string{"REPORT_WITHIN": "is at least 24h"}
	}
	return nil
}

// Service is what incidents offers.
type Service struct {
	env       record.Env
	store     Store
	incidents *record.Life[Incident]
	pets      Pets
	settings  Settings
}

// NewService makes a Service.
func NewService(store Store, pets Pets, env record.Env, settings Settings) *Service {
	return &Service{env, store, record.NewLife(env, store, record.EventTypes{Created: Created, Updated: Updated, Deleted: Deleted}),
		pets, settings}
}

// List lists incidents, newest first.
func (s *Service) List(ctx context.Context, account uuid.UUID, f Filter, page paging.Request) (paging.Page[Incident], error) {
	return s.store.List(ctx, account, f, page)
}

// Get reads an incident; apperr.NotFound when there is none.
func (s *Service) Get(ctx context.Context, account, id uuid.UUID) (Incident, error) {
	return s.store.Get(ctx, account, id)
}

// Create reports an incident. It fails with apperr.Invalid for a pet that the account does not have and a day outside of those that
// are reported, and with ErrExternalIDTaken.
func (s *Service) Create(ctx context.Context, account uuid.UUID, c IncidentCreate) (i Incident, err error) {
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		var errs apperr.FieldErrors
		owners, err := s.pets.Owners(ctx, account, []uuid.UUID{c.PetID})
		if err != nil {
			return err
		}
		owner, known := owners[c.PetID]
		if !known {
			errs.Add("pet_id", "unknown", "is not a pet of this account")
		}
		s.checkDay(c.OccurredOn, &errs)
		if first := s.daysAgo(s.settings.ReportWithin); c.OccurredOn.Before(first) {
			errs.Add("occurred_on", "range", fmt.Sprintf("is too long ago: %s at the earliest", first))
		}
		if err := errs.Err(); err != nil {
			return err
		}
		i, err = s.incidents.Create(ctx, Incident{Meta: record.New(account), PetID: c.PetID, CustomerID: owner, Kind: c.Kind, Status: Open,
			OccurredOn: c.OccurredOn, Description: c.Description, ActionTaken: text.Optional(c.ActionTaken),
			ExternalID: text.Optional(c.ExternalID)})
		return err
	})
	return i, err
}

// Update changes an incident. It fails with apperr.NotFound, apperr.VersionMismatch, apperr.Invalid and ErrExternalIDTaken.
func (s *Service) Update(ctx context.Context, account, id uuid.UUID, p IncidentPatch, match patch.Precondition) (Incident, error) {
	return s.incidents.Update(ctx, account, id, match, func(_ context.Context, i *Incident) error {
		var errs apperr.FieldErrors
		p.Kind.NotNull(&i.Kind, "kind", &errs)
		p.Status.NotNull(&i.Status, "status", &errs)
		p.OccurredOn.NotNull(&i.OccurredOn, "occurred_on", &errs)
		p.Description.NotNull(&i.Description, "description", &errs)
		p.ActionTaken.ApplyPtr(&i.ActionTaken)
		p.ExternalID.ApplyPtr(&i.ExternalID)
		i.ActionTaken, i.ExternalID = text.Optional(i.ActionTaken), text.Optional(i.ExternalID)
		s.checkDay(i.OccurredOn, &errs)
		return errs.Err()
	})
}

// Delete removes an incident for good. It fails with apperr.NotFound and apperr.VersionMismatch.
func (s *Service) Delete(ctx context.Context, account, id uuid.UUID, match patch.Precondition) error {
	return s.incidents.Delete(ctx, account, id, match)
}

// OpenByKind counts the open incidents of every kind.
func (s *Service) OpenByKind(ctx context.Context, account uuid.UUID) (map[Kind]int, error) {
	return s.store.Open(ctx, account)
}

// SavedPet is what incidents have to know of a pet that was changed.
type SavedPet struct {
	Owner    uuid.UUID
	Deceased bool
}

// PetsSaved keeps the incidents of pets with their owners, and closes those of pets that have died.
func (s *Service) PetsSaved(ctx context.Context, account uuid.UUID, pets map[uuid.UUID]SavedPet) error {
	of, err := s.store.OfPets(ctx, account, slices.Collect(maps.Keys(pets)))
	if err != nil {
		return err
	}
	return s.incidents.UpdateMany(ctx, account, of, func(i *Incident) bool {
		pet, before := pets[i.PetID], *i
		i.CustomerID = pet.Owner
		if pet.Deceased {
			i.Status = Closed
		}
		return *i != before
	})
}

// Move gives the incidents of a pet to another one, into which it is merged. It calls found with their number first.
func (s *Service) Move(ctx context.Context, account, from, to uuid.UUID, found func(n int) error) error {
	of, err := s.store.OfPets(ctx, account, []uuid.UUID{from})
	if err != nil {
		return err
	}
	if err := found(len(of)); err != nil {
		return err
	}
	owners, err := s.pets.Owners(ctx, account, []uuid.UUID{to})
	if err != nil {
		return err
	}
	return s.incidents.UpdateMany(ctx, account, of, func(i *Incident) bool { i.PetID, i.CustomerID = to, owners[to]; return true })
}

// checkDay leaves a day to accounts that are ahead of UTC.
func (s *Service) checkDay(day clock.Day, errs *apperr.FieldErrors) {
	if day.After(s.daysAgo(-24 * time.Hour)) {
		errs.Add("occurred_on", "range", "is in the future")
	}
}

func (s *Service) daysAgo(d time.Duration) clock.Day {
	return clock.DayOf(s.env.Clock.Now().Add(-d), time.UTC)
}
