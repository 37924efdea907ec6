package healthrecords

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/text"
)

// VaccinationLine is an import line of type "vaccination". A record that was deleted here stays deleted, whatever the
// line says.
type VaccinationLine struct {
	importing.Dated
	Pet             string `json:"pet" minLength:"1" maxLength:"100" doc:"External id of the pet; does not change later" example:"P-1"`
	VaccinationType string `json:"vaccination_type" minLength:"1" maxLength:"80" example:"Rabies"`
	VaccinationDetails
}

// Docs describes the keys whose texts are too long for a tag, or differ.
func (VaccinationLine) Docs() map[string]string {
	return map[string]string{
		"vaccination_type": "Name of the vaccination type, without regard to case; does not change later",
		"administered_on":  "When it was given: not after expires_on, not in the future",
	}
}

// VaccinationImport offers "vaccination" to the import.
func (s *Service) VaccinationImport() importing.Type {
	return importing.For("healthrecords", importing.Spec[VaccinationLine]{
		Name:  "vaccination",
		After: []string{"pet", "vaccination_type"},
		Begin: s.ensureBuiltIns,
		Refs: func(l *VaccinationLine, refer func(field, recordType, externalID string)) {
			refer("pet", "pet", l.Pet)
		},
		Find:  s.stores.Vaccinations.IDs,
		Apply: s.importVaccinations,
	})
}

func (s *Service) importVaccinations(ctx context.Context, account uuid.UUID, batch []importing.Record[VaccinationLine],
	resolve importing.Resolve) error {
	names := make([]string, len(batch))
	for i, r := range batch {
		names[i] = NameKey(r.Line.VaccinationType)
	}
	types, err := s.typesNamed(ctx, account, names)
	if err != nil {
		return err
	}
	today, err := s.today(ctx, account)
	if err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(batch))
	for i, line := range batch {
		ids[i] = resolve("pet", line.Line.Pet)
	}
	pets, err := s.stores.Pets.Many(ctx, account, ids)
	if err != nil {
		return err
	}
	vaccinations := s.vaccinations.Completed(today.vaccinations)
	return importing.Upsert(ctx, vaccinations, account, batch, func(line importing.Record[VaccinationLine], to *Vaccination) error {
		pet := resolve("pet", line.Line.Pet)
		applyVaccination(line, to, types, Pet{ID: pet, Species: pets[pet].Species}, today)
		return nil
	})
}

// typesNamed holds the vaccination types with these keys of names; by NameKey.
func (s *Service) typesNamed(ctx context.Context, account uuid.UUID, keys []string) (map[string]VaccinationType, error) {
	slices.Sort(keys)
	found, err := s.stores.VaccinationTypes.NamedForShare(ctx, account, slices.Compact(keys))
	types := make(map[string]VaccinationType, len(found))
	for _, t := range found {
		types[t.NameKey] = t
	}
	return types, err
}

func applyVaccination(r importing.Record[VaccinationLine], to *Vaccination, types map[string]VaccinationType, pet Pet, today Today) {
	l := r.Line
	key := NameKey(l.VaccinationType)
	named, ok := types[key]
	kind := to.VaccinationTypeID
	// A record keeps its type when that has been deleted, so the type's own name stays right for it.
	if !r.Exists || NameKey(to.Type.Get().Name) != key {
		switch {
		case !ok:
			r.Errors.Add("vaccination_type", "unknown", "is not the name of a vaccination type of this account")
		case r.Exists && named.ID != kind:
			r.Errors.Add("vaccination_type", "immutable", "is another type than the record has, and that cannot change")
		default:
			kind = named.ID
		}
	}
	if ok && !r.Exists && pet.Species != "" {
		named.checkSpecies("vaccination_type", pet.Species, r.Errors)
	}
	if r.Exists && to.PetID != pet.ID {
		r.Errors.Add("pet", "immutable", "is another pet than the record is about, and that cannot change")
	}
	to.PetID, to.VaccinationTypeID, to.ExternalID = pet.ID, kind, text.Optional(&r.ExternalID)
	expires, known := named.expiry(l.ExpiresOn, l.AdministeredOn)
	if r.Exists && l.ExpiresOn == nil && sameDay(l.AdministeredOn, to.AdministeredOn) {
		expires, known = to.ExpiresOn, true // it was reckoned when the record was made, as the type was then
	}
	l.apply(to)
	if !known {
		r.Errors.Add("expires_on", "required", noExpiry(l.AdministeredOn))
		return
	}
	today.checkDays(expires, l.AdministeredOn, r.Errors)
	to.expires(expires, today)
}

func sameDay(a, b *clock.Day) bool { return a != nil && b != nil && *a == *b }
