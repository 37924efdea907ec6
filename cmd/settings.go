package petcarecmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"github.com/rs/zerolog"

	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/logging"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/postgres/cluster"
	"github.com/petcare/petcare/platform/secrets"
)

// settings are the flags that every command takes. Each overrides the environment variable of the same name.
type settings struct {
	Config         string            `help:"Settings from a YAML file." type:"path" placeholder:"FILE"`
	Address        *string           `help:"Where HTTP is served (PETCARE_ADDRESS)." placeholder:"HOST:PORT"`
	DatabaseURL    *string           `help:"The database; default: a private one in the data folder (PETCARE_DATABASE_URL)." placeholder:"URL"`
	DataDir        *string           `help:"Private PostgreSQL and development keys (PETCARE_DATA_DIR)." placeholder:"FOLDER"`
	MetricsAddress *string           `help:"Where Prometheus metrics are served (PETCARE_METRICS_ADDRESS)." placeholder:"HOST:PORT"`
	LogLevel       *string           `help:"trace, debug, info, warn or error (PETCARE_LOG_LEVEL)." placeholder:"LEVEL"`
	LogFormat      *string           `help:"json or console (PETCARE_LOG_FORMAT)." placeholder:"FORMAT"`
	Set            map[string]string `mapsep:"none" help:"Any setting, such as --set webhooks_backoff=1m." placeholder:"NAME=VALUE"`

	modules  []Module // in addition to those of petcare
	sections []config.Section
}

// declare adds the settings and commands of modules from other repositories.
func (s *settings) declare() ([]kong.Option, map[string]fxgroups.CommandRun, error) {
	if len(s.modules) == 0 {
		return nil, nil, nil
	}
	d, err := inspectModules(append(modules(), s.modules...)...)
	if err != nil {
		return nil, nil, err
	}
	for _, one := range d.settings {
		s.sections = append(s.sections, one.Section)
	}
	return d.commandLine()
}

// load reads the whole configuration. Errors in it are a usageError.
func (s *settings) load() (config.Config, error) {
	flags := map[string]string{}
	var faults []error
	for name, value := range s.Set {
		if strings.TrimSpace(name) == "" {
			faults = append(faults, errors.New("--set: the name before = is missing"))
			continue
		}
		if _, given := flags[upper(name)]; given { // in two spellings, whose order is not known
			faults = append(faults, fmt.Errorf("--set: %s is given more than once", strings.ToLower(upper(name))))
		}
		flags[upper(name)] = value
	}
	for name, value := range map[string]*string{"ADDRESS": s.Address, "DATABASE_URL": s.DatabaseURL, "DATA_DIR": s.DataDir,
		"METRICS_ADDRESS": s.MetricsAddress, "LOG_LEVEL": s.LogLevel, "LOG_FORMAT": s.LogFormat} {
		if value != nil {
			flags[name] = *value
		}
	}
	c, err := config.Load(s.Config, os.Environ(), flags, s.sections...)
	err = errors.Join(append(faults, err)...)
	if c.HasPostgresURL() { // anything else is a fault already
		if wrong := postgres.CheckURL(c.DatabaseURL); wrong != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", c.DatabaseURLName(), wrong))
		}
	}
	if err != nil {
		return c, usageError{err}
	}
	return c, nil
}

// withKeys fills in development keys if no keys are configured.
func withKeys(c config.Config) (config.Config, error) {
	if len(c.JWTKeys) > 0 {
		return c, nil
	}
	keys, err := developmentKeys(c.DataDir)
	c.JWTKeys = keys
	return c, err
}

// restarter is a database that petcare has started and restarts.
type restarter interface {
	Check(ctx context.Context) error // opens a new session
	Revive(ctx context.Context) (restarted bool, err error)
}

// withReachable runs fn with a configuration whose database is reachable: the configured one, for which the restarter is nil, or a private
// cluster. It starts the cluster or shares that of a running server.
func withReachable(ctx context.Context, c config.Config, log io.Writer, fn func(config.Config, restarter) error) (err error) {
	if c.DatabaseURL != "" {
		return fn(c, nil)
	}
	private, err := cluster.Start(ctx, cluster.Options{DataDir: filepath.Join(c.DataDir, "postgres"), Log: log})
	if err != nil {
		return err
	}
	defer func() {
		stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
		defer cancel()
		err = errors.Join(err, private.Stop(stop))
	}()
	c.DatabaseURL = private.URL("petcare")
	return fn(c, private)
}

// operate runs an operator's command: it finds the database, brings it up to date, fills in what the command needs
// (pointers in into) and closes everything afterwards.
func (s *settings) operate(ctx context.Context, std streams, fn func() error, into ...any) error {
	return s.withDatabase(ctx, std, func(d database) error {
		if _, err := d.migrate(ctx); err != nil {
			return err
		}
		return fn()
	}, into...)
}

// database is what the commands for the database need.
type database struct {
	db    *postgres.DB
	parts Parts
	keep  *outbox.Retention
	log   zerolog.Logger
}

// migrate brings the database up to date and returns how many migrations it has applied.
func (d database) migrate(ctx context.Context) (int, error) {
	applied, err := migrate(ctx, d.db, d.parts.Migrations, d.log)
	if err != nil {
		return 0, err
	}
	return applied, d.keep.Prepare(ctx)
}

// withDatabase builds the application on the configured database or the private one, as it is, and closes it after fn.
func (s *settings) withDatabase(ctx context.Context, std streams, fn func(database) error, into ...any) error {
	c, err := s.load()
	if err != nil {
		return err
	}
	if c, err = withKeys(c); err != nil {
		return err
	}
	fmt.Fprintln(std.err, "database:", databaseName(c))
	return withReachable(ctx, c, nil, func(c config.Config, _ restarter) error {
		d := database{log: logging.New(std.err, "warn", c.LogFormat)}
		if _, err := s.build(c, d.log, append(into, &d.db, &d.parts, &d.keep)...); err != nil {
			return err
		}
		defer d.db.Close()
		return fn(d)
	})
}

// inspect builds the application without a database, because nothing connects before its first use, and fills in what into points to.
func (s *settings) inspect(std streams, into ...any) error {
	c, err := s.load()
	if err != nil {
		return err
	}
	c.DatabaseURL, c.JWTKeys = "postgres:///", secrets.Keys{secrets.Key{ID: "document", Secret: make([]byte, 32)}} // neither is used
	_, err = s.build(c, logging.New(std.err, "warn", c.LogFormat), into...)
	return err
}

// databaseName says which database a command works on, without its password.
func databaseName(c config.Config) string {
	if c.DatabaseURL == "" {
		return "the private PostgreSQL in " + filepath.Join(c.DataDir, "postgres")
	}
	return postgres.Location(c.DatabaseURL)
}

func upper(name string) string {
	return strings.NewReplacer(".", "_", "-", "_").Replace(strings.ToUpper(name))
}
