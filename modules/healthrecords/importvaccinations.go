package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/importing"
)

// VaccinationLine is an import line of type "vaccination". A record that was deleted here stays deleted, whatever the
// line says.
type VaccinationLine struct {
	Pet             string     `json:"pet" minLength:"1" maxLength:"100" doc:"External id of the pet; does not change later" example:"P-1"`
	VaccinationType string     `json:"vaccination_type" minLength:"1" maxLength:"80" doc:"Name of the vaccination type, without regard to case; does not change later" example:"Rabies"`
	ExpiresOn       clock.Day  `json:"expires_on" format:"date" doc:"The last valid day" example:"2027-03-14"`
	AdministeredOn  *clock.Day `json:"administered_on,omitempty" format:"date" doc:"When it was given: not after expires_on, not in the future" example:"2026-03-14"`
	Manufacturer    *string    `json:"manufacturer,omitempty" maxLength:"120" doc:"Who made the vaccine" example:"Nordimmun"`
	LotNumber       *string    `json:"lot_number,omitempty" maxLength:"120" doc:"Lot of the vaccine" example:"A04711-2"`
	Clinic          *string    `json:"clinic,omitempty" maxLength:"120" doc:"Where it was given" example:"Parkside Vets"`
	Veterinarian    *string    `json:"veterinarian,omitempty" maxLength:"120" doc:"Who gave it" example:"Dr Amara Obi"`
	Verified        bool       `json:"verified,omitempty" doc:"Whether staff have seen the certificate (false)"`
	Note            *string    `json:"note,omitempty" maxLength:"2000" doc:"Remarks" example:"Certificate seen as photo only."`
}

// VaccinationImport offers "vaccination" to the import.
func (s *Service) VaccinationImport() importing.Type {
	return importing.For("healthrecords", importing.Spec[VaccinationLine]{
		Name:  "vaccination",
		After: []string{"pet"},
		Refs: func(l *VaccinationLine, refer func(field, recordType, externalID string)) {
			refer("pet", "pet", l.Pet)
		},
		Find:  s.store.VaccinationIDs,
		Apply: s.importVaccinations,
	})
}

func (s *Service) importVaccinations(ctx context.Context, account uuid.UUID, batch []importing.Record[VaccinationLine], resolve importing.Resolve) error {
	known, err := s.store.LockVaccinations(ctx, account, importing.Existing(batch))
	if err != nil {
		return err
	}
	types, err := s.typesNamed(ctx, account, batch)
	if err != nil {
		return err
	}
	today, err := s.today(ctx, account)
	if err != nil {
		return err
	}
	for id, v := range known {
		known[id] = v.on(today)
	}
	now := s.clock.Now()
	out, err := importing.UpsertPlan[VaccinationLine, Vaccination]{
		Created: VaccinationCreated, Updated: VaccinationUpdated,
		Make: func(r importing.Record[VaccinationLine]) Vaccination {
			return Vaccination{ID: r.ID, AccountID: account, CreatedAt: now, UpdatedAt: now, Version: 1}
		},
		Apply: func(r importing.Record[VaccinationLine], to *Vaccination) {
			*to = applyVaccination(r, *to, types, resolve("pet", r.Line.Pet), today)
		},
		Touch: func(to *Vaccination) { to.Version, to.UpdatedAt = to.Version+1, now },
	}.Plan(account, withoutDeleted(batch, known), known)
	if err != nil {
		return err
	}
	if err := s.store.SaveVaccinations(ctx, append(out.Created, out.Changed...)); err != nil {
		return err
	}
	return s.recordVaccinations(ctx, account, out.Events, today)
}

// recordVaccinations records the events of a batch with the records as they stand once all of it is written: which of
// them are current depends on the others.
func (s *Service) recordVaccinations(ctx context.Context, account uuid.UUID, list []events.Public, today Today) error {
	written := make([]uuid.UUID, len(list))
	for i, e := range list {
		written[i] = e.Record
	}
	found, err := s.store.VaccinationsByID(ctx, account, written)
	if err != nil {
		return err
	}
	for i, e := range list {
		list[i].Object = found[e.Record].on(today)
	}
	return s.events.Record(ctx, list...)
}

// typesNamed holds the vaccination types that a batch names, by NameKey.
func (s *Service) typesNamed(ctx context.Context, account uuid.UUID, batch []importing.Record[VaccinationLine]) (map[string]VaccinationType, error) {
	if err := s.needBuiltIns(ctx, account); err != nil {
		return nil, err
	}
	named := map[string]bool{}
	keys := []string{}
	for _, r := range batch {
		if key := NameKey(r.Line.VaccinationType); !named[key] {
			named[key] = true
			keys = append(keys, key)
		}
	}
	return s.store.TypesByNameForShare(ctx, account, keys)
}

// withoutDeleted leaves out lines whose record was deleted here: bringing it back would undo what staff did.
func withoutDeleted(batch []importing.Record[VaccinationLine], known map[uuid.UUID]Vaccination) []importing.Record[VaccinationLine] {
	live := make([]importing.Record[VaccinationLine], 0, len(batch))
	for _, r := range batch {
		if _, there := known[r.ID]; there || !r.Exists {
			live = append(live, r)
		}
	}
	return live
}

func applyVaccination(r importing.Record[VaccinationLine], to Vaccination, types map[string]VaccinationType, pet uuid.UUID, today Today) Vaccination {
	l := r.Line
	kind := to.VaccinationTypeID
	key := NameKey(l.VaccinationType)
	// A record keeps its type when that has been deleted, so the type's own name stays right for it.
	if !r.Exists || NameKey(to.Type.Name) != key {
		named, ok := types[key]
		switch {
		case !ok:
			r.Errors.Add("vaccination_type", "unknown", "is not the name of a vaccination type of this account")
		case r.Exists && named.ID != kind:
			r.Errors.Add("vaccination_type", "immutable", "is another type than the record has, and that cannot change")
		default:
			kind = named.ID
		}
	}
	if r.Exists && to.PetID != pet {
		r.Errors.Add("pet", "immutable", "is another pet than the record is about, and that cannot change")
	}
	today.checkDays(l.ExpiresOn, l.AdministeredOn, r.Errors)

	v := VaccinationCreate{
		kind, l.ExpiresOn, l.AdministeredOn, l.Manufacturer, l.LotNumber, l.Clinic, l.Veterinarian, l.Verified, l.Note, &r.ExternalID,
	}.vaccination()
	v.ID, v.AccountID, v.PetID, v.Type, v.Current = to.ID, to.AccountID, pet, to.Type, to.Current
	v.CreatedAt, v.UpdatedAt, v.Version = to.CreatedAt, to.UpdatedAt, to.Version
	return v.on(today)
}
