package petcarecmd

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/uuid"
	"go.uber.org/fx"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

type spaSettings struct {
	Days int    `env:"DAYS" envDefault:"7"`
	Word string `env:"WORD"`
}

func spa(more ...fx.Option) Module {
	return fxgroups.Module("spa", fxgroups.ProvideSettings("spa", func(s spaSettings) map[string]string {
		if s.Days > 30 {
			return map[string]string{"DAYS": "is at most 30"}
		}
		return nil
	}), fx.Options(more...))
}

func run(t *testing.T, args []string, modules ...Module) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = Run(t.Context(), args, &stdout, &stderr, modules...)
	return status, stdout.String(), stderr.String()
}

func TestSettingsOfAModuleAreReadWithTheOthersAndNamedWhenWrong(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]string{
		"spa_days=x": "PETCARE_SPA_DAYS: is not a number", "spa_days=31": "PETCARE_SPA_DAYS: is at most 30", "spa_dys=1": "spa_dys is not a setting",
	} {
		status, _, errs := run(t, []string{"openapi", "--set", set, "--set", "rate_burst=-1"}, spa())
		if status != statusUsage || !strings.Contains(errs, want) || !strings.Contains(errs, "PETCARE_RATE_BURST") {
			t.Errorf("%s: %d %s", set, status, errs)
		}
	}
	var seen spaSettings
	tell := fx.Invoke(func(s spaSettings) { seen = s })
	if status, _, errs := run(t, []string{"openapi", "--set", "spa.days=9"}, spa(tell)); status != 0 || seen.Days != 9 {
		t.Errorf("%d %v %s", status, seen, errs)
	}
	if status, _, errs := run(t, []string{"openapi", "--set", "spa_days=9"}); status != statusUsage {
		t.Errorf("without the module: %d %s", status, errs)
	}
}

func TestVersionListsModules(t *testing.T) {
	t.Parallel()
	_, out, _ := run(t, []string{"version", "--json"}, spa())
	var shown struct{ Modules []moduleVersion }
	if err := json.Unmarshal([]byte(out), &shown); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range shown.Modules {
		names = append(names, m.Name)
		if m.From != repository || m.Version == "" {
			t.Errorf("%+v", m)
		}
	}
	want := strings.Fields("accounts auth catalog configlists customerspets events files healthrecords imports notes orders spa webhooks")
	if !slices.Equal(names, want) {
		t.Errorf("listed are %v", names)
	}
}

type nothing struct{}

func route(module, id, path string) fx.Option {
	return httpapi.ProvideRoutes(func() httpapi.Routes {
		return httpapi.Routes{Module: module, Register: func(a *httpapi.API) {
			op := httpapi.Operation{ID: id, Path: path, Tag: "Any", Access: httpapi.AnyKey()}
			httpapi.Delete(a, op, func(context.Context, *struct{}) error { return nil })
		}}
	})
}

// Which of two counted would be chance: the program does not start, and says which modules they are.
func TestWhatTwoModulesBringIsRefusedNamingBoth(t *testing.T) {
	t.Parallel()
	file := fstest.MapFS{"20260101000000_x.sql": {Data: []byte("-- +goose Up\nselect 1;\n")}}
	command := func(of, name string) fx.Option {
		return fxgroups.ProvideCommand(of, name, "Help.", func(context.Context, nothing, *httpapi.API, io.Writer) error { return nil })
	}
	typeOf := func(of, name string) fx.Option {
		return fxgroups.ProvideImporter(func() importing.Type { return importing.Type{Module: of, Name: name} })
	}
	sweeper := func(of, name string) fx.Option {
		return fxgroups.ProvideSweeper(func() fxgroups.Sweeper { return fxgroups.Sweeper{Module: of, Name: name} })
	}
	pages := func(of string) fx.Option {
		return fxgroups.ProvideConsolePages(fxgroups.ConsolePages{Module: of, Files: fstest.MapFS{}})
	}
	document := httpapi.ProvideRoutes(func() httpapi.Routes {
		return httpapi.Routes{Module: "spa", Register: func(a *httpapi.API) {
			op := httpapi.Operation{ID: "menu", Method: http.MethodGet, Path: "/openapi.json", Tag: "Any", Access: httpapi.AnyKey()}
			httpapi.Handle(a, op, func(context.Context, *struct{}) (*httpapi.Nothing, error) { return nil, nil })
		}}
	})
	salon := fxgroups.Module("salon", fx.Provide(func() *spaSettings { return nil }))
	for want, twice := range map[string][]Module{
		"module salon comes from both": {salon, salon},
		"module spa comes from both":   {spa(), fxgroups.Module("spa")},
		"module notes comes from both": {fxgroups.Module("notes", fxgroups.ProvideAbilities("notes", "x:read"))},
		"setting SPA_DAYS comes from both spa and spa": {spa(), fxgroups.ProvideSettings[struct {
			Days int `env:"DAYS"`
		}]("spa", nil)},
		"setting WEBHOOKS_BACKOFF comes from both petcare and webhooks": {fxgroups.ProvideSettings[struct {
			B int `env:"BACKOFF"`
		}]("webhooks", nil)},
		"command wash comes from both dryer and spa":                               {command("spa", "wash"), command("dryer", "wash")},
		"command serve comes from both petcare and spa":                            {command("spa", "serve")},
		"migrations of notes comes from both notes and notes":                      {fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "notes", Files: file})},
		"event type note.created comes from both notes and spa":                    {fxgroups.ProvideEventTypes("spa", "note.created")},
		"ability notes:read comes from both notes and spa":                         {fxgroups.ProvideAbilities("spa", "notes:read")},
		"import type note comes from both notes and spa":                           {typeOf("spa", "note")},
		"sweeper logins comes from both auth and spa":                              {sweeper("spa", "logins")},
		"console pages of spa comes from both":                                     {pages("spa"), pages("spa")},
		"operation listNotes comes from both dryer and spa":                        {route("spa", "listNotes", "/a"), route("dryer", "listNotes", "/b")},
		"operation DELETE /a comes from both dryer and spa":                        {route("spa", "a", "/a"), route("dryer", "b", "/a")},
		"operation deleteNote comes from both notes and spa":                       {route("spa", "deleteNote", "/x")},
		"the operations of spa: ':x' in new path '/v1/accounts/:x' conflicts with": {route("spa", "deleteAny", "/accounts/{x}")},
		"the operations of spa: handlers are already registered for path '/v1/op":  {document},
	} {
		if status, _, errs := run(t, []string{"openapi"}, twice...); status == 0 || !strings.HasPrefix(errs, "petcare: "+want) {
			t.Errorf("want %s, got %d %s", want, status, errs)
		}
	}
}

func TestOperationWithAnAbilityOfNoModuleIsRefused(t *testing.T) {
	t.Parallel()
	for _, access := range []httpapi.Access{httpapi.Ability("spa:wash"), httpapi.Ability("notes:read", "spa:wash"), httpapi.AnyKey().Beside("spa:wash")} {
		wash := httpapi.ProvideRoutes(func() httpapi.Routes {
			return httpapi.Routes{Module: "spa", Register: func(a *httpapi.API) {
				op := httpapi.Operation{ID: "wash", Path: "/wash", Tag: "Any", Access: access}
				httpapi.Delete(a, op, func(context.Context, *struct{}) error { return nil })
			}}
		})
		want := `petcare: operation wash of spa needs the ability "spa:wash", which no module provides`
		if status, _, errs := run(t, []string{"openapi"}, spa(wash)); status == 0 || !strings.HasPrefix(errs, want) {
			t.Errorf("%v: got %d %s", access, status, errs)
		}
		if status, _, errs := run(t, []string{"openapi"}, spa(wash, fxgroups.ProvideAbilities("spa", "spa:wash"))); status != 0 {
			t.Errorf("%v: got %d %s", access, status, errs)
		}
	}
}

// fx would leave them out, and nobody would hear of it.
func TestAConstructorOfSomethingElseIsRefused(t *testing.T) {
	t.Parallel()
	for want, option := range map[string]fx.Option{
		"one events.Reaction":  fxgroups.ProvideReaction(func() []events.Reaction { return nil }),
		"one importing.Type":   fxgroups.ProvideImporter(func() (*importing.Type, error) { return nil, nil }),
		"one fxgroups.Sweeper": fxgroups.ProvideSweeper(func() *fxgroups.Sweeper { return nil }),
	} {
		status, _, errs := run(t, []string{"openapi"}, spa(option))
		if status == 0 || !strings.Contains(errs, want) || !strings.Contains(errs, "cmd.TestAConstructor") {
			t.Errorf("want %s, got %d %s", want, status, errs)
		}
	}
}

func TestPanicOfAModuleIsAFailureWithItsStack(t *testing.T) {
	t.Parallel()
	status, _, errs := run(t, []string{"openapi"}, spa(fx.Invoke(func() { panic("no towels") })))
	if status != statusFailed || !strings.Contains(errs, "no towels") || !strings.Contains(errs, "outside_test.go") {
		t.Errorf("%d %s", status, errs)
	}
}

func TestNamesThatNothingCanHaveAreRefusedWithTheirModule(t *testing.T) {
	t.Parallel()
	types := []string{"bath", "bath.", ".taken", "Bath.taken", "bath.taken.twice", "bath.*", "bath taken.x", ""}
	abilities := []string{"spa", "spa:", ":read", "Spa:read", "spa:read:all", "*", ""}
	status, _, errs := run(t, []string{"openapi"}, spa(fxgroups.ProvideEventTypes("spa", types...), fxgroups.ProvideAbilities("spa", abilities...)))
	for kind, names := range map[string][]string{"event type": types, "ability": abilities} {
		for _, name := range names {
			if status == 0 || !strings.Contains(errs, kind+` "`+name+`" of spa`) {
				t.Errorf("%s %q: %d %s", kind, name, status, errs)
			}
		}
	}
	for _, name := range []string{"Spa", "day-spa", "2spa", "sp\u00e4", ""} {
		if status, _, errs := run(t, []string{"openapi"}, fxgroups.Module(name)); status == 0 || !strings.Contains(errs, `module "`+name+`" of `+repository+"/cmd") {
			t.Errorf("%q: %d %s", name, status, errs)
		}
	}
	wellNamed := spa(fxgroups.ProvideEventTypes("spa", "hot_bath.taken_over"), fxgroups.ProvideAbilities("spa", "hot_baths:read_all"))
	if status, _, errs := run(t, []string{"openapi"}, wellNamed); status != 0 {
		t.Errorf("%d %s", status, errs)
	}
}

// Customer has the name of a record of customerspets.
type Customer struct {
	record.Meta
	Name string `json:"name" maxLength:"9" doc:"What they are called" example:"Ann"`
}

func TestTwoRecordsOfOneGoNameAreNamedWithTheirPackages(t *testing.T) {
	t.Parallel()
	const each, all = "/accounts/{accountId}/bathers/{id}", "/accounts/{accountId}/bathers"
	op := httpapi.Operation{ID: "anyBather", Tag: "Any", Summary: "Any", Access: httpapi.AnyKey()}
	for name, register := range map[string]func(*httpapi.API, httpapi.Operation){
		"record": func(a *httpapi.API, op httpapi.Operation) {
			op.Path = each
			httpapi.Get(a, op, func(context.Context, *struct {
				httpapi.AccountPath
				ID uuid.UUID `path:"id"`
			}) (c Customer, err error) {
				return c, err
			})
		},
		"page": func(a *httpapi.API, op httpapi.Operation) {
			op.Path = all
			httpapi.List(a, op, func(context.Context, *struct {
				httpapi.AccountPath
				httpapi.Paging
			}, paging.Request) (p paging.Page[Customer], err error) {
				return p, err
			})
		},
	} {
		status, _, errs := run(t, []string{"openapi"}, spa(httpapi.ProvideRoutes(func() httpapi.Routes {
			return httpapi.Routes{Module: "spa", Register: func(a *httpapi.API) { register(a, op) }}
		})))
		if status == 0 || !strings.Contains(errs, "schema Customer comes from both customerspets and ") || !strings.Contains(errs, "cmd: rename") {
			t.Errorf("%s: %d %s", name, status, errs)
		}
	}
}
