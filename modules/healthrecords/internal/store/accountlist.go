package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/healthrecords"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/postgres"
)

const (
	fewPets = 30000 // of so many pets, all vaccinations are cheap to sort, by the index alone
	fewRows = 2000  // so many vaccinations are cheap to look through
	slack   = 1000  // how many may be added while a request is answered
	walked  = 20000 // among so many vaccinations, those that have changed are looked for in the order of the list
)

// source is where the vaccinations of some pets are looked for.
type source int

const (
	allRows   source = iota // among those of all pets, by expires_on
	firstRows               // among the first of these
	changed                 // the same, for those that have changed
	eachPet                 // of each pet
)

// ListAccount implements healthrecords.VaccinationStore. The ids of the page are found by indexes alone: in the order of expires_on, or,
// where few pets are asked for and they are not among the first, from these. PostgreSQL would guess that the vaccinations of some pets
// are spread evenly over the days; those of the deceased are not. It is planned for its values, unless the days alone decide: then it is
// read in one way, and planning takes as long as reading.
func (s vaccinations) ListAccount(ctx context.Context, account uuid.UUID, f healthrecords.AccountFilter, spans []healthrecords.Span,
	page paging.Request) (list paging.Page[healthrecords.Vaccination], err error) {
	if f.UpdatedSince != nil {
		return s.listChanged(ctx, account, f, spans, page)
	}
	if f.Pet == (healthrecords.PetFilter{}) {
		return s.listFrom(ctx, allRows, account, f, spans, page)
	}
	if f.Pet.Customer == uuid.Nil {
		few, err := s.areFew(ctx, account, fewRows, func(q *postgres.Query) string { // the index by expiry begins with replaced
			return "healthrecords.vaccinations t where t.replaced in (false, true) and " + vaccinationsThat(q, f, spans)
		})
		if err != nil {
			return list, err
		}
		if list, err = s.listFrom(ctx, firstRows, account, f, spans, page); err != nil || few || list.Next != nil {
			return list, err
		}
	}
	few, err := s.areFew(ctx, account, fewPets, func(q *postgres.Query) string { return "healthrecords.pets p where " + petsThat(q, f.Pet) })
	if err != nil {
		return list, err
	}
	if few {
		return s.listFrom(ctx, eachPet, account, f, spans, page)
	}
	return s.listFrom(ctx, allRows, account, f, spans, page)
}

// byExpiry is the order of the list.
var byExpiry = []postgres.Order{{By: "t.expires_on", Type: "date"}, {By: "t.id", Type: "uuid"}}

// listChanged sorts the vaccinations that have changed if they are few, or if they do not fill the page among the first of all.
func (s vaccinations) listChanged(ctx context.Context, account uuid.UUID, f healthrecords.AccountFilter, spans []healthrecords.Span,
	page paging.Request) (list paging.Page[healthrecords.Vaccination], err error) {
	q := s.Query(account).OrderBy(byExpiry...).Unprepared(true)
	q.From("healthrecords.vaccinations t" + ofPets(q, f.Pet)).Where(vaccinationsThat(q, f, spans))
	few, err := s.FromChanged(ctx, q, *f.UpdatedSince)
	if err != nil {
		return list, err
	}
	if !few {
		if list, err = s.listFrom(ctx, changed, account, f, spans, page); err != nil || list.Next != nil {
			return list, err
		}
		q.Where("t.updated_at >= ?", *f.UpdatedSince)
	}
	return s.listed.List(ctx, q.Join(joinedType), page)
}

func (s vaccinations) listFrom(ctx context.Context, from source, account uuid.UUID, f healthrecords.AccountFilter,
	spans []healthrecords.Span, page paging.Request) (list paging.Page[healthrecords.Vaccination], err error) {
	q := s.Query(account).OrderBy(byExpiry...).Unprepared(true)
	day, id, err := page.TextID()
	if err != nil {
		return list, err
	}
	if from == allRows && f.Pet == (healthrecords.PetFilter{}) && f.Type == nil {
		q.OnePlan()
	}
	where := vaccinationsThat(q, f, spans)
	if page.After != nil {
		where += " and (t.expires_on, t.id) > (" + q.Value(day, "text") + "::date, " + q.Value(id, "uuid") + ")"
	}
	first := " order by 2, 1 limit "
	limit := first + q.Limit(page)
	columns, most, thatFit := "t.id, t.expires_on, t.pet_id", limit, ""
	switch from {
	case firstRows:
		most, thatFit = first+q.Arg(fewRows+slack), ofPets(q, f.Pet)
	case changed:
		columns += ", t.updated_at"
		most, thatFit = first+q.Arg(walked), " where t.updated_at >= "+q.Arg(*f.UpdatedSince)
		if f.Pet != (healthrecords.PetFilter{}) { // looked up one by one, in the order of the list
			thatFit += " and exists (select from healthrecords.pets p where " + petsThat(q, f.Pet) + " and p.id = t.pet_id offset 0)"
		}
	}
	rows := "select " + columns + " from healthrecords.vaccinations t"
	if from == allRows {
		rows += ofPets(q, f.Pet)
	}
	rows += " where " + where
	switch {
	case from == eachPet:
		rows = "select h.id, h.expires_on from (select p.id from healthrecords.pets p where " + petsThat(q, f.Pet) +
			" offset 0) as p cross join lateral (" + rows + " and t.pet_id = p.id offset 0) as h"
	case f.Type == nil && f.Current == nil: // each index by expires_on begins with one of them
		rows = "(" + rows + " and not t.replaced" + most + ") union all (" + rows + " and t.replaced" + most + ")"
	}
	if most != limit {
		rows = "select t.id, t.expires_on from (" + rows + most + ") as t" + thatFit
	}
	q.FromIDs(rows + limit).Join(joinedType)
	return s.listed.List(ctx, q, page)
}

// vaccinationsThat is the condition of a filter over vaccinations as t.
func vaccinationsThat(q *postgres.Query, f healthrecords.AccountFilter, spans []healthrecords.Span) string {
	where := []string{"t.account_id = " + q.Account() + " and t.deleted_at is null"}
	if f.Type != nil {
		where = append(where, "t.vaccination_type_id = "+q.Arg(*f.Type))
	}
	if f.Current != nil {
		where = append(where, "t.replaced = "+q.Value(!*f.Current, "boolean"))
	}
	where = append(where, within(q, healthrecords.Span{First: f.From, Last: f.To})...)
	if len(spans) > 0 {
		either := make([]string, len(spans))
		for i, span := range spans {
			either[i] = strings.Join(append(within(q, span), "true"), " and ")
		}
		where = append(where, within(q, around(spans))...)
		where = append(where, "("+strings.Join(either, " or ")+")")
	}
	return strings.Join(where, " and ")
}

func within(q *postgres.Query, span healthrecords.Span) (conditions []string) {
	if !span.First.IsZero() {
		conditions = append(conditions, "t.expires_on >= "+q.Value(span.First, "date"))
	}
	if !span.Last.IsZero() {
		conditions = append(conditions, "t.expires_on <= "+q.Value(span.Last, "date"))
	}
	return conditions
}

// around is the span from the first day of some spans to their last: an index can be read from there to there.
func around(spans []healthrecords.Span) healthrecords.Span {
	all := spans[0]
	for _, s := range spans[1:] {
		if all.First = earlier(all.First, s.First); s.Last.IsZero() || all.Last.IsZero() {
			all.Last = clock.Day{}
		} else if s.Last.After(all.Last) {
			all.Last = s.Last
		}
	}
	return all
}

func earlier(a, b clock.Day) clock.Day {
	if a.IsZero() || b.IsZero() {
		return clock.Day{}
	}
	if b.Before(a) {
		return b
	}
	return a
}

// petsThat is the condition of a filter over pets as p; $1 is the account.
func petsThat(q *postgres.Query, f healthrecords.PetFilter) string {
	where := "p.account_id = $1"
	if f.Species != "" {
		where += " and p.species = " + q.Arg(f.Species)
	}
	if f.Status != "" {
		where += " and p.status = " + q.Arg(f.Status)
	}
	if f.Customer != uuid.Nil {
		where += " and p.customer_id = " + q.Arg(f.Customer)
	}
	return where
}

// ofPets joins vaccinations as t with their pets, if the filter asks something of these.
func ofPets(q *postgres.Query, f healthrecords.PetFilter) string {
	if f == (healthrecords.PetFilter{}) {
		return ""
	}
	return " join healthrecords.pets p on " + petsThat(q, f) + " and p.id = t.pet_id"
}

// areFew reports whether no more than so many rows are meant.
func (s vaccinations) areFew(ctx context.Context, account uuid.UUID, most int, rows func(*postgres.Query) string) (bool, error) {
	q := s.Query(account).Unprepared(true)
	sql := "select count(*) from (select from " + rows(q) + " limit " + q.Arg(most+1) + ") as found"
	var n int
	if err := s.db.Row(ctx, sql, q.Args()...).Scan(&n); err != nil {
		return false, fmt.Errorf("count vaccinations or pets: %w", err)
	}
	return n <= most, nil
}
