package fxgroups

import (
	"context"
	"io"
	"runtime"
	"strings"

	"github.com/petcare/petcare/platform/config"
	"go.uber.org/fx"
)

// About names a module of the program and the Go package that declares it, from which its version is taken.
type About struct{ Module, Package string }

// Module is an fx.Module with a unique name. petcare version lists it.
func Module(name string, options ...fx.Option) fx.Option {
	return fx.Module(name, supply(About{name, callingPackage()}, FromModules), fx.Options(options...))
}

// callingPackage is the package that called the caller. A package variable is initialised in a function of its package, too.
func callingPackage() string {
	counter, _, _, _ := runtime.Caller(2)
	function := runtime.FuncForPC(counter).Name()
	folder := strings.LastIndex(function, "/") + 1
	name, _, _ := strings.Cut(function[folder:], ".")
	return function[:folder] + name
}

// ProvideSettings provides an S to the constructors of a module: a flat struct whose fields have the tags env and envDefault of
// github.com/caarlos0/env. The setting NAME of module incidents is PETCARE_INCIDENTS_NAME, incidents.name in the file and --set
// incidents_name on the command line. check, which may be nil, returns an error message for each invalid NAME.
func ProvideSettings[S any](module string, check func(S) map[string]string) fx.Option {
	section := config.SectionOf(module, check)
	return fx.Options(
		fx.Provide(func(c config.Config) S { return section.Of(c).(S) }),
		supply(Settings{module, section}, FromSettings),
	)
}

// Settings are the settings of a module.
type Settings struct {
	Module  string
	Section config.Section
}

// Command is a command that a module adds to the command line.
type Command struct {
	Module, Name, Help string
	New                func() CommandRun
}

// CommandRun is one run of a command. Before Do is called, Flags, a pointer to a struct, is filled from the command line, and
// Needs, a pointer to a type that the application provides, from the application.
type CommandRun struct {
	Flags, Needs any
	Do           func(ctx context.Context, out io.Writer) error
}

// ProvideCommand adds "petcare NAME" to the command line. F is a struct with the tags of github.com/alecthomas/kong. N is the type
// that the command needs, such as the module's service. The database is migrated before run is called.
func ProvideCommand[F, N any](module, name, help string, run func(ctx context.Context, flags F, needs N, out io.Writer) error) fx.Option {
	return supply(Command{module, name, help, func() CommandRun {
		flags, needs := new(F), new(N)
		return CommandRun{flags, needs, func(ctx context.Context, out io.Writer) error { return run(ctx, *flags, *needs, out) }}
	}}, FromCommands)
}
