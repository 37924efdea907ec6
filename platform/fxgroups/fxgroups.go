// Package fxgroups defines the fx groups through which modules contribute migrations, event types and the like to the program.
package fxgroups

import (
	"context"
	"fmt"
	"io/fs"
	"reflect"
	"runtime"
	"time"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/privacy"
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
	FromPersonal    = `group:"personal"`

	FromConsolePages = `group:"console_pages"`
	FromModules      = `group:"modules"`
	FromSettings     = `group:"settings"`
	FromCommands     = `group:"commands"`
)

// Migrations are a module's migration files, at the root of Files, named <timestamp>_<what>.sql.
type Migrations struct {
	Module string
	Files  fs.FS
	// Local are the tables with an account_id that are not distributed by account where a database is spread over machines, such as those
	// that are searched over all accounts, by name with the schema.
	Local []string
	// An organization moves to another installation with all rows of its organization_id and of its accounts' account_id. Of are the SQL
	// conditions, on @organization, for tables with neither, by name with the schema.
	Of map[string]string
	// Stays are tables whose rows do not move with an organization, such as queues and logs.
	Stays []string
	// Sealed are the columns with values that are sealed.
	Sealed []Sealed
}

// Sealed is a column with values that are sealed with the keys of the installation.
type Sealed struct {
	Table, Column string
	Purposes      []string // SQL expressions for the purposes that a value of the row may be sealed for
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
func ProvideReaction(constructor any) fx.Option {
	return provide[events.Reaction](constructor, FromReactions)
}

// ProvideImporter adds the importing.Type that constructor returns.
func ProvideImporter(constructor any) fx.Option {
	return provide[importing.Type](constructor, FromImporters)
}

// ProvidePersonal declares what of a module's tables is about persons. Each column with text or JSON has to be declared.
func ProvidePersonal(module string, tables ...privacy.Table) fx.Option {
	return supply(privacy.Personal{Module: module, Tables: tables}, FromPersonal)
}

// ProvidePersonalOf adds the privacy.Personal that constructor returns.
func ProvidePersonalOf(constructor any) fx.Option {
	return provide[privacy.Personal](constructor, FromPersonal)
}

// Sweeper does what has to be done again and again, such as to remove expired records, in batches of limited size. Sweep returns how many
// records it worked on; 0 when nothing is left to do. It has to end when ctx does: one that is stuck is logged, has no further turn until
// it ends, and delays a stop by 5 seconds.
type Sweeper struct {
	Module string
	Name   string
	Sweep  func(ctx context.Context) (int64, error)
	Every  time.Duration // 0: two minutes. Sweepers wait for each other.
}

// ProvideSweeper adds the Sweeper that constructor returns. Each time, it is called until it returns 0, or for some seconds, after which
// the others have their turn.
func ProvideSweeper(constructor any) fx.Option { return provide[Sweeper](constructor, FromSweepers) }

// ProvideConsolePages adds a module's pages to the console.
func ProvideConsolePages(p ConsolePages) fx.Option { return supply(p, FromConsolePages) }

// ProvideSubscriber adds the outbox.Subscriber that constructor returns.
func ProvideSubscriber(constructor any) fx.Option { return grouped(constructor, FromSubscribers) }

func supply(value any, group string) fx.Option {
	return fx.Supply(fx.Annotate(value, fx.ResultTags(group)))
}

// provide refuses a constructor of something else, such as of a *T or []T: fx would leave it out without a word.
func provide[T any](constructor any, group string) fx.Option {
	made, want := reflect.TypeOf(constructor), reflect.TypeFor[T]()
	if made != nil && made.Kind() == reflect.Func && (made.NumOut() == 0 || made.Out(0) != want) {
		name := runtime.FuncForPC(reflect.ValueOf(constructor).Pointer()).Name()
		return fx.Error(fmt.Errorf("%s is %s: it has to return one %s", name, made, want))
	}
	return grouped(constructor, group)
}

func grouped(constructor any, group string) fx.Option {
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
