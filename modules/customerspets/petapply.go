package customerspets

import (
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
)

// unknownPet has the values of a pet about which nothing is known yet, encoded once.
var unknownPet = Pet{
	BreedIDs: jsonb.New([]uuid.UUID{}), BreedNames: jsonb.New([]string{}), Weight: jsonb.New((*PetWeight)(nil)),
	Vet: jsonb.New((*Vet)(nil)), ColourCodeIDs: jsonb.New([]uuid.UUID{}), Tags: jsonb.New([]string{}),
	CustomFields: jsonb.New(map[string]any{}),
}

func newPet(meta record.Meta, customer uuid.UUID) Pet {
	p := unknownPet
	p.Meta, p.CustomerID = meta, customer
	p.Status, p.Sex, p.Altered = new(PetActive), new(Unknown), new(Unknown)
	return p
}

// apply puts the values into the pet and notes what is wrong; custom_fields are left to the caller.
func (d PetDetails) apply(r *reader, to *Pet) {
	notNull(d.Sex, &to.Sex, "sex", r.faults)
	notNull(d.Altered, &to.Altered, "altered", r.faults)
	notNull(d.Status, &to.Status, "status", r.faults)
	birthDate, deceasedOn := to.BirthDate, to.DeceasedOn
	d.BirthDate.ApplyPtr(&to.BirthDate)
	d.BirthDatePrecision.ApplyPtr(&to.BirthDatePrecision)
	d.DeceasedOn.ApplyPtr(&to.DeceasedOn)
	patch.Text(d.Coat, &to.Coat)
	patch.Text(d.Colour, &to.Colour)
	patch.Text(d.Markings, &to.Markings)
	patch.Text(d.Microchip, &to.Microchip)
	patch.Text(d.FeedingInstructions, &to.FeedingInstructions)
	patch.Text(d.Medications, &to.Medications)
	patch.Text(d.Allergies, &to.Allergies)
	patch.Text(d.MedicalNotes, &to.MedicalNotes)
	patch.Text(d.BehaviourNotes, &to.BehaviourNotes)
	patch.Text(d.GroomingNotes, &to.GroomingNotes)
	patch.Text(d.Alert, &to.Alert)
	if d.Weight.Set {
		to.Weight = jsonb.New(d.Weight.Value.apply(r.faults, to.Weight.Get(), d.Weight.Null))
	}
	if d.Vet.Set {
		to.Vet = jsonb.New(d.Vet.Value.apply(r, to.Vet.Get(), d.Vet.Null))
	}
	if d.Tags.Set {
		to.Tags = jsonb.New(r.tags(d.Tags.Value))
	}
	r.pastDay("birth_date", birthDate, to.BirthDate)
	r.pastDay("deceased_on", deceasedOn, to.DeceasedOn)
	d.check(to, r.faults)
}

// check notes days that cannot be, as far as the change has to do with them.
func (d PetDetails) check(to *Pet, faults *apperr.FieldErrors) {
	if to.DeceasedOn == nil {
		return
	}
	if (d.DeceasedOn.Set || d.Status.Set) && to.Status != nil && *to.Status != PetDeceased {
		faults.AddWith("status", "deceased_on", "not_allowed", "belongs to the status deceased only: set it to null")
	}
	if (d.DeceasedOn.Set || d.BirthDate.Set) && to.BirthDate != nil && to.DeceasedOn.Before(*to.BirthDate) {
		faults.Add("deceased_on", "range", "is before birth_date")
	}
}

// needs reports whether the pet needs a value for a required key: only deceased pets need deceased_on, and only pets with a birth_date
// need birth_date_precision.
func (p *Pet) needs(key string) bool {
	switch key {
	case "deceased_on":
		return p.Status != nil && *p.Status == PetDeceased
	case "birth_date_precision":
		return p.BirthDate != nil
	default:
		return true
	}
}

// Faults are the faults of a change that can be found without the pet: what it leaves out is taken to fit, and its phone number, too.
func (p PetPatch) Faults() apperr.FieldErrors {
	return p.faultsOf(nil, &PetWeight{Value: "1", Unit: "kg"})
}

// Faults are the faults of a new pet that can be found without the account, but for those of a phone number.
func (d PetCreate) Faults() apperr.FieldErrors { return d.faultsOf(new(PetActive), nil) }

func (d PetDetails) faultsOf(status *PetStatus, weight *PetWeight) (faults apperr.FieldErrors) {
	p := Pet{Status: status}
	d.Status.ApplyPtr(&p.Status)
	d.BirthDate.ApplyPtr(&p.BirthDate)
	d.DeceasedOn.ApplyPtr(&p.DeceasedOn)
	if d.Weight.Set {
		d.Weight.Value.apply(&faults, weight, d.Weight.Null)
	}
	d.check(&p, &faults)
	return faults
}

// NewPetFaults are the faults of a new pet that can be found without stored data.
func (s *Service) NewPetFaults(d PetCreate) apperr.FieldErrors {
	faults := d.Faults()
	d.Vet.Value.apply(s.readerOfShape(&faults), nil, false)
	return faults
}

// maxWeight is more than any animal in care weighs, in either unit.
const maxWeight = 20000

func (c PetWeightPatch) apply(faults *apperr.FieldErrors, before *PetWeight, clear bool) *PetWeight {
	if clear {
		return nil
	}
	after := PetWeight{}
	if before != nil {
		after = *before
	}
	c.Value.NotNull(&after.Value, "weight.value", faults)
	c.Unit.NotNull(&after.Unit, "weight.unit", faults)
	if after.Unit == "" && !c.Unit.Null {
		faults.Add("weight.unit", "required", "is required")
	}
	switch whole, decimals, _ := strings.Cut(after.Value, "."); {
	case after.Value == "" && !c.Value.Null:
		faults.Add("weight.value", "required", "is required")
	case after.Value != "" && strings.Trim(after.Value, "0.") == "":
		faults.Add("weight.value", "too_small", "is not greater than 0")
	default:
		if n, err := strconv.Atoi(whole); err == nil && (n > maxWeight || n == maxWeight && strings.Trim(decimals, "0") != "") {
			faults.Add("weight.value", "too_large", "is more than "+strconv.Itoa(maxWeight))
		}
	}
	return &after
}
