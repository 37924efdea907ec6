package healthrecords

import (
	"cmp"
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// VaccinationFilter picks vaccinations of a list; zero values are no filter.
type VaccinationFilter struct {
	Status  Status
	Current *bool
	Type    *uuid.UUID
}

// ListVaccinations lists the vaccinations of a pet, newest first; apperr.NotFound when there is no such pet.
func (s *Service) ListVaccinations(ctx context.Context, account, pet uuid.UUID, f VaccinationFilter,
	page paging.Request) (paging.Page[Vaccination], error) {
	return listOfPet(ctx, s, account, pet, func(ctx context.Context, today Today) (paging.Page[Vaccination], error) {
		q := VaccinationQuery{Pet: pet, Type: f.Type, Current: f.Current, Expires: today.span(f.Status)}
		found, err := s.stores.Vaccinations.List(ctx, account, q, page)
		for i := range found.Items {
			v := &found.Items[i]
			v.Standing = today.standing(v.ExpiresOn)
		}
		return found, err
	})
}

// CreateVaccination adds a vaccination to a pet. It fails with apperr.Forbidden for customers, apperr.NotFound when there is no such
// pet, apperr.Invalid for a type that the account does not have or days out of order, and ErrExternalIDTaken.
func (s *Service) CreateVaccination(ctx context.Context, account, pet uuid.UUID, c VaccinationCreate) (v Vaccination, err error) {
	err = s.write(ctx, account, pet, func(ctx context.Context, of Pet, vaccinations *record.Life[Vaccination], today Today) error {
		types, err := s.stores.VaccinationTypes.ManyForShare(ctx, account, []uuid.UUID{c.VaccinationTypeID})
		if err != nil {
			return err
		}
		var errs apperr.FieldErrors
		var kind VaccinationType
		if len(types) == 0 {
			errs.Add("vaccination_type_id", "unknown", "is not a vaccination type of this account")
			kind.DefaultValidityMonths = new(defaultValidityMonths) // so that this is the only fault
		} else {
			kind = types[0]
			kind.checkSpecies("vaccination_type_id", of.Species, &errs)
		}
		var proof patch.Field[uuid.UUID]
		if c.ProofFileID != nil {
			proof = patch.Of(*c.ProofFileID)
		}
		if err := s.checkProof(ctx, account, pet, proof, &errs); err != nil {
			return err
		}
		expires, ok := kind.expiry(c.ExpiresOn, c.AdministeredOn)
		if ok {
			today.checkDays(expires, c.AdministeredOn, &errs)
		} else {
			errs.Add("expires_on", "required", noExpiry(c.AdministeredOn))
		}
		if err := errs.Err(); err != nil {
			return err
		}
		v = Vaccination{Meta: record.New(account), PetID: pet, VaccinationTypeID: kind.ID, ExternalID: text.Optional(c.ExternalID),
			ProofFileID: c.ProofFileID}
		c.apply(&v)
		v.expires(expires, today)
		v, err = vaccinations.Create(ctx, v)
		return err
	})
	return v, err
}

// UpdateVaccination changes a vaccination. Customers change the proof of one that is not verified, and get apperr.Forbidden for all else.
// It fails with apperr.NotFound when the pet has none with the id, apperr.VersionMismatch when match does not name its version,
// apperr.Invalid and ErrExternalIDTaken.
func (s *Service) UpdateVaccination(ctx context.Context, account, pet, id uuid.UUID, p VaccinationPatch,
	match patch.Precondition) (v Vaccination, err error) {
	err = s.change(ctx, account, pet, func(ctx context.Context, _ Pet, vaccinations *record.Life[Vaccination], today Today) error {
		var errs apperr.FieldErrors
		if err := s.checkProof(ctx, account, pet, p.ProofFileID, &errs); err != nil {
			return err
		}
		v, err = vaccinations.Update(ctx, account, id, match, func(ctx context.Context, v *Vaccination) error {
			before := *v
			if p.ProofFileID.Set && !p.ProofFileID.Null && v.ProofFileID != nil && *v.ProofFileID == p.ProofFileID.Value {
				errs = nil // it is sent back as it is
			}
			p.ProofFileID.ApplyPtr(&v.ProofFileID)
			return cmp.Or(p.apply(v, today, errs), mayProve(ctx, &before, v))
		})
		return err
	})
	return v, err
}

// DeleteVaccination marks a vaccination deleted, under the same conditions as UpdateVaccination. It is never shown
// again and a second time is apperr.NotFound, but its external id stays taken.
func (s *Service) DeleteVaccination(ctx context.Context, account, pet, id uuid.UUID, match patch.Precondition) error {
	return s.write(ctx, account, pet, func(ctx context.Context, _ Pet, vaccinations *record.Life[Vaccination], _ Today) error {
		return vaccinations.Delete(ctx, account, id, match)
	})
}

// write runs fn in a transaction, for staff, on the vaccinations of a pet.
func (s *Service) write(ctx context.Context, account, pet uuid.UUID,
	fn func(context.Context, Pet, *record.Life[Vaccination], Today) error) error {
	if err := staffOnly(ctx); err != nil {
		return err
	}
	return s.change(ctx, account, pet, fn)
}

// change is write for customers, too.
func (s *Service) change(ctx context.Context, account, pet uuid.UUID,
	fn func(context.Context, Pet, *record.Life[Vaccination], Today) error) error {
	return s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		of, err := s.keptPet(ctx, account, pet)
		if err != nil {
			return err
		}
		today, err := s.today(ctx, account)
		if err != nil {
			return err
		}
		ofPet := func(v Vaccination) bool { return v.PetID == pet }
		return fn(ctx, of, s.vaccinations.Within(ofPet).Completed(today.vaccinations), today)
	})
}

func (d VaccinationDetails) apply(to *Vaccination) {
	to.AdministeredOn, to.Verified = d.AdministeredOn, d.Verified
	to.Manufacturer, to.LotNumber, to.Clinic = text.Optional(d.Manufacturer), text.Optional(d.LotNumber), text.Optional(d.Clinic)
	to.Veterinarian, to.Note = text.Optional(d.Veterinarian), text.Optional(d.Note)
}

// expiry is the last valid day: the given one, or that which follows from when the vaccine was given.
func (t VaccinationType) expiry(given, administeredOn *clock.Day) (clock.Day, bool) {
	switch {
	case given != nil:
		return *given, true
	case administeredOn != nil && t.DefaultValidityMonths != nil:
		return administeredOn.AddMonths(*t.DefaultValidityMonths), true
	default:
		return clock.Day{}, false
	}
}

// Faults are the faults of a new vaccination that can be found without the pet and the type.
func (c VaccinationCreate) Faults() (errs apperr.FieldErrors) {
	lasting := VaccinationType{DefaultValidityMonths: new(defaultValidityMonths)}
	if _, ok := lasting.expiry(c.ExpiresOn, c.AdministeredOn); !ok {
		errs.AddWith("administered_on", "expires_on", "required", noExpiry(c.AdministeredOn))
	}
	checkDays(c.ExpiresOn, c.AdministeredOn, &errs)
	return errs
}

// Faults are the faults of a change that can be found without the vaccination.
func (p VaccinationPatch) Faults() (errs apperr.FieldErrors) {
	var expires, administered *clock.Day
	p.ExpiresOn.ApplyPtr(&expires)
	p.AdministeredOn.ApplyPtr(&administered)
	checkDays(expires, administered, &errs)
	return errs
}

func noExpiry(administeredOn *clock.Day) string {
	if administeredOn == nil {
		return "is required"
	}
	return "is required: the type does not say how long a vaccination lasts"
}

func (t VaccinationType) checkSpecies(field, species string, errs *apperr.FieldErrors) {
	if !t.isFor(species) {
		errs.Add(field, "species", "is not a vaccination for the species "+species)
	}
}

func (p VaccinationPatch) apply(v *Vaccination, today Today, errs apperr.FieldErrors) error {
	expires := v.ExpiresOn
	p.ExpiresOn.NotNull(&expires, "expires_on", &errs)
	v.expires(expires, today)
	given := v.AdministeredOn
	p.AdministeredOn.ApplyPtr(&v.AdministeredOn)
	p.Verified.NotNull(&v.Verified, "verified", &errs)
	patch.Text(p.Manufacturer, &v.Manufacturer)
	patch.Text(p.LotNumber, &v.LotNumber)
	patch.Text(p.Clinic, &v.Clinic)
	patch.Text(p.Veterinarian, &v.Veterinarian)
	patch.Text(p.Note, &v.Note)
	patch.Text(p.ExternalID, &v.ExternalID)
	if sameDay(v.AdministeredOn, given) { // it may be in the future, where the time zone of the account has changed
		checkDays(&v.ExpiresOn, v.AdministeredOn, &errs)
	} else {
		today.checkDays(v.ExpiresOn, v.AdministeredOn, &errs)
	}
	return errs.Err()
}
