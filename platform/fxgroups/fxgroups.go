// Package fxgroups defines the fx groups through which modules contribute migrations, event types and the like to the program.
package fxgroups

import (
	"context"
	"io/fs"

	"github.com/petcare/petcare/platform/events"
	"go.uber.org/fx"
)

// The tags with which a consumer requests a whole group. fx shuffles groups, so consumers sort them by module name.
const (
	FromMigrations  = `group:"migrations"`
	FromEventTypes  = `group:"event_types"`
	FromReactions   = `group:"reactions"`
	FromAbilities   = `group:"abilities"`
	FromSubscribers = `group:"subscribers"`
	FromImporters   = `group:"importers"`
	FromSweepers    = `group:"sweepers"`

	FromConsolePages = `group:"console_pages"`
	FromModules      = `group:"modules"`
	FromSettings     = `group:"settings"`
	FromCommands     = `group:"commands"`
)

// Migrations are a module's migration files, at the root of Files, named <timestamp>_<what>.sql.
type Migrations struct {
	Module string
	Files  fs.FS
}

// EventTypes are the public event types that a module records.
type EventTypes struct {
	Module string
	Types  []events.Type
}

// Abilities are the abilities of API keys that a module's operations require.
type Abilities struct {
	Module string
	Names  []string
}

// ConsolePages are the static files that a module adds to the staff console. One of them is index.js, an ES module that registers
// routes, menu entries and panels. The console serves the files unchanged from a folder named after the module.
type ConsolePages struct {
	Module string
	Files  fs.FS
}

// ProvideMigrations adds a module's migrations.
func ProvideMigrations(m Migrations) fx.Option { return supply(m, FromMigrations) }

// ProvideEventTypes adds a module's event types: descriptions, see events.TypesOf, or only names.
func ProvideEventTypes[T string | events.Type](module string, types ...T) fx.Option {
	list := make([]events.Type, len(types))
	for i, t := range types {
		switch t := any(t).(type) {
		case string:
			list[i] = events.Named(t)
		case events.Type:
			list[i] = t
		}
	}
	return supply(EventTypes{module, list}, FromEventTypes)
}

// ProvideAbilities adds a module's abilities.
func ProvideAbilities(module string, names ...string) fx.Option {
	return supply(Abilities{module, names}, FromAbilities)
}

// ProvideReaction adds the events.Reaction that constructor returns.
func ProvideReaction(constructor any) fx.Option { return provide(constructor, FromReactions) }

// ProvideImporter adds the importing.Type that constructor returns.
func ProvideImporter(constructor any) fx.Option { return provide(constructor, FromImporters) }

// Sweeper removes expired records in batches of limited size. Sweep returns how many it removed.
type Sweeper struct {
	Module string
	Name   string
	Sweep  func(ctx context.Context) (int64, error)
}

// ProvideSweeper adds the Sweeper that constructor returns. Every few minutes it is called until it removes nothing.
func ProvideSweeper(constructor any) fx.Option { return provide(constructor, FromSweepers) }

// ProvideConsolePages adds a module's pages to the console.
func ProvideConsolePages(p ConsolePages) fx.Option { return supply(p, FromConsolePages) }

// ProvideSubscriber adds the outbox.Subscriber that constructor returns.
func ProvideSubscriber(constructor any) fx.Option { return provide(constructor, FromSubscribers) }

func supply(value any, group string) fx.Option {
	return fx.Supply(fx.Annotate(value, fx.ResultTags(group)))
}

func provide(constructor any, group string) fx.Option {
	return fx.Provide(fx.Annotate(constructor, fx.ResultTags(group)))
}

// Sub returns the folder "migrations" of a module's embedded files.
func Sub(files fs.FS) fs.FS {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // "migrations" is a valid path
	}
	return sub
}
