package petcarecmd

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/kernel/lists"
)

type accountsCmd struct {
	Create accountsCreateCmd `cmd:"" help:"Make an account, and its organization when that is new."`
	Update accountsUpdateCmd `cmd:"" help:"Change an account; what is not given stays."`
	List   accountsListCmd   `cmd:"" help:"List all accounts."`
}

type accountsCreateCmd struct {
	Organization string `required:"" help:"Name of the organization."`
	Code         string `required:"" help:"Slug of the account, unique in the organization."`
	Name         string `required:"" help:"Name of the account."`
	Timezone     string `required:"" help:"IANA time zone, such as Europe/London."`
	Currency     string `required:"" help:"ISO 4217 code, such as GBP."`
	Country      string `required:"" help:"ISO 3166-1 alpha-2 code, such as GB."`
	Locale       string `help:"BCP 47 tag; by default English of the country."`
	WeightUnit   string `help:"kg or lb; by default that of the country."`
	JSON         bool   `help:"Print the account as JSON."`
}

// shownAccount is an account as the API shows it, with its organization, which the API leaves out.
type shownAccount struct {
	accounts.Account
	OrganizationID uuid.UUID `json:"organization_id"`
	Organization   string    `json:"organization"`
}

// show adds the names of their organizations to accounts.
func show(ctx context.Context, service *accounts.Service, list ...accounts.Account) ([]shownAccount, error) {
	organizations, err := service.ListOrganizations(ctx)
	if err != nil {
		return nil, err
	}
	names := make(map[uuid.UUID]string, len(organizations))
	for _, o := range organizations {
		names[o.ID] = o.Name
	}
	return lists.Map(list, func(a accounts.Account) shownAccount {
		return shownAccount{a, a.OrganizationID, names[a.OrganizationID]}
	}), nil
}

// Run creates the account.
func (c *accountsCreateCmd) Run(ctx context.Context, s *settings, std streams) error {
	var service *accounts.Service
	return s.operate(ctx, std, func() error {
		a, err := service.Create(ctx, accounts.AccountCreate{Organization: c.Organization, Code: c.Code, Name: c.Name, Timezone: c.Timezone,
			Currency: c.Currency, Country: c.Country, Locale: c.Locale, WeightUnit: c.WeightUnit})
		if err != nil {
			return err
		}
		shown, err := show(ctx, service, a)
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(std.out, shown[0])
		}
		fmt.Fprintf(std.out, "made account %s (%s) of organization %s\n", a.Code, a.ID, shown[0].Organization)
		return nil
	}, &service)
}

type accountsListCmd struct {
	JSON bool `help:"Print JSON."`
}

// Run lists all accounts.
func (c *accountsListCmd) Run(ctx context.Context, s *settings, std streams) error {
	var service *accounts.Service
	return s.operate(ctx, std, func() error {
		list, err := service.ListAll(ctx)
		if err != nil {
			return err
		}
		shown, err := show(ctx, service, list...)
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(std.out, shown)
		}
		return table(std.out, "CODE\tNAME\tORGANIZATION\tSTATUS\tID", func(row func(...string)) {
			for _, a := range shown {
				row(a.Code, a.Name, a.Organization, string(a.Status), a.ID.String())
			}
		})
	}, &service)
}
