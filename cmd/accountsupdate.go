package petcarecmd

import (
	"context"
	"fmt"
	"slices"

	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/patch"
)

type accountsUpdateCmd struct {
	Account      string `arg:"" name:"code" help:"Code of the account."`
	Organization string `help:"Name of its organization; needed where several have an account of that code."`

	Name        *string  `help:"Name of the account."`
	Code        *string  `help:"A new code."`
	Status      *string  `help:"active, or inactive: it can be read, but not changed." placeholder:"STATUS" enum:"active,inactive"`
	Timezone    *string  `help:"IANA time zone, such as Europe/London."`
	Currency    *string  `help:"ISO 4217 code, such as GBP."`
	Country     *string  `help:"ISO 3166-1 alpha-2 code, such as GB."`
	Locale      *string  `help:"BCP 47 tag, such as en-GB."`
	WeightUnit  *string  `help:"kg or lb." enum:"kg,lb"`
	Phone       *string  `help:"Phone in E.164 form; empty takes it away."`
	Email       *string  `help:"E-mail; empty takes it away."`
	Website     *string  `help:"Web site; empty takes it away."`
	ServiceType []string `help:"What the location offers; may be repeated. none takes all away; without it they stay." placeholder:"TYPE"`
	Warning     *int     `name:"vaccination-warning-days" help:"How long before its expiry a vaccination is expiring." placeholder:"DAYS"`
	Address     struct {
		Line1    *string `help:"Street and number."`
		Line2    *string `help:"Flat, building, care of."`
		City     *string `help:"City, town or village."`
		Region   *string `help:"County, state or province."`
		Postcode *string `help:"Postal code."`
		Country  *string `help:"ISO 3166-1 alpha-2 code."`
	} `embed:"" prefix:"address-"`
	JSON bool `help:"Print the account as JSON."`
}

// Run changes the fields of the account that have a flag.
func (c *accountsUpdateCmd) Run(ctx context.Context, s *settings, std streams) error {
	var service *accounts.Service
	return s.operate(ctx, std, func() error {
		account, err := accountByCode(ctx, service, c.Organization, c.Account)
		if err != nil {
			return err
		}
		ctx := events.WithOrigin(ctx, events.Origin{Source: events.FromCLI})
		ctx = caller.With(ctx, caller.Caller{Kind: caller.System, Name: "command line"})
		a, err := service.UpdateAsOperator(ctx, account.ID, c.patch(), patch.Precondition{})
		if err != nil {
			return err
		}
		if c.JSON {
			shown, err := show(ctx, service, a)
			if err != nil {
				return err
			}
			return printJSON(std.out, shown[0])
		}
		if a.Version == account.Version {
			fmt.Fprintf(std.out, "account %s (%s) is so already\n", a.Code, a.ID)
			return nil
		}
		fmt.Fprintf(std.out, "changed account %s (%s)\n", a.Code, a.ID)
		return nil
	}, &service)
}

// accountByCode is the account that a command line names.
func accountByCode(ctx context.Context, service *accounts.Service, organization, code string) (accounts.Account, error) {
	account, err := service.GetByCode(ctx, organization, code)
	if apperr.Is(err, apperr.NotFound) {
		err = fmt.Errorf("there is no account %q", code)
	}
	return account, err
}

func (c *accountsUpdateCmd) patch() accounts.OperatorPatch {
	p := accounts.OperatorPatch{
		AccountPatch: accounts.AccountPatch{
			Name: given(c.Name), Phone: given(c.Phone), Email: given(c.Email), Website: given(c.Website), Locale: given(c.Locale),
			WeightUnit: given(c.WeightUnit), VaccinationWarningDays: given(c.Warning),
			Address: patch.Of(accounts.AccountAddressPatch{
				Line1: given(c.Address.Line1), Line2: given(c.Address.Line2), City: given(c.Address.City),
				Region: given(c.Address.Region), Postcode: given(c.Address.Postcode), Country: given(c.Address.Country),
			}),
		},
		Code: given(c.Code), Timezone: given(c.Timezone), Currency: given(c.Currency), Country: given(c.Country),
		Status: given((*accounts.Status)(c.Status)),
	}
	switch {
	case slices.Equal(c.ServiceType, []string{noService}):
		p.ServiceTypes = patch.Of([]string{})
	case len(c.ServiceType) > 0:
		p.ServiceTypes = patch.Of(c.ServiceType)
	}
	return p
}

// noService stands for an empty list of service types, which repeated flags cannot express.
const noService = "none"

// given is the patch field of a flag; it is absent when the flag is not set.
func given[T any](flag *T) patch.Field[T] {
	if flag == nil {
		return patch.Field[T]{}
	}
	return patch.Of(*flag)
}
