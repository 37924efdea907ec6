package healthrecords

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// ComplianceQuery asks how the pets of an account stand towards a service; zero values are no filter.
type ComplianceQuery struct {
	Service  string
	From, To clock.Day // From: today; To: From
	Status   ComplianceStatus
	Verified bool // only verified vaccinations count
	Pets     PetFilter
}

// A list by status looks at pets until its page is full, in batches, and at no more of them than budget: a page may hold fewer
// rows than were asked for, and the next one goes on behind the last pet that was looked at.
const (
	petBatch = 1000
	budget   = 2000
)

// ListCompliance lists how pets stand on the last day of a stay, by the pet's name. It fails with apperr.Invalid when the stay ends
// before it begins.
func (s *Service) ListCompliance(ctx context.Context, account uuid.UUID, q ComplianceQuery,
	page paging.Request) (paging.Page[Compliance], error) {
	var list []Compliance
	none := paging.Page[Compliance]{}
	name, id, err := page.TextID()
	if err != nil {
		return none, err
	}
	j, err := s.judge(ctx, account, q.Service)
	if err != nil {
		return none, err
	}
	j.verified = q.Verified
	if q.From.IsZero() {
		q.From = j.today.Day
	}
	if q.To.IsZero() {
		q.To = q.From
	}
	if q.To.Before(q.From) {
		return none, apperr.NewInvalidIn("query", "to", "order", "is before from, or before today where from is left out")
	}
	batch := page.Fetch()
	if q.Status != "" {
		batch = petBatch
	}
	for seen := 0; ; seen += batch {
		pets, err := s.stores.Pets.ByName(ctx, account, q.Pets, name, id, batch)
		if err != nil {
			return none, err
		}
		rows, err := j.rows(ctx, pets, func(int) clock.Day { return q.To })
		if err != nil {
			return none, err
		}
		for i, p := range pets {
			if q.Status == "" || rows[i].Status == q.Status {
				if len(list) == page.Limit { // there is a next page, behind what was looked at before this one
					return paging.Page[Compliance]{Items: list, Next: []string{name, id.String()}}, j.label(ctx, list)
				}
				list = append(list, rows[i])
			}
			name, id = p.NameKey, p.ID
		}
		if len(pets) < batch {
			return paging.Page[Compliance]{Items: list}, j.label(ctx, list)
		}
		if seen+batch >= budget {
			return paging.Page[Compliance]{Items: list, Next: []string{name, id.String()}}, j.label(ctx, list)
		}
	}
}

// Stay is when a pet is to come.
type Stay struct {
	PetID uuid.UUID `json:"pet_id" format:"uuid" doc:"The pet"`
	From  clock.Day `json:"from" format:"date" doc:"The first day" example:"2026-12-22"`
	To    clock.Day `json:"to" format:"date" doc:"The last day: vaccinations have to hold until it ends" example:"2026-12-28"`
}

// ComplianceCheck asks about stays, each with its own days.
type ComplianceCheck struct {
	ServiceType string `json:"serviceType" format:"service" doc:"The service" example:"boarding"`
	Stays       []Stay `json:"stays" maxItems:"50" doc:"The stays"`
}

// MaxStays is how many stays can be asked about at once.
const MaxStays = 50

// Faults are the faults of a question that can be found without the account.
func (c ComplianceCheck) Faults() (errs apperr.FieldErrors) {
	if len(c.Stays) > MaxStays {
		errs.Add("stays", "too_many", fmt.Sprintf("has more than %d stays", MaxStays))
		return errs
	}
	for i, stay := range c.Stays {
		if stay.To.Before(stay.From) {
			errs.Add(fmt.Sprintf("stays[%d].to", i), "order", "is before from")
		}
	}
	return errs
}

// CheckCompliance says how the pets of stays stand, in the order of the stays. It fails with apperr.Invalid when the account has no
// such pet, a stay ends before it begins, or there are more than MaxStays.
func (s *Service) CheckCompliance(ctx context.Context, account uuid.UUID, c ComplianceCheck) ([]Compliance, error) {
	errs := c.Faults()
	if len(c.Stays) > MaxStays {
		return nil, errs.Err()
	}
	ids := lists.Map(c.Stays, func(stay Stay) uuid.UUID { return stay.PetID })
	known, err := s.stores.Pets.Many(ctx, account, ids)
	if err != nil {
		return nil, err
	}
	pets := make([]Pet, len(c.Stays))
	for i, stay := range c.Stays {
		p, ok := known[stay.PetID]
		if pets[i] = p; !ok {
			errs.Add(fmt.Sprintf("stays[%d].pet_id", i), "not_found", "is not a pet of the account")
		}
	}
	if err := errs.Err(); err != nil {
		return nil, err
	}
	j, err := s.judge(ctx, account, c.ServiceType)
	if err != nil {
		return nil, err
	}
	rows, err := j.rows(ctx, pets, func(i int) clock.Day { return c.Stays[i].To })
	if err != nil {
		return nil, err
	}
	return rows, j.label(ctx, rows)
}

// judgement is what a service asks for on the current day of an account.
type judgement struct {
	*Service
	account uuid.UUID
	today   Today
	types   []VaccinationType // that the service requires

	verified bool // only verified vaccinations count
}

func (s *Service) judge(ctx context.Context, account uuid.UUID, service string) (j judgement, err error) {
	j = judgement{Service: s, account: account}
	if j.today, err = s.today(ctx, account); err != nil {
		return j, err
	}
	j.types, err = s.stores.VaccinationTypes.Live(ctx, account)
	j.types = slices.DeleteFunc(j.types, func(t VaccinationType) bool { return !slices.Contains(t.RequiredFor.Get(), service) })
	return j, err
}

// rows says how pets stand; last is the last day of the stay of each.
func (j judgement) rows(ctx context.Context, pets []Pet, last func(int) clock.Day) ([]Compliance, error) {
	wanted := map[string][]VaccinationType{}
	var asked []uuid.UUID
	for _, p := range pets {
		if _, ok := wanted[p.Species]; !ok {
			wanted[p.Species] = slices.DeleteFunc(slices.Clone(j.types), func(t VaccinationType) bool { return !t.isFor(p.Species) })
		}
		if len(wanted[p.Species]) > 0 {
			asked = append(asked, p.ID)
		}
	}
	h, err := j.history(ctx, asked)
	if err != nil {
		return nil, err
	}
	rows := make([]Compliance, len(pets))
	for i, p := range pets {
		rows[i] = h.judge(p.ID, wanted[p.Species], last(i), j.today.WarningDays)
		rows[i].Pet.ID = p.ID
	}
	return rows, nil
}

// history reads what pets have.
func (j judgement) history(ctx context.Context, pets []uuid.UUID) (h history, err error) {
	if len(pets) == 0 {
		return h, nil
	}
	records, err := j.stores.Vaccinations.Held(ctx, j.account, pets, j.verified)
	if err != nil {
		return h, err
	}
	exemptions, err := j.stores.Exemptions.Held(ctx, j.account, pets)
	return history{lists.KeyBy(records, func(r HeldVaccination) PetType { return r.PetType }),
		lists.KeyBy(exemptions, func(e HeldExemption) PetType { return e.PetType })}, err
}

// label puts names into rows.
func (j judgement) label(ctx context.Context, rows []Compliance) error {
	pets := lists.Map(rows, func(r Compliance) uuid.UUID { return r.Pet.ID })
	labels, err := j.pets.Labels(ctx, j.account, pets)
	for i, r := range rows {
		rows[i].Pet, rows[i].Customer = labels[r.Pet.ID].Pet, labels[r.Pet.ID].Customer
	}
	return err
}
