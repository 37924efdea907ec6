package accounts

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/kernel/address"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/money"
	"github.com/petcare/petcare/platform/kernel/text"
)

// ErrCodeTaken is returned by Create and Store.Insert when the organization has an account with the code already.
var ErrCodeTaken = apperr.NewDuplicate("code", "the organization has an account with this code already")

// Create makes an account, and its organization when that is new. It fails with apperr.Invalid, which names each
// wrong field, or ErrCodeTaken.
func (s *Service) Create(ctx context.Context, d AccountCreate) (Account, error) {
	a, err := d.account()
	if err != nil {
		return Account{}, err
	}
	a.ID, a.Version = ids.New(), 1
	a.CreatedAt = s.env.Clock.Now()
	a.UpdatedAt = a.CreatedAt
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		o, err := s.store.EnsureOrganization(ctx, text.Clean(d.Organization))
		if err == nil {
			err = s.RequireOpen(ctx, o.ID)
		}
		if err != nil {
			return err
		}
		a.OrganizationID = o.ID
		return s.store.Insert(ctx, a)
	})
	return a, err
}

var codeForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func (d AccountCreate) account() (Account, error) {
	a := Account{
		Name: text.Clean(d.Name), Code: d.Code, Status: Active, Timezone: d.Timezone, Currency: d.Currency, Country: d.Country,
		Locale: cmp.Or(d.Locale, "en-"+d.Country), WeightUnit: d.WeightUnit, Phone: text.Optional(d.Phone), Email: text.Optional(d.Email),
		Website: text.Optional(d.Website), Address: jsonb.New(d.Address.Tidy()),
		VaccinationWarningDays: *cmp.Or(d.VaccinationWarningDays, new(30)),
	}
	services := d.ServiceTypes
	if services == nil {
		services = ServiceTypes()
	}
	a.ServiceTypes = jsonb.New(services)
	if a.WeightUnit == "" {
		a.WeightUnit = "kg"
		if a.Country == "US" {
			a.WeightUnit = "lb"
		}
	}
	var errs apperr.FieldErrors
	checkLength(&errs, "organization", text.Clean(d.Organization), 120)
	return a, append(errs, a.faults()...).Err()
}

func checkLength(errs *apperr.FieldErrors, field, s string, most int) {
	if n := text.Len(s); n == 0 || n > most || !text.Valid(s) {
		errs.Add(field, "length", fmt.Sprintf("is not text of 1 to %d characters", most))
	}
}

func (a Account) faults() apperr.FieldErrors {
	var f apperr.FieldErrors
	length := func(field, s string, most int) { checkLength(&f, field, s, most) }
	length("name", a.Name, 120)
	length("code", a.Code, 60)
	if !codeForm.MatchString(a.Code) {
		f.Add("code", "format", "is not a slug: lower-case letters, digits and single hyphens")
	}
	if !money.Known(a.Currency) {
		f.Add("currency", "format", "is not an ISO 4217 code such as GBP")
	}
	if !address.IsCountry(a.Country) {
		f.Add("country", "format", "is not an ISO 3166-1 alpha-2 code such as GB")
	}
	if !text.IsLanguageTag(a.Locale) {
		f.Add("locale", "format", "is not a BCP 47 tag such as en-GB")
	}
	if !clock.IsZone(a.Timezone) {
		f.Add("timezone", "format", "is not an IANA time zone such as Europe/London")
	}
	if a.WeightUnit != "kg" && a.WeightUnit != "lb" {
		f.Add("weight_unit", "enum", "is not kg or lb")
	}
	if a.Phone != nil && !text.IsE164(*a.Phone) {
		f.Add("phone", "format", "is not a phone number in E.164 form such as +442079460100")
	}
	if a.Email != nil && !text.IsEmail(*a.Email) {
		f.Add("email", "format", "is not an e-mail address")
	}
	if a.Website != nil && (!text.IsURL(*a.Website) || text.Len(*a.Website) > 2048) {
		f.Add("website", "format", "is not an http or https address")
	}
	services := a.ServiceTypes.Get()
	if len(text.Distinct(services)) < len(services) {
		f.Add("service_types", "not_unique", "holds a value twice")
	}
	for _, t := range services {
		if !slices.Contains(ServiceTypes(), t) {
			f.Add("service_types", "enum", "are some of "+strings.Join(ServiceTypes(), ", "))
			break
		}
	}
	if a.VaccinationWarningDays < 0 || a.VaccinationWarningDays > 365 {
		f.Add("vaccination_warning_days", "range", "is not 0 to 365")
	}
	if at := a.Address.Get(); at != nil {
		for _, line := range []struct {
			key   string
			value *string
		}{{"line1", at.Line1}, {"line2", at.Line2}, {"city", at.City}, {"region", at.Region}, {"postcode", at.Postcode}} {
			if line.value != nil {
				length("address."+line.key, *line.value, 120)
			}
		}
		if at.Country != nil && !address.IsCountry(*at.Country) {
			f.Add("address.country", "format", "is not an ISO 3166-1 alpha-2 code such as GB")
		}
	}
	if a.Status != Active && a.Status != Inactive {
		f.Add("status", "enum", "is not active or inactive")
	}
	return f
}
