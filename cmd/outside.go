package petcarecmd

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"go.uber.org/fx"

	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/fxgroups"
)

// declared is what modules declare about themselves. The command line and the settings need it before the application is built.
type declared struct {
	modules  []fxgroups.About
	settings []fxgroups.Settings
	commands []fxgroups.Command
}

// errLooked ends the inspection of modules before any of their constructors runs.
var errLooked = errors.New("looked")

// lookAt inspects each module by itself, so that one that is given twice is not a fault of fx.
func lookAt(modules ...fx.Option) (d declared, err error) {
	look := func(m []fxgroups.About, s []fxgroups.Settings, c []fxgroups.Command) error {
		d.modules, d.settings, d.commands = append(d.modules, m...), append(d.settings, s...), append(d.commands, c...)
		return errLooked
	}
	for _, m := range modules {
		app := fx.New(fx.NopLogger,
			fx.Module("look", fx.Invoke(fx.Annotate(look, fx.ParamTags(fxgroups.FromModules, fxgroups.FromSettings, fxgroups.FromCommands)))), m)
		if err := app.Err(); !errors.Is(err, errLooked) {
			return d, err
		}
	}
	slices.SortFunc(d.modules, func(x, y fxgroups.About) int { return strings.Compare(x.Module, y.Module) })
	var t twice
	for _, m := range d.modules {
		t.brings(m.Package, "module", m.Module)
		t.names(m.Package, "module", m.Module, schemaName, "a schema's name: small letters, digits and _")
	}
	for _, name := range config.HouseNames() {
		t.brings("petcare", "setting", name)
	}
	for _, s := range d.settings {
		for _, name := range s.Section.Names() {
			t.brings(s.Module, "setting", name)
		}
	}
	for _, c := range d.commands {
		t.brings(c.Module, "command", c.Name)
	}
	return d, t.err()
}

// Names are the names of modules, sorted; without any those of petcare itself.
func Names(of ...Module) ([]string, error) {
	if len(of) == 0 {
		of = modules()
	}
	d, err := lookAt(of...)
	names := make([]string, len(d.modules))
	for i, m := range d.modules {
		names[i] = m.Module
	}
	return names, err
}

// OfHouse reports whether a module is one of petcare's own. It fails for another one that the command line would refuse, such as one with
// the name of one of them.
func OfHouse(m Module) (bool, error) {
	own, err := lookAt(modules()...)
	if err != nil {
		return false, err
	}
	given, err := lookAt(m)
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
	d, err := lookAt(of...)
	var sections []config.Section
	for _, s := range d.settings {
		sections = append(sections, s.Section)
	}
	return sections, err
}

// commandLine returns parser options with the commands of modules, and their runs by name.
func (d declared) commandLine() (options []kong.Option, own map[string]fxgroups.CommandRun, err error) {
	var t twice
	house, err := kong.New(&cli{})
	if err != nil {
		return nil, nil, err
	}
	for _, c := range house.Model.Children {
		t.brings("petcare", "command", c.Name)
	}
	own = map[string]fxgroups.CommandRun{}
	for _, c := range d.commands {
		t.brings(c.Module, "command", c.Name)
		own[c.Name] = c.New()
		options = append(options, kong.DynamicCommand(c.Name, c.Help, "", own[c.Name].Flags))
	}
	return options, own, t.err()
}

// runOwn runs a command of a module in the same way as those of petcare.
func (s *settings) runOwn(ctx context.Context, run fxgroups.CommandRun, std streams) error {
	return s.operate(ctx, std, func() error { return run.Do(ctx, std.out) }, run.Needs)
}

// The forms of names. Webhooks subscribe to resource.*, and a module's tables are in the schema of its name.
var (
	schemaName    = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	eventTypeName = regexp.MustCompile(`^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$`)
	abilityName   = regexp.MustCompile(`^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$`)
)

// twice finds parts that two modules provide, and names that nothing can have.
type twice struct {
	by     map[[2]string]string
	faults []error
}

func (t *twice) brings(module, kind, name string) {
	if t.by == nil {
		t.by = map[[2]string]string{}
	}
	key := [2]string{kind, name}
	if other, taken := t.by[key]; taken {
		pair := []string{other, module}
		slices.Sort(pair) // fx shuffles groups
		t.faults = append(t.faults, fmt.Errorf("%s %s comes from both %s and %s", kind, name, pair[0], pair[1]))
		return
	}
	t.by[key] = module
}

func (t *twice) names(module, kind, name string, form *regexp.Regexp, is string) {
	if !form.MatchString(name) {
		t.faults = append(t.faults, fmt.Errorf("%s %q of %s is not %s", kind, name, module, is))
	}
}

func (t *twice) err() error { return errors.Join(t.faults...) }

// check rejects parts that two modules provide, because it would be random which one is used, and names that nothing can have. The API
// checks operations.
func (p Parts) check() error {
	var t twice
	for _, m := range p.Migrations {
		t.brings(m.Module, "migrations of", m.Module)
	}
	for _, m := range p.EventTypes {
		for _, e := range m.Types {
			t.brings(m.Module, "event type", e.Name)
			t.names(m.Module, "event type", e.Name, eventTypeName, "resource.verb, such as pet.updated")
		}
	}
	for _, m := range p.Abilities {
		for _, name := range m.Names {
			t.brings(m.Module, "ability", name)
			t.names(m.Module, "ability", name, abilityName, "area:verb, such as customers:read")
		}
	}
	for _, i := range p.Importers {
		t.brings(i.Module, "import type", i.Name)
	}
	for _, s := range p.Sweepers {
		t.brings(s.Module, "sweeper", s.Name)
	}
	for _, c := range p.ConsolePages {
		t.brings(c.Module, "console pages of", c.Module)
	}
	return t.err()
}
