// Command petcare serves the petcare API and everything an operator needs beside it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // accounts have time zones, and the machine may have none

	"github.com/alecthomas/kong"

	"github.com/petcare/petcare/platform/apperr"
)

// Set by the linker, see the Makefile.
var version, commit string

// cli is the command line.
type cli struct {
	settings
	Serve    serveCmd    `cmd:"" help:"Migrate, serve HTTP and deliver webhooks. Example: petcare serve --demo"`
	Migrate  migrateCmd  `cmd:"" help:"Bring the database up to date. Example: petcare migrate --status"`
	Accounts accountsCmd `cmd:"" help:"Make and list accounts (locations)."`
	Keys     keysCmd     `cmd:"" help:"Make, list and revoke API keys."`
	Import   importCmd   `cmd:"" help:"Import JSON Lines into an account. Example: petcare import --account camden price-list.jsonl"`
	Webhooks webhooksCmd `cmd:"" help:"Help for developers of webhook receivers."`
	OpenAPI  openapiCmd  `cmd:"" name:"openapi" help:"Print the OpenAPI document. Example: petcare openapi > openapi.yaml"`
	Version  versionCmd  `cmd:"" help:"Print version, commit and Go version. Example: petcare version --json"`
}

// The exit statuses.
const (
	statusFailed = 1 // what was asked for did not succeed
	statusUsage  = 2 // the command line or the configuration is wrong
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// streams is where a command writes to.
type streams struct{ out, err io.Writer }

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	var c cli
	exited := -1
	parser, err := kong.New(&c, kong.Name("petcare"), kong.UsageOnError(), kong.Writers(out, errs),
		kong.Description("The records of pet-care businesses over HTTP. Settings: flag over PETCARE_… environment over --config file."),
		kong.Exit(func(status int) { exited = status }), kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(streams{out, errs}))
	if err != nil {
		fmt.Fprintln(errs, "petcare:", err)
		return statusUsage
	}
	parsed, err := parser.Parse(args)
	if exited >= 0 {
		return exited // --help
	}
	if err != nil {
		fmt.Fprintln(errs, "petcare:", err)
		return statusUsage
	}
	if err := parsed.Run(&c.settings); err != nil {
		return report(errs, err)
	}
	return 0
}

// usageError marks what is wrong with the command line or the configuration.
type usageError struct{ error }

func (u usageError) Unwrap() error { return u.error }

func report(errs io.Writer, err error) int {
	var usage usageError
	if errors.As(err, &usage) {
		fmt.Fprintf(errs, "petcare: wrong settings:\n%s\n", usage.error)
		return statusUsage
	}
	var known *apperr.Error
	if errors.As(err, &known) && len(known.Errors) > 0 {
		for _, f := range known.Errors {
			fmt.Fprintf(errs, "petcare: %s %s\n", f.Field, f.Message)
		}
		return statusFailed
	}
	if errors.As(err, &known) {
		fmt.Fprintln(errs, "petcare:", known.Detail)
		return statusFailed
	}
	if !errors.Is(err, errReported) {
		fmt.Fprintln(errs, "petcare:", err)
	}
	return statusFailed
}

// errReported ends a command that has said itself what is wrong.
var errReported = errors.New("reported")
