package customerspets

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/text"
)

// CustomerLine is an import line of type "customer": the customer as it is to be. A key that is left out or null is
// emptied; a password that is left out stays.
type CustomerLine struct {
	importing.Dated
	CustomerDetails
	ColourCodes []importing.NumberOrID `json:"colour_codes,omitempty" maxItems:"20" uniqueItems:"true" format:"number-or-id" maxLength:"100"`
	ErasedAt    *time.Time             `json:"erased_at,omitempty" doc:"Of a customer who was erased: only ids and times are taken"`
}

// Docs describes the keys whose texts are too long for a tag.
func (CustomerLine) Docs() map[string]string {
	return map[string]string{"colour_codes": "Colour codes of type customer, by number (7) or external id (\"CC-7\")"}
}

// CustomerImport offers "customer" to the import.
func (s *Service) CustomerImport() importing.Type {
	return importing.For("customerspets", importing.Spec[CustomerLine]{
		Name:  "customer",
		After: []string{"colour_code", "customer_field"},
		Find:  s.customers.IDs,
		Words: func(ctx context.Context, account uuid.UUID) (map[string]map[string]string, error) {
			return s.words(ctx, account, OfCustomers)
		},
		Apply: s.importCustomers, Clashes: s.sharedLogins,
		Alike: s.customers.AllAlike, ExternalIDs: s.customers.ExternalIDs, Names: s.customerNames,
		Export: importing.Exported[CustomerLine](s.customerLife, importing.Export[Customer]{
			Names:  map[string]string{"colour_codes": "colour_code"},
			Values: map[string]func(*Customer, importing.Name) any{"password": nil},
			Without: map[string]string{"merged_into": "only events have it",
				"login":         "passwords are secrets: customers set new ones",
				"matching_pets": "searches have it", "found_in": "searches have it"},
		}),
	})
}

func (s *Service) customerNames(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	labels, err := s.customers.Labels(ctx, account, ids)
	names := make(map[uuid.UUID]string, len(labels))
	for id, l := range labels {
		names[id] = l.name()
	}
	return names, err
}

// words returns the options of custom fields by what tables say for them.
func (s *Service) words(ctx context.Context, account uuid.UUID, kind Kind) (map[string]map[string]string, error) {
	form, err := s.lists.Form(ctx, account, kind)
	all := make(map[string]map[string]string, len(form.Words))
	for key, words := range form.Words {
		all[customFields+"."+key] = words
	}
	return all, err
}

func (s *Service) importCustomers(ctx context.Context, account uuid.UUID, batch []importing.Record[CustomerLine],
	_ importing.Resolve) error {
	b, err := s.prepareCustomers(ctx, account, batch)
	if err != nil {
		return err
	}
	err = importing.Upsert(ctx, s.customerLife, account, batch, func(line importing.Record[CustomerLine], to *Customer) error {
		return b.apply(ctx, line, to)
	})
	if err != nil {
		return err
	}
	for _, told := range b.changed {
		if err := s.bus.Publish(ctx, told); err != nil {
			return err
		}
	}
	return nil
}

// customerBatch is a batch with everything held that it depends on.
type customerBatch struct {
	*Service
	form    Form
	needed  requirements
	codes   map[string]uuid.UUID
	reader  *reader
	changed []LoginChanged
}

func (s *Service) prepareCustomers(ctx context.Context, account uuid.UUID,
	batch []importing.Record[CustomerLine]) (b *customerBatch, err error) {
	b = &customerBatch{Service: s, reader: s.reader(ctx, account, nil)}
	if b.form, err = s.lists.FormForShare(ctx, account, OfCustomers); err != nil {
		return nil, err
	}
	b.needed = b.form.requirements(ctx)
	var codes []importing.NumberOrID
	for _, line := range batch {
		codes = append(codes, line.Line.ColourCodes...)
	}
	b.codes, err = s.namedCodesForShare(ctx, account, OfCustomers, codes)
	return b, err
}

// apply makes the customer what the line says.
func (b *customerBatch) apply(ctx context.Context, line importing.Record[CustomerLine], to *Customer) error {
	before := *to
	b.reader.faults = line.Errors
	if line.Line.ErasedAt != nil || before.ErasedAt != nil {
		erased(line, before, to)
		return nil
	}
	if !line.Exists || line.Given == nil {
		*to = newCustomer(to.Meta)
	}
	to.ExternalID, to.Login, to.PasswordHash = &line.ExternalID, before.Login, before.PasswordHash
	if line.Exists {
		to.ExternalID = before.ExternalID // another one's, if the line is of a customer that was merged into this one
	}
	line.Line.Status = orLeftOut(line.Line.Status)
	line.Line.apply(b.reader, to)
	if !line.Keeps("colour_codes") {
		to.ColourCodeIDs = b.reader.codesOf(line.Line.ColourCodes, b.codes)
	}
	b.form.mergeCustom(b.reader, line.Line.CustomFields, &to.CustomFields)
	to.index(b.reader.national)
	requiredOfLine(&line, b.customerLineFields, b.customerFields, b.needed, &before, to)
	if b.reader.err != nil || len(*line.Errors) > 0 {
		return b.reader.err // no hash for a line that fails
	}
	if err := b.applyPassword(ctx, line.Line.Password, to); err != nil {
		return err
	}
	if to.Login.Enabled && to.Email == nil {
		line.Errors.Add("email", "required", "a customer who can log in has an e-mail")
	}
	if told, changed := loginChanged(before, *to); changed && line.Exists {
		b.changed = append(b.changed, told)
	}
	return nil
}

// erased makes a new customer one of whom nothing is known. Nobody is erased by an import, and nothing becomes known again.
func erased(line importing.Record[CustomerLine], before Customer, to *Customer) {
	at := line.Line.ErasedAt
	switch {
	case line.Exists && before.ErasedAt == nil:
		line.Errors.Add("erased_at", "not_erased", "an import does not erase: the customer is here, erase it")
	case line.Exists && at == nil:
		line.Errors.Add("external_id", "erased", "is of a customer who was erased")
	case !line.Exists:
		*to = newCustomer(to.Meta)
		to.Status, to.ExternalID, to.ErasedAt = new(Inactive), &line.ExternalID, new(clock.Cut(*at))
	}
}

// orLeftOut takes null for left out: lines may have null for every optional key, also for those that are never null in a record.
func orLeftOut[T any](f patch.Field[T]) patch.Field[T] {
	if f.Null {
		return patch.Field[T]{}
	}
	return f
}

// applyPassword sets or clears the password; one that the customer has already is no change.
func (b *customerBatch) applyPassword(ctx context.Context, password patch.Field[string], to *Customer) (err error) {
	if !password.Set || password.Null && to.PasswordHash == nil {
		return nil
	}
	if to.PasswordHash != nil && !password.Null {
		if same, err := b.passwords.Verify(ctx, password.Value, *to.PasswordHash); err != nil || same {
			return err
		}
	}
	to.PasswordHash, err = b.hash(ctx, password)
	to.Login.Enabled = to.PasswordHash != nil
	return err
}

// sharedLogins finds e-mails that several customers with login have.
func (s *Service) sharedLogins(ctx context.Context, account uuid.UUID) ([]importing.Clash, error) {
	found, err := s.customers.SharedLogins(ctx, account)
	clashes := make([]importing.Clash, len(found))
	for i, customers := range found {
		clashes[i] = importing.Clash{Records: customers,
			Fault: apperr.FieldError{Field: "email", Code: "duplicate", Message: "is the e-mail of another customer with login"}}
	}
	return clashes, err
}

// namedCodesForShare finds and holds colour codes by number or external id.
func (s *Service) namedCodesForShare(ctx context.Context, account uuid.UUID, kind Kind,
	codes []importing.NumberOrID) (map[string]uuid.UUID, error) {
	if len(codes) == 0 {
		return nil, nil
	}
	found, err := s.lists.ColourCodesNamed(ctx, account, kind, text.Distinct(importing.Texts(codes)))
	if err != nil {
		return nil, err
	}
	held, err := s.lists.ColourCodesForShare(ctx, account, kind, ids.Distinct(slices.Collect(maps.Values(found))))
	maps.DeleteFunc(found, func(_ string, id uuid.UUID) bool { return !held[id] })
	return found, err
}

// codesOf are the ids of colour codes; unknown ones are noted.
func (r *reader) codesOf(names []importing.NumberOrID, known map[string]uuid.UUID) jsonb.Of[[]uuid.UUID] {
	var codes []uuid.UUID
	for i, name := range names {
		id, ok := known[string(name)]
		if !ok {
			r.faults.Add(fmt.Sprintf("colour_codes[%d]", i), "not_found",
				"is not the number or external id of a colour code of this type of the account")
			continue
		}
		codes = append(codes, id)
	}
	return jsonb.New(ids.Distinct(codes))
}
