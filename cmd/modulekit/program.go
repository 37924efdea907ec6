package modulekit

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

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
	p := &program{module: name, reactions: &watchedReactions{}, log: &kit.Output{}}
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

// mostFailures is how many failures of a module are listed. Most have the same reason.
const mostFailures = 10

// failures returns the reasons of the internal errors in a log, each once.
func failures(log string) (list []string) {
	for line := range strings.Lines(log) {
		var entry struct {
			Level, Error string
			Panic        any
		}
		if !strings.Contains(line, `"error"`) || json.Unmarshal([]byte(line), &entry) != nil || entry.Level != "error" {
			continue
		}
		why := entry.Error
		if entry.Panic != nil {
			why = fmt.Sprint("panic: ", entry.Panic)
		}
		if len(list) < mostFailures && !slices.Contains(list, why) {
			list = append(list, why)
		}
	}
	return list
}
