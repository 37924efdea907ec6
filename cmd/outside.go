package petcarecmd

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"go.uber.org/fx"

	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/lists"
)

// declared is what modules declare about themselves. The command line and the settings need it before the application is built.
type declared struct {
	modules  []fxgroups.About
	settings []fxgroups.Settings
	commands []fxgroups.Command
}

// errInspected ends the inspection of modules before any of their constructors runs.
var errInspected = errors.New("inspected")

// inspectModules inspects each module by itself, so that one that is given twice is not a fault of fx.
func inspectModules(modules ...fx.Option) (d declared, err error) {
	collect := func(m []fxgroups.About, s []fxgroups.Settings, c []fxgroups.Command) error {
		d.modules, d.settings, d.commands = append(d.modules, m...), append(d.settings, s...), append(d.commands, c...)
		return errInspected
	}
	for _, m := range modules {
		app := fx.New(fx.NopLogger,
			fx.Module("inspect", fx.Invoke(fx.Annotate(collect,
				fx.ParamTags(fxgroups.FromModules, fxgroups.FromSettings, fxgroups.FromCommands)))), m)
		if err := app.Err(); !errors.Is(err, errInspected) {
			return d, err
		}
	}
	slices.SortFunc(d.modules, func(x, y fxgroups.About) int { return strings.Compare(x.Module, y.Module) })
	var found duplicates
	for _, m := range d.modules {
		found.add(m.Package, "module", m.Module)
	}
	for _, name := range config.Names() {
		found.add("petcare", "setting", name)
	}
	for _, s := range d.settings {
		for _, name := range s.Section.Names() {
			found.add(s.Module, "setting", name)
		}
	}
	return d, found.err()
}

// Names are the names of modules, sorted; without any those of petcare itself.
func Names(of ...Module) ([]string, error) {
	if len(of) == 0 {
		of = modules()
	}
	d, err := inspectModules(of...)
	return lists.Map(d.modules, func(m fxgroups.About) string { return m.Module }), err
}

// OfHouse reports whether a module is one of petcare's own. It fails for another one that the command line would refuse, such as one with
// the name of one of them.
func OfHouse(m Module) (bool, error) {
	own, err := inspectModules(modules()...)
	if err != nil {
		return false, err
	}
	given, err := inspectModules(m)
	if err != nil {
		return false, err
	}
	if len(given.modules) == 1 && slices.Contains(own.modules, given.modules[0]) {
		return true, nil
	}
	_, _, err = (&settings{modules: []Module{m}}).declare()
	return false, err
}

// Sections are the settings of modules from other repositories, for config.Load.
func Sections(of ...Module) ([]config.Section, error) {
	d, err := inspectModules(of...)
	var sections []config.Section
	for _, s := range d.settings {
		sections = append(sections, s.Section)
	}
	return sections, err
}

// commandLine returns parser options with the commands of modules, and their runs by name.
func (d declared) commandLine() (options []kong.Option, own map[string]fxgroups.CommandRun, err error) {
	var found duplicates
	house, err := kong.New(&cli{})
	if err != nil {
		return nil, nil, err
	}
	for _, c := range house.Model.Children {
		found.add("petcare", "command", c.Name)
	}
	own = map[string]fxgroups.CommandRun{}
	for _, c := range d.commands {
		found.add(c.Module, "command", c.Name)
		own[c.Name] = c.New()
		options = append(options, kong.DynamicCommand(c.Name, c.Help, "", own[c.Name].Flags))
	}
	return options, own, found.err()
}

// runOwn runs a command of a module in the same way as those of petcare.
func (s *settings) runOwn(ctx context.Context, run fxgroups.CommandRun, std streams) error {
	return s.operate(ctx, std, func() error { return run.Do(ctx, std.out) }, run.Needs)
}
