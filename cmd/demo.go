package petcarecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/cmd/internal/demo"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/address"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
	"github.com/petcare/petcare/platform/config"
)

// demoBusiness loads the demo business. Each step looks whether it is done already, so that a second start, two starts
// at once, or a start after a crash in the middle end with the same business.
type demoBusiness struct {
	accounts  *accounts.Service
	lists     *configlists.Service
	customers *customerspets.Service
	auth      *auth.Service
	importer  *jsonl.Importer
}

func newDemoBusiness(a *accounts.Service, l *configlists.Service, c *customerspets.Service, k *auth.Service, i *jsonl.Importer) *demoBusiness {
	return &demoBusiness{a, l, c, k, i}
}

// load loads what is missing and returns the text that welcomes whoever started it; %s stands for the address.
func (d *demoBusiness) load(ctx context.Context, c config.Config, std streams) (string, error) {
	ctx = caller.With(ctx, caller.Caller{Kind: caller.System, Name: "demo"})
	var first accounts.Account
	for i, location := range demo.Locations() {
		a, err := d.account(ctx, location)
		if err != nil {
			return "", err
		}
		if i == 0 {
			first = a
		}
		if err := d.fill(ctx, a, location, std); err != nil {
			return "", fmt.Errorf("fill %s: %w", location.Code, err)
		}
	}
	key, err := d.key(ctx, filepath.Join(c.DataDir, "demo-key"))
	if err != nil {
		return "", err
	}
	return strings.NewReplacer("$KEY", key, "$ACCOUNT", first.ID.String()).Replace(welcome), nil
}

const welcome = `
petcare is ready at http://%[1]s          (documentation: http://%[1]s/docs)

  API key   $KEY
  account   $ACCOUNT (Willow & Whisker London)
  customer  demo@example.com, password "demo-password" (POST /v1/auth/login)

Try it:

  curl -H 'X-API-Key: $KEY' 'http://%[1]s/v1/accounts/$ACCOUNT/customers?limit=2'

`

func (d *demoBusiness) account(ctx context.Context, l demo.Location) (accounts.Account, error) {
	a, err := d.accounts.ByCode(ctx, demo.Organization, l.Code)
	if !apperr.Is(err, apperr.NotFound) {
		return a, err
	}
	a, err = d.accounts.Create(ctx, accounts.AccountCreate{
		Organization: demo.Organization, Code: l.Code, Name: l.Name, Timezone: l.Timezone, Currency: l.Currency, Country: l.Country,
		Locale: l.Locale, WeightUnit: l.WeightUnit, Phone: &l.Phone, Email: &l.Email, Website: &l.Website, ServiceTypes: l.ServiceTypes,
		VaccinationWarningDays: &l.VaccinationWarningDays,
		Address: &address.Address{Line1: &l.Address.Line1, Line2: &l.Address.Line2, City: &l.Address.City, Region: &l.Address.Region,
			Postcode: &l.Address.Postcode, Country: &l.Address.Country},
	})
	if errors.Is(err, accounts.ErrCodeTaken) {
		return d.accounts.ByCode(ctx, demo.Organization, l.Code)
	}
	return a, err
}

func (d *demoBusiness) fill(ctx context.Context, a accounts.Account, l demo.Location, std streams) error {
	// The import is all or nothing: with its first customer there, all of it is there.
	there, err := d.customers.CustomerIDs(ctx, a.ID, []string{demo.FirstCustomer})
	if err != nil || len(there) > 0 {
		return err
	}
	fmt.Fprintf(std.err, "loading the demo business: %s\n", l.Name)
	if err := d.configure(ctx, a.ID); err != nil {
		return err
	}
	read, write := io.Pipe()
	go func() { write.CloseWithError(demo.Write(write, l, time.Now())) }()
	defer read.Close()
	_, err = d.importer.Run(ctx, jsonl.Job{Account: a.ID, Name: "demo " + l.Code, Input: read})
	return err
}

// configure makes the lists and forms that a location would have before its first customer.
func (d *demoBusiness) configure(ctx context.Context, account uuid.UUID) error {
	var made []error
	for _, name := range demo.PetStatuses() {
		_, err := d.lists.CreateSecondaryPetStatus(ctx, account, configlists.SecondaryPetStatusCreate{Name: name})
		made = append(made, err)
	}
	for _, code := range demoColourCodes() {
		_, err := d.lists.CreateColourCode(ctx, account, code)
		made = append(made, err)
	}
	for form, fields := range demoFields() {
		for _, field := range fields {
			_, err := d.lists.CreateField(ctx, account, form, field)
			made = append(made, err)
		}
	}
	for _, err := range made {
		if err != nil && !apperr.Is(err, apperr.Conflict) { // there already
			return err
		}
	}
	return nil
}

func demoColourCodes() []configlists.ColourCodeCreate {
	var list []configlists.ColourCodeCreate
	for _, of := range []struct {
		kind  configlists.ColourCodeType
		names [demo.ColourCodes]string
	}{
		{configlists.PetColour, [...]string{"Good with everyone", "Feeds alone", "Needs medication", "Escape artist", "Handle with care"}},
		{configlists.CustomerColour, [...]string{"Regular", "Pays in advance", "Call before noon", "Late collector", "Member"}},
	} {
		for i, name := range of.names {
			number := i + 1
			colour := [...]string{"#2E7D32", "#1565C0", "#EF6C00", "#C62828", "#6A1B9A"}[i]
			list = append(list, configlists.ColourCodeCreate{Type: of.kind, Number: &number, Name: name, Colour: colour})
		}
	}
	return list
}

func demoFields() map[configlists.Form][]configlists.FieldCreate {
	text := func(s string) *string { return &s }
	return map[configlists.Form][]configlists.FieldCreate{
		configlists.CustomerForm: {
			{Key: "membership", Type: configlists.Select, Label: "Membership", Section: text("Business"), VisibleToCustomer: true,
				Options: []configlists.FieldOption{{Value: "none", Label: "None"}, {Value: "silver", Label: "Silver"}, {Value: "gold", Label: "Gold"}}},
			{Key: "gate_code", Type: configlists.Text, Label: "Gate code", HelpText: text("For collection and delivery"), Section: text("Collection")},
		},
		configlists.PetForm: {
			{Key: "diet", Type: configlists.MultiSelect, Label: "Diet", Section: text("Feeding"), VisibleToCustomer: true, EditableByCustomer: true,
				Options: []configlists.FieldOption{{Value: "dry", Label: "Dry food"}, {Value: "wet", Label: "Wet food"}, {Value: "raw", Label: "Raw food"}, {Value: "own", Label: "Brings own food"}}},
			{Key: "last_heat", Type: configlists.Date, Label: "Last in heat", Section: text("Health"), VisibleToCustomer: true, EditableByCustomer: true},
			{Key: "insured", Type: configlists.Boolean, Label: "Insured", Section: text("Health"), VisibleToCustomer: true, EditableByCustomer: true},
		},
	}
}

// key is a key of the demo business that works: the one in file when it does, else a new one, which file then keeps.
func (d *demoBusiness) key(ctx context.Context, file string) (string, error) {
	if text, err := os.ReadFile(file); err == nil {
		key := strings.TrimSpace(string(text))
		if c, err := d.auth.APIKey(ctx, key, true); err == nil && c.Holds("*") {
			return key, nil
		}
	}
	made, err := d.auth.CreateKey(ctx, auth.KeyCreate{Organization: demo.Organization, Name: "Demo", Abilities: []string{"*"}})
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return "", fmt.Errorf("keep the demo key: %w", err)
	}
	if err := os.WriteFile(file, []byte(made.Secret+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("keep the demo key: %w", err)
	}
	return made.Secret, nil
}
