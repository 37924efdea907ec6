// Package fxgroups spells, once, the fx groups through which modules hand in what they bring.
package fxgroups

import (
	"context"
	"io/fs"

	"github.com/petcare/petcare/platform/events"
	"go.uber.org/fx"
)

// The fx group tags.
const (
	migrations  = `group:"migrations"`
	eventTypes  = `group:"event_types"`
	reactions   = `group:"reactions"`
	abilities   = `group:"abilities"`
	subscribers = `group:"subscribers"`
	importers   = `group:"importers"`
	sweepers    = `group:"sweepers"`
	pages       = `group:"console_pages"`
	about       = `group:"modules"`
	settings    = `group:"settings"`
	commands    = `group:"commands"`
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

// Abilities are the abilities of API keys that a module's operations ask for.
type Abilities struct {
	Module string
	Names  []string
}

// ConsolePages are what a module adds to the staff console: static files, among them index.js, an ES module that registers its
// routes, menu entries and panels. The console serves them as they are, in a folder named after the module.
type ConsolePages struct {
	Module string
	Files  fs.FS
}

// ProvideMigrations hands in a module's migrations.
func ProvideMigrations(m Migrations) fx.Option { return supply(m, migrations) }

// ProvideEventTypes hands in a module's event types: described ones, see events.TypesOf, or names alone.
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
	return supply(EventTypes{module, list}, eventTypes)
}

// ProvideAbilities hands in a module's abilities.
func ProvideAbilities(module string, names ...string) fx.Option {
	return supply(Abilities{module, names}, abilities)
}

// ProvideReaction hands in what constructor makes: an events.Reaction.
func ProvideReaction(constructor any) fx.Option { return provide(constructor, reactions) }

// ProvideImporter hands in what constructor makes: an importing.Type.
func ProvideImporter(constructor any) fx.Option { return provide(constructor, importers) }

// Sweeper removes what is old, a bounded batch at a time; it says how many it removed.
type Sweeper struct {
	Module string
	Name   string
	Sweep  func(ctx context.Context) (int64, error)
}

// ProvideSweeper hands in what constructor makes: a Sweeper, which is called every few minutes until it removes nothing.
func ProvideSweeper(constructor any) fx.Option { return provide(constructor, sweepers) }

// ProvideConsolePages hands in a module's pages of the console.
func ProvideConsolePages(p ConsolePages) fx.Option { return supply(p, pages) }

// ProvideSubscriber hands in what constructor makes: an outbox.Subscriber.
func ProvideSubscriber(constructor any) fx.Option { return provide(constructor, subscribers) }

func supply(value any, group string) fx.Option {
	return fx.Supply(fx.Annotate(value, fx.ResultTags(group)))
}

func provide(constructor any, group string) fx.Option {
	return fx.Provide(fx.Annotate(constructor, fx.ResultTags(group)))
}

// FromMigrations, FromEventTypes, FromReactions and the others are the tags by which a consumer
// takes a whole group. fx shuffles groups: consumers sort by module name.
const (
	FromMigrations  = migrations
	FromEventTypes  = eventTypes
	FromReactions   = reactions
	FromAbilities   = abilities
	FromSubscribers = subscribers
	FromImporters   = importers
	FromSweepers    = sweepers

	FromConsolePages = pages
	FromModules      = about
	FromSettings     = settings
	FromCommands     = commands
)

// Sub is the folder "migrations" of a module's embedded files.
func Sub(files fs.FS) fs.FS {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // "migrations" is a valid path
	}
	return sub
}
