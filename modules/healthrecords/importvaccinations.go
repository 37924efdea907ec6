package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
)

// VaccinationLine is an import line of type "vaccination". A record that was deleted here stays deleted, whatever the
// line says.
type VaccinationLine struct {
	importing.Dated
	Pet             string `json:"pet" minLength:"1" maxLength:"100" doc:"External id of the pet; does not change later" example:"P-1"`
	VaccinationType string `json:"vaccination_type" minLength:"1" maxLength:"100" example:"Rabies"`
	VaccinationDetails
}

// Docs describes the keys whose texts are too long for a tag, or differ.
func (VaccinationLine) Docs() map[string]string {
	return map[string]string{
		"vaccination_type": "External id or name of the vaccination type; the case of a name does not count. Does not change later",
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
		Export: importing.Exported[VaccinationLine](s.vaccinations, importing.Export[Vaccination]{
			Names:   map[string]string{"pet": "pet", "vaccination_type": "vaccination_type"},
			Without: followsFromDays,
		}),
	})
}

// followsFromDays are the keys of records that no line has.
var followsFromDays = map[string]string{"type": "it follows from its id", "status": "it follows from expires_on",
	"days_until_expiry": "it follows from expires_on", "current": "it follows from expires_on", "proof_file_id": "files are not exported"}

func (s *Service) importVaccinations(ctx context.Context, account uuid.UUID, batch []importing.Record[VaccinationLine],
	resolve importing.Resolve) error {
	names := lists.Map(batch, func(r importing.Record[VaccinationLine]) string { return r.Line.VaccinationType })
	types, err := s.typesNamed(ctx, account, names)
	if err != nil {
		return err
	}
	identified, err := s.stores.VaccinationTypes.Identified(ctx, account, text.Distinct(names))
	if err != nil {
		return err
	}
	today, err := s.today(ctx, account)
	if err != nil {
		return err
	}
	ids, err := keepPets(ctx, s, account, batch, func(l VaccinationLine) uuid.UUID { return resolve("pet", l.Pet) })
	if err != nil {
		return err
	}
	pets, err := s.stores.Pets.Many(ctx, account, ids)
	if err != nil {
		return err
	}
	vaccinations := s.vaccinations.Completed(today.vaccinations)
	return importing.Upsert(ctx, vaccinations, account, batch, func(line importing.Record[VaccinationLine], to *Vaccination) error {
		applyVaccination(line, to, types, identified[to.VaccinationTypeID], pets[resolve("pet", line.Line.Pet)], today)
		return nil
	})
}

// typesNamed finds and holds vaccination types by external id, or else by name.
func (s *Service) typesNamed(ctx context.Context, account uuid.UUID, names []string) (map[string]VaccinationType, error) {
	names = text.Distinct(names)
	keys := lists.Map(names, NameKey)
	found, err := s.stores.VaccinationTypes.NamedForShare(ctx, account, keys, names)
	if err != nil {
		return nil, err
	}
	deleted, err := s.stores.VaccinationTypes.Deleted(ctx, account, names)
	if err != nil {
		return nil, err
	}
	byKey, byID := make(map[string]VaccinationType, len(found)), map[string]VaccinationType{}
	for _, t := range found {
		byKey[t.NameKey] = t
		if t.ExternalID != nil {
			byID[*t.ExternalID] = t
		}
	}
	for _, t := range deleted {
		byID[t.ID.String()] = t
		if t.ExternalID != nil && byID[*t.ExternalID].ID == uuid.Nil {
			byID[*t.ExternalID] = t
		}
	}
	types := make(map[string]VaccinationType, len(names))
	for i, name := range names {
		t, ok := byID[name]
		if !ok {
			t, ok = byKey[keys[i]]
		}
		if ok {
			types[name] = t
		}
	}
	return types, nil
}

func applyVaccination(r importing.Record[VaccinationLine], to *Vaccination, types map[string]VaccinationType, typeID string,
	pet Pet, today Today) {
	l := r.Line
	named := types[l.VaccinationType]
	applyType(r, to, &named, typeID, pet.Species)
	if r.Exists && to.PetID != pet.ID {
		r.Errors.Add("pet", "immutable", "is another pet than the record is about, and that cannot change")
	}
	to.PetID, to.ExternalID = pet.ID, text.Optional(&r.ExternalID)
	expires, known := expiryOf(r, to, named)
	l.apply(to)
	if !known {
		r.Errors.Add("expires_on", "required", noExpiry(l.AdministeredOn))
		return
	}
	today.checkDays(expires, l.AdministeredOn, r.Errors)
	to.expires(expires, today)
}

// applyType gives a new record the type that its line names, and checks that the line of an existing one names the type that it has, whose
// external id, if it has one, is typeID.
func applyType(r importing.Record[VaccinationLine], to *Vaccination, named *VaccinationType, typeID, species string) {
	switch {
	// A record keeps its type when that is deleted.
	case r.Exists && (r.Line.VaccinationType == typeID || NameKey(to.Type.Get().Name) == NameKey(r.Line.VaccinationType)):
	case named.ID == uuid.Nil:
		r.Errors.Add("vaccination_type", "unknown", "is not the external id or name of a vaccination type of this account")
		named.DefaultValidityMonths = new(defaultValidityMonths) // so that this is the only fault
	case r.Exists && named.ID != to.VaccinationTypeID:
		r.Errors.Add("vaccination_type", "immutable", "is another type than the record has, and that cannot change")
	case !r.Exists:
		to.VaccinationTypeID = named.ID
		named.checkSpecies("vaccination_type", species, r.Errors)
	}
}

// expiryOf returns the last valid day that a line gives. If it gives none, a record whose day of administration stays the same keeps the
// day that followed from its type when it was made.
func expiryOf(r importing.Record[VaccinationLine], before *Vaccination, named VaccinationType) (clock.Day, bool) {
	l := r.Line
	if r.Exists && l.ExpiresOn == nil && sameDay(l.AdministeredOn, before.AdministeredOn) {
		return before.ExpiresOn, true
	}
	return named.expiry(l.ExpiresOn, l.AdministeredOn)
}

func sameDay(a, b *clock.Day) bool { return a != nil && b != nil && *a == *b }
