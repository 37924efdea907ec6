package customerspets

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/jsonb"
	"github.com/petcare/petcare/platform/patch"
)

// CustomerLine is an import line of type "customer": the customer as it is to be. A key that is left out is emptied,
// but for the password, which stays.
type CustomerLine struct {
	CustomerDetails
	ColourCodes []int `json:"colour_codes,omitempty" maxItems:"20" uniqueItems:"true" minimum:"1" maximum:"9999" doc:"Numbers of colour codes of type customer"`
}

// CustomerImport offers "customer" to the import.
func (s *Service) CustomerImport() importing.Type {
	return importing.For("customerspets", importing.Spec[CustomerLine]{
		Name:  "customer",
		Find:  s.store.CustomerIDs,
		Apply: s.importCustomers,
	})
}

func (s *Service) importCustomers(ctx context.Context, account uuid.UUID, batch []importing.Record[CustomerLine], _ importing.Resolve) error {
	b, err := s.prepareCustomers(ctx, account, batch)
	if err != nil {
		return err
	}
	for _, line := range batch {
		if err := b.add(ctx, s, line); err != nil {
			return err
		}
	}
	if err := b.checkEmails(ctx, s); err != nil {
		return err
	}
	b.leaveOutFaulty(batch)
	if err := s.store.SaveCustomers(ctx, account, b.created, b.changed); err != nil {
		return err
	}
	if err := s.events.Record(ctx, b.events...); err != nil {
		return err
	}
	for _, c := range b.changed {
		if err := s.tellLogin(ctx, b.known[c.ID], c); err != nil {
			return err
		}
	}
	return nil
}

// customerBatch is a batch with everything held that it depends on, and what it comes to.
type customerBatch struct {
	account uuid.UUID
	form    Form
	codes   map[int]uuid.UUID
	known   map[uuid.UUID]Customer
	reader  *reader
	logins  []loginLine

	created, changed []Customer
	events           []events.Public
}

type loginLine struct {
	id     uuid.UUID
	email  string
	faults *apperr.FieldErrors
}

func (s *Service) prepareCustomers(ctx context.Context, account uuid.UUID, batch []importing.Record[CustomerLine]) (*customerBatch, error) {
	b := &customerBatch{account: account, reader: s.reader(ctx, account, nil), known: map[uuid.UUID]Customer{}}
	var err error
	if b.form, err = s.lists.FormForShare(ctx, account, OfCustomers); err != nil {
		return nil, err
	}
	var numbers []int
	for _, line := range batch {
		numbers = append(numbers, line.Line.ColourCodes...)
	}
	if b.codes, err = s.holdNumbers(ctx, account, OfCustomers, numbers); err != nil {
		return nil, err
	}
	if existing := importing.Existing(batch); len(existing) > 0 {
		locked, err := s.store.LockCustomers(ctx, account, existing)
		if err != nil {
			return nil, err
		}
		for _, c := range locked {
			b.known[c.ID] = c
		}
	}
	return b, nil
}

// holdNumbers finds and holds colour codes by number.
func (s *Service) holdNumbers(ctx context.Context, account uuid.UUID, kind Kind, numbers []int) (map[int]uuid.UUID, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	found, err := s.lists.ColourCodesByNumber(ctx, account, kind, numbers)
	if err != nil {
		return nil, err
	}
	var ids []uuid.UUID
	for _, id := range found {
		ids = append(ids, id)
	}
	held, err := s.lists.ColourCodesForShare(ctx, account, kind, set(ids))
	for number, id := range found {
		if !held[id] {
			delete(found, number)
		}
	}
	return found, err
}

// numbered are the ids of colour codes by number; unknown ones are noted.
func numbered(numbers []int, known map[int]uuid.UUID, faults *apperr.FieldErrors) jsonb.Of[[]uuid.UUID] {
	var ids []uuid.UUID
	for i, number := range numbers {
		id, ok := known[number]
		if !ok {
			faults.Add(fmt.Sprintf("colour_codes[%d]", i), "not_found", "is not the number of a colour code of this type of the account")
			continue
		}
		ids = append(ids, id)
	}
	return jsonb.New(set(ids))
}

func (b *customerBatch) add(ctx context.Context, s *Service, line importing.Record[CustomerLine]) error {
	before, exists := b.known[line.ID]
	after := newCustomer(b.account, line.ID)
	after.ExternalID, after.CreatedAt, after.UpdatedAt, after.Version = &line.ExternalID, b.reader.now, b.reader.now, 1
	if exists {
		after.CreatedAt, after.UpdatedAt, after.Version = before.CreatedAt, before.UpdatedAt, before.Version
		after.Login, after.PasswordHash = before.Login, before.PasswordHash
	}
	b.reader.faults = line.Errors
	line.Line.apply(b.reader, &after)
	if b.reader.err != nil {
		return b.reader.err
	}
	after.ColourCodeIDs = numbered(line.Line.ColourCodes, b.codes, line.Errors)
	custom := b.form.merge(line.Line.CustomFields.Value, nil, line.Errors)
	after.CustomFields = jsonb.New(custom)
	after.Search = searchText(after, b.reader.national)
	var had state
	if exists {
		had = state{before, before.CustomFields.Get()}
	}
	if err := b.form.demandOfLine(ctx, line.Line, had, state{after, custom}, line.Errors); err != nil {
		return err
	}
	if len(*line.Errors) > 0 {
		return nil // no hash for a line that fails
	}
	newPassword, err := s.importPassword(ctx, line.Line.Password, &after)
	if err != nil {
		return err
	}
	if after.Login.Enabled && after.Email == nil {
		line.Errors.Add("email", "required", "a customer who can log in has an e-mail")
		return nil
	}
	if after.Login.Enabled {
		b.logins = append(b.logins, loginLine{line.ID, strings.ToLower(*after.Email), line.Errors})
	}
	return b.sort(before, after, exists, newPassword)
}

// leaveOutFaulty leaves out what has faults: the import fails because of it anyway, and saving could break a constraint.
func (b *customerBatch) leaveOutFaulty(batch []importing.Record[CustomerLine]) {
	faulty := map[uuid.UUID]bool{}
	for _, line := range batch {
		faulty[line.ID] = len(*line.Errors) > 0
	}
	isFaulty := func(c Customer) bool { return faulty[c.ID] }
	b.created = slices.DeleteFunc(b.created, isFaulty)
	b.changed = slices.DeleteFunc(b.changed, isFaulty)
	b.events = slices.DeleteFunc(b.events, func(e events.Public) bool { return faulty[e.Record] })
}

// sort puts the customer where it belongs: new, changed, or neither.
func (b *customerBatch) sort(before, after Customer, exists, newPassword bool) error {
	if !exists {
		b.created = append(b.created, after)
		b.events = append(b.events, events.Public{Type: CustomerCreated, Account: b.account, Record: after.ID, Object: after})
		return nil
	}
	same, err := events.Same(before, after)
	if err != nil || same && !newPassword {
		return err
	}
	after.Version, after.UpdatedAt = before.Version+1, b.reader.now
	b.changed = append(b.changed, after)
	b.events = append(b.events, events.Public{Type: CustomerUpdated, Account: b.account, Record: after.ID, Object: after, Before: before})
	return nil
}

// demandOfLine is demand for an import line. Most forms demand nothing, which saves a look at the keys.
func (f Form) demandOfLine(ctx context.Context, line any, before, after state, faults *apperr.FieldErrors) error {
	if len(asked(ctx, f.Standard)) == 0 && len(asked(ctx, f.Custom)) == 0 {
		return nil
	}
	g, err := lineKeys(line, before.record)
	if err != nil {
		return err
	}
	return f.demand(ctx, g, before, after, faults)
}

// lineKeys are the keys that a line gives, and those of a known record: what has a value must keep one.
func lineKeys(line, before any) (given, error) {
	g, err := keysOf(line)
	if err != nil || before == nil {
		return g, err
	}
	had, err := keysOf(before)
	if err != nil {
		return nil, err
	}
	for key, value := range had {
		if _, ok := g[key]; !ok && !empty(value) {
			g[key] = value
		}
	}
	return g, nil
}

// importPassword sets or clears the password; one that the customer has already is no change.
func (s *Service) importPassword(ctx context.Context, password patch.Field[string], to *Customer) (changed bool, err error) {
	if !password.Set || password.Null && to.PasswordHash == nil {
		return false, nil
	}
	if to.PasswordHash != nil && !password.Null {
		if same, err := s.passwords.Verify(ctx, password.Value, *to.PasswordHash); err != nil || same {
			return false, err
		}
	}
	to.PasswordHash, err = s.hash(ctx, password)
	to.Login.Enabled = to.PasswordHash != nil
	return true, err
}

// checkEmails notes e-mails that two customers with login would have.
func (b *customerBatch) checkEmails(ctx context.Context, s *Service) error {
	if len(b.logins) == 0 {
		return nil
	}
	emails := make([]string, len(b.logins))
	for i, l := range b.logins {
		emails[i] = l.email
	}
	taken, err := s.store.LoginEmails(ctx, b.account, emails)
	if err != nil {
		return err
	}
	for _, l := range b.logins {
		if owner, ok := taken[l.email]; ok && owner != l.id {
			l.faults.Add("email", "duplicate", "is the e-mail of another customer with login")
		}
		taken[l.email] = l.id
	}
	return nil
}
