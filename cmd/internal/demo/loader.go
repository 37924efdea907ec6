package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/auth"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
)

// Loader loads the business into the database. It skips steps that are already done, so that a second start, concurrent starts, and a
// start after a crash all end with the same business.
type Loader struct {
	accounts  *accounts.Service
	customers *customerspets.Service
	auth      *auth.Service
	importer  *jsonl.Importer
}

// NewLoader returns a Loader.
func NewLoader(a *accounts.Service, c *customerspets.Service, k *auth.Service, i *jsonl.Importer) *Loader {
	return &Loader{a, c, k, i}
}

// Load loads what is missing, reports its progress, and returns a welcome text: a format whose only argument is the address. It stores the
// API key of the business in keyFile.
func (l *Loader) Load(ctx context.Context, keyFile string, progress io.Writer) (string, error) {
	ctx = caller.With(events.WithOrigin(ctx, events.Origin{Source: events.FromCLI}), caller.Caller{Kind: caller.System, Name: "demo"})
	locations, err := Read()
	if err != nil {
		return "", err
	}
	for _, location := range locations {
		if err := l.fill(ctx, location, progress); err != nil {
			return "", fmt.Errorf("fill %s: %w", location.Code, err)
		}
	}
	first, err := l.account(ctx, locations[0])
	if err != nil {
		return "", err
	}
	key, err := l.key(ctx, locations[0].Organization, keyFile)
	if err != nil {
		return "", err
	}
	return strings.NewReplacer("$KEY", key, "$ACCOUNT", first.ID.String(), "$NAME", first.Name).Replace(welcome), nil
}

const welcome = `
petcare is ready at http://%[1]s

  console   http://%[1]s/console          (sign in with the API key)
  docs      http://%[1]s/docs

  API key   $KEY
  account   $ACCOUNT ($NAME)
  customer  demo@example.com, password "demo-password" (POST /v1/auth/login)

Try it:

  curl -H 'X-API-Key: $KEY' 'http://%[1]s/v1/accounts/$ACCOUNT/customers?limit=2'

`

func (l *Loader) account(ctx context.Context, location accounts.AccountCreate) (accounts.Account, error) {
	a, err := l.accounts.Create(ctx, location)
	if errors.Is(err, accounts.ErrCodeTaken) {
		return l.accounts.GetByCode(ctx, location.Organization, location.Code)
	}
	return a, err
}

func (l *Loader) fill(ctx context.Context, location accounts.AccountCreate, progress io.Writer) error {
	a, err := l.account(ctx, location)
	if err != nil {
		return err
	}
	// The import is all or nothing, so the first customer shows that it was done.
	there, err := l.customers.CustomerIDs(ctx, a.ID, []string{FirstCustomer})
	if err != nil || len(there) > 0 {
		return err
	}
	fmt.Fprintf(progress, "loading the demo business: %s\n", a.Name)
	records, err := Records(location, time.Now())
	if err != nil {
		return err
	}
	_, err = l.importer.Run(ctx, jsonl.Job{Account: a.ID, Name: "demo " + a.Code, Input: bytes.NewReader(records)})
	return err
}

// key returns a valid key of the business: the one in file, or a new one, which it writes to file.
func (l *Loader) key(ctx context.Context, organization, file string) (string, error) {
	if text, err := os.ReadFile(file); err == nil {
		key := strings.TrimSpace(string(text))
		if c, err := l.auth.APIKey(ctx, key, true); err == nil && c.Holds("*") {
			return key, nil
		}
	}
	made, err := l.auth.CreateKey(ctx, auth.KeyCreate{Organization: organization, Name: "Demo", Abilities: []string{"*"}})
	if err != nil {
		return "", err
	}
	err = os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil {
		err = os.WriteFile(file, []byte(made.Secret+"\n"), 0o600)
	}
	if err != nil {
		return "", fmt.Errorf("store the demo key: %w", err)
	}
	return made.Secret, nil
}
