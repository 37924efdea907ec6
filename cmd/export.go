package petcarecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/modules/imports"
)

type exportCmd struct {
	Account      string   `required:"" placeholder:"CODE" help:"The account to export."`
	Organization string   `placeholder:"NAME" help:"The account's organization; needed when several have an account with that code."`
	Type         []string `placeholder:"TYPE" help:"Only records of these types: customer, pet, …"`
	CSV          bool     `name:"csv" help:"A table of the only --type."`
	File         string   `arg:"" optional:"" placeholder:"FILE" help:"Where to write; by default to standard output."`
}

// Run writes the file. A file that could not be written as a whole is removed.
func (c *exportCmd) Run(ctx context.Context, s *settings, std streams) error {
	var d struct {
		accounts *accounts.Service
		imports  *imports.Service
	}
	return s.operate(ctx, std, func() (err error) {
		account, err := accountByCode(ctx, d.accounts, c.Organization, c.Account)
		if err != nil {
			return err
		}
		e := imports.Export{Types: c.Type, Format: imports.Lines}
		if c.CSV {
			e.Format = imports.CSV
		}
		if c.File == "" || c.File == "-" {
			return d.imports.Export(ctx, account.ID, e, std.out)
		}
		return toFile(c.File, func(to io.Writer) error { return d.imports.Export(ctx, account.ID, e, to) })
	}, &d.accounts, &d.imports)
}

func toFile(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".petcare-export-")
	if err != nil {
		return fmt.Errorf("write the export: %w", err)
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return os.Rename(f.Name(), name)
}
