package modulekit

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/rs/zerolog"
	"go.uber.org/fx"
	"gopkg.in/yaml.v3"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/adapters/jsonl"
	petcarecmd "github.com/petcare/petcare/cmd"
	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/testkit"
)

// program is petcare with the module and its own port.
type program struct {
	module     string
	service    kit.Service
	document   map[string]any
	operations []*operation
	importer   *jsonl.Importer
	reactions  *watchedReactions
	log        *kit.Output
	statements *statements
	tables     petcarecmd.Tables
}

// ofHouse is the program without modules from elsewhere, which all of petcare's own modules share.
var ofHouse struct {
	sync.Mutex
	program *program
}

func programWith(t *testing.T, module petcarecmd.Module, o Options) (*program, error) {
	t.Helper()
	names, err := petcarecmd.Names(module)
	if err != nil {
		return nil, err
	}
	if len(names) != 1 {
		return nil, fmt.Errorf("it is %d modules %v: declare it with fxgroups.Module", len(names), names)
	}
	ofTheHouse, err := petcarecmd.OfHouse(module)
	if err != nil {
		return nil, err
	}
	if !ofTheHouse {
		return start(t, names[0], o, module)
	}
	ofHouse.Lock()
	defer ofHouse.Unlock()
	if ofHouse.program == nil {
		if ofHouse.program, err = start(t, "", o); err != nil {
			return nil, err
		}
	}
	p := *ofHouse.program
	p.module = names[0]
	return &p, nil
}

func start(t *testing.T, name string, o Options, modules ...petcarecmd.Module) (*program, error) {
	t.Helper()
	p := &program{module: name, reactions: &watchedReactions{}, log: &kit.Output{},
		statements: &statements{of: map[uuid.UUID][]statement{}}}
	c, err := settings("postgres://nowhere", o, modules)
	if err != nil {
		return nil, err
	}
	var parts petcarecmd.Parts
	var api *httpapi.API
	// The first wiring only returns the migrations, and checks that the modules fit together.
	if _, err := petcarecmd.Wire(c, zerolog.Nop(), fx.Options(modules...), fx.Populate(&parts, &api)); err != nil {
		return nil, err
	}
	if c, err = settings(testkit.New(t, parts.Migrations...).URL, o, modules); err != nil {
		return nil, err
	}
	watch := fx.Decorate(fx.Annotate(p.reactions.watch, fx.ParamTags(fxgroups.FromReactions), fx.ResultTags(fxgroups.FromReactions)))
	p.service = kit.StartShared(t, c, p.log, fx.Options(modules...), watch, fx.Populate(&p.importer, &p.tables))
	if err := p.statements.listen(p.service.DB.In(context.Background())); err != nil {
		return nil, err
	}
	text, err := p.service.API.Document()
	if err != nil {
		return nil, err
	}
	if err := yaml.Unmarshal(text, &p.document); err != nil {
		return nil, err
	}
	p.describe()
	return p, nil
}

func settings(url string, o Options, modules []petcarecmd.Module) (config.Config, error) {
	set := map[string]string{"LOG_LEVEL": "trace"}
	maps.Copy(set, o.Set)
	sections, err := petcarecmd.Sections(modules...)
	if err != nil {
		return config.Config{}, err
	}
	return kit.ConfigWith(url, set, sections...)
}

// violated is the constraint in an error of the database.
var violated = regexp.MustCompile(`violates (?:unique|exclusion|check|foreign key) constraint \\?"(\w+)`)

// why returns the reason of an internal error, which only the log has, and what to do about a violated constraint.
func (p *program) why(a answer) string {
	id, _ := a.object()["request_id"].(string)
	for line := range strings.Lines(p.log.String()) {
		var entry struct {
			Level, Error string
			Panic        any
			RequestID    string `json:"request_id"`
		}
		if !strings.Contains(line, id) || json.Unmarshal([]byte(line), &entry) != nil || entry.Level != "error" || entry.RequestID != id {
			continue
		}
		if entry.Panic != nil {
			return fmt.Sprint("panic: ", entry.Panic)
		}
		if found := violated.FindStringSubmatch(entry.Error); found != nil {
			return fmt.Sprintf("%s: give %s an error in postgres.TableOptions.Violations, or a rule before it", entry.Error, found[1])
		}
		return entry.Error
	}
	return "nothing"
}
