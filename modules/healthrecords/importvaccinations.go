package healthrecords

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/importing"
)

// VaccinationLine is an import line of type "vaccination". A record that was deleted here stays deleted, whatever the
// line says.
type VaccinationLine struct {
	importing.Dated
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
		After: []string{"pet", "vaccination_type"},
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
	vaccinations := s.vaccinations.Completed(today.vaccinations)
	return importing.Upsert(ctx, vaccinations, account, batch, func(line importing.Record[VaccinationLine], to *Vaccination) error {
		applyVaccination(line, to, types, resolve("pet", line.Line.Pet))
		today.checkDays(line.Line.ExpiresOn, line.Line.AdministeredOn, line.Errors)
		return nil
	})
}

// typesNamed holds the vaccination types with these keys of names; their ids by NameKey.
func (s *Service) typesNamed(ctx context.Context, account uuid.UUID, keys []string) (map[string]uuid.UUID, error) {
	if err := s.needBuiltIns(ctx, account); err != nil {
		return nil, err
	}
	slices.Sort(keys)
	found, err := s.stores.VaccinationTypes.NamedForShare(ctx, account, slices.Compact(keys))
	types := make(map[string]uuid.UUID, len(found))
	for _, t := range found {
		types[t.NameKey] = t.ID
	}
	return types, err
}

func applyVaccination(r importing.Record[VaccinationLine], to *Vaccination, types map[string]uuid.UUID, pet uuid.UUID) {
	l := r.Line
	kind, key := to.VaccinationTypeID, NameKey(l.VaccinationType)
	// A record keeps its type when that has been deleted, so the type's own name stays right for it.
	if !r.Exists || NameKey(to.Type.Get().Name) != key {
		named, ok := types[key]
		switch {
		case !ok:
			r.Errors.Add("vaccination_type", "unknown", "is not the name of a vaccination type of this account")
		case r.Exists && named != kind:
			r.Errors.Add("vaccination_type", "immutable", "is another type than the record has, and that cannot change")
		default:
			kind = named
		}
	}
	if r.Exists && to.PetID != pet {
		r.Errors.Add("pet", "immutable", "is another pet than the record is about, and that cannot change")
	}
	to.PetID = pet
	VaccinationCreate{
		kind, l.ExpiresOn, l.AdministeredOn, l.Manufacturer, l.LotNumber, l.Clinic, l.Veterinarian, l.Verified, l.Note, &r.ExternalID,
	}.apply(to)
}
