package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/cmd/petcare/internal/demo"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
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

func newDemoBusiness(
	a *accounts.Service, l *configlists.Service, c *customerspets.Service, k *auth.Service, i *jsonl.Importer,
) *demoBusiness {
	return &demoBusiness{a, l, c, k, i}
}

// load loads what is missing and returns the text that welcomes whoever started it; %s stands for the address.
func (d *demoBusiness) load(ctx context.Context, c config.Config, std streams) (string, error) {
	ctx = caller.With(ctx, caller.Caller{Kind: caller.System, Name: "demo"})
	business, err := demo.Load()
	if err != nil {
		return "", err
	}
	for _, location := range business.Locations {
		if err := d.fill(ctx, business, location, std); err != nil {
			return "", fmt.Errorf("fill %s: %w", location.Code, err)
		}
	}
	first, err := d.account(ctx, business.Locations[0])
	if err != nil {
		return "", err
	}
	key, err := d.key(ctx, business.Locations[0].Organization, filepath.Join(c.DataDir, "demo-key"))
	if err != nil {
		return "", err
	}
	return strings.NewReplacer("$KEY", key, "$ACCOUNT", first.ID.String(), "$NAME", first.Name).Replace(welcome), nil
}

const welcome = `
petcare is ready at http://%[1]s          (documentation: http://%[1]s/docs)

  API key   $KEY
  account   $ACCOUNT ($NAME)
  customer  demo@example.com, password "demo-password" (POST /v1/auth/login)

Try it:

  curl -H 'X-API-Key: $KEY' 'http://%[1]s/v1/accounts/$ACCOUNT/customers?limit=2'

`

func (d *demoBusiness) account(ctx context.Context, location accounts.AccountCreate) (accounts.Account, error) {
	a, err := d.accounts.Create(ctx, location)
	if errors.Is(err, accounts.ErrCodeTaken) {
		return d.accounts.ByCode(ctx, location.Organization, location.Code)
	}
	return a, err
}

func (d *demoBusiness) fill(ctx context.Context, b demo.Business, location accounts.AccountCreate, std streams) error {
	a, err := d.account(ctx, location)
	if err != nil {
		return err
	}
	// The import is all or nothing: with its first customer there, all of it is there.
	there, err := d.customers.CustomerIDs(ctx, a.ID, []string{demo.FirstCustomer})
	if err != nil || len(there) > 0 {
		return err
	}
	fmt.Fprintf(std.err, "loading the demo business: %s\n", a.Name)
	if err := d.configure(ctx, a.ID, b); err != nil {
		return err
	}
	records, err := demo.Records(location, time.Now())
	if err != nil {
		return err
	}
	_, err = d.importer.Run(ctx, jsonl.Job{Account: a.ID, Name: "demo " + a.Code, Input: bytes.NewReader(records)})
	return err
}

// configure makes the lists and forms that a location would have before its first customer.
func (d *demoBusiness) configure(ctx context.Context, account uuid.UUID, b demo.Business) error {
	err := errors.Join(
		createMissing(ctx, account, b.SecondaryPetStatuses, d.lists.CreateSecondaryPetStatus),
		createMissing(ctx, account, b.ColourCodes, d.lists.CreateColourCode),
	)
	for form, fields := range b.Fields {
		create := func(ctx context.Context, account uuid.UUID, f configlists.FieldCreate) (configlists.Field, error) {
			return d.lists.CreateField(ctx, account, form, f)
		}
		err = errors.Join(err, createMissing(ctx, account, fields, create))
	}
	return err
}

func createMissing[C, R any](
	ctx context.Context, account uuid.UUID, list []C, create func(context.Context, uuid.UUID, C) (R, error),
) error {
	for _, c := range list {
		if _, err := create(ctx, account, c); err != nil && !apperr.Is(err, apperr.Conflict) { // conflicting: it is there
			return err
		}
	}
	return nil
}

// key is a key of the demo business that works: the one in file when it does, else a new one, which file then keeps.
func (d *demoBusiness) key(ctx context.Context, organization, file string) (string, error) {
	if text, err := os.ReadFile(file); err == nil {
		key := strings.TrimSpace(string(text))
		if c, err := d.auth.APIKey(ctx, key, true); err == nil && c.Holds("*") {
			return key, nil
		}
	}
	made, err := d.auth.CreateKey(ctx, auth.KeyCreate{Organization: organization, Name: "Demo", Abilities: []string{"*"}})
	if err != nil {
		return "", err
	}
	err = os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil {
		err = os.WriteFile(file, []byte(made.Secret+"\n"), 0o600)
	}
	if err != nil {
		return "", fmt.Errorf("keep the demo key: %w", err)
	}
	return made.Secret, nil
}
