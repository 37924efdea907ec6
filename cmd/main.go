// Package petcarecmd is the petcare program: its command line and the wiring of its modules.
package petcarecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	_ "time/tzdata" // accounts have time zones, and the machine may have none

	"github.com/alecthomas/kong"
	"go.uber.org/fx"

	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/panics"
)

// Set by the linker: -X github.com/petcare/petcare/cmd.version=…
var version, commit string

// cli is the command line.
type cli struct {
	settings
	Serve         serveCmd         `cmd:"" help:"Migrate, serve HTTP and deliver webhooks."`
	Migrate       migrateCmd       `cmd:"" help:"Bring the database up to date."`
	Distribute    distributeCmd    `cmd:"" help:"Spread the tables over the machines of a Citus cluster, by account."`
	Accounts      accountsCmd      `cmd:"" help:"Make, change and list accounts (locations)."`
	Organizations organizationsCmd `cmd:"" help:"Move organizations between installations."`
	Keys          keysCmd          `cmd:"" help:"Make, list and revoke API keys."`
	Staff         staffCmd         `cmd:"" help:"Invite members of staff."`
	Import        importCmd        `cmd:"" help:"Import JSON Lines or CSV into an account."`
	Export        exportCmd        `cmd:"" help:"Write the records of an account as JSON Lines or CSV."`
	Events        eventsCmd        `cmd:"" help:"Read the event feed."`
	Webhooks      webhooksCmd      `cmd:"" help:"Tools for developers of webhook receivers."`
	OpenAPI       openapiCmd       `cmd:"" name:"openapi" help:"Print the OpenAPI document."`
	Module        moduleCmd        `cmd:"" help:"Tools for developers of modules."`
	Version       versionCmd       `cmd:"" help:"Print version, commit, Go version and modules."`
}

// The exit statuses.
const (
	statusFailed = 1 // the command failed
	statusUsage  = 2 // the command line or the configuration is wrong
)

// Module is the fx module of a module, with its HTTP adapter if it has one.
type Module = fx.Option

// Main runs the command line of this process and exits. The program consists of the modules of petcare and the given ones, which
// may come from other repositories.
func Main(modules ...Module) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := Run(ctx, os.Args[1:], os.Stdout, os.Stderr, modules...)
	stop()
	os.Exit(status)
}

// streams are the outputs of a command.
type streams struct{ out, err io.Writer }

// Run runs one command line and returns its exit status.
func Run(ctx context.Context, args []string, out, errs io.Writer, modules ...Module) int {
	c := cli{settings: settings{modules: modules}}
	exited := -1
	options, own, err := c.declare()
	if err != nil {
		fmt.Fprintln(errs, "petcare:", err)
		return statusUsage
	}
	parser, err := kong.New(&c, append(options, kong.Name("petcare"), kong.Writers(out, errs),
		kong.Description("The records of pet-care businesses over HTTP. A flag wins over a PETCARE_… variable, that over the --config file."),
		kong.Exit(func(status int) { exited = status }), kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(streams{out, errs}))...)
	if err != nil {
		fmt.Fprintln(errs, "petcare:", err)
		return statusUsage
	}
	parsed, err := parser.Parse(args)
	if exited >= 0 {
		return exited // --help
	}
	if err != nil {
		fmt.Fprintf(errs, "petcare: %v\nRun \"%s --help\" for more information.\n", err, nearest(err))
		return statusUsage
	}
	if flag := emptyList(parsed); flag != "" {
		fmt.Fprintf(errs, "petcare: --%s is empty: leave it out or give it a value\nRun \"%s --help\" for more information.\n", flag,
			parsed.Selected().FullPath())
		return statusUsage
	}
	run := func() error { return parsed.Run(&c.settings) }
	name, _, _ := strings.Cut(parsed.Command(), " ")
	if command, ok := own[name]; ok {
		run = func() error { return c.runOwn(ctx, command, streams{out, errs}) }
	}
	for name := range c.Set { // some commands read no settings; load names every fault
		if len(config.Unknown([]string{"PETCARE_" + upper(name)}, c.sections...)) > 0 {
			run = func() error { _, err := c.load(); return err }
		}
	}
	if err := panics.Caught(run); err != nil {
		return report(errs, err)
	}
	return 0
}

// emptyList is the name of a list that was given without an entry, such as --account "$CODE" with an unset variable. To the command it
// would look like a list that was left out, which means all accounts.
func emptyList(parsed *kong.Context) string {
	for _, at := range parsed.Path {
		if at.Flag != nil && at.Flag.IsSlice() && at.Flag.Target.Len() == 0 {
			return at.Flag.Name
		}
	}
	return ""
}

// nearest is the command that the arguments led to.
func nearest(err error) string {
	if parse, ok := errors.AsType[*kong.ParseError](err); ok && parse.Context.Selected() != nil {
		return parse.Context.Selected().FullPath()
	}
	return "petcare"
}

// usageError is an error in the command line or the configuration.
type usageError struct{ error }

func (u usageError) Unwrap() error { return u.error }

func report(errs io.Writer, err error) int {
	if usage, ok := errors.AsType[usageError](err); ok {
		fmt.Fprintf(errs, "petcare: wrong command line or settings:\n%s\n", usage.error)
		return statusUsage
	}
	var known *apperr.Error
	switch {
	case errors.As(err, &known) && len(known.Errors) > 0:
		for _, f := range known.Errors {
			fmt.Fprintf(errs, "petcare: %s %s\n", f.Field, f.Message)
		}
		if known.Kind == apperr.Invalid { // what was given on the command line
			return statusUsage
		}
	case known != nil:
		fmt.Fprintln(errs, "petcare:", known.Detail)
	case !errors.Is(err, errReported):
		fmt.Fprintln(errs, "petcare:", err)
		_, _ = errs.Write(panics.Stack(err)) // there is nowhere else to say it
	}
	return statusFailed
}

// errReported ends a command that has already printed its error.
var errReported = errors.New("reported")
