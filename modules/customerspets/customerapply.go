package customerspets

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/address"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// unknownCustomer has the values of a customer about whom nothing is known yet, encoded once.
var unknownCustomer = Customer{
	Phones: jsonb.New([]Phone{}), Contacts: jsonb.New([]CustomerContact{}), Communication: jsonb.New(&Communication{}),
	Address: jsonb.New((*address.Address)(nil)), Vet: jsonb.New((*Vet)(nil)),
	ColourCodeIDs: jsonb.New([]uuid.UUID{}), Tags: jsonb.New([]string{}), CustomFields: jsonb.New(map[string]any{}),
}

func newCustomer(meta record.Meta) Customer {
	c := unknownCustomer
	c.Meta, c.Status = meta, new(Active)
	return c
}

// apply puts the values into the customer and notes what is wrong; custom_fields and password are left to the caller.
func (d CustomerDetails) apply(r *reader, to *Customer) {
	patch.Text(d.FirstName, &to.FirstName)
	patch.Text(d.LastName, &to.LastName)
	patch.Text(d.CompanyName, &to.CompanyName)
	patch.Text(d.ReferralSource, &to.ReferralSource)
	patch.Text(d.Alert, &to.Alert)
	if d.Email.Set {
		if patch.Text(d.Email, &to.Email); to.Email != nil && !text.IsEmail(*to.Email) {
			r.faults.Add("email", "format", "is not an e-mail address")
		}
	}
	notNull(d.Status, &to.Status, "status", r.faults)
	if d.Phones.Set {
		to.Phones = jsonb.New(r.readPhones(d.Phones.Value))
	}
	if d.Contacts.Set {
		to.Contacts = jsonb.New(r.readContacts(d.Contacts.Value))
	}
	if d.Address.Set {
		to.Address = jsonb.New(address.Patch(d.Address.Value).Apply(to.Address.Get(), d.Address.Null))
	}
	if d.Vet.Set {
		to.Vet = jsonb.New(d.Vet.Value.apply(r, to.Vet.Get(), d.Vet.Null))
	}
	if d.Communication.Set {
		to.Communication = jsonb.New(d.Communication.Value.apply(to.Communication.Get(), d.Communication.Null))
	}
	if d.Tags.Set {
		to.Tags = jsonb.New(r.tags(d.Tags.Value))
	}
	d.check(to, r.faults)
}

// notNull applies a key that every record has and that may be hidden from customers.
func notNull[T any](f patch.Field[T], to **T, name string, faults *apperr.FieldErrors) {
	if f.Null {
		faults.Add(name, "null", "cannot be null")
		return
	}
	f.ApplyPtr(to)
}

// check notes what does not fit together, as far as the change has to do with it.
func (d CustomerDetails) check(to *Customer, faults *apperr.FieldErrors) {
	if to.FirstName == nil && to.LastName == nil {
		cleared, other := "first_name", "last_name"
		if d.LastName.Set && !d.FirstName.Set {
			cleared, other = other, cleared
		}
		faults.AddWith(other, cleared, "required", "a customer has a first name or a last name")
	}
	d.checkPhones(faults)
	if to.Email != nil || !to.Login.Enabled && (!d.Password.Set || d.Password.Null) {
		return
	}
	if d.Password.Set && !d.Password.Null || d.Email.Set && !d.Password.Set {
		faults.Add("email", "required", "a customer who can log in has an e-mail")
	}
}

func (d CustomerDetails) checkPhones(faults *apperr.FieldErrors) {
	isThere := false
	for i, p := range d.Phones.Value {
		if p.Primary && isThere {
			faults.Add(fmt.Sprintf("phones[%d].primary", i), "not_unique", "only one phone number is the primary one")
		}
		isThere = isThere || p.Primary
	}
}

// needs reports whether the customer needs a value for a required key.
func (c *Customer) needs(string) bool { return true }

// Faults are the faults of a change that can be found without the customer. Phone numbers are not looked at: it may have them.
func (p CustomerPatch) Faults() (faults apperr.FieldErrors) {
	p.checkPhones(&faults)
	return faults
}

// FaultsOfNew are the faults of a new customer that can be found without the account, but for those of phone numbers.
func (p CustomerPatch) FaultsOfNew() (faults apperr.FieldErrors) {
	var c Customer
	patch.Text(p.FirstName, &c.FirstName)
	patch.Text(p.LastName, &c.LastName)
	patch.Text(p.Email, &c.Email)
	p.check(&c, &faults)
	return faults
}

// NewCustomerFaults are the faults of a new customer that can be found without stored data.
func (s *Service) NewCustomerFaults(p CustomerPatch) apperr.FieldErrors {
	faults := p.FaultsOfNew()
	r := s.readerOfShape(&faults)
	r.readPhones(p.Phones.Value)
	r.readContacts(p.Contacts.Value)
	p.Vet.Value.apply(r, nil, false)
	return faults
}

func (r *reader) readPhones(given []PhoneInput) []Phone {
	list := make([]Phone, len(given))
	for i, p := range given {
		number := r.phone(fmt.Sprintf("phones[%d].number", i), p.Number)
		list[i] = Phone{Type: cmp.Or(p.Type, "mobile"), Number: number, Primary: p.Primary}
	}
	if len(list) > 0 && !slices.ContainsFunc(list, func(p Phone) bool { return p.Primary }) {
		list[0].Primary = true
	}
	return list
}

func (r *reader) readContacts(given []ContactInput) []CustomerContact {
	list := make([]CustomerContact, len(given))
	for i, c := range given {
		list[i] = CustomerContact{
			Name: c.Name, Relationship: text.Optional(c.Relationship), Phone: r.optionalPhone(fmt.Sprintf("contacts[%d].phone", i), c.Phone),
			Emergency: c.Emergency, AuthorisedPickup: c.AuthorisedPickup,
		}
	}
	return list
}

func (c VetPatch) apply(r *reader, before *Vet, clear bool) *Vet {
	if clear {
		return nil
	}
	after := Vet{}
	if before != nil {
		after = *before
	}
	patch.Text(c.Practice, &after.Practice)
	patch.Text(c.Name, &after.Name)
	if c.Phone.Set {
		c.Phone.ApplyPtr(&after.Phone)
		after.Phone = r.optionalPhone("vet.phone", after.Phone)
	}
	if after == (Vet{}) {
		return nil
	}
	return &after
}

func (c CommunicationPatch) apply(before *Communication, clear bool) *Communication {
	if clear || before == nil {
		before = &Communication{}
	}
	after := *before
	c.EmailOptIn.Apply(&after.EmailOptIn)
	c.SMSOptIn.Apply(&after.SMSOptIn)
	c.MarketingOptIn.Apply(&after.MarketingOptIn)
	return &after
}
